"""`slamomatic check`: does a game, ours or somebody else's, keep what every game must keep?"""

import argparse
import json
import time

from slamomatic.bench.progress import Progress
from slamomatic.check import Kept, check_game
from slamomatic.commands.arguments import add_game_and_seed, as_usage_error
from slamomatic.engine import find
from slamomatic.options import add_count, add_switch
from slamomatic.words import gettext

ROUNDS = 150  # without --minutes: a few seconds, and the same stories on every machine
MINUTE_S = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_and_seed(parser)
    says = gettext("go on for so long (default: a few seconds)")
    add_count(parser, "--minutes", "M", None, says, kind=float)
    add_switch(parser, "--json", gettext("one JSON object on stdout"))


def run(args: argparse.Namespace) -> int:
    """Play games of this kind and print what held; 1 if any check failed."""
    with as_usage_error():
        kind = find(args.game)
    progress = Progress(kind.NAME, 100)
    began_s = time.monotonic()

    def enough(rounds: int) -> bool:
        done = (time.monotonic() - began_s) / (args.minutes * MINUTE_S) if args.minutes else rounds / ROUNDS
        progress.at(int(done * 100))
        return done >= 1

    checks = check_game(kind, args.seed, enough)
    progress.done()
    if args.json:
        seconds = round(time.monotonic() - began_s, 3)
        answer = {"game": args.game, "seed": args.seed, "seconds": seconds}
        print(json.dumps(answer | {"checks": [check.to_json() for check in checks]}))
    else:
        for check in checks:
            _show(check)
    return 0 if all(check.ok for check in checks) else 1


def _show(check: Kept) -> None:
    """Print what was found. A promise that nothing of this game puts to the test is neither ok nor broken."""
    found = check.tried if check.ok else check.broken
    kept = ("ok" if check.tried else "--") if check.ok else "LOOK"
    print(f"{kept:<4}  {check.name:<12} {gettext(check.says)}: {found}")
    for line in check.replay:
        print(f"      {json.dumps(line)}")
