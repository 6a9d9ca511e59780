"""`slamomatic doctor`: what works here, and what to do about the rest."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict

from slamomatic.bench.progress import say
from slamomatic.command_name import with_command
from slamomatic.errors import UsageError, UserError
from slamomatic.options import add_switch, add_unit
from slamomatic.pico import checkup
from slamomatic.pico.checkup import wires
from slamomatic.pico.connected import ConnectedPico
from slamomatic.units.open import open_unit
from slamomatic.units.ports import find_picos
from slamomatic.units.specs import AUTO, EMULATED, ON_A_WIRE, SERIAL, split, spoken
from slamomatic.words import gettext, said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    walk = parser.add_mutually_exclusive_group()
    walk.add_argument(
        "--walk", action="store_true", default=None, help=gettext("ask for each paddle in turn")
    )
    walk.add_argument(
        "--no-walk",
        action="store_false",
        dest="walk",
        help=gettext("skip the paddles (the default without a terminal)"),
    )
    add_switch(parser, "--wires", gettext("look at every wire of a unit that was just built, then end"))
    add_switch(parser, "--udev", gettext("print the udev rules file for Linux, then end"))
    add_switch(parser, "--udev-install", gettext("install that file (as root), then end"))
    add_switch(parser, "--json", gettext("one JSON object on stdout"))


def run(args: argparse.Namespace) -> int:
    """Print all checks, or only those of the wires; 1 if one failed. Or print or install the udev rule."""
    if args.udev:
        print(checkup.rules_text(), end="")
        return 0
    if args.udev_install:
        print(gettext("Installed {rules}. Plug the unit in again.", rules=checkup.install_rules()))
        return 0
    if split(args.unit)[0] not in ON_A_WIRE:
        raise UsageError(
            "'{unit}' has no wire to look at. Choose one of {units}.",
            unit=args.unit,
            units=spoken(ON_A_WIRE),
        )
    walk = sys.stdin.isatty() and not args.json if args.walk is None else args.walk
    checks = []
    for check in _wire_checks(args.unit) if args.wires else _all_checks(args.unit, walk):
        checks.append(check)
        if not args.json:
            print(
                f"{'ok  ' if check.ok else 'LOOK'}  {said(check.name)}: {with_command(said(check.hint))}",
                flush=True,
            )
    if args.json:
        print(json.dumps({"checks": [asdict(check) for check in checks]}))
    return 0 if all(check.ok for check in checks) else 1


def _wire_checks(unit: str) -> Iterator[checkup.Check]:
    """Check the wires of one Pico, the named one or the only one, then reset it so that its firmware runs.

    UserError if it is not clear which Pico is meant.
    """
    word, _, port = unit.partition(":")
    if word == "emulated":
        raise UsageError("The emulated unit has no wires. Plug in yours, or name its port: serial:PORT.")
    ports = [port] if word == "serial" else [pico.name for pico in find_picos()]
    if len(ports) != 1:
        raise UserError(
            "One Pico is looked at, and {n} are plugged in. Plug in one, or name it: --unit serial:PORT.",
            n=len(ports),
        )
    pico = ConnectedPico(ports[0])
    try:
        yield from wires.look_at_wires(pico.told, say, wires.Pins.of_firmware())
    finally:
        with suppress(UserError):  # it may have lost its power; a check says so
            pico.reset()


def _all_checks(unit: str, walk: bool) -> Iterator[checkup.Check]:
    """Check the machine, the ports, then the unit, unless `auto` finds none."""
    yield from checkup.machine_checks()
    word, port = split(unit)
    units = open_unit(unit)
    if word != EMULATED:
        yield from checkup.access_checks(port if word == SERIAL else None)
    if word == AUTO and not find_picos():
        return  # nothing to ask
    yield from checkup.unit_checks(units, walk, say)
