"""`slamomatic uf2`: MicroPython and the firmware in one file for the Pico's drive."""

import argparse
import json
from pathlib import Path

from slamomatic.emulator.image import image_of
from slamomatic.errors import explained
from slamomatic.firmware_files import firmware_files
from slamomatic.options import add_switch, add_word
from slamomatic.pico import uf2
from slamomatic.pico.boards import BOARDS, PICO, board_named, without_wireless
from slamomatic.pico.flashing import version_of
from slamomatic.store.disk import DISK
from slamomatic.words import N_, gettext

HOW = N_(
    "{out} holds MicroPython and version {version} of the firmware ({kb} KB). "
    "Hold BOOTSEL while you plug the Pico in, then copy the file onto its drive {drive}.\n"
    "Before you do: it replaces the programs and settings that are on that Pico."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("the file to write, for instance slamomatic.uf2")
    add_word(parser, "--out", "FILE", says, kind=Path, required=True)
    keys = [board.key for board in BOARDS]
    says = gettext("which Pico the file is for: {boards}", boards=", ".join(keys))
    parser.add_argument("--board", choices=keys, default=PICO.key, metavar="BOARD", help=says)
    says = gettext("the Pico's MicroPython as .uf2 (default: fetched once)")
    add_word(parser, "--micropython", "FILE", says)
    add_switch(parser, "--json", gettext("one JSON object on stdout"))


def run(args: argparse.Namespace) -> int:
    out = args.out
    files = firmware_files()
    version = version_of(files)
    board = board_named(args.board)
    image = image_of(without_wireless(board).download, args.micropython)
    joined = uf2.join(image.read_bytes(), files, image.name, board)
    with explained("{out} can't be written ({strerror}). Name another place with --out.", out=out):
        DISK.save(out, joined)
    if args.json:
        print(json.dumps({"out": str(out), "bytes": len(joined), "version": version, "board": board.key}))
    else:
        print(gettext(HOW, out=out, version=version, kb=len(joined) // 1000, drive=board.drive))
    return 0
