"""A unit whose paddles are known to be early or late: its events corrected, on the host only."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from slamomatic.unit.base import Clock, Link, News, PaddleEvent, Rgb, Unit, UnitState, now_us

# The corrections of a unit, asked for by its id once it has said who it is; empty: none are known.
Lookup = Callable[[str], Sequence[int]]


class Calibrated(Unit):
    """Hands on what its unit brings, each paddle's stamps less that paddle's correction.

    A correction can change who was first, so events wait until no other paddle's can still come before them:
    the largest correction longer than the unit itself asks for.
    """

    def __init__(self, unit: Unit, lookup: Lookup, clock: Clock = now_us) -> None:
        self._unit = unit
        self._lookup = lookup
        self._clock = clock
        self._unit_id = ""
        self._corrections_us: Sequence[int] = ()
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
        return replace(state, late_us=state.late_us + max((*self._corrections_us, 0)))

    def drain(self) -> list[News]:
        state = self._unit.state()
        if state.unit_id != self._unit_id:
            self._unit_id = state.unit_id
            self._corrections_us = self._lookup(state.unit_id)
        fresh = self._unit.drain()
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

    def _corrected(self, news: News) -> News:
        if not isinstance(news, PaddleEvent) or not 0 <= news.paddle < len(self._corrections_us):
            return news
        return replace(news, t_us=news.t_us - self._corrections_us[news.paddle])
