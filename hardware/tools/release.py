"""One dated archive with everything to order and build from: the same sources give the same bytes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from hardware.mechanics import parts
from hardware.mechanics.dimensions import Dimensions
from hardware.tools import fab, kicad, manual, prints, solids
from hardware.tools.facts import DATE, HARDWARE, OUT, REVISION, ROOT
from slamomatic.packing import Content, sha256, sums, zipped

NAME = f"slamomatic-hardware-rev{REVISION}-{DATE}.zip"


def missing() -> list[str]:
    """What this machine lacks to make a release, each with what to do about it."""
    wrong = []
    if kicad.program() is None:
        wrong.append(f"KiCad 9 is not installed. To get it: {kicad.hint('kicad-cli')}.")
    elif int((found := kicad.version()).split(".")[0]) < 9:
        wrong.append(f"KiCad {found} is too old, it takes 9. To get it: {kicad.hint('kicad-cli')}.")
    else:
        try:
            kicad.python()
        except FileNotFoundError:
            wrong.append("No Python with KiCad's pcbnew was found. Install KiCad with its scripting part.")
    return wrong


def carrier(work: Path) -> Content:
    """Return the carrier's files to order."""
    return {f"carrier/{name}": content for name, content in fab.files(work).items()}


def printed(work: Path) -> Content:
    """Return each printed part as STL and as 3MF, in its name how many a unit for four takes."""
    found: Content = {}
    for name, (_, count) in parts.PARTS.items():
        mesh = prints.mesh(parts.on_bed(name, Dimensions()))
        file = f"{name}-x{count}" if count else name
        found[f"print/{file}.stl"] = solids.stl(mesh)
        found[f"print/{file}.3mf"] = solids.three_mf(mesh, name)
    return found


def guides(work: Path) -> Content:
    """The guides as they are in the project, their pictures, the whole parts list, the licence."""
    paths = [path for path in (HARDWARE / "guide").rglob("*") if path.is_file()]
    paths += [HARDWARE / name for name in ("README.md", "bom.csv", "LICENSE")]
    return {path.relative_to(HARDWARE).as_posix(): path.read_bytes() for path in paths}


def handbook(work: Path) -> Content:
    """The build manual as one page, and as PDF where Chromium is installed."""
    return {path.name: fab.timeless(path.read_bytes()) for path in manual.make(work)}


def firmware(work: Path) -> Content:
    """The file that is dragged onto the Pico, where this version of the program can make it."""
    if importlib.util.find_spec("slamomatic.commands.uf2") is None:
        return {}
    target = work / "slamomatic.uf2"
    words = [sys.executable, str(ROOT / "host"), "uf2", "--out", str(target)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"slamomatic.uf2 is left out: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return {}
    return {"slamomatic.uf2": target.read_bytes()}


PARTS: tuple[Callable[[Path], Content], ...] = (carrier, printed, guides, handbook, firmware)
WANTED = ("manual.pdf", "slamomatic.uf2")  # without them an archive is still good to order from


def contents(work: Path) -> Content:
    found: Content = {}
    for part in PARTS:
        folder = work / part.__name__
        folder.mkdir(parents=True)
        found |= part(folder)
    return found | {"SHA256SUMS": sums(found)}


def make(target: Path | None = None) -> dict[str, object]:
    """Write the archive; what is in it, by name and hash, and the hash of the whole."""
    target = target or OUT / NAME
    with tempfile.TemporaryDirectory() as work:
        content = contents(Path(work))
    archive = zipped(content, DATE)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(archive)
    return {
        "file": target.name,
        "revision": REVISION,
        "date": DATE,
        "files": {name: sha256(content[name]) for name in sorted(content)},
        "sha256": sha256(archive),
        "without": [name for name in WANTED if name not in content],
    }
