"""Switches wired to pins: each plays any contact pattern at exact emulated times."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Sequence

from slamomatic.emulator.chip import Chip
from slamomatic.emulator.clock import CYCLE_NS
from slamomatic.emulator.stepper import AFTER_NS, BEFORE_NS, Stepper


def whole_cycles_ns(t_ns: float) -> int:
    """The chip samples at its own clock: edges fall on it, so that all times stay exact."""
    return round(t_ns / CYCLE_NS) * CYCLE_NS


class Switches:
    """Contacts from pins to ground. Open, a pin is left to its own pull, as with a real switch."""

    def __init__(self, chip: Chip, stepper: Stepper) -> None:
        self._chip = chip
        self._clock = chip.listed_clock
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
            heapq.heappush(self._edges, (whole_cycles_ns(t_ns), next(self._numbers), pin, closed))
        self._arm()

    def _arm(self) -> None:
        if self._edges:
            wake_ns = max(self._clock.nanos, self._edges[0][0] - BEFORE_NS)
            if wake_ns == self._clock.nanos:
                self._next()
            else:
                self._alarm.schedule(wake_ns - self._clock.nanos)

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


class Jig:
    """The loop-back jig: each output, pulled low, pulls its input low; released, it lets it go."""

    def __init__(self, chip: Chip, stepper: Stepper, outputs: Sequence[int], inputs: Sequence[int]) -> None:
        self._chip = chip
        self._stepper = stepper
        for output, target in zip(outputs, inputs, strict=True):
            pin = chip.gpio[output]
            pin.add_listener(lambda *_, output=output, target=target: self._moved(output, target))

    def _moved(self, output: int, target: int) -> None:
        pin = self._chip.gpio[output]
        low = pin.output_enable and not pin.output_value
        self._chip.drive(target, False if low else None)
        # What plays through the jig is a state machine too: it must not be jumped over while it does.
        self._stepper.cover_until(self._chip.clock.nanos + 1_000_000)
