"""What can be pressed at the table besides buttons, which stand for something to call, and cards (`Pick`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choose:
    """Walk to this entry of the ring; if the mark is there already, choose it."""

    entry: int


@dataclass(frozen=True, slots=True)
class Tap:
    """A hand on the paddle that is drawn for this seat."""

    seat: int
