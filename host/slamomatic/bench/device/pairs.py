"""Pairs of presses: which to press, what a device made of each, and what all of them say. Pure.

Which gap is the one from which 99 % come out in order, and how biased is each button? Nothing is assumed of
the device but this: the further apart two presses are, the more often they come out in order. So a poll, a
scan or a debounce of any shape is measured as what it is. All intervals of one run hold together in at least
95 of 100 runs: each is made for 99 %.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, permutations
from random import Random
from statistics import fmean
from statistics import variance as sample_variance
from typing import TypeVar

from slamomatic.bench.figures import rounded, wilson
from slamomatic.bench.result import Count

Time = TypeVar("Time", int, float)

WIDEST_US = 20_000.0
LATEST_US = 500_000.0
# The gaps narrow down on the threshold in four stages: this share of all pairs, from and up to this
# multiple of the threshold that the stage before it saw.
STAGES = ((0.08, 0.0, 0.0), (0.17, 0.0, 1.7), (0.35, 0.0, 1.2), (0.4, 0.8, 1.25))

IN_ORDER = 0.99
# At 1 % failures, this many pairs without a single one happen by chance in 1 of 200 runs.
WINDOW = 528
TOO_MANY = 13  # and by so many or more failures among them, 1 % is ruled out by the same chance
REACH = 3.0  # standard errors of a bias: by 2.81, one in 200 runs for each button, 7 of 100 runs were outside
CURVE_BINS = 20
Z95 = 1.96
_BIAS_BINS = 24
_OUTER_BINS = 8


PairTimes = tuple[int, int, float, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two presses, and when each came out, counted from the first press; None: it was lost."""

    first: int
    second: int
    gap_us: float
    first_came_us: float | None
    second_came_us: float | None

    @property
    def order(self) -> int | None:
        """Return 1 if the pair came out in order, 0 for a tie, -1 the wrong way round.

        None: a press was lost.
        """
        if self.first_came_us is None or self.second_came_us is None:
            return None
        if self.second_came_us == self.first_came_us:
            return 0
        return 1 if self.second_came_us > self.first_came_us else -1

    @property
    def latencies_us(self) -> tuple[tuple[int, float | None], ...]:
        """The button of each press, and the time until its report; None if it was lost."""
        first_us, second_us = self.first_came_us, self.second_came_us
        took_us = None if second_us is None else second_us - self.gap_us
        return (self.first, first_us), (self.second, took_us)

    def rounded(self) -> PairTimes:
        """Return all fields, the times rounded as an answer has them."""
        came = rounded(self.first_came_us), rounded(self.second_came_us)
        return self.first, self.second, round(self.gap_us, 1), *came


def pair_of(first: int, second: int, gap_us: float, came: Iterable[tuple[int, float]]) -> tuple[Pair, int]:
    """Return one pair from its reports, and how many of them nobody pressed.

    A report is (button, us since the first press).
    """
    times, invented = first_of_each({first, second}, came)
    return Pair(first, second, gap_us, times.get(first), times.get(second)), invented


def first_of_each(wanted: set[int], came: Iterable[tuple[int, Time]]) -> tuple[dict[int, Time], int]:
    """Return the first time of each wanted button or code, and the number of all other reports."""
    times: dict[int, Time] = {}
    invented = 0
    for which, t_us in came:
        if which in wanted and which not in times:
            times[which] = t_us
        else:
            invented += 1
    return times, invented


