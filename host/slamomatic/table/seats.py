"""Who sits where: name, paddle colour, person or bot, head start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.paddles import PADDLES
from slamomatic.unit.keyboard import KeyboardUnit
from slamomatic.unit.side_by_side import SideBySide

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair. `colour` names its paddle in PADDLES; `bot` is the kind of bot, "" for a person."""

    name: str
    colour: int
    bot: str = ""
    handicap_ms: int = 0

    @property
    def paddle_name(self) -> str:
        return PADDLES[self.colour].name


def colour_of(unit: SideBySide, paddle: int) -> int:
    """The colour of a paddle of the table's units: a key stands in for the paddle of its colour."""
    place = unit.place(paddle)
    if isinstance(unit.units[place.unit], KeyboardUnit):
        return place.paddle
    return paddle


def sources(unit: SideBySide, seats: Sequence[Seat], joined: Sequence[int]) -> tuple[list[int], list[int]]:
    """Per seat the source its slaps come from, and per source its stated error, as a game's setup wants them.

    `joined` holds the paddle each seat joined by; NOBODY for a bot, whose slaps are made here and exact.
    """
    errors = [state.error_us or 0 for state in unit.states()]
    exact = len(errors)
    per_seat = [
        exact if paddle == NOBODY else unit.place(paddle).unit
        for _, paddle in zip(seats, joined, strict=True)
    ]
    used = sorted(set(per_seat))
    return [used.index(source) for source in per_seat], [errors[s] if s < exact else 0 for s in used]
