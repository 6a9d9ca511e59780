"""Plays a game by ear: `python tools/heard.py hands-down --keys "c ?slap 0.3 q w"` prints what is spoken.

Time passes only as the keys say, and the same keys give the same game: add more and run it again.
Keys: c Enter; l r u d arrows; x picks; q slaps; n NEXT, N twice, h and g hold and let go; w says where you
are; s speech; e Esc; k calls; f fakes a slap; b takes a slap back. A number waits for so many seconds, and
?word until something is spoken with that word in it (_ is a space).
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
from support.listener import FRAME_US, Listener  # noqa: E402

PATIENCE_US = 30_000_000
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


def _wait_for(listener: Listener, words: str) -> None:
    """Let time pass until something with these words is spoken, but not for longer than half a minute."""
    before, ends_us = len(listener.stage.heard.spoken), listener.stage.clock() + PATIENCE_US
    while listener.stage.clock() < ends_us:
        listener.wait(FRAME_US)
        if any(words in utterance.words.lower() for _, utterance in listener.stage.heard.spoken[before:]):
            return


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
            if key.startswith("?"):
                _wait_for(listener, key[1:].replace("_", " ").lower())
            elif key.replace(".", "", 1).isdecimal():
                listener.wait(int(1e6 * float(key)))
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
