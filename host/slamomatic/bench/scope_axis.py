"""A scope's time axis, pure: where its marks stand, and times as they are written in instruments."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

MOST_TICKS = 10
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
    """Every microsecond of a time, in its fitting unit: 812 µs, 1.204 ms, 2.5 s."""
    unit_us, unit = unit_of(value_us)
    digits = {1: 0, 1_000: 3, 1_000_000: 6}[unit_us]
    number = f"{value_us / unit_us:.{digits}f}"
    if digits:
        number = number.rstrip("0").rstrip(".")
    return f"{number} {unit}".replace("-", "\u2212")


def per_second(between_us: int) -> str:
    """How often a second something this long would fit; nothing for no length at all."""
    return f"{signed(float(f'{1e6 / abs(between_us):.4g}'))} Hz" if between_us else ""