def planned(
    count: int, buttons: int, pressed: Sequence[Pair], chance: Random
) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs to press: (first button, second button, gap in us).

    The gaps narrow down on the threshold in stages; `pressed` must hold the pairs pressed so far. In each
    stage every pair comes equally often in either order, and the gaps are evenly spread.
    """
    orders = list(permutations(range(buttons), 2))
    sizes = [int(count * share) for share, _, _ in STAGES[:-1]]
    seen_us: float | None = None
    for size, (_, low, high) in zip([*sizes, count - sum(sizes)], STAGES, strict=True):
        least_us, most_us = 0.0, WIDEST_US
        if seen_us is not None and high:
            least_us, most_us = low * seen_us, min(WIDEST_US, max(high * seen_us, 100.0))
        presses = [
            (*orders[number % len(orders)], least_us + (most_us - least_us) * chance.random())
            for number in range(size)
        ]
        chance.shuffle(presses)
        yield from presses
        seen_us = threshold(pressed).us


# -- what they say


@dataclass(frozen=True, slots=True)
class Threshold:
    """The gap from which 99 % come out in order, and its interval.

    None: the gap is wider than any that was pressed, or there were too few pairs.
    """

    us: float | None
    low_us: float
    high_us: float | None


@dataclass(frozen=True, slots=True)
class Bias:
    """The time by which a button comes out later than the others, and its error, in microseconds."""

    us: float
    error_us: float

    @property
    def certain(self) -> bool:
        return abs(self.us) > self.error_us


def _orders_by_gap(pairs: Sequence[Pair]) -> list[tuple[float, bool]]:
    """Return (gap, came out in order?) of each pair, by gap; pairs with a lost press are left out."""
    return sorted((pair.gap_us, pair.order == 1) for pair in pairs if pair.order is not None)


def rising(values: Sequence[float]) -> list[float]:
    """Return the never-falling curve nearest to `values` (pool adjacent violators)."""
    blocks: list[tuple[float, int]] = []  # sum, count
    for value in values:
        total, count = value, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    return [total / count for total, count in blocks for _ in range(count)]


def threshold(pairs: Sequence[Pair]) -> Threshold:
    """Return the gap at which the rising curve passes 99 %, and its interval."""
    told = _orders_by_gap(pairs)
    gaps = [gap_us for gap_us, _ in told]
    curve = rising([float(good) for _, good in told])
    at = bisect_left(curve, IN_ORDER)
    us = gaps[at] if at < len(gaps) else None
    bad = [0, *accumulate(not good for _, good in told)]
    failures = [end - start for start, end in zip(bad, bad[WINDOW:], strict=False)]  # in each window
    # A gap is too low if more of the WINDOW pairs above it fail than 1 % can explain.
    low_us = max((gaps[n] for n, many in enumerate(failures) if many >= TOO_MANY), default=0.0)
    # A gap is surely wide enough if none of the WINDOW pairs below it fails.
    ends = range(max(at, WINDOW), len(gaps))
    high_us = next((gaps[end] for end in ends if not failures[end - WINDOW]), None)
    return Threshold(us, low_us if us is None else min(low_us, us), high_us)


def biases(pairs: Sequence[Pair], buttons: int) -> list[Bias]:
    """Return each button's mean delay against the others, from the order of the pairs alone.

    Each two buttons are compared; a button's bias is the mean of its delays against all others.
    """
    by_two: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for pair in pairs:
        if pair.order is not None:
            one, other = sorted((pair.first, pair.second))
            one_later_us = -pair.gap_us if pair.first == one else pair.gap_us
            one_first = {1: 1.0, 0: 0.5, -1: 0.0}[pair.order if pair.first == one else -pair.order]
            by_two[one, other].append((one_later_us, one_first))
    delays_us: list[list[float]] = [[] for _ in range(buttons)]
    variances = [0.0] * buttons
    for (one, other), orders in sorted(by_two.items()):
        delay_us, variance = _delay(orders)
        for button, later_us in ((one, delay_us), (other, -delay_us)):
            delays_us[button].append(later_us)
            variances[button] += variance
    return [
        Bias(sum(mine) / (len(mine) or 1), REACH * math.sqrt(variance) / (len(mine) or 1))
        for mine, variance in zip(delays_us, variances, strict=True)
    ]


def _delay(told: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean delay of one button against another, and its variance.

    `told`: how much later the button was pressed, and whether it came out first. The mean delay is the area
    between the curve of these and the sharp step of a device without delay. The area is summed in bins, so
    that it does not depend on where the gaps happen to fall.
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
            first - (1.0 if x_us < 0 else 0.0)  # an ideal button comes out first if it is pressed earlier
            for x_us, first in told[bisect_left(places, low) : bisect_right(places, high)]
        ]
        if here:
            area += fmean(here) * (high - low)
        if len(here) > 1:
            variance += (high - low) ** 2 * sample_variance(here) / len(here)
    return -area, variance


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The share of pairs that came out in order around one gap, with its 95 % interval."""

    gap_us: float
    in_order: float
    low: float
    high: float
    pairs: Count


def curve(pairs: Sequence[Pair]) -> list[CurvePoint]:
    """The share in order by gap, in bins of equally many pairs, each with its 95 % interval (Wilson)."""
    told = _orders_by_gap(pairs)
    points = []
    for number in range(CURVE_BINS):
        here = told[number * len(told) // CURVE_BINS : (number + 1) * len(told) // CURVE_BINS]
        if here:
            good = sum(one for _, one in here)
            low, high = wilson(good, len(here), Z95)
            gap_us = sum(gap for gap, _ in here) / len(here)
            points.append(CurvePoint(gap_us, good / len(here), low, high, len(here)))
    return points
