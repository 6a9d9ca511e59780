"""What to say and do when a module of this installation cannot be imported."""

from __future__ import annotations

import os
import sys
from pathlib import Path

OURS = "slamomatic"


def is_damage(error: ImportError) -> bool:
    """Whether a package that was installed is missing or broken; else it is a fault of this program."""
    return not (error.name or OURS).startswith(OURS)


def say_damaged(error: ImportError) -> str:
    """The sentence. A .venv that `python3 host` made is marked, so that the next run makes it again."""
    damaged = f"A part of this installation is missing or damaged ({error}). "
    venv = Path(sys.prefix)
    try:
        os.replace(venv / "installed", venv / "unfinished")  # the names that host/first_run.py reads
    except OSError:
        return damaged + "Install slamomatic again."
    return damaged + "Run the same command again: it is installed anew."
