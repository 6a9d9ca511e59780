"""Calls kicad-cli with a settings folder of our own, so that a builder's KiCad settings stay untouched."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from hardware.tools.facts import OUT

TEMPLATE = Path("/usr/share/kicad/template")


MODELS = OUT / "models"  # our own: Debian leaves KiCad's out


def environment() -> dict[str, str]:
    """KiCad finds its stock libraries by tables in its settings folder; a fresh folder has none."""
    home = OUT / "kicad-settings"
    folder = home / "9.0"
    folder.mkdir(parents=True, exist_ok=True)
    for table in ("sym-lib-table", "fp-lib-table"):
        if not (folder / table).exists():
            shutil.copy(TEMPLATE / table, folder / table)
    return {
        **os.environ,
        "KICAD_CONFIG_HOME": str(home),
        "KICAD9_SYMBOL_DIR": "/usr/share/kicad/symbols",
        "KICAD9_FOOTPRINT_DIR": "/usr/share/kicad/footprints",
        "KICAD9_3DMODEL_DIR": str(MODELS),
        "HOME": str(home),
    }


def cli(*words: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run kicad-cli; its last words are in the error when it fails."""
    done = subprocess.run(
        ["kicad-cli", *map(str, words)], env=environment(), capture_output=True, text=True, check=False
    )
    if check and done.returncode != 0:
        raise RuntimeError(f"kicad-cli {' '.join(map(str, words))}: {done.stdout[-600:]}{done.stderr[-600:]}")
    return done
