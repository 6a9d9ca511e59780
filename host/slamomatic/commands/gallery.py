"""`slamomatic gallery`: every scene in every state of every game, to PNG, without a display."""

import argparse
import json
import os
from pathlib import Path

from slamomatic.engine import GAMES
from slamomatic.errors import explained
from slamomatic.options import add_size, add_switch, add_word
from slamomatic.words import gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_word(parser, "--out", "DIR", gettext("where the pictures go"), kind=Path, required=True)
    parser.add_argument(
        "--game", choices=list(GAMES), action="append", help=gettext("only this game (may be repeated)")
    )
    says = gettext("window size, 1920x1080 by default (may be repeated)")
    add_size(parser, says, action="append")
    add_switch(parser, "--reduced-motion", gettext("draw with reduced motion"))
    add_switch(parser, "--json", gettext("one JSON object instead of one line per picture"))


def run(args: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from slamomatic.gallery import tour as gallery_tour

    out = args.out
    with explained("The folder {out} can't be made ({strerror}). Name another one.", out=out):
        out.mkdir(parents=True, exist_ok=True)
    pictures: list[str] = []
    for size in args.size or [(1920, 1080)]:
        for path in gallery_tour.tour(out, args.game or list(GAMES), size, args.reduced_motion):
            pictures.append(str(path))
            if not args.json:
                print(path)
    sheet = gallery_tour.contact_sheet(out, [Path(path) for path in pictures])
    if args.json:
        print(json.dumps({"pictures": pictures, "sheet": str(sheet)}))
    else:
        print(sheet)
    return 0
