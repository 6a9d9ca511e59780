"""What to say and do when a module of this installation cannot be imported."""

import os
import sys
from pathlib import Path

from slamomatic.words import gettext

OURS = "slamomatic"


def is_damage(error: ImportError) -> bool:
    """Whether a package that was installed is missing or broken; else it is a fault of this program."""
    return not (error.name or OURS).startswith(OURS)


def say_damaged(error: ImportError) -> str:
    """The sentence. A .venv that `python3 host` made is marked, so that the next run makes it again."""
    venv = Path(sys.prefix)
    try:
        os.replace(venv / "installed", venv / "unfinished")  # the names that host/first_run.py reads
    except OSError:
        return gettext(
            "A part of this installation is missing or damaged ({error}). Install slamomatic again.",
            error=error,
        )
    return gettext(
        "A part of this installation is missing or damaged ({error}). "
        "Run the same command again: that repairs it.",
        error=error,
    )
