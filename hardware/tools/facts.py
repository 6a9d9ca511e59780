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
SCHEMATIC = ELECTRONICS / "carrier.kicad_sch"
BOARD = ELECTRONICS / "carrier.kicad_pcb"
PRINTS = HARDWARE / "prints"
PICTURES = HARDWARE / "guide" / "pictures"

REVISION, DATE = "3", "2026-11-20"  # of sheets, boards and the release archive; change both with each order

sys.path.insert(0, str(ROOT / "host"))
from slamomatic.firmware_files import GROUND_PINS as GROUND_PINS  # noqa: E402
from slamomatic.firmware_files import PICO_PIN as PICO_PIN  # noqa: E402
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
    """Return each GPIO's net, as sheet, wiring and guides call it."""
    table = table or pins()
    nets: dict[int, str] = {}
    for key, word in (("paddles", "SLAP"), ("touch", "TOUCH"), ("leds", "LED"), ("jig", "JIG")):
        for paddle, gpio in zip(UNIT_PADDLES, table[key], strict=True):
            nets[gpio] = f"{paddle.name.upper()}_{word}"
    nets[table["next"]] = "NEXT"
    nets[table["ws2812"]] = "RING"
    return nets


def carried(table: dict[str, Any] | None = None) -> dict[int, str]:
    """Return the signals that the carrier has: paddles, NEXT, ring and jig."""
    return {gpio: net for gpio, net in signals(table).items() if not net.endswith(("_TOUCH", "_LED"))}


def contacts() -> list[str]:
    """Return the carrier's five contacts: one protected input each."""
    return [f"{paddle.name.upper()}_SLAP" for paddle in UNIT_PADDLES] + ["NEXT"]
