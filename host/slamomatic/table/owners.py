"""Whose paddle is whose in one game. A seat slaps by one source; a broken paddle can give way to its key."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.table.seats import NOBODY, Seat, error_of
from slamomatic.units.base import Keys, Link
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units


class Owners:
    """`seats` is the sitting's own list: a bot that takes a seat owns no paddle from then on."""

    def __init__(self, unit: Units, seats: Sequence[Seat], paddles: Sequence[int]) -> None:
        self._unit = unit
        self._seats = seats
        self._seat_of = {paddle: seat for seat, paddle in enumerate(paddles) if paddle != NOBODY}

    def seat_of(self, paddle: int) -> int | None:
        """Whose it is. One source a seat: the game's windows are made for that one's accuracy."""
        seat = self._seat_of.get(paddle)
        return None if seat is None or self._seats[seat].bot else seat

    def missing_unit(self) -> str:
        """What to say while a unit that somebody plays on is not there; "" when all are."""
        states = self._unit.states()
        for paddle, seat in self._seat_of.items():
            state = states[self._unit.place(paddle).unit]
            if state.link is not Link.CONNECTED and not self._seats[seat].bot:
                return state.text
        return ""

    def out_of_reach(self) -> list[int]:
        """The seats whose unit is not there."""
        states = self._unit.states()
        here = [state.link is Link.CONNECTED for state in states]
        return [seat for paddle, seat in self._seat_of.items() if not here[self._unit.place(paddle).unit]]

    def distrusted(self) -> frozenset[int]:
        """The seats whose paddle has a standing fault."""
        faults = [fault.paddle for state in self._unit.states() for fault in state.faults]
        return frozenset(self._seat_of[paddle] for paddle in faults if paddle in self._seat_of)

    def seats_on(self, source: str) -> list[int]:
        """The seats whose paddle is on the unit of that name."""
        names = [state.name for state in self._unit.states()]
        place = self._unit.place
        return [
            seat
            for paddle, seat in self._seat_of.items()
            if names[place(paddle).unit] == source and not self._seats[seat].bot
        ]

    def on_keys(self) -> frozenset[int]:
        """Whose slaps come from a key: a key beside a paddle does nothing, nobody may be told of it."""
        keys = [isinstance(unit, Keys) for unit in self._unit.units]
        place, seats = self._unit.place, self._seats
        return frozenset(s for p, s in self._seat_of.items() if keys[place(p).unit] and not seats[s].bot)

    def stated_us(self) -> dict[int, int]:
        """How far each seat's times may be off, as its unit says now."""
        states = self._unit.states()
        stated: dict[int, int] = {}
        for paddle, seat in self._seat_of.items():
            state = states[self._unit.place(paddle).unit]
            if state.link is Link.CONNECTED and state.error_us is not None and not self._seats[seat].bot:
                stated[seat] = state.error_us
        return stated

    def play(self) -> None:
        """From now on these paddles are in play, and no others are waited for."""
        self._unit.play_with(paddle for paddle, seat in self._seat_of.items() if not self._seats[seat].bot)

    def seats_behind(self, t_us: int) -> list[int]:
        """The seats whose unit has not said yet whether there was a slap up to `t_us`."""
        behind = set(self._unit.behind(t_us))
        return sorted(
            seat
            for paddle, seat in self._seat_of.items()
            if self._unit.place(paddle).unit in behind and not self._seats[seat].bot
        )

    def leave(self, seat: int) -> None:
        """Nobody slaps for this seat any more."""
        self._seat_of = {paddle: whose for paddle, whose in self._seat_of.items() if whose != seat}
        self.play()

    def by_source(self, seats: Sequence[int]) -> dict[str, list[int]]:
        """Which of these seats slap by which unit, by its name."""
        states = self._unit.states()
        sources: dict[str, list[int]] = {}
        for paddle, seat in self._seat_of.items():
            if seat in seats:
                sources.setdefault(states[self._unit.place(paddle).unit].name, []).append(seat)
        return sources

    # --- a key instead ------------------------------------------------------------------------------

    def key_instead(self, seat: int) -> int | None:
        """The key that can stand in for this seat's paddle, by its colour; None: it has none, or is on it."""
        colour = self._seats[seat].colour
        for index, unit in enumerate(self._unit.units):
            if isinstance(unit, KeyboardUnit) and colour < unit.paddles:
                paddle = self._unit.first_paddle(index) + colour
                return None if paddle in self._seat_of else paddle
        return None

    def take_key(self, seat: int) -> int:
        """From now on the seat's slaps come from its key; how far its times may be off."""
        key = self.key_instead(seat)
        assert key is not None
        self.leave(seat)
        self._seat_of[key] = seat
        self.play()
        return error_of(self._unit.states()[self._unit.place(key).unit])
