"""Measures how long games of people take, and writes it down: `python tools/minutes.py [GAME…] [--games 31]`.

Bots play with people's times, in emulated time. The start screen tells these minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.face.lengths import MEASURED, lengths_of  # noqa: E402
from support.peoples_pace import minutes_by_players  # noqa: E402

FILE = ROOT / "host" / "slamomatic" / "face" / MEASURED


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all unless said")
    parser.add_argument("--games", dest="count", type=int, default=31, help="how many of each kind (31)")
    args = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for game in args.games or GAMES:
        found[game] = {length: minutes_by_players(game, length, args.count) for length in lengths_of(game)}
        print(game, json.dumps(found[game]), flush=True)
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
