"""A modelled screen for the emulated unit: the window's pixels drive the pin of its phototransistor."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from slamomatic.bench.stand import EmulatedStand
from slamomatic.firmware_files import firmware_pins

BRIGHT = 128  # of 255: the sensor's threshold

Pixel = Callable[[], tuple[int, int, int]]  # the colour before the sensor, in the frame handed over last


@dataclass(slots=True, kw_only=True)
class VirtualDisplay:
    """Shows each frame after a delay that is known: `shown_us` has when the sensor saw it change."""

    stand: EmulatedStand
    delay_us: float
    jitter_us: float = 0.0
    refresh_hz: float = 0.0  # 0: at any moment
    window_us: float = 0.0
    chance: Random
    shown_us: list[tuple[float, bool]] = field(default_factory=list)
    _bright: bool = False
    _last_us: float = 0.0

    def drawing(self) -> None:
        """The window draws: emulated time passes."""
        self.stand.pico.run_us(self.window_us)

    def flipped(self, pixel: Pixel) -> None:
        """A frame was handed over: its change reaches the sensor when the delay is over."""
        red, green, blue = pixel()
        bright = (299 * red + 587 * green + 114 * blue) // 1000 >= BRIGHT
        if bright == self._bright:
            return
        self._bright = bright
        t_us = self.stand.now_us() + self.delay_us + self.chance.uniform(0, self.jitter_us)
        if self.refresh_hz:
            refresh_us = 1e6 / self.refresh_hz
            t_us = math.ceil(t_us / refresh_us) * refresh_us
        t_us = self._last_us = max(t_us, self._last_us + 1.0)
        self.shown_us.append((t_us, bright))
        self.stand.pico.switches.play(firmware_pins()["next"], [(t_us * 1000, bright)])
