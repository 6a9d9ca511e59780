"""The point-to-point build's wiring as WireViz sees it, written from the firmware's pins and the paddles."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from hardware.tools.facts import HARDWARE, OUT, PICO_PIN, PICTURES, UNIT_PADDLES, pins

SOURCE = HARDWARE / "wiring" / "point-to-point.yml"
PICTURE = PICTURES / "wiring.svg"
WIRE = {"red": "RD", "yellow": "YE", "green": "GN", "blue": "BU"}
SIGN = {"circle": "●", "triangle": "▲", "square": "■", "diamond": "◆"}
SWITCH_GROUNDS = (3, 8, 13, 18)  # the Pico's GND pins on the inputs' side, one for each switch
LED_GROUNDS = (23, 28, 38, 38)  # and on the other side; 33 is AGND and stays free


def harness() -> dict[str, Any]:
    table = pins()
    used: dict[int, str] = {}
    connectors: dict[str, Any] = {}
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        title = f"{paddle.name} {SIGN[paddle.shape]} {paddle.shape}"
        slap, led = table["paddles"][n - 1], table["leds"][n - 1]
        used[PICO_PIN[slap]] = f"GP{slap} {paddle.name} slap"
        used[PICO_PIN[led]] = f"GP{led} {paddle.name} LED"
        used[SWITCH_GROUNDS[n - 1]] = "GND"
        used[LED_GROUNDS[n - 1]] = "GND"
        connectors[f"SW{n}"] = {
            "type": f"Snap switch, {title}",
            "subtype": "NC stays free",
            "pins": [1, 2],
            "pinlabels": ["COM", "NO"],
        }
        connectors[f"D2{n}"] = {
            "type": f"LED, {title}",
            "subtype": f"optional; R2{n} 470 ohm in the anode's wire",
            "pins": [1, 2],
            "pinlabels": ["K (short leg)", "A (long leg)"],
        }
        colour = WIRE[paddle.name]
        cables[f"W{n}"] = {"wirecount": 2, "gauge": "0.25 mm2", "length": 0.3, "colors": [colour, "BK"]}
        cables[f"W1{n}"] = {"wirecount": 2, "gauge": "0.25 mm2", "length": 0.3, "colors": [colour, "BK"]}
        connections.append(
            [{"PICO": [PICO_PIN[slap], SWITCH_GROUNDS[n - 1]]}, {f"W{n}": [1, 2]}, {f"SW{n}": [2, 1]}]
        )
        connections.append(
            [{"PICO": [PICO_PIN[led], LED_GROUNDS[n - 1]]}, {f"W1{n}": [1, 2]}, {f"D2{n}": [2, 1]}]
        )
    order = sorted(used)
    pico = {
        "type": "Raspberry Pi Pico",
        "subtype": "pin numbers as printed in its data sheet",
        "pins": order,
        "pinlabels": [used[pin] for pin in order],
    }
    return {"connectors": {"PICO": pico, **connectors}, "cables": cables, "connections": connections}


def write() -> None:
    head = (
        "# Point-to-point wiring, written by `python3 hardware files` from firmware/slap/settings.py.\n"
        "# WireViz reads it. SPDX-License-Identifier: CERN-OHL-P-2.0\n"
    )
    text = yaml.safe_dump(harness(), sort_keys=False, allow_unicode=True, default_flow_style=None, width=100)
    SOURCE.parent.mkdir(exist_ok=True)
    SOURCE.write_text(head + text, encoding="utf-8")


def draw(target: Path = PICTURE) -> Path:
    """The diagram as SVG."""
    folder = OUT / "wiring"
    folder.mkdir(parents=True, exist_ok=True)
    wireviz = Path(sys.executable).with_name("wireviz")
    subprocess.run([str(wireviz), "-f", "s", "-o", str(folder), str(SOURCE)], check=True, capture_output=True)
    target.write_text((folder / "point-to-point.svg").read_text(encoding="utf-8"), encoding="utf-8")
    return target
