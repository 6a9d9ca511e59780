"""Finds KiCad, wherever it is installed, and calls it with a settings folder of our own.

A builder's KiCad settings stay untouched.
"""

from __future__ import annotations

import functools
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from hardware.tools import kept
from hardware.tools.facts import OUT

MODELS = OUT / "models"  # our own: Debian leaves KiCad's out
# Where the installers of Windows and macOS put it; elsewhere it is on the PATH.
_INSTALLED = {
    "Windows": ("C:/Program Files/KiCad", "*/bin/kicad-cli.exe"),
    "Darwin": ("/Applications/KiCad", "KiCad.app/Contents/MacOS/kicad-cli"),
}
_READ = (".kicad_sch", ".kicad_pcb", ".kicad_pro", ".kicad_sym", ".kicad_mod", "lib-table")
_HINTS = {
    "kicad-cli": {
        "Windows": "winget install KiCad.KiCad",
        "Darwin": "brew install --cask kicad",
        "Linux": "python3 tests installs it on Debian; elsewhere install KiCad 9",
    },
}


def hint(program: str) -> str:
    """How to get a program on this system."""
    return _HINTS[program].get(platform.system(), _HINTS[program]["Linux"])


def program() -> Path | None:
    """kicad-cli: on the PATH, or where an installer leaves it; the newest of several."""
    found = shutil.which("kicad-cli")
    if found:
        return Path(found)
    folder, pattern = _INSTALLED.get(platform.system(), ("", ""))
    places = sorted(Path(folder).glob(pattern)) if folder else []
    return places[-1] if places else None


def version() -> str:
    """Of the program that was found, such as 9.0.8."""
    done = subprocess.run([str(program()), "version"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "0"


@functools.cache
def share() -> Path:
    """KiCad's symbols, footprints and templates, beside the program that reads them."""
    found = program()
    if found is None:
        raise FileNotFoundError(2, "not installed", "kicad-cli")
    home = found.resolve().parent.parent
    for folder in (home / "share" / "kicad", home / "SharedSupport"):
        if folder.exists():
            return folder
    raise FileNotFoundError(2, "not found", "KiCad's own libraries")


@functools.cache
def python() -> str:
    """A Python that has KiCad's pcbnew: this one, the system's, or the one that KiCad brings along."""
    beside = (program() or Path("/")).resolve().parent
    versions = beside.parent / "Frameworks/Python.framework/Versions/Current/bin/python3"
    for candidate in (sys.executable, shutil.which("python3", path=os.defpath),
                      beside / "python.exe", beside / "python3", versions):  # fmt: skip
        if candidate is None or not Path(candidate).exists():
            continue
        asked = subprocess.run([str(candidate), "-c", "import pcbnew"], capture_output=True, check=False)
        if asked.returncode == 0:
            return str(candidate)
    raise FileNotFoundError(2, "not found", "a Python with KiCad's pcbnew")


def environment() -> dict[str, str]:
    """KiCad finds its stock libraries by tables in its settings folder; a fresh folder has none."""
    home = OUT / "kicad-settings"
    folder = home / "9.0"
    folder.mkdir(parents=True, exist_ok=True)
    for table in ("sym-lib-table", "fp-lib-table"):
        if not (folder / table).exists():
            shutil.copy(share() / "template" / table, folder / table)
    return {
        **os.environ,
        "KICAD_CONFIG_HOME": str(home),
        "KICAD9_SYMBOL_DIR": str(share() / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(share() / "footprints"),
        "KICAD9_3DMODEL_DIR": str(MODELS),
        "HOME": str(home),
    }


def cli(*words: str | Path) -> None:
    """Run kicad-cli on the file that its last word names; its last words are in the error when it fails.

    The word after `-o` is the file or the folder that it writes. It is not asked again about unchanged files.
    """
    found = program()
    if found is None:
        raise FileNotFoundError(2, "not installed", "kicad-cli")
    source, out = Path(words[-1]), Path(words[words.index("-o") + 1])
    asking = [str(word) for word in words if word not in (words[-1], words[words.index("-o") + 1])]
    asking.append(str((share() / "symbols").stat().st_mtime_ns))
    asked = "" if "render" in words else kept.question(found, asking, source, _READ)  # it reads our models
    if known := kept.answer(asked):
        for path in known.iterdir():
            shutil.copy(path, out / path.name if out.is_dir() else out)
        return
    before = _written(out)
    done = subprocess.run(
        [str(found), *map(str, words)], env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"kicad-cli {' '.join(map(str, words))}: {done.stdout[-600:]}{done.stderr[-600:]}")
    kept.keep(asked, [path for path, moment in _written(out).items() if before.get(path) != moment])


def _written(out: Path) -> dict[Path, int]:
    """When each file of the target was written."""
    files = out.iterdir() if out.is_dir() else [out] if out.exists() else []
    return {path: path.stat().st_mtime_ns for path in files}
