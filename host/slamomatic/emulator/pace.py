"""Lets an emulated Pico live in real time: never ahead of the clock on the wall, and never catching up."""

from __future__ import annotations

import time

from slamomatic.emulator.pico import Pico

_STEP_US = 1000


class Pace:
    """Call step() again and again; it says how long to wait before the next call."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._start()

    def _start(self) -> None:
        self._real_s = time.perf_counter()
        self._emulated_ns = self._pico.now_ns

    def step(self) -> float:
        """Run a millisecond; the seconds by which emulated time is now ahead of real time, at least 0."""
        self._pico.run_us(_STEP_US)
        ahead_s = (self._pico.now_ns - self._emulated_ns) / 1e9 - (time.perf_counter() - self._real_s)
        if ahead_s < 0:
            # A busy core is slower than real time: that time is lost, not made up for by running fast later.
            self._start()
            return 0.0
        return ahead_s
