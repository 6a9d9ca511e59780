"""A modelled screen with a known delay, and what `bench display` measures of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from slamomatic.bench.display.flashes import delay_of, matched
from slamomatic.bench.display.rig import DisplayRig, PatchWindow, VirtualDisplay
from slamomatic.bench.stand import EmulatedStand

JITTER_US = 5_000.0
LIT_US, LEAST_DARK_US, SPARE_US = 62_000.0, 62_000.0, 30_000.0
WITHIN_US = 50.0


@dataclass(frozen=True, slots=True)
class Recovered:
    """Delays measured of one screen, beside those it really had."""

    flashes: int
    lost: int
    false: int
    errors_us: tuple[float, ...]  # of each flash's light
    median_off_us: float
    window_errors_us: tuple[float, ...]

    @property
    def within(self) -> int:
        return sum(error_us <= WITHIN_US for error_us in self.errors_us)


def recovered(stand: EmulatedStand, delay_ms: float, flashes: int, chance: Random) -> Recovered:
    """Flash a screen of this delay, and hold what is measured against what it did."""
    window_us = chance.uniform(500, 12_000)
    model = VirtualDisplay(
        stand=stand, delay_us=delay_ms * 1000, jitter_us=JITTER_US, window_us=window_us, chance=chance
    )
    window = PatchWindow((320, 180), "middle", model)
    try:
        rig = DisplayRig(stand, window)
        dark_us = max(LEAST_DARK_US, delay_ms * 1000 + JITTER_US + SPARE_US - LIT_US)
        for _ in range(flashes):
            rig.flash(dark_us + chance.uniform(0, 10_000), LIT_US)
        rig.end(delay_ms * 1000 + JITTER_US + SPARE_US)
    finally:
        window.close()
    found, false = matched(rig.bright, rig.lights)
    true_us = [t_us for t_us, bright in model.shown_us if bright]
    pairs = list(zip(found, true_us, strict=True))
    true_delays_us = sorted(t_us - flash.shown.after_us for flash, t_us in pairs)
    delay = delay_of(found)
    return Recovered(
        len(found),
        sum(flash.light is None for flash in found),
        false,
        tuple(abs(flash.light.t_us - t_us) for flash, t_us in pairs if flash.light),
        abs(delay.median_us - true_delays_us[(len(true_delays_us) - 1) // 2]) if delay else float("inf"),
        tuple(abs(flash.shown.window_us - window_us) for flash in found),
    )
