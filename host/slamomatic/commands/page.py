"""`slamomatic page`: the table as one HTML file that works when it is opened, without a network."""

import argparse
import json
import os
from pathlib import Path

from slamomatic.errors import explained
from slamomatic.options import add_switch, add_word
from slamomatic.words import N_, gettext

NAME = "slam-o-matic.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("where the page goes ({name})", name=NAME)
    add_word(parser, "--out", "FILE", says, kind=Path, default=Path(NAME))
    add_switch(parser, "--json", gettext("one JSON object instead of the text"))


def download() -> tuple[str, bytes]:
    """Return the usual name of the page, and its bytes."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"  # it is asked for its names of keys, and shows nothing
    from slamomatic.page import make

    return NAME, make.page()


def run(args: argparse.Namespace) -> int:
    from slamomatic.store.disk import DISK

    _, made = download()
    with explained("The page can't be saved as {out} ({strerror}). Name another file.", out=args.out):
        DISK.save(args.out, made)
    if args.json:
        print(json.dumps({"page": str(args.out), "bytes": len(made)}))
    else:
        size = f"{len(made) / 1_000_000:.1f}"
        says = N_("{out} is made: {size} MB. Open it in a browser, or give it to somebody.")
        print(gettext(says, out=args.out, size=size))
    return 0
