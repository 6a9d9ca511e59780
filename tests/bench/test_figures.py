"""The six figures every instrument reports."""

from __future__ import annotations

import statistics

from hypothesis import given
from hypothesis import strategies as st

from slamomatic.bench.figures import figures, histogram

VALUES = st.lists(st.integers(-1000, 1_000_000), min_size=1, max_size=300)


@given(VALUES)
def test_every_figure_was_really_measured_and_they_are_in_order(values: list[int]) -> None:
    found = figures(values)
    assert found is not None
    five = [found.min, found.median, found.p95, found.p99, found.max]
    assert five == sorted(five) and set(five) <= set(values)
    assert found.min == min(values) and found.max == max(values) and found.count == len(values)
    assert found.median == statistics.median_low(values)
    assert set(found.outliers) <= set(values)


@given(VALUES)
def test_a_histogram_counts_every_measurement_once(values: list[int]) -> None:
    bins = histogram(values)
    assert sum(count for _, _, count in bins) == len(values)
    assert bins[0][0] == min(values)


def test_p99_of_a_hundred_leaves_one_above_it() -> None:
    found = figures(list(range(1, 101)))
    assert found is not None
    assert (found.p95, found.p99, found.max) == (95, 99, 100)


def test_an_outlier_is_marked_and_stays_in_the_figures() -> None:
    found = figures([10, 11, 12, 11, 10, 12, 11, 500])
    assert found is not None
    assert found.outliers == (500,) and found.max == 500 and found.count == 8
    assert "1 outlier" in found.sentence()


def test_nothing_measured_gives_no_figures() -> None:
    assert figures([]) is None
    assert histogram([]) == []
