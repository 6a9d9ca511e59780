"""From pairs of presses to the gap from which 99 % come out in order, and to the bias of each button. Pure.

Nothing is assumed of the device but this: the further apart two presses are, the more often they come out in
order. So a poll, a scan or a debounce of any shape is measured as what it is. All intervals of one run hold
together in at least 95 of 100 runs: each is made for 99 %.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from slamomatic.bench.device_pairs import WIDEST_US, Pair

IN_ORDER = 0.99
# At 1 % failures, this many pairs without a single one happen by chance in 1 of 200 runs.
WINDOW = 528
ONE_SIDE = 0.005
REACH = 3.0  # standard errors of a bias: by 2.81, one in 200 runs for each button, 7 of 100 runs were outside
CURVE_BINS = 20
_BIAS_BINS = 24
_OUTER_BINS = 8


@dataclass(frozen=True, slots=True)
class Threshold:
    """The gap from which 99 % come out in order; None: further apart than was pressed, or too few pairs."""

    us: float | None
    low_us: float
    high_us: float | None


@dataclass(frozen=True, slots=True)
class Bias:
    """How much later than the others a button comes out, in microseconds; the interval is plus or minus."""

    us: float
    error_us: float

    @property
    def certain(self) -> bool:
        return abs(self.us) > self.error_us


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One piece of the psychometric curve: the share in order at this gap, with its interval."""

    gap_us: float
    in_order: float
    low: float
    high: float
    pairs: int


def _answered(pairs: Sequence[Pair]) -> list[tuple[float, bool]]:
    """Gap, and whether it came out in order, by gap; lost presses have no order."""
    return sorted((pair.gap_us, pair.order == 1) for pair in pairs if pair.order is not None)


def rising(values: Sequence[float]) -> list[float]:
    """The never-falling curve nearest to `values` (pool adjacent violators)."""
    blocks: list[tuple[float, int]] = []  # sum, count
    for value in values:
        total, count = value, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    return [total / count for total, count in blocks for _ in range(count)]


def threshold(pairs: Sequence[Pair]) -> Threshold:
    """Where the rising curve passes 99 %, and the gaps that the failures around them do not rule out."""
    told = _answered(pairs)
    gaps = [gap_us for gap_us, _ in told]
    curve = rising([float(good) for _, good in told])
    at = bisect_left(curve, IN_ORDER)
    us = gaps[at] if at < len(gaps) else None
    bad = [0]
    for _, good in told:
        bad.append(bad[-1] + (not good))
    # Too low: more failures just above it than 1 % can bring about.
    low_us = 0.0
    many = _too_many()
    for start in range(max(0, len(gaps) - WINDOW + 1)):
        if bad[start + WINDOW] - bad[start] >= many:
            low_us = gaps[start]
    # Too high: no failure at all in that many pairs just below it.
    high_us = None
    for end in range(max(at, WINDOW), len(gaps)):
        if bad[end] == bad[end - WINDOW]:
            high_us = gaps[end]
            break
    low_us = low_us if us is None else min(low_us, us)
    return Threshold(us, low_us, high_us)


def _too_many() -> int:
    """The least number of failures in a window that 1 % brings about in less than 1 of 200 runs."""
    likely, failures = 0.0, 0
    while 1.0 - likely >= ONE_SIDE:
        likely += math.comb(WINDOW, failures) * (1 - IN_ORDER) ** failures * IN_ORDER ** (WINDOW - failures)
        failures += 1
    return failures


def biases(pairs: Sequence[Pair], buttons: int) -> list[Bias]:
    """Each button's mean delay against each other one, from the order alone, averaged over the others."""
    delays: dict[tuple[int, int], tuple[float, float]] = {}
    by_two: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for pair in pairs:
        if pair.order is not None:
            # How much later `one` was pressed, and how often it came out first; a tie counts half.
            one, other = sorted((pair.first, pair.second))
            sign = -1 if pair.first == one else 1
            by_two[one, other].append((sign * pair.gap_us, 0.5 - sign * pair.order / 2))
    for (one, other), told in by_two.items():
        delay_us, variance = _delay(told)
        delays[one, other] = (delay_us, variance)
        delays[other, one] = (-delay_us, variance)
    found = []
    for button in range(buttons):
        mine = [delays[button, other] for other in range(buttons) if (button, other) in delays]
        many = len(mine) or 1
        found.append(
            Bias(
                sum(delay_us for delay_us, _ in mine) / many,
                REACH * math.sqrt(sum(variance for _, variance in mine)) / many,
            )
        )
    return found


def _delay(told: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean delay of one button against another, and its variance.

    `told`: how much later it was pressed, and how often it came out first. The mean delay is the area between
    the curve of these and the sharp step of a device without delay. Bin by bin, so that chance in where the
    gaps fall does not count.
    """
    told = sorted(told)
    places = [x_us for x_us, _ in told]
    # Most gaps are below the second stage's end; the few wider ones are in wider bins.
    inner_us = sorted(abs(x_us) for x_us in places)[int(0.85 * (len(places) - 1))] * 1.05
    inner = [inner_us * (2 * n / _BIAS_BINS - 1) for n in range(_BIAS_BINS + 1)]
    step = (WIDEST_US - inner_us) / _OUTER_BINS
    outer = [inner_us + step * (n + 1) for n in range(_OUTER_BINS)]
    edges = [-x_us for x_us in reversed(outer)] + inner + outer
    area = variance = 0.0
    for low, high in pairwise(edges):
        here = [
            first - (x_us < 0) for x_us, first in told[bisect_left(places, low) : bisect_right(places, high)]
        ]
        if not here:
            continue
        mean = sum(here) / len(here)
        area += mean * (high - low)
        if len(here) > 1:
            spread = sum((one - mean) ** 2 for one in here) / (len(here) - 1)
            variance += (high - low) ** 2 * spread / len(here)
    return -area, variance


def curve(pairs: Sequence[Pair]) -> list[CurvePoint]:
    """The share in order by gap, in bins of equally many pairs, each with its 95 % interval (Wilson)."""
    told = _answered(pairs)
    points = []
    for number in range(CURVE_BINS):
        here = told[number * len(told) // CURVE_BINS : (number + 1) * len(told) // CURVE_BINS]
        if here:
            good = sum(one for _, one in here)
            low, high = wilson(good, len(here))
            gap_us = sum(gap for gap, _ in here) / len(here)
            points.append(CurvePoint(gap_us, good / len(here), low, high, len(here)))
    return points


def wilson(good: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share (Wilson's)."""
    share = good / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - reach), min(1.0, middle + reach)
