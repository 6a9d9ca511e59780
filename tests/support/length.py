"""How much a test tries: little in `python3 tests`, much in `python3 tests --long`."""

from __future__ import annotations

import os
from typing import TypeVar

LONG = bool(os.environ.get("SLAMOMATIC_LONG"))  # set by conftest.py before a test file is imported

T = TypeVar("T")


def count(quick: T, long: T) -> T:
    """Return `long` in the long command and `quick` otherwise."""
    return long if LONG else quick
