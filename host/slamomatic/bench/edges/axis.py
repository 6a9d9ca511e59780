"""A scope's time axis, pure: its marks, two cursors on it, and times as they are written in instruments."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

MOST_TICKS = 10
NAMES = ("A", "B")
# Where a cursor stands that was never set, and one that is outside the picture when it is moved.
FIRST_SHARES = (0.25, 0.75)
UNITS = ((1_000_000, "s"), (1_000, "ms"), (1, "µs"))


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the axis."""

    share: float  # 0 to 1 over the window
    label: str


def step_us(span_us: int, most: int = MOST_TICKS) -> int:
    """Return the time between marks: the smallest of 1, 2, 5, 10, 20 ... with at most `most` marks."""
    steps = (factor * int(10**power) for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if span_us <= step * most)


def ticks(start_us: int, end_us: int, zero_us: int, most: int = MOST_TICKS) -> list[Tick]:
    """Return the marks in a window, at round times counted from `zero_us`, each labelled with its unit."""
    step = step_us(end_us - start_us, most)
    first = -((zero_us - start_us) // step)
    last = (end_us - zero_us) // step
    unit_us, unit = unit_of(step)
    return [
        Tick(
            (zero_us + n * step - start_us) / (end_us - start_us),
            f"{signed(n * step / unit_us)} {unit}" if n else "0",
        )
        for n in range(first, last + 1)
    ]


def unit_of(value_us: float) -> tuple[int, str]:
    """Return the largest unit (its microseconds, its name) that fits into the value; else microseconds."""
    return next((one for one in UNITS if abs(value_us) >= one[0]), UNITS[-1])


def signed(value: float) -> str:
    """Write a number with a true minus sign."""
    return f"{value:g}".replace("-", "\u2212")


def exact(value_us: int) -> str:
    """Write every microsecond of a time, in its fitting unit: 812 µs, 1.204 ms, 2.5 s."""
    unit_us, unit = unit_of(value_us)
    return f"{value_us / unit_us:.15g} {unit}".replace("-", "\u2212")


def per_second(between_us: int) -> str:
    """Write how many of this length fit into a second; "" for no length."""
    return f"{signed(float(f'{1e6 / abs(between_us):.4g}'))} Hz" if between_us else ""


@dataclass(slots=True)
class Cursors:
    """The times of cursors A and B (None: not set yet), and which of the two is in hand (0 or 1)."""

    at_us: list[int | None] = field(default_factory=lambda: [None, None])
    held: int = 0

    @property
    def difference_us(self) -> int | None:
        """The time from cursor A to cursor B."""
        a_us, b_us = self.at_us
        return None if a_us is None or b_us is None else b_us - a_us

    def switch(self) -> None:
        self.held = 1 - self.held

    def put(self, t_us: int) -> None:
        self.at_us[self.held] = t_us

    def step(self, window: tuple[int, int], share: float) -> None:
        """Move the cursor in hand by a share of the window, at least a microsecond.

        It stays in the window.
        """
        at_us = self._time_in(window)
        by_us = round(share * (window[1] - window[0])) or (1 if share > 0 else -1)
        self.put(max(window[0], min(window[1], at_us + by_us)))

    def to_edge(self, window: tuple[int, int], edges_us: Sequence[int], ahead: bool) -> None:
        """Move the cursor in hand to the next edge in the window, or to the one before; or leave it."""
        start_us, end_us = window
        at_us = self.at_us[self.held]
        if at_us is None or not start_us <= at_us <= end_us:
            at_us = start_us - 1 if ahead else end_us + 1
        index = bisect_right(edges_us, at_us) if ahead else bisect_left(edges_us, at_us) - 1
        if 0 <= index < len(edges_us) and start_us <= edges_us[index] <= end_us:
            self.put(edges_us[index])

    def _time_in(self, window: tuple[int, int]) -> int:
        """Return the time of the cursor in hand; its first place if it is not set or outside the window."""
        start_us, end_us = window
        at_us = self.at_us[self.held]
        if at_us is not None and start_us <= at_us <= end_us:
            return at_us
        return start_us + round(FIRST_SHARES[self.held] * (end_us - start_us))


def nearest(edges_us: Sequence[int], t_us: int, within_us: int) -> int:
    """Return the edge nearest to a click at `t_us`, if one is within `within_us`.

    Else the click's own time.
    """
    close = [edge_us for edge_us in edges_us if abs(edge_us - t_us) <= within_us]
    return min(close, key=lambda edge_us: abs(edge_us - t_us), default=t_us)
