"""`slamomatic film`: a journal as a film, drawn without a window, for everybody's eyes."""

import argparse
import json
import os
from pathlib import Path

from slamomatic.commands.replay import read_log
from slamomatic.errors import UserError
from slamomatic.options import add_number, add_size, add_switch, add_word
from slamomatic.words import gettext, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_word(parser, "journal", "JOURNAL", gettext("a game that was played"), kind=Path)
    says = gettext("the film: evening.mp4, evening.gif, one picture as evening.png, or a folder")
    add_word(parser, "--out", "FILE", says, kind=Path, required=True)
    what = parser.add_mutually_exclusive_group()
    add_number(what, "--slap", "N", None, gettext("only this slap (else the best ones, and the end)"))
    add_switch(what, "--whole", gettext("the whole game, without long pauses"))
    add_size(parser, gettext("the size in pixels, such as 1920x1080"))
    add_switch(parser, "--json", gettext("one JSON object: frames, seconds, bytes, slaps"))


def run(args: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from slamomatic.film.maker import film_path, make

    out = film_path(args.out, args.journal.stem) if args.out.is_dir() else args.out
    entries, _ = read_log(args.journal)
    if not entries:
        raise UserError("{path} holds no game. Name another journal.", path=args.journal)
    made = make(entries, out, args.slap, args.whole, args.size)
    numbers = [slap.number for slap in made.slaps]
    length = out.stat().st_size
    if args.json:
        said = {"frames": made.frames, "seconds": round(made.seconds, 1), "bytes": length, "slaps": numbers}
        print(json.dumps(said))
        return 0
    print(out)
    if numbers:
        shown = ", ".join(map(str, numbers))
        print(ngettext("It shows slap {numbers}.", "It shows slaps {numbers}.", len(numbers), numbers=shown))
    return 0
