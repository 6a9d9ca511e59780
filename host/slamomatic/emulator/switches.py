"""Switches wired to pins: each plays any contact pattern at exact emulated times."""

import heapq
import itertools
from collections.abc import Iterable

from slamomatic.emulator.chip import Chip
from slamomatic.emulator.clock import CYCLE_NS
from slamomatic.emulator.stepper import AFTER_NS, BEFORE_NS, Stepper


class Switches:
    """Contacts from pins to ground. Open, a pin is left to its own pull, as with a real switch."""

    def __init__(self, chip: Chip, stepper: Stepper) -> None:
        self._chip = chip
        self._clock = chip.clock
        self._stepper = stepper
        self._alarm = self._clock.unlisted_alarm(self._next)
        self._edges: list[tuple[int, int, int, bool]] = []  # (time, number, pin, closed)
        self._numbers = itertools.count()
        self._closed: dict[int, bool] = {}

    def closed(self, pin: int) -> bool:
        return self._closed.get(pin, False)

    def set(self, pin: int, closed: bool) -> None:
        """Move a contact now (before power-on too)."""
        if self.closed(pin) != closed:
            self._closed[pin] = closed
            self._chip.drive(pin, False if closed else None)

    def play(self, pin: int, edges: Iterable[tuple[float, bool]]) -> None:
        """Queue edges (time in ns of emulated time, closed?) for one pin."""
        for t_ns, closed in edges:
            # The chip samples at its own clock: edges fall on it, so that all times stay exact.
            whole_cycles_ns = round(t_ns / CYCLE_NS) * CYCLE_NS
            heapq.heappush(self._edges, (whole_cycles_ns, next(self._numbers), pin, closed))
        self._next()

    def _next(self) -> None:
        """Move every contact that is due, then wake for the next: a little early, to get the PIO in step."""
        now_ns = self._clock.nanos
        while self._edges and self._edges[0][0] <= now_ns:
            _, _, pin, closed = heapq.heappop(self._edges)
            self.set(pin, closed)
        if not self._edges:
            return
        edge_ns = self._edges[0][0]
        if edge_ns - now_ns <= BEFORE_NS:
            self._stepper.cover_until(edge_ns + AFTER_NS)
            self._alarm.schedule(edge_ns - now_ns)
        else:
            self._alarm.schedule(edge_ns - BEFORE_NS - now_ns)
