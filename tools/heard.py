"""Plays a game by ear: `python tools/heard.py hands-down --keys "c . . q w"` prints only what is spoken.

Time passes only as the keys say, and the same keys give the same game: add more and run it again.
Keys: c Enter; l r u d arrows; x picks; q slaps; n NEXT, N twice, h and g hold and let go; w says where you
are; s speech; e Esc; k calls; f fakes a slap; b takes a slap back; . waits for a second; a
number waits for so many seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.speech.lines import LENGTHS, NORMAL  # noqa: E402
from support.listener import Listener  # noqa: E402

KEYS = {
    "c": "confirm",
    "l": "left",
    "r": "right",
    "u": "up",
    "d": "down",
    "x": "mark",
    "q": "slap",
    "n": "tap",
    "N": "double",
    "h": "hold",
    "g": "let go",
    "w": "where",
    "s": "speech",
    "e": "pause",
    "k": "call",
    "f": "feint",
    "b": "void",
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--keys", default="", help="the keys pressed so far, with spaces between them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", choices=LENGTHS[1:], default=NORMAL)
    parser.add_argument("--room", action="store_true", help="the own cards are not spoken")
    parser.add_argument(
        "--last", type=int, default=0, help="print only what so many of the last keys brought"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        listener = Listener(Path(home), args.game, args.seed, args.length, own_cards=not args.room)
        keys = args.keys.split()
        for number, key in enumerate(["", *keys]):
            if key == "." or key.replace(".", "", 1).isdecimal():
                listener.wait(int(1e6 * float(key if key != "." else 1)))
            elif key:
                listener.press(KEYS[key])
            news = listener.news()
            if not args.last or number > len(keys) - args.last:
                print(f"[{key or '-'}]")
                for at_us, words in news:
                    print(f"{at_us / 1e6:7.2f} s  {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
