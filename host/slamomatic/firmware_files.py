"""Which files make up the firmware, and where they go on the Pico: one list for flash, emulator and wheel."""

import ast
from pathlib import Path
from typing import Any

from slamomatic.errors import UserError

# A wheel carries the firmware inside the package; a checkout has it beside host/.
_PLACES = (
    Path(__file__).resolve().parent / "_firmware",
    Path(__file__).resolve().parents[2] / "firmware",
)


def firmware_folder() -> Path:
    """The folder that holds main.py and slap/."""
    for place in _PLACES:
        if (place / "slap").is_dir():
            return place
    raise UserError(
        "The firmware's files are missing from this installation. Install slamomatic again, "
        "or run it from a complete checkout."
    )


def firmware_files() -> dict[str, bytes]:
    """Path on the Pico -> contents, in a fixed order: exactly what `flash` copies."""
    folder = firmware_folder()
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
        if "__pycache__" not in path.parts
    }


def firmware_pins() -> dict[str, Any]:
    """The PINS table of the firmware's settings, read without running MicroPython code."""
    source = (firmware_folder() / "slap" / "settings.py").read_text(encoding="utf-8")
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="PINS")], value=table):
                pins: dict[str, Any] = ast.literal_eval(table)
                return pins
    raise UserError("The firmware's settings.py has no PINS table. Install slamomatic again.")
