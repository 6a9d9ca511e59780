"""What the hardware shares with firmware and host: pins, paddles and where the files live. No second list."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).resolve().parents[1]
ROOT = HARDWARE.parent
OUT = HARDWARE / "out"
SETTINGS = ROOT / "firmware" / "slap" / "settings.py"
ELECTRONICS = HARDWARE / "electronics"
SCHEMATIC = ELECTRONICS / "slamomatic.kicad_sch"
BOARD = ELECTRONICS / "slamomatic.kicad_pcb"
PICTURES = HARDWARE / "guide" / "pictures"

REVISION, DATE = "2", "2026-11-18"  # of sheets, boards and the release archive; change both with each order

sys.path.insert(0, str(ROOT / "host"))
from slamomatic.paddles import PADDLES  # noqa: E402

UNIT_PADDLES = PADDLES[:4]


def pins(settings: Path = SETTINGS) -> dict[str, Any]:
    """The firmware's PINS table, read without running MicroPython code."""
    for node in ast.parse(settings.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "PINS" for target in targets):
            table = ast.literal_eval(node.value)  # type: ignore[attr-defined]
            assert isinstance(table, dict)
            return table
    raise LookupError(f"no PINS table in {settings}")


def light_cap_ma(settings: Path = SETTINGS) -> int:
    """What the firmware lets all lights together draw, unless somebody sets more."""
    found = re.search(r'"light_cap_ma": \((\d+),', settings.read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"no light_cap_ma in {settings}")
    return int(found[1])


def signals(table: dict[str, Any] | None = None) -> dict[int, str]:
    """GPIO number -> the net that the schematic, the wiring and the guides call it."""
    table = table or pins()
    nets: dict[int, str] = {}
    for key, word in (("paddles", "SLAP"), ("touch", "TOUCH"), ("leds", "LED"), ("jig", "JIG")):
        for paddle, gpio in zip(UNIT_PADDLES, table[key], strict=True):
            nets[gpio] = f"{paddle.name.upper()}_{word}"
    nets[table["next"]] = "NEXT"
    nets[table["ws2812"]] = "RING"
    return nets


def contacts() -> list[str]:
    """The nine contacts in input order: one protected input each."""
    names = [paddle.name.upper() for paddle in UNIT_PADDLES]
    return [f"{name}_SLAP" for name in names] + [f"{name}_TOUCH" for name in names] + ["NEXT"]


def dimension(name: str) -> list[float]:
    """A measure of the enclosure's model that is written as a number or a pair of them."""
    source = (HARDWARE / "mechanics" / "dimensions.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = \[?([-\d., ]+)\]?;", source, re.MULTILINE)
    if found is None:
        raise LookupError(f"dimensions.scad has no plain number {name}")
    return [float(value) for value in found[1].split(",")]


# The Pico's forty pins by number, as its data sheet prints them; GPIO -> pin is all that wiring needs.
_GROUNDS = {3, 8, 13, 18, 23, 28, 38}
_LEFT = [n for n in range(1, 21) if n not in _GROUNDS]
_RIGHT = {21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28}
PICO_PIN = dict(enumerate(_LEFT)) | {gpio: pin for pin, gpio in _RIGHT.items()}
