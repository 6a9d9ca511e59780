"""The command as its user types it: `python3 host` in a checkout, `slamomatic` once installed."""

import os
import re

VARIABLE = "SLAMOMATIC_CALLED"  # set by host/__main__.py
# Only where it stands before a verb or an option: it is the game's name too.
_COMMAND = re.compile(r"\bslamomatic (?=(?:[a-z]+|--[a-z]+)\b)")


def with_command(words: str) -> str:
    """Return this advice with the command written as its reader has to type it."""
    if "slamomatic " not in words:
        return words
    return _COMMAND.sub(lambda _: f"{program()} ", words)


def program() -> str:
    """Return how the user has started this program."""
    return os.environ.get(VARIABLE, "slamomatic")
