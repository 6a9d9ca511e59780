"""A unit whose paddles are known to be early or late: its events corrected, on the host only."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

from slamomatic.errors import UserError
from slamomatic.store.calibration import CAP_US, calibration_of
from slamomatic.unit.base import (
    Clock,
    Link,
    News,
    PaddleEvent,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)

# The corrections of a unit, asked for by its id once it has said who it is; empty: none are known.
Lookup = Callable[[str], Sequence[int]]


def kept_corrections_us(unit_id: str) -> tuple[int, ...]:
    """What was agreed to when the unit with this id was calibrated."""
    kept = calibration_of(unit_id)
    return kept.corrections_us if kept else ()


@dataclass(frozen=True)  # without slots: super() below needs the class as it was written
class CorrectedState(UnitState):
    """How a unit stands whose stamps are corrected, and by how much."""

    corrections_us: tuple[int, ...] = ()

    @property
    def accuracy(self) -> str:
        # In the middle of the line: a third part of it would have no room in the table's corner.
        return super().accuracy.replace("times good to", "corrected times to")


def corrections_of(state: UnitState) -> list[int]:
    """What is taken off this unit's stamps, paddle by paddle; empty: nothing."""
    return list(state.corrections_us) if isinstance(state, CorrectedState) else []


class Calibrated(Unit):
    """Hands on what its unit brings, each paddle's stamps less that paddle's correction.

    A correction can change who was first, so events wait until no other paddle's can still come before them:
    the largest correction longer than the unit itself asks for. A unit's corrections are looked up when it
    is first seen, and stay as they are while this table is open.
    """

    def __init__(self, unit: Unit, lookup: Lookup = kept_corrections_us, clock: Clock = now_us) -> None:
        self._unit = unit
        self._lookup = lookup
        self._clock = clock
        self._known: dict[str, tuple[int, ...]] = {"": ()}  # by unit id; before it has said who it is, none
        self._corrections_us: tuple[int, ...] = ()
        self._waiting: list[tuple[int, int, News]] = []
        self._arrivals = 0

    @property
    def corrections_us(self) -> Sequence[int]:
        """What is taken off now, paddle by paddle; empty: nothing."""
        return self._corrections_us

    def start(self) -> None:
        self._unit.start()

    def stop(self) -> None:
        self._unit.stop()

    @property
    def paddles(self) -> int:
        return self._unit.paddles

    def lights(self, colours: Sequence[Rgb]) -> None:
        self._unit.lights(colours)

    def state(self) -> UnitState:
        state = self._unit.state()
        if not any(self._corrections_us):
            return state
        kept = {field.name: getattr(state, field.name) for field in fields(state)}
        kept["late_us"] += max((*self._corrections_us, 0))
        return CorrectedState(**kept, corrections_us=self._corrections_us)

    def drain(self) -> list[News]:
        state = self._unit.state()
        fresh = self._look_up(state) + self._unit.drain()
        if not any(self._corrections_us) and not self._waiting:
            return fresh
        for news in fresh:
            self._arrivals += 1
            corrected = self._corrected(news)
            heapq.heappush(self._waiting, (corrected.t_us, self._arrivals, corrected))
        # A unit that is gone brings nothing earlier any more, and nobody should wait for it.
        wait_us = self.state().late_us if state.link is Link.CONNECTED else 0
        ripe_us = self._clock() - wait_us
        ripe = []
        while self._waiting and self._waiting[0][0] <= ripe_us:
            ripe.append(heapq.heappop(self._waiting)[2])
        return ripe

    def _look_up(self, state: UnitState) -> list[News]:
        """The corrections of the unit that is there now; trouble with their file is said, not fatal."""
        trouble: list[News] = []
        if state.unit_id not in self._known:
            try:
                found = self._lookup(state.unit_id)
            except UserError as error:
                found = ()
                trouble.append(UnitNotice(What.TROUBLE, state.name, self._clock(), str(error)))
            # Whatever the file says.
            self._known[state.unit_id] = tuple(max(-CAP_US, min(CAP_US, each)) for each in found)
        self._corrections_us = self._known[state.unit_id]
        return trouble

    def _corrected(self, news: News) -> News:
        if not isinstance(news, PaddleEvent) or not 0 <= news.paddle < len(self._corrections_us):
            return news
        return replace(news, t_us=news.t_us - self._corrections_us[news.paddle])
