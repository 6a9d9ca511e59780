"""Walks through every state of the tiny games: `python3 tools/every_state.py [GAME…] [--moves N]`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from rules.every_state import walk  # noqa: E402
from rules.tiny_decks import TINY_GAMES  # noqa: E402

# About a minute each on one core.
MOVES = {
    "hands-down": 6,
    "slamwich": 7,
    "hit-the-deck": 6,
    "yahtzee-hands-down": 3,
    "lowdown": 7,
    "quick-draw": 5,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all unless said")
    parser.add_argument("--moves", type=int, help="how deep")
    args = parser.parse_args()
    bad = 0
    for name in args.games or TINY_GAMES:
        moves = args.moves or MOVES[name]
        began_s = time.process_time()
        found = walk(TINY_GAMES[name], moves, most_bad=10)
        print(
            f"{name}: {found.states} states in {moves} moves, {found.ended} of them ends, "
            f"{found.frontier} played on to an end, {len(found.bad)} bad, "
            f"{time.process_time() - began_s:.0f} s",
            flush=True,
        )
        for line in found.bad:
            print(f"  {line}")
        bad += len(found.bad)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
