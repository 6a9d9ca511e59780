"""A capture of raw edges as files that logic analysers open: CSV (a row a change) and VCD (1 us). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from slamomatic.messages import Edges

# VCD names a signal by one printable character.
FIRST_CODE = "!"
TAIL_US = 1000


@dataclass(frozen=True, slots=True)
class Capture:
    """The levels of all inputs: (t_us, levels) at the start and at every change; bit n is channel n."""

    channels: tuple[str, ...]
    changes: tuple[tuple[int, int], ...]
    end_us: int | None = None  # how long the last level was seen to last; None: not known

    def __post_init__(self) -> None:
        times = [t_us for t_us, _ in self.changes]
        if any(late <= early for early, late in pairwise(times)):
            raise ValueError("a capture's changes must each be later than the one before")

    @property
    def tail_us(self) -> int:
        """The time at which a file ends.

        It is later than the last change: else a viewer would not draw the last level.
        """
        last_us = self.changes[-1][0] if self.changes else 0
        return last_us + TAIL_US if self.end_us is None else max(last_us + 1, self.end_us)


def records_of(edges: Edges) -> list[tuple[int, int]]:
    """Return (t_us, levels) of each change in one message."""
    t_us = edges.t0_us
    return [(t_us := t_us + dt_us, levels) for levels, dt_us in edges.changes]


def changes_only(levels: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Drop the records that changed nothing or lasted less than a microsecond."""
    kept: list[tuple[int, int]] = []
    for t_us, now in levels:
        if kept and kept[-1][0] == t_us:
            kept.pop()
        if not kept or kept[-1][1] != now:
            kept.append((t_us, now))
    return tuple(kept)


def to_csv(capture: Capture) -> str:
    """Write a capture as CSV: time and one column a channel, one row a change.

    A last row says how long the last level was seen, if that is known.
    """
    rows = [",".join(["t_us", *capture.channels])]
    changes = list(capture.changes)
    if changes and capture.end_us is not None:
        changes.append((capture.tail_us, changes[-1][1]))
    for t_us, levels in changes:
        bits = [levels >> n & 1 for n in range(len(capture.channels))]
        rows.append(",".join(map(str, (t_us, *bits))))
    return "\n".join(rows) + "\n"


def to_vcd(capture: Capture) -> str:
    """Write a capture as a value change dump, 1 us a step.

    At #0 stands every level, so that none is unknown.
    """
    codes = [chr(ord(FIRST_CODE) + n) for n in range(len(capture.channels))]
    start_us = capture.changes[0][0] if capture.changes else 0
    lines = [f"$comment #0 is {start_us} us by the unit's clock $end"]
    lines += ["$timescale 1 us $end", "$scope module slap $end"]
    lines += [f"$var wire 1 {code} {name} $end" for code, name in zip(codes, capture.channels, strict=True)]
    lines += ["$upscope $end", "$enddefinitions $end"]
    before = -1
    for t_us, levels in capture.changes:
        lines.append(f"#{t_us - start_us}")
        moved = [n for n in range(len(codes)) if before < 0 or (levels ^ before) >> n & 1]
        lines += [f"{levels >> n & 1}{codes[n]}" for n in moved]
        before = levels
    if capture.changes:
        lines.append(f"#{capture.tail_us - start_us}")
    return "\n".join(lines) + "\n"


WRITERS = {".csv": to_csv, ".vcd": to_vcd}
