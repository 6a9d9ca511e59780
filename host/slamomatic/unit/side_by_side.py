"""Several units on one clock, their events merged in time order after a hold-back."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from slamomatic.unit.base import (
    NO_PADDLE,
    Clock,
    Fault,
    Keys,
    Link,
    News,
    Rgb,
    Unit,
    UnitState,
    now_us,
)

SWITCH_INTERVAL_S = 0.0001


@dataclass(frozen=True, slots=True)
class Place:
    """Where a paddle of the table is: which unit, and its number there."""

    unit: int
    paddle: int


class SideBySide(Unit):
    """The units in the given order, their paddles numbered through: two Picos are 0 to 3 and 4 to 7.

    With one source in play its news is handed on at once and in its own order. With more, each event waits
    until no other source can still bring an earlier `down`: for the largest `late_us` of those in play.
    """

    def __init__(self, units: Sequence[Unit], clock: Clock = now_us) -> None:
        self.units = tuple(units)
        self._clock = clock
        self._first = [sum(unit.paddles for unit in units[:index]) for index in range(len(units))]
        self._waiting: list[tuple[int, int, News]] = []
        self._arrivals = 0
        self._in_play = frozenset(range(len(self.units)))

    def play_with(self, paddles: Iterable[int]) -> None:
        """Only these paddles have a seat: a unit without one is not waited for. At first, all have."""
        self._in_play = frozenset(self.place(paddle).unit for paddle in paddles)

    @property
    def paddles(self) -> int:
        return sum(unit.paddles for unit in self.units)

    @property
    def keyboard(self) -> Keys | None:
        """What the window feeds its key events to."""
        return next((unit for unit in self.units if isinstance(unit, Keys)), None)

    def place(self, paddle: int) -> Place:
        """Which unit's paddle the table's paddle `paddle` is."""
        for index in reversed(range(len(self.units))):
            if self._first[index] <= paddle < self.paddles:
                return Place(index, paddle - self._first[index])
        raise ValueError(f"no paddle {paddle}")

    def first_paddle(self, unit: int) -> int:
        return self._first[unit]

    def start(self) -> None:
        # Else a frame that draws for 8 ms keeps the units' threads waiting 5 ms for each of their turns.
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        for unit in self.units:
            unit.start()

    def stop(self) -> None:
        for unit in self.units:
            unit.stop()

    def lights(self, colours: Sequence[Rgb]) -> None:
        for first, unit in zip(self._first, self.units, strict=True):
            mine = colours[first : first + unit.paddles]
            if mine:
                unit.lights(mine)

    def states(self) -> tuple[UnitState, ...]:
        """Each unit's own state, faults numbered as the table numbers paddles."""
        return tuple(
            replace(state, faults=tuple(_moved(fault, first) for fault in state.faults))
            for first, state in zip(self._first, (unit.state() for unit in self.units), strict=True)
        )

    def state(self) -> UnitState:
        """All of them as one: the worst of each figure."""
        states = self.states()
        heard = [state for state in states if state.link is Link.CONNECTED] or list(states)
        errors = [state.error_us for state in heard]
        return UnitState(
            name=" + ".join(state.name for state in states),
            link=heard[0].link,
            text=" ".join(state.text for state in states),
            paddles=self.paddles,
            error_us=None
            if None in errors
            else max((error for error in errors if error is not None), default=0),
            blind_us=max(state.blind_us for state in heard),
            late_us=max(state.late_us for state in heard),
            faults=tuple(fault for state in states for fault in state.faults),
            restarts=sum(state.restarts for state in states),
            reconnects=sum(state.reconnects for state in states),
            repaired=sum(state.repaired for state in states),
            missing=sum(state.missing for state in states),
            damaged=sum(state.damaged for state in states),
            has_touch=any(state.has_touch for state in states),
        )

    def hold_back_us(self) -> int:
        """How long after its stamp an event waits before it is handed on."""
        states = [self.units[index].state() for index in self._in_play]
        heard = [state for state in states if state.link is Link.CONNECTED]
        return max(state.late_us for state in heard) if len(heard) > 1 else 0

    def drain(self) -> list[News]:
        hold_back_us = self.hold_back_us()
        fresh = [
            _numbered(news, first)
            for first, unit in zip(self._first, self.units, strict=True)
            for news in unit.drain()
        ]
        if not hold_back_us and not self._waiting:
            return fresh
        for news in fresh:
            self._arrivals += 1
            heapq.heappush(self._waiting, (news.t_us, self._arrivals, news))
        ripe_us = self._clock() - hold_back_us
        ripe = []
        while self._waiting and self._waiting[0][0] <= ripe_us:
            ripe.append(heapq.heappop(self._waiting)[2])
        return ripe


def _numbered(news: News, first: int) -> News:
    return news if news.paddle == NO_PADDLE or first == 0 else replace(news, paddle=news.paddle + first)


def _moved(fault: Fault, first: int) -> Fault:
    return fault if fault.paddle == NO_PADDLE else replace(fault, paddle=fault.paddle + first)
