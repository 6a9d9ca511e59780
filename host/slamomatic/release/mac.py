"""The app for macOS: wheels for both processors, and uv, which finds or fetches a Python."""

import io
import re
import zipfile

from slamomatic import __version__
from slamomatic.packing import Content, zipped
from slamomatic.release import DATE, STARTERS, inputs, licences, wheel

APP = "Slam-O-Matic.app/Contents"
HERE = STARTERS / "mac"
PROCESSORS = ("arm64", "x86_64")  # as `uname -m` calls them
_PROGRAM = re.compile(r"/(?:MacOS/Slam-O-Matic|uv)$")


def download() -> tuple[str, bytes]:
    """Return the name and the bytes of the zip."""
    content = folder()
    programs = [name for name in content if _PROGRAM.search(name)]
    return "Slam-O-Matic-mac.zip", zipped(content, DATE, programs)


def folder() -> Content:
    """Return the app, and beside it a page to read and the licences."""
    name, ours = wheel.ours()
    found = {f"{APP}/Resources/wheels/{name}": ours}
    inside = wheel.unpacked(ours)
    for processor in PROCESSORS:
        for name, data in inputs.wheels(f"mac-{processor}").items():
            inside |= wheel.unpacked(data)
            if name.startswith("uv-"):
                found[f"{APP}/Resources/{processor}/uv"] = _uv(data)
            else:
                found[f"{APP}/Resources/wheels/{name}"] = data
    found |= {f"licences/{name}": text for name, text in licences.gathered(inside).items()}
    found["README.txt"] = (HERE / "README.txt").read_bytes()
    for name, place in (("Info.plist", "Info.plist"), ("Slam-O-Matic", "MacOS/Slam-O-Matic")):
        found[f"{APP}/{place}"] = (HERE / name).read_bytes().replace(b"@VERSION@", __version__.encode())
    return found


def _uv(package: bytes) -> bytes:
    """Return the program in uv's wheel."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".data/scripts/uv"))
        return archive.read(name)
