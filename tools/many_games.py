"""Plays many random games and checks every state: `python3 tools/many_games.py [GAME…] [--games 20000]`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from rules.many_games import play_many  # noqa: E402
from slamomatic.engine import GAMES  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all unless said")
    parser.add_argument("--games", type=int, default=20_000)
    args = parser.parse_args()
    wrong = 0
    for name in args.names or GAMES:
        began_s = time.process_time()
        tally = play_many(name, 0, args.games)
        print(
            f"{name}: {tally.games} games, {tally.moves} moves, {tally.events} events, {len(tally.bad)} bad, "
            f"{tally.unfinished} unfinished, {time.process_time() - began_s:.0f} s",
            flush=True,
        )
        for line in tally.bad[:10]:
            print(f"  {line}")
        wrong += len(tally.bad) + tally.unfinished
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
