"""From pairs of presses to the gap from which 99 % come out in order, and to the bias of each button. Pure.

Nothing is assumed of the device but this: the further apart two presses are, the more often they come out in
order. So a poll, a scan or a debounce of any shape is measured as what it is. All intervals of one run hold
together in at least 95 of 100 runs: each is made for 99 %.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import fmean
from statistics import variance as sample_variance

from slamomatic.bench.device_pairs import WIDEST_US, Pair
from slamomatic.bench.figures import wilson

IN_ORDER = 0.99
# At 1 % failures, this many pairs without a single one happen by chance in 1 of 200 runs.
WINDOW = 528
TOO_MANY = 13  # and by so many or more failures among them, 1 % is ruled out by the same chance
REACH = 3.0  # standard errors of a bias: by 2.81, one in 200 runs for each button, 7 of 100 runs were outside
CURVE_BINS = 20
Z95 = 1.96
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
    bad = [0, *accumulate(not good for _, good in told)]
    failures = [end - start for start, end in zip(bad, bad[WINDOW:], strict=False)]  # in each window
    # Too low: more failures just above it than 1 % can bring about.
    low_us = max((gaps[n] for n, many in enumerate(failures) if many >= TOO_MANY), default=0.0)
    # Too high: no failure at all in that many pairs just below it.
    ends = range(max(at, WINDOW), len(gaps))
    high_us = next((gaps[end] for end in ends if not failures[end - WINDOW]), None)
    return Threshold(us, low_us if us is None else min(low_us, us), high_us)


def biases(pairs: Sequence[Pair], buttons: int) -> list[Bias]:
    """Each button's mean delay against each other one, from the order alone, averaged over the others."""
    by_two: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for pair in pairs:
        if pair.order is not None:
            # How much later `one` was pressed, and how often it came out first; a tie counts half.
            one, other = sorted((pair.first, pair.second))
            sign = -1 if pair.first == one else 1
            by_two[one, other].append((sign * pair.gap_us, 0.5 - sign * pair.order / 2))
    delays_us: list[list[float]] = [[] for _ in range(buttons)]
    variances = [0.0] * buttons
    for (one, other), told in sorted(by_two.items()):
        delay_us, variance = _delay(told)
        for button, later_us in ((one, delay_us), (other, -delay_us)):
            delays_us[button].append(later_us)
            variances[button] += variance
    return [
        Bias(sum(mine) / (len(mine) or 1), REACH * math.sqrt(variance) / (len(mine) or 1))
        for mine, variance in zip(delays_us, variances, strict=True)
    ]


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
        if here:
            area += fmean(here) * (high - low)
        if len(here) > 1:
            variance += (high - low) ** 2 * sample_variance(here) / len(here)
    return -area, variance


def curve(pairs: Sequence[Pair]) -> list[CurvePoint]:
    """The share in order by gap, in bins of equally many pairs, each with its 95 % interval (Wilson)."""
    told = _answered(pairs)
    points = []
    for number in range(CURVE_BINS):
        here = told[number * len(told) // CURVE_BINS : (number + 1) * len(told) // CURVE_BINS]
        if here:
            good = sum(one for _, one in here)
            low, high = wilson(good, len(here), Z95)
            gap_us = sum(gap for gap, _ in here) / len(here)
            points.append(CurvePoint(gap_us, good / len(here), low, high, len(here)))
    return points
