"""Count what only bots do, and what constant feinting wins: `python3 tools/sensible_bots.py`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import NormalDist

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from rules.feinter import PLAYERS, wins_of_the_feinter  # noqa: E402
from rules.sensible_bots import NOTES, watch  # noqa: E402
from slamomatic.bench.figures import wilson  # noqa: E402
from slamomatic.engine import find  # noqa: E402

KINDS = ("easy", "careful", "to-win")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each game and kind")
    parser.add_argument("--feints", type=int, default=300, help="games of a constant feinter, of each kind")
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    wrong = 0
    z = NormalDist().inv_cdf(0.975)
    for kind in args.kinds.split(",") if args.feints else ():
        won = wins_of_the_feinter(kind, args.feints)
        low, high = wilson(won, args.feints, z)
        print(
            f"constant feinting against {kind}: wins {won:.1f} of {args.feints}, {won / args.feints:.1%} "
            f"({low:.1%} to {high:.1%}); its share is {1 / PLAYERS:.0%}",
            flush=True,
        )
    for name in NOTES if args.games else ():
        for kind in args.kinds.split(","):
            habits = watch(name, kind, args.games, min(4, find(name).SEATS[-1]))
            complaints = habits.complaints()
            seen = {what: f"{habits.count(what)} (most {habits.most(what):.0%})" for what in habits.counts}
            print(f"{name}, {kind}, {args.games} games: {len(complaints)} complaints; {seen}", flush=True)
            for line in complaints:
                print(f"  {line}")
            wrong += len(complaints)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
