"""`slamomatic release`: makes what people download, for each system."""

import argparse
import importlib
import json
from pathlib import Path

from slamomatic.errors import UsageError, explained
from slamomatic.options import add_switch, add_word
from slamomatic.packing import Content, sha256, sums
from slamomatic.store.disk import DISK
from slamomatic.words import N_, gettext

# download -> the module and the function that makes it; both are called only when it is wanted
DOWNLOADS = {
    "page": ("slamomatic.commands.page", "download"),
    "wheel": ("slamomatic.release.wheel", "ours"),
    "windows": ("slamomatic.release.windows", "download"),
    "mac": ("slamomatic.release.mac", "download"),
    "linux": ("slamomatic.release.linux", "download"),
    "raspberry-pi": ("slamomatic.release.raspberry", "download"),
}
FOLDER = "dist"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("which downloads to make (default: all of them)")
    parser.add_argument("downloads", nargs="*", metavar="|".join(DOWNLOADS), help=says)
    says = gettext("the folder that the downloads go into ({name})", name=FOLDER)
    add_word(parser, "--out", "DIR", says, kind=Path, default=Path(FOLDER))
    add_switch(parser, "--json", gettext("one JSON object instead of the text"))


def run(args: argparse.Namespace) -> int:
    # argparse would refuse an empty list as no choice.
    for unknown in set(args.downloads) - set(DOWNLOADS):
        raise UsageError(
            "There is no {first} here. `slamomatic {called} --help` lists what there is.",
            first=unknown,
            called="release",
        )
    made: Content = {}
    for download in args.downloads or DOWNLOADS:
        module, function = DOWNLOADS[download]
        name, data = getattr(importlib.import_module(module), function)()
        made[name] = data
        _save(args.out, name, data)
        if not args.json:
            print(f"{sha256(data)}  {name}", flush=True)  # as `sha256sum` has it
    _save(args.out, "SHA256SUMS", sums(made))
    if args.json:
        about = {name: {"bytes": len(data), "sha256": sha256(data)} for name, data in made.items()}
        print(json.dumps({"downloads": about, "folder": str(args.out)}))
    return 0


def _save(folder: Path, name: str, data: bytes) -> None:
    says = N_("{name} can't be saved in {folder} ({why}). Name another folder.")
    with explained(says, name=name, folder=folder):
        folder.mkdir(parents=True, exist_ok=True)
        DISK.save(folder / name, data)
        (folder / name).chmod(0o644)  # it is for everybody
