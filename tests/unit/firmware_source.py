"""The firmware's pure modules, imported on CPython for the tests."""

from __future__ import annotations

import ast
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


def commands() -> list[str]:
    """The names in the table of commands, which only MicroPython can import."""
    for node in ast.parse((FIRMWARE / "slap" / "commands.py").read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="TABLE")], value=ast.Tuple(elts=rows)):
                return [ast.literal_eval(row.elts[0]).decode() for row in rows if isinstance(row, ast.Tuple)]
    raise AssertionError("commands.py has no table")
