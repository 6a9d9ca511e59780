"""The firmware's pure modules, imported on CPython for the tests."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def module(name: str) -> Any:
    """`slap.<name>` from the checkout. Any: MicroPython's sources are checked against their own stubs."""
    if str(FIRMWARE) not in sys.path:
        sys.path.insert(0, str(FIRMWARE))
    return importlib.import_module(f"slap.{name}")
