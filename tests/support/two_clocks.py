"""A host's and a unit's clock that drift apart, and what goes over the wire between them."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from slamomatic.units.clock_map import ClockMap, Stamp

SECOND_US = 1_000_000
DAY_S = 86_400


@dataclass
class TwoClocks:
    """The true course of both clocks; nothing of it is told to the map but what goes over the wire."""

    chance: random.Random
    drift_ppm: float = 70.0
    wander_ppm: float = 2.0
    wander_s: float = 5_400.0
    host_us: float = 5_000_000.0
    unit_us: float = 123_456.0
    true_s: float = 0.0
    stretches: list[tuple[float, float]] = field(default_factory=list)

    def go(self, seconds: float, host_sleeps: bool = False) -> None:
        """Time passes, in steps short enough that the rate is as good as constant in each."""
        left = seconds
        while left > 0:
            step = min(left, 30.0)
            turn = 2 * math.pi * (self.true_s + step / 2) / self.wander_s
            rate = 1 + (self.drift_ppm + self.wander_ppm * math.sin(turn)) * 1e-6
            self.unit_us += step * SECOND_US * rate
            if not host_sleeps:
                self.host_us += step * SECOND_US
            self.true_s += step
            left -= step

    def delay_s(self, usual_s: float) -> float:
        """USB and the system: mostly short, with a long tail."""
        tail = 0.4 if self.chance.random() < 0.01 else 0.002
        return usual_s + self.chance.expovariate(1 / usual_s) + self.chance.random() * tail


def ping(clocks: TwoClocks, clock_map: ClockMap, there_s: float, back_s: float) -> None:
    sent_us = int(clocks.host_us)
    clocks.go(clocks.delay_s(there_s))
    unit_us = int(clocks.unit_us)
    clocks.go(clocks.delay_s(back_s))
    clock_map.note_ping(sent_us, unit_us, int(clocks.host_us) + 1)


def off_by(clocks: TwoClocks, stamp: Stamp) -> float:
    return abs(stamp.t_us - clocks.host_us)


def slap(clocks: TwoClocks, clock_map: ClockMap) -> tuple[float, int]:
    """How far the map is off for a slap now, and how far it says it may be."""
    stamp = clock_map.stamp(int(clocks.unit_us))
    return off_by(clocks, stamp), stamp.error_us
