"""Plays many games with Enter and the slap key, a mouse, or arrows: is anybody ever stuck?

`python3 tools/nobody_is_stuck.py [GAME…] [--ways enter mouse arrows] [--games 100] [--from 1]`
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from support.one_player import WAYS, to_its_end  # noqa: E402
from support.short_games import GAMES  # noqa: E402


def play(game: str, way: str, seeds: Sequence[int]) -> list[str]:
    """Play the games of these seeds; return a line for each in which the player was stuck."""
    stuck = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as home:
            try:
                to_its_end(Path(home), game, way, seed)
            except AssertionError as error:
                stuck.append(f"seed {seed}: {error}")
    return stuck


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help="all unless said")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--games", type=int, default=100, help="of each kind, in each way (100)")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first seed (1)")
    args = parser.parse_args()
    failed = 0
    for way in args.ways:
        for game in args.names or GAMES:
            began_s = time.process_time()
            stuck = play(game, way, range(args.first, args.first + args.games))
            took_s = time.process_time() - began_s
            print(f"{way}, {game}: {args.games} games, {len(stuck)} stuck, {took_s:.0f} s", flush=True)
            for line in stuck:
                print(f"  {line}", flush=True)
            failed += len(stuck)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
