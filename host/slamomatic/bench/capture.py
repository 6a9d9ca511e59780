"""A capture of raw edges as files that logic analysers open: CSV (a row a change) and VCD (1 us). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from slamomatic.errors import UserError

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


def from_csv(text: str) -> Capture:
    rows = [line.split(",") for line in text.splitlines() if line.strip()]
    if not rows or rows[0][0] != "t_us":
        raise UserError(
            "This is not a capture of ours: its first line must begin with t_us. Record a new one."
        )
    channels = tuple(rows[0][1:])
    changes: list[tuple[int, int]] = []
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(channels) + 1 or not re.fullmatch(r"\d+(,[01])*", ",".join(row)):
            raise UserError(f"Line {number} of the capture is damaged: record it again or delete that line.")
        t_us = int(row[0])
        if changes and t_us <= changes[-1][0]:
            raise UserError(f"Line {number} of the capture goes back in time: record it again.")
        changes.append((t_us, sum(int(bit) << n for n, bit in enumerate(row[1:]))))
    return Capture(channels, tuple(changes))


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
