"""The two clocks of a passport's run: drift, bound, and the host's time of a unit's stamp. Pure.

A ping is sent at `sent`. The unit stamps its first byte as `unit`, knows everything up to `known` when it
writes the answer, and the host reads that at `read`. So the offset (host minus unit) lies between
`sent - unit` and `read - known`, however lopsided the ways are. A microsecond either way
is for what the stamps leave out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from slamomatic import messages as m
from slamomatic.bench.passport_raw import Raw

UNKNOWN_PPM = 200.0
SHORTEST_BASE_US = 5_000_000  # pings nearer to each other say nothing about the drift


@dataclass(frozen=True, slots=True)
class Between:
    """What lies between two limits, both sure."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def half(self) -> float:
        """How far the middle may be off."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Clocks:
    """The offset at each ping of a run, by the unit's clock, and how much faster the unit's clock runs."""

    pings: Sequence[tuple[int, Between]]
    drift_ppm: Between | None

    def host_us(self, unit_us: int) -> tuple[float, float]:
        """The host's time of this moment, and how far it may be off."""
        near = sorted(self.pings, key=lambda ping: abs(ping[0] - unit_us))[:5]
        ping_us, offset_us = min(near, key=lambda ping: (ping[1].half, ping[0]))
        away_us = unit_us - ping_us
        # Unknown: of two crystals each is good to 100 ppm.
        drift_ppm = self.drift_ppm or Between(-UNKNOWN_PPM, UNKNOWN_PPM)
        bound_us = offset_us.half + (drift_ppm.half or UNKNOWN_PPM) * 1e-6 * abs(away_us)
        return unit_us + offset_us.middle - drift_ppm.middle * 1e-6 * away_us, bound_us


def clocks(raw: Raw) -> Clocks:
    """From the pings that were answered, in the order of the unit's clock."""
    sent = dict(raw.pings)
    pings = []
    for at_us, pong in raw.all_of(m.Pong):
        if pong.token in sent:
            high_us = at_us - max(pong.t_us, pong.known_us or 0) + 1
            pings.append((pong.t_us, Between(sent[pong.token] - pong.t_us - 1, high_us)))
    pings.sort(key=lambda ping: ping[0])
    return Clocks(pings, _drift_ppm(pings))


def _drift_ppm(pings: Sequence[tuple[int, Between]]) -> Between | None:
    """How fast the unit gains on the host, by every two pings far enough apart."""
    slowest, fastest = -math.inf, math.inf
    for (early_us, early), (late_us, late) in combinations(pings, 2):
        apart_us = late_us - early_us
        if apart_us >= SHORTEST_BASE_US:
            slowest = max(slowest, (early.low - late.high) / apart_us)
            fastest = min(fastest, (early.high - late.low) / apart_us)
    if not -math.inf < slowest <= fastest < math.inf:
        return None  # too short, or one of the clocks jumped
    return Between(slowest * 1e6, fastest * 1e6)
