"""`slamomatic flash`: puts the firmware on a Pico, or says what differs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.pico.connected import ConnectedPico
from slamomatic.pico.flashing import (
    FOREIGN,
    MAIN,
    clear_settings,
    holds_other_program,
    kept_names,
    make_plan,
    missing_bytes,
    put,
    set_aside,
    version_of,
    wait_for_hello,
    without,
)
from slamomatic.units.ports import find_picos

BOOTSEL_DRIVES = (
    "/media/*/RPI-RP2",
    "/run/media/*/RPI-RP2",
    "/Volumes/RPI-RP2",
    "/dev/disk/by-label/RPI-RP2",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help="the Pico's port (default: the one Pico that is plugged in)")
    parser.add_argument("--check", action="store_true", help="only compare; exit 1 if anything differs")
    parser.add_argument(
        "--replace", action="store_true", help="also where another program is: it is kept as main.py.old"
    )
    parser.add_argument("--factory", action="store_true", help="clear the unit's settings as well")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    port = args.port or the_one_pico()
    files = firmware_files()
    version = version_of(files)
    _say(f"Looking at the Pico on {port} ...")
    pico = ConnectedPico(port)
    found = pico.survey()
    other = kept_names(found) if holds_other_program(found) else {}
    if other:
        if args.check or not args.replace:
            pico.reset()  # its own program goes on
            raise UserError(FOREIGN, port=port, kept=other[MAIN])
        found = without(found, other)
    plan = make_plan(files, found)
    if not args.check:
        lacking = missing_bytes(files, plan, found)
        if lacking:
            pico.reset()
            raise UserError(
                f"The Pico on {port} has too little room ({lacking // 1024 + 1} KB more are needed): remove "
                "files of yours from it, for instance with Thonny, and run `slamomatic flash` again."
            )
        if other:
            set_aside(pico, other)
            _say(f"Kept on the Pico: {', '.join(f'{name} as {new}' for name, new in other.items())}.")
        if not plan.nothing:
            put(pico, files, plan, _say)
        if args.factory:
            clear_settings(pico)
            _say("Settings cleared.")
    pico.reset()
    if not args.check or plan.nothing:
        _say("Waiting for the unit to start ...")
        wait_for_hello(port, version)
    if args.json:
        answer = {"port": port, "files": plan.files, "version": version, "checked_only": args.check}
        print(json.dumps({**answer, "kept": sorted(other.values())}))
    else:
        print(_outcome(args.check, plan.files, port, version))
    return 1 if args.check and not plan.nothing else 0


def _outcome(check: bool, files: list[str], port: str, version: str) -> str:
    if not files:
        return f"The unit on {port} has version {version}, nothing differs."
    if check:
        return (
            f"On {port} {len(files)} files differ from version {version} ({', '.join(files)}): "
            "run `slamomatic flash`."
        )
    return f"The unit on {port} runs version {version} ({len(files)} files changed)."


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def the_one_pico() -> str:
    picos = find_picos()
    if len(picos) == 1:
        return picos[0].name
    if picos:
        names = ", ".join(pico.name for pico in picos)
        raise UserError(f"There are several Picos ({names}): name one with --port.")
    if any(next(Path("/").glob(drive.lstrip("/")), None) for drive in BOOTSEL_DRIVES):
        raise UserError(
            "The Pico is waiting for MicroPython: copy the .uf2 for your board from "
            "https://micropython.org/download/?mcu=rp2040 onto its drive RPI-RP2, then run this again."
        )
    raise UserError(
        "There is no Pico here: plug it in with a cable that carries data, or name its port with --port; "
        "a new Pico needs MicroPython first (hold BOOTSEL while plugging it in; see `slamomatic doctor`)."
    )
