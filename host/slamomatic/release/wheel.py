"""Wheels: ours, made from the checkout, and how any of them lies when it is installed."""

import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from calendar import timegm
from functools import cache
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.packing import Content
from slamomatic.release import DATE, ROOT, inputs

# Folders of other people's packages that no program needs to run.
LEFT_OUT = {"docs", "examples", "include", "tests"}
_BUILD = """
import sys
sys.path[:0] = sys.argv[2:]
from hatchling.build import build_wheel
build_wheel(sys.argv[1])
"""


@cache
def ours() -> tuple[str, bytes]:
    """Return the name and the bytes of our own wheel. UserError if this is no checkout."""
    if not (ROOT / "pyproject.toml").is_file():
        raise UserError(
            "A release is made from the project's folder. Get it, and run `python3 host release` there."
        )
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder, "tools")
        for name, data in inputs.wheels("builder").items():
            (tools / name).parent.mkdir(exist_ok=True)
            (tools / name).write_bytes(data)  # Python imports from a wheel as it is
        out = Path(folder, "out")
        out.mkdir()
        year, month, day = (int(part) for part in DATE.split("-"))
        env = {**os.environ, "SOURCE_DATE_EPOCH": str(timegm((year, month, day, 0, 0, 0)))}
        command = [sys.executable, "-I", "-c", _BUILD, str(out), *map(str, sorted(tools.iterdir()))]
        subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True)
        (path,) = out.iterdir()
        return path.name, path.read_bytes()


def unpacked(wheel: bytes, whole: bool = False) -> Content:
    """Return the files that a wheel installs; `whole`: those too that only developers need."""
    found: Content = {}
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for name in archive.namelist():
            place = re.sub(r"^[^/]*\.data/(?:purelib|platlib)/", "", name)
            folders = place.split("/")[:-1]
            if name.endswith("/") or (folders and folders[0].endswith(".data")):
                continue  # scripts and headers
            if whole or not LEFT_OUT & set(folders):
                found[place] = archive.read(name)
    return found


def packages(system: str) -> Content:
    """Return all packages that run on a system, ours too, as they lie when they are installed."""
    found = unpacked(ours()[1], whole=True)
    for data in inputs.wheels(system).values():
        found |= unpacked(data)
    return found
