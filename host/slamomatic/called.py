"""The program's name as its user typed it: `python3 host` in a checkout, `slamomatic` once installed."""

from __future__ import annotations

import os
import re

VARIABLE = "SLAMOMATIC_CALLED"  # set by host/__main__.py
# Only where it stands before a verb or an option: it is the game's name too.
_COMMAND = re.compile(r"\bslamomatic (?=(?:[a-z]+|--[a-z]+)\b)")


def as_called(words: str) -> str:
    """Advice in these words as this user can follow it."""
    if "slamomatic " not in words:
        return words
    return _COMMAND.sub(lambda _: f"{program()} ", words)


def program() -> str:
    return os.environ.get(VARIABLE, "slamomatic")
