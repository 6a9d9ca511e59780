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
    """The smallest of 1, 2, 5, 10, 20 ... that gives at most so many marks."""
    steps = (factor * int(10**power) for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if span_us <= step * most)


def ticks(start_us: int, end_us: int, zero_us: int, most: int = MOST_TICKS) -> list[Tick]:
    """Marks at round times from `zero_us`, each with its unit."""
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
    """The largest unit that the value has at least one of."""
    return next((one for one in UNITS if abs(value_us) >= one[0]), UNITS[-1])


def signed(value: float) -> str:
    """A number with a true minus sign."""
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
    """Cursor A, cursor B and which of them is in hand. None: not set yet."""

    at_us: list[int | None] = field(default_factory=lambda: [None, None])
    held: int = 0

    @property
    def difference_us(self) -> int | None:
        """The time from cursor A to cursor B."""
        a_us, b_us = self.at_us
        return None if a_us is None or b_us is None else b_us - a_us

    def other(self) -> None:
        self.held = 1 - self.held

    def put(self, t_us: int) -> None:
        self.at_us[self.held] = t_us

    def step(self, window: tuple[int, int], share: float) -> None:
        """A part of the window along the time, at least a microsecond."""
        at_us = self._inside(window)
        by_us = round(share * (window[1] - window[0])) or (1 if share > 0 else -1)
        self.put(max(window[0], min(window[1], at_us + by_us)))

    def to_edge(self, window: tuple[int, int], edges_us: Sequence[int], ahead: bool) -> None:
        """Move the cursor to the next edge in the window, or the one before, if there is one."""
        start_us, end_us = window
        at_us = self.at_us[self.held]
        if at_us is None or not start_us <= at_us <= end_us:
            at_us = start_us - 1 if ahead else end_us + 1
        index = bisect_right(edges_us, at_us) if ahead else bisect_left(edges_us, at_us) - 1
        if 0 <= index < len(edges_us) and start_us <= edges_us[index] <= end_us:
            self.put(edges_us[index])

    def _inside(self, window: tuple[int, int]) -> int:
        start_us, end_us = window
        at_us = self.at_us[self.held]
        if at_us is not None and start_us <= at_us <= end_us:
            return at_us
        return start_us + round(FIRST_SHARES[self.held] * (end_us - start_us))


def nearest(edges_us: Sequence[int], t_us: int, within_us: int) -> int:
    """The edge that a click near it means; else the place of the click."""
    close = [edge_us for edge_us in edges_us if abs(edge_us - t_us) <= within_us]
    return min(close, key=lambda edge_us: abs(edge_us - t_us), default=t_us)
