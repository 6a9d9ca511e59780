"""A modelled screen for the emulated unit: the window's pixels drive the pin of its phototransistor."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from slamomatic.bench.stand import EmulatedStand
from slamomatic.firmware_files import firmware_pins

BRIGHT = 128  # of 255: the sensor's threshold

Pixel = Callable[[], tuple[int, int, int]]  # the colour before the sensor, in the frame handed over last


class VirtualDisplay:
    """Shows each frame after a delay that is known: `shown_us` has when the sensor saw it change."""

    def __init__(
        self,
        stand: EmulatedStand,
        *,
        delay_us: float,
        jitter_us: float = 0.0,
        refresh_hz: float = 0.0,
        window_us: float = 0.0,
        chance: Random,
    ) -> None:
        self._stand, self._chance = stand, chance
        self.delay_us, self.jitter_us = delay_us, jitter_us
        self._refresh_us = 1e6 / refresh_hz if refresh_hz else 0.0
        self._window_us = window_us
        self._pin = firmware_pins()["next"]
        self._bright = False
        self._last_us = 0.0
        self.shown_us: list[tuple[float, bool]] = []

    def drawing(self) -> None:
        """The window draws: emulated time passes."""
        self._stand.pico.run_us(self._window_us)

    def flipped(self, pixel: Pixel) -> None:
        """A frame was handed over: its change reaches the sensor when the delay is over."""
        red, green, blue = pixel()
        bright = (299 * red + 587 * green + 114 * blue) // 1000 >= BRIGHT
        if bright == self._bright:
            return
        self._bright = bright
        t_us = self._stand.now_us() + self.delay_us + self._chance.uniform(0, self.jitter_us)
        if self._refresh_us:
            t_us = math.ceil(t_us / self._refresh_us) * self._refresh_us
        t_us = self._last_us = max(t_us, self._last_us + 1.0)
        self.shown_us.append((t_us, bright))
        self._stand.pico.switches.play(self._pin, [(t_us * 1000, bright)])
