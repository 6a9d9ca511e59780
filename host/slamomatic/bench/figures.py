"""Figures of measurements, the same for every instrument: outliers are marked, never removed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.words import gettext, ngettext


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some measurements, and the outliers among them."""

    unit: str
    count: int
    min: float
    median: float
    p50: float  # the median by its other name
    p95: float
    p99: float
    max: float
    outliers: tuple[float, ...]

    def sentence(self) -> str:
        """Return the figures as one line for the terminal."""
        five = {name: f"{getattr(self, name):g}" for name in ("min", "median", "p95", "p99", "max")}
        values = five | {"unit": self.unit, "count": str(self.count)}
        if not self.outliers:
            return gettext(
                "min {min}, median {median}, p95 {p95}, p99 {p99}, max {max} {unit} ({count} measured)",
                **values,
            )
        return ngettext(
            "min {min}, median {median}, p95 {p95}, p99 {p99}, max {max} {unit} ({count} measured, {n} "
            "outlier)",
            "min {min}, median {median}, p95 {p95}, p99 {p99}, max {max} {unit} ({count} measured, {n} "
            "outliers)",
            len(self.outliers),
            **values,
        )


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the smallest measurement with at least `share` of all at or below it; none is interpolated."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def outliers_of(ordered: Sequence[float]) -> tuple[float, ...]:
    """Return the values further than three quartile ranges from the middle half (Tukey's far-out fence)."""
    low, high = quantile(ordered, 0.25), quantile(ordered, 0.75)
    reach = 3 * (high - low)
    return tuple(value for value in ordered if value < low - reach or value > high + reach)


def figures(values: Sequence[float], unit: str = "us") -> Figures | None:
    """Return the figures of `values`; None for an empty list."""
    if not values:
        return None
    ordered = sorted(values)
    median, p95, p99 = (quantile(ordered, share) for share in (0.5, 0.95, 0.99))
    return Figures(
        unit, len(ordered), ordered[0], median, median, p95, p99, ordered[-1], outliers_of(ordered)
    )


def rounded(value: float | None, digits: int = 1) -> float | None:
    """Round a value for a JSON answer; None (not measured) stays None."""
    return None if value is None else round(value, digits)


def wilson(good: float, count: int, z: float) -> tuple[float, float]:
    """Return the interval of the true share behind `good` of `count`, at `z` standard errors (Wilson's)."""
    if not count:
        return 0.0, 1.0
    share = good / count
    scale = 1 + z * z / count
    middle = (share + z * z / (2 * count)) / scale
    reach = z / scale * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def histogram(values: Sequence[float], bins: int = 30) -> list[tuple[float, float, int]]:
    """Count the values in equal bins over their range: (from, to, count); the last one includes its end."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / width))] += 1
    return [(low + n * width, low + (n + 1) * width, count) for n, count in enumerate(counts)]
