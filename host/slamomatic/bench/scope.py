"""A logic analyser's window on raw edges: zoom, trigger, pause. Pure: times and levels in, segments out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# One, two, five: what a division of an oscilloscope has always stepped through.
SPANS_US = (*(n * 10**e for e in range(2, 7) for n in (1, 2, 5)), 10_000_000)
KEPT = 20_000
# Where the triggering edge stands in the window: enough before it to see what led to it.
TRIGGER_AT = 0.2


@dataclass(frozen=True, slots=True)
class Trigger:
    """The edge to wait for: a channel that closes or opens."""

    channel: int
    closes: bool

    def fits(self, before: int, after: int) -> bool:
        was, now = before >> self.channel & 1, after >> self.channel & 1
        return was != now and bool(now) == self.closes


Segment = tuple[float, float, bool]  # from, to (0 to 1 over the window), closed?


class Scope:
    """Keeps the latest edges and shows a span of them."""

    def __init__(self, channels: int) -> None:
        self.channels = channels
        self.span_us = 100_000
        self.paused = False
        self.trigger: Trigger | None = None
        self.held_us: int | None = None  # the edge that triggered, while its window is being shown
        self._times: list[int] = []
        self._levels: list[int] = []
        self._now_us = 0
        self._shown_us = 0  # the right end of the window

    def feed(self, records: Iterable[tuple[int, int]], now_us: int) -> None:
        """Edges as they come in; `now_us` is the unit's time, so that the window moves on in silence too."""
        for t_us, levels in records:
            before = self._levels[-1] if self._levels else 0
            self._times.append(t_us)
            self._levels.append(levels)
            if self.trigger and not self.paused and self._ready(t_us) and self.trigger.fits(before, levels):
                self.held_us = t_us
        if len(self._times) > 2 * KEPT:
            del self._times[:-KEPT], self._levels[:-KEPT]
        self._now_us = max(self._now_us, now_us, self._times[-1] if self._times else 0)
        if not self.paused:
            self._shown_us = self._right_us()

    def _ready(self, t_us: int) -> bool:
        """A trigger shows its whole window before it may fire again."""
        return self.held_us is None or t_us > self.held_us + (1 - TRIGGER_AT) * self.span_us

    def _right_us(self) -> int:
        if self.trigger is not None and self.held_us is not None:
            return self.held_us + round((1 - TRIGGER_AT) * self.span_us)
        return self._now_us

    # -- what a person does

    def zoom(self, steps: int) -> None:
        """Out (positive) or in, about the trigger or the window's middle."""
        at = min(range(len(SPANS_US)), key=lambda n: abs(SPANS_US[n] - self.span_us))
        middle_us = self._shown_us - self.span_us // 2
        self.span_us = SPANS_US[max(0, min(len(SPANS_US) - 1, at + steps))]
        held = self.trigger is not None and self.held_us is not None
        if self.paused and not held:
            self._shown_us = middle_us + self.span_us // 2
        else:
            self._shown_us = self._right_us()

    def pan(self, share: float) -> None:
        """Along the time, by a share of the window; only a paused picture can be moved."""
        if self.paused:
            self._shown_us += round(share * self.span_us)

    def pause(self) -> None:
        self.paused = not self.paused
        if not self.paused:
            self._shown_us = self._right_us()

    def next_trigger(self) -> None:
        """None, each channel closing, each opening, none again."""
        order: list[Trigger | None] = [None]
        order += [Trigger(n, closes) for closes in (True, False) for n in range(self.channels)]
        self.trigger = order[(order.index(self.trigger) + 1) % len(order)]
        self.held_us = None

    # -- what is shown

    def window(self) -> tuple[int, int]:
        return self._shown_us - self.span_us, self._shown_us

    def segments(self, channel: int, width_px: int) -> list[Segment]:
        """One channel's line; edges that share a pixel become one closed stroke, so that none is unseen."""
        start_us, end_us = self.window()
        first = bisect_right(self._times, start_us)
        last = bisect_left(self._times, end_us)
        level = bool(self._levels[first - 1] >> channel & 1) if first else False
        pieces: list[Segment] = []
        at = 0.0
        for n in range(first, last):
            now = bool(self._levels[n] >> channel & 1)
            if now != level:
                x = (self._times[n] - start_us) / self.span_us
                pieces.append((at, x, level))
                at, level = x, now
        pieces.append((at, 1.0, level))
        return merged(pieces, 1.0 / max(1, width_px))

    def edges_shown(self, channel: int) -> int:
        return len(self.segments(channel, 1_000_000)) - 1


def merged(pieces: Sequence[Segment], finest: float) -> list[Segment]:
    """Runs of segments narrower than a pixel become one that is drawn closed."""
    out: list[Segment] = []
    for start, end, closed in pieces:
        narrow = end - start < finest
        if out and narrow and out[-1][1] - out[-1][0] < finest:
            out[-1] = (out[-1][0], end, True)
        else:
            out.append((start, end, closed))
    return out
