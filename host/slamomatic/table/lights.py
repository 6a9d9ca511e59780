"""The unit's lights, from the spectator's view alone: a live paddle glows, a slapped one is white."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.paddles import PADDLES
from slamomatic.table.seats import Seat

Rgb = tuple[int, int, int]
OFF: Rgb = (0, 0, 0)
SLAPPED: Rgb = (255, 255, 255)
# A hand that must come up before play goes on: its paddle is dim, so that its player sees who is meant.
HELD_SHARE = 0.15


def colours(view: Json, seats: Sequence[Seat], paddles: int) -> tuple[Rgb, ...]:
    """One colour per paddle of the units, in their order."""
    shown = [OFF] * paddles
    for seat, sits in enumerate(seats):
        if view["over"] or sits.bot or sits.colour >= paddles or view["gone"][seat]:
            continue
        own = PADDLES[sits.colour].rgb
        live, down = view["live"][seat], view["down"][seat]
        if live:
            shown[sits.colour] = SLAPPED if down else own
        elif down:
            r, g, b = (round(part * HELD_SHARE) for part in own)
            shown[sits.colour] = (r, g, b)
    return tuple(shown)
