"""Plays many games by ear, and counts dead ends: `python tools/by_ear.py [GAME…] [--games 1000]`.

The player hears only what is spoken and has the keys. No line may begin more than a second late.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.speech.lines import FULL, NORMAL, SHORT  # noqa: E402
from support.by_ear import ByEar, Dead  # noqa: E402
from support.short_games import GAMES  # noqa: E402

LENGTHS = (SHORT, NORMAL, FULL)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help="all unless said")
    parser.add_argument("--games", type=int, default=1000, help="how many of each kind (1000)")
    parser.add_argument("--from-seed", type=int, default=1)
    args = parser.parse_args()
    dead_ends = 0
    for name in args.names or GAMES:
        began_s, lines, dead = time.perf_counter(), 0, 0
        for seed in range(args.from_seed, args.from_seed + args.games):
            with tempfile.TemporaryDirectory() as home:
                player = ByEar(Path(home), name, seed, LENGTHS[seed % len(LENGTHS)])
                try:
                    player.play()
                except Dead as end:
                    dead += 1
                    print(f"{name}, seed {seed}: a dead end after\n{end}", flush=True)
                lines += len(player.said)
        seconds = time.perf_counter() - began_s
        print(f"{name}: {args.games} games, {lines} lines, {dead} dead ends, {seconds:.0f} s", flush=True)
        dead_ends += dead
    return 1 if dead_ends else 0


if __name__ == "__main__":
    sys.exit(main())
