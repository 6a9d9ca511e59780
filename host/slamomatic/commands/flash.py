"""`slamomatic flash`: puts the firmware on a Pico, or says what differs."""

import argparse
import json
from pathlib import Path

from slamomatic.bench.progress import say
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.options import add_switch
from slamomatic.pico import flashing
from slamomatic.pico.connected import ConnectedPico
from slamomatic.units.ports import find_picos
from slamomatic.words import gettext, listed, ngettext

BOOTSEL_DRIVES = (
    "/media/*/RPI-RP2",
    "/run/media/*/RPI-RP2",
    "/Volumes/RPI-RP2",
    "/dev/disk/by-label/RPI-RP2",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help=gettext("the Pico's port (default: the one Pico that is plugged in)"))
    add_switch(parser, "--check", gettext("only compare, and exit with 1 if anything differs"))
    add_switch(
        parser, "--replace", gettext("replace another program on the Pico, and keep it as main.py.old")
    )
    add_switch(parser, "--factory", gettext("clear the unit's settings as well"))
    add_switch(parser, "--json", gettext("one JSON object on stdout"))


def run(args: argparse.Namespace) -> int:
    port = args.port or the_one_pico()
    files = firmware_files()
    version = flashing.version_of(files)
    say(gettext("Looking at the Pico on {port} …", port=port))
    pico = ConnectedPico(port)
    found = pico.survey()
    other = flashing.kept_names(found) if flashing.holds_other_program(found) else {}
    if other:
        if args.check or not args.replace:
            pico.reset()  # its own program goes on
            raise UserError(flashing.FOREIGN, port=port, kept=other[flashing.MAIN])
        found = flashing.without(found, other)
    plan = flashing.make_plan(files, found)
    if not args.check:
        lacking = flashing.missing_bytes(files, plan, found)
        if lacking:
            pico.reset()
            raise UserError(
                "The Pico on {port} is full: {kb} KB more are needed. Remove some of your files from it, "
                "for instance with Thonny, and run `slamomatic flash` again.",
                port=port,
                kb=lacking // 1024 + 1,
            )
        if other:
            flashing.set_aside(pico, other)
            renamed = [gettext("{name} as {new}", name=name, new=new) for name, new in other.items()]
            say(gettext("Kept on the Pico: {names}.", names=listed(renamed)))
        if plan.files:
            flashing.put(pico, files, plan, say)
        if args.factory:
            flashing.clear_settings(pico)
            say(gettext("Settings cleared."))
    pico.reset()
    if not args.check or not plan.files:
        say(gettext("Waiting for the unit to start …"))
        flashing.wait_for_hello(port, version)
    if args.json:
        answer = {"port": port, "files": plan.files, "version": version, "checked_only": args.check}
        print(json.dumps({**answer, "kept": sorted(other.values())}))
    else:
        print(_outcome(args.check, plan.files, port, version))
    return 1 if args.check and plan.files else 0


def _outcome(check: bool, files: list[str], port: str, version: str) -> str:
    """Say what was flashed, or (`check`) what differs from this version."""
    unit: dict[str, object] = {"port": port, "version": version}
    if not files:
        return gettext("The unit on {port} has version {version}. Nothing differs.", **unit)
    if check:
        return ngettext(
            "On {port} {n} file differs from version {version} ({names}). Run `slamomatic flash`.",
            "On {port} {n} files differ from version {version} ({names}). Run `slamomatic flash`.",
            len(files),
            names=", ".join(files),
            **unit,
        )
    return ngettext(
        "The unit on {port} runs version {version} ({n} file changed).",
        "The unit on {port} runs version {version} ({n} files changed).",
        len(files),
        **unit,
    )


def the_one_pico() -> str:
    """Return the port of the only Pico that is plugged in. UserError if there is none, or several."""
    picos = find_picos()
    if len(picos) == 1:
        return picos[0].name
    if picos:
        names = ", ".join(pico.name for pico in picos)
        raise UserError("There are several Picos ({names}). Name one with --port.", names=names)
    if any(next(Path("/").glob(drive.lstrip("/")), None) for drive in BOOTSEL_DRIVES):
        raise UserError(
            "The Pico is waiting for MicroPython. Copy the .uf2 for your board from "
            "https://micropython.org/download/?mcu=rp2040 onto its drive RPI-RP2, then run this again."
        )
    raise UserError(
        "There is no Pico here. Plug it in with a cable that carries data, or name its port with --port. "
        "A new Pico needs MicroPython first: hold BOOTSEL while you plug it in (see `slamomatic doctor`)."
    )
