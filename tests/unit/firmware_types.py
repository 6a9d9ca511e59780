"""Check firmware/ against the MicroPython stubs.

The stubs lie in site-packages under CPython's own module names, where mypy neither finds them nor may
be sent. They are laid out in .cache/micropython-stubs, the standard library's as mypy's typeshed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
STUBS = ROOT / ".cache" / "micropython-stubs"
PORT = "micropython-rp2-rpi_pico-stubs"
LIBRARY = "micropython-stdlib-stubs"
POINTERS = ("ptr8", "ptr16", "ptr32")


def lay_out() -> None:
    """Copy the stubs of the installed versions, once."""
    versions = " ".join(f"{name} {distribution(name).version}" for name in (PORT, LIBRARY))
    note = STUBS / "versions"
    if note.is_file() and note.read_text() == versions:
        return
    shutil.rmtree(STUBS, ignore_errors=True)
    for name in (PORT, LIBRARY):
        home = distribution(name)
        for file in home.files or []:
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = STUBS / name / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(home.locate_file(file))), target)
    builtins = STUBS / LIBRARY / "stdlib" / "builtins.pyi"
    text = builtins.read_text(encoding="utf-8")
    for pointer in POINTERS:
        # The stubs know viper's pointers as classes of their own, but callers hand over arrays and addresses.
        text = re.sub(rf"(?m)^class {pointer}\(", f"{pointer} = Any\nclass _{pointer}(", text)
    builtins.write_text(text, encoding="utf-8")
    note.write_text(versions)


def check() -> int:
    lay_out()
    sources = sorted(
        str(path.relative_to(ROOT))
        for path in FIRMWARE.rglob("*.py")
        if not path.with_suffix(".pyi").exists()
    )
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file=firmware/mypy.ini",
            f"--custom-typeshed-dir={STUBS / LIBRARY}",
            "--explicit-package-bases",
            "--cache-dir=.mypy_cache/firmware",
            "--no-error-summary",
            *sources,
        ],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, (STUBS / PORT, STUBS / LIBRARY, FIRMWARE)))},
        capture_output=True,
        text=True,
        check=False,
    )
    # The stubs have small faults of their own, which mypy names where they are on its path.
    ours = [line for line in run.stdout.splitlines() if line.startswith("firmware")]
    print("\n".join(ours) or f"firmware: {len(sources)} files agree with the stubs")
    if run.returncode > 1 or run.stderr:
        print(run.stdout + run.stderr)
    return 1 if ours or run.returncode > 1 or run.stderr else 0
