"""The two clocks of a passport's run: drift, bound, and the host's time of a unit's stamp. Pure.

A ping is sent at `sent`. The unit stamps its first byte as `unit`, knows everything up to `known` when it
writes the answer, and the host reads that at `read`. So the offset (host minus unit) lies between
`sent - unit` and `read - known`, however lopsided the ways are. A microsecond either way
is for what the stamps leave out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from slamomatic import messages as m
from slamomatic.bench.passport_raw import Raw

UNKNOWN_PPM = 200.0
SHORTEST_BASE_US = 5_000_000  # pings nearer to each other say nothing about the drift


@dataclass(frozen=True, slots=True)
class Ping:
    """What one ping says of the offset, at a moment of the unit's clock."""

    unit_us: int
    low_us: float
    high_us: float

    @property
    def middle_us(self) -> float:
        return (self.low_us + self.high_us) / 2

    @property
    def half_us(self) -> float:
        return (self.high_us - self.low_us) / 2


@dataclass(frozen=True, slots=True)
class Clocks:
    """The pings of a run, and how much faster the unit's clock runs: between two rates, both sure."""

    pings: tuple[Ping, ...]
    low_ppm: float | None
    high_ppm: float | None

    @property
    def ppm(self) -> float | None:
        return None if self.low_ppm is None or self.high_ppm is None else (self.low_ppm + self.high_ppm) / 2

    @property
    def error_ppm(self) -> float | None:
        return None if self.low_ppm is None or self.high_ppm is None else (self.high_ppm - self.low_ppm) / 2

    def host_us(self, unit_us: int) -> tuple[float, float]:
        """The host's time of this moment, and how far it may be off."""
        near = sorted(self.pings, key=lambda ping: abs(ping.unit_us - unit_us))[:5]
        best = min(near, key=lambda ping: (ping.half_us, ping.unit_us))
        away_us = unit_us - best.unit_us
        # Unknown: of two crystals each is good to 100 ppm.
        drift, loose = (self.ppm or 0.0) * 1e-6, (self.error_ppm or UNKNOWN_PPM) * 1e-6
        return unit_us + best.middle_us - drift * away_us, best.half_us + loose * abs(away_us)


def clocks(raw: Raw) -> Clocks:
    """From the pings that were answered, in the order of the unit's clock."""
    sent = dict(raw.pings)
    pings = sorted(
        (
            Ping(
                pong.t_us,
                sent[pong.token] - pong.t_us - 1,
                at_us - max(pong.t_us, pong.known_us or 0) + 1,
            )
            for at_us, pong in raw.all_of(m.Pong)
            if pong.token in sent
        ),
        key=lambda ping: ping.unit_us,
    )
    low, high = _rates(pings)
    return Clocks(tuple(pings), low, high)


def _rates(pings: Sequence[Ping]) -> tuple[float | None, float | None]:
    """How fast the unit gains on the host, at least and at most, by every two pings far enough apart."""
    slowest, fastest = -math.inf, math.inf
    for early, late in combinations(pings, 2):
        apart_us = late.unit_us - early.unit_us
        if apart_us >= SHORTEST_BASE_US:
            slowest = max(slowest, (early.low_us - late.high_us) / apart_us)
            fastest = min(fastest, (early.high_us - late.low_us) / apart_us)
    if not -math.inf < slowest <= fastest < math.inf:
        return None, None  # too short, or one of the clocks jumped
    return slowest * 1e6, fastest * 1e6
