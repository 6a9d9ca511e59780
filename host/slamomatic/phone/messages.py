"""What a phone may say, read from its socket: a known word with the right values, or nothing. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 1024
MOST_NUMBER = 1_000_000_000  # of moments, choices and pings
MOST_MS = 1e12  # of a browser's clock: thirty years


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that a phone said."""

    do: str
    values: Mapping[str, Any]

    def number(self, name: str) -> int:
        return int(self.values[name])

    def us(self, name: str) -> int:
        """A time of the browser, which counts in milliseconds."""
        return round(float(self.values[name]) * 1000)


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_NUMBER


def _ms(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and 0 <= value <= MOST_MS  # type: ignore[arg-type, operator]


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _name(value: object) -> bool:
    return isinstance(value, str)


KINDS: Mapping[str, Mapping[str, Any]] = {
    "choose": {"moment": _number, "choice": _number},
    "pick": {"moment": _number, "pick": _number},
    "feint": {"moment": _number},
    "leave": {},
    "slap": {"here": _flag},  # whether this phone is slapped
    "join": {"chair": _number, "colour": _number, "name": _name},
}

# Messages about touches go straight to the paddle.
OF_PADDLES: Mapping[str, Mapping[str, Any]] = {
    "paddle": {"grain": _ms},  # this page is the paddle now
    "away": {},  # it goes to sleep
    "pong": {"n": _number, "at": _ms, "known": _ms},
    "tested": {"repeat": _ms},  # between two samples of a finger that moves; 0: it did not move
    "down": {"at": _ms},
    "up": {"at": _ms},
}
KNOWN = {**KINDS, **OF_PADDLES}


def read(text: str) -> Message | None:
    """The message; None for anything that comes from elsewhere than this page."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not isinstance(said.get("do"), str) or said["do"] not in KNOWN:
        return None
    kinds = KNOWN[said["do"]]
    values = {name: value for name, value in said.items() if name != "do"}
    if values.keys() != kinds.keys() or not all(fits(values[name]) for name, fits in kinds.items()):
        return None
    return Message(said["do"], values)
