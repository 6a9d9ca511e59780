"""Figures of a screen from its flashes: delay, lost and false flashes, refresh rate. Pure."""

import cmath
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from slamomatic.bench.figures import quantile
from slamomatic.units.clock_map import Stamp

LIT_US = 100_000  # a contact must rest for 50 ms before its next edge counts, and so must the light
DARK_US = (250_000, 450_000)  # by chance, in no step with the screen; fewer than three flashes a second
MOST_DELAY_US = 300_000.0
PLACES = {"top": 0.15, "middle": 0.5, "bottom": 0.85}  # of the screen's height: where the patch's centre is

SLOWEST_HZ, FASTEST_HZ = 20.0, 250.0
COARSE_HZ = 0.1  # between two tries on light that is about half a second apart
SHORT_US, MIDDLE_US = 1_000_000.0, 8_000_000.0
IN_STEP = 0.8  # from here on the light comes in step with the refresh; 1 is perfect, chance is near 0
FEWEST_LIGHTS = 20


@dataclass(frozen=True, slots=True)
class Shown:
    """One change of the patch, on the host's clock."""

    asked_us: float  # the change was decided
    before_us: float  # drawn, about to be handed over
    after_us: float  # handed over

    @property
    def window_us(self) -> float:
        return self.after_us - self.asked_us


FrameTimes = tuple[float, float, float, float | None]


@dataclass(frozen=True, slots=True)
class Flash:
    """One flash of the patch, and the light that the sensor saw of it."""

    shown: Shown
    light: Stamp | None  # from dark to bright at the sensor; None: not seen

    @property
    def delay_us(self) -> float | None:
        """The time from the frame handed over to the light; None if no light came."""
        return self.light.t_us - self.shown.after_us if self.light else None

    def times_us(self, from_us: float) -> FrameTimes:
        """Return the moments of the frame and of its light, counted from `from_us`."""
        asked_us, drawn_us, after_us = (round(t_us - from_us, 1) for t_us in astuple(self.shown))
        return asked_us, drawn_us, after_us, round(self.light.t_us - from_us, 1) if self.light else None


def matched(bright: Sequence[Shown], lights: Sequence[Stamp]) -> tuple[list[Flash], int]:
    """Pair each flash with the first light that it can have caused.

    Return also how many lights are left over.
    """
    flashes = []
    false = 0
    unmatched = list(lights)
    for number, shown in enumerate(bright):
        end_us = shown.after_us + MOST_DELAY_US
        if number + 1 < len(bright):
            end_us = min(end_us, bright[number + 1].before_us)
        light = None
        while unmatched and unmatched[0].t_us < end_us:
            first = unmatched.pop(0)
            if light is None and first.t_us >= shown.before_us - first.error_us:
                light = first
            else:
                false += 1
        flashes.append(Flash(shown, light))
    return flashes, false + len(unmatched)


@dataclass(frozen=True, slots=True)
class Delay:
    """The delay from the window's frame to the light, over all flashes."""

    median_us: float
    p10_us: float
    p90_us: float
    bound_us: float  # how far each of these may be off, clocks and stamps together

    @property
    def spread_us(self) -> float:
        return self.p90_us - self.p10_us


def delay_of(flashes: Sequence[Flash]) -> Delay | None:
    """Return the delay of the screen, or None if no flash was seen."""
    seen = sorted(flash.delay_us for flash in flashes if flash.delay_us is not None)
    if not seen:
        return None
    bound_us = float(max(flash.light.error_us for flash in flashes if flash.light))
    return Delay(quantile(seen, 0.5), quantile(seen, 0.1), quantile(seen, 0.9), bound_us)


def refresh_hz(flashes: Sequence[Flash]) -> float | None:
    """Return the refresh rate of the screen; None if the light follows no steady rate.

    A screen lights the sensor's place once a refresh, so any two lights are a whole number of refreshes
    apart. Near lights find the rate roughly; ever further ones make it finer.
    """
    lights_us = [flash.light.t_us for flash in flashes if flash.light]
    if len(lights_us) < FEWEST_LIGHTS:
        return None
    near = _gaps(lights_us, SHORT_US)
    tries = [SLOWEST_HZ + COARSE_HZ * n for n in range(round((FASTEST_HZ - SLOWEST_HZ) / COARSE_HZ))]
    steps = {hz: _in_step(near, hz) for hz in tries}
    best = max(steps.values())
    if best < IN_STEP**2:
        return None
    # A multiple of the true one keeps step as well: the lowest is it.
    found = next(hz for hz, step in steps.items() if step > 0.8 * best)
    reach_hz = 10 * COARSE_HZ
    for span_us in (SHORT_US, MIDDLE_US, math.inf):
        gaps = _gaps(lights_us, span_us)
        finer = [found + reach_hz * n / 50 for n in range(-50, 51)]
        found = max(finer, key=lambda hz: _in_step(gaps, hz))
        reach_hz /= 12
    return found if _in_step(_gaps(lights_us, math.inf), found) >= IN_STEP**2 else None


def _gaps(lights_us: Sequence[float], most_us: float) -> list[float]:
    """Return the times from each light to up to 20 later ones, if not longer than `most_us`."""
    return [
        later - earlier
        for number, earlier in enumerate(lights_us)
        for later in lights_us[number + 1 : number + 21]
        if later - earlier <= most_us
    ]


def _in_step(gaps_us: Sequence[float], hz: float) -> float:
    """Return how well all gaps are whole numbers of refreshes: 1 is perfect, chance is near 0."""
    if not gaps_us:
        return 0.0
    turn = 2j * math.pi * hz / 1e6
    return (sum(cmath.exp(turn * gap_us) for gap_us in gaps_us) / len(gaps_us)).real
