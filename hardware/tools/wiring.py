"""The point-to-point wiring as a picture, drawn by WireViz."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from hardware.tools.facts import HARDWARE

SOURCE = HARDWARE / "wiring" / "point-to-point.yml"


def read() -> dict[str, Any]:
    """Return the wiring as WireViz reads it."""
    import yaml  # type: ignore[import-untyped]

    found: dict[str, Any] = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    return found


def draw(target: Path) -> Path:
    """Write the picture."""
    from wireviz import wireviz  # type: ignore[import-untyped]

    with tempfile.TemporaryDirectory() as folder:
        wireviz.parse(SOURCE, output_formats=("svg",), output_dir=folder, output_name="wiring")
        drawn = (Path(folder) / "wiring.svg").read_text(encoding="utf-8")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(re.sub(r"<!--.*?-->\n?", "", drawn, flags=re.DOTALL), encoding="utf-8")
    return target
