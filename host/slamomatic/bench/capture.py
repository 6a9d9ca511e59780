"""A capture of raw edges as files that logic analysers open: CSV (a row a change) and VCD (1 us). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# VCD names a signal by one printable character.
FIRST_CODE = "!"


@dataclass(frozen=True, slots=True)
class Capture:
    """What the inputs did: (t_us, levels) at the start and at every change; bit n of levels is channel n."""

    channels: tuple[str, ...]
    changes: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        times = [t_us for t_us, _ in self.changes]
        if any(late <= early for early, late in pairwise(times)):
            raise ValueError("a capture's changes must each be later than the one before")


def changes_only(levels: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Records as the unit sends them, less those that changed nothing or lasted less than a microsecond."""
    kept: list[tuple[int, int]] = []
    for t_us, now in levels:
        if kept and kept[-1][0] == t_us:
            kept.pop()
        if not kept or kept[-1][1] != now:
            kept.append((t_us, now))
    return tuple(kept)


def to_csv(capture: Capture) -> str:
    """Time and one column a channel; one row a change."""
    rows = [",".join(["t_us", *capture.channels])]
    for t_us, levels in capture.changes:
        bits = [str(levels >> n & 1) for n in range(len(capture.channels))]
        rows.append(",".join([str(t_us), *bits]))
    return "\n".join(rows) + "\n"


def to_vcd(capture: Capture) -> str:
    """Value change dump, 1 us a step. Every value stands at #0: readers start there without unknowns."""
    codes = [chr(ord(FIRST_CODE) + n) for n in range(len(capture.channels))]
    lines = ["$timescale 1 us $end", "$scope module slap $end"]
    lines += [f"$var wire 1 {code} {name} $end" for code, name in zip(codes, capture.channels, strict=True)]
    lines += ["$upscope $end", "$enddefinitions $end"]
    start_us = capture.changes[0][0] if capture.changes else 0
    before: int | None = None
    for t_us, levels in capture.changes:
        lines.append(f"#{t_us - start_us}")
        for n, code in enumerate(codes):
            bit = levels >> n & 1
            if before is None or bit != before >> n & 1:
                lines.append(f"{bit}{code}")
        before = levels
    # The last level lasts: without a later time a viewer would not draw it.
    if capture.changes:
        lines.append(f"#{capture.changes[-1][0] - start_us + 1000}")
    return "\n".join(lines) + "\n"
