"""The messages of a phone: a known word with the right values, or nothing. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 1024
# Whole numbers count moments, choices and pings; others are a browser's clock in ms: thirty years.
MOST: Mapping[type, float] = {int: 1_000_000_000, float: 1e12}


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that a phone said."""

    do: str
    values: Mapping[str, Any]

    def number(self, name: str) -> int:
        return int(self.values[name])

    def us(self, name: str) -> int:
        """Return a time of the browser, which counts in milliseconds."""
        return round(float(self.values[name]) * 1000)


def _fits(value: Any, kind: type) -> bool:
    """Return whether a value is of the kind that our page sends; whole milliseconds are numbers too."""
    sent_as = (int, float) if kind is float else (kind,)
    return type(value) in sent_as and (kind not in MOST or 0 <= value <= MOST[kind])


# Messages about touches go straight to the paddle.
OF_PADDLES: Mapping[str, Mapping[str, type]] = {
    "paddle": {"grain": float},  # this page is the paddle now
    "away": {},  # it goes to sleep
    "pong": {"n": int, "at": float},
    "tested": {"repeat": float},  # between two samples of a finger that moves; 0: it did not move
    "down": {"at": float},
    "up": {"at": float},
}
KNOWN: Mapping[str, Mapping[str, type]] = {
    **OF_PADDLES,
    "choose": {"moment": int, "choice": int},
    "pick": {"moment": int, "pick": int},
    "feint": {"moment": int},
    "leave": {},
    "slap": {"here": bool},  # whether this phone is slapped
    "join": {"chair": int, "colour": int, "name": str},
}


def read(text: str) -> Message | None:
    """Return the message in this text; None for a text that can't be of our own page."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not isinstance(said.get("do"), str) or said["do"] not in KNOWN:
        return None
    kinds = KNOWN[said["do"]]
    values = {name: value for name, value in said.items() if name != "do"}
    if values.keys() != kinds.keys() or not all(_fits(values[name], kind) for name, kind in kinds.items()):
        return None
    return Message(said["do"], values)
