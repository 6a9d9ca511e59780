"""A unit's clock on the host's clock, pure: from pings to a time and a bound that holds.

A unit stamps its answer somewhere between the moment the host sent the ping and the moment it read the
answer. However lopsided the two ways are, the offset of the clocks lies in that interval. Intervals of many
pings are cut with each other, widened by how far the clocks may drift in between; quick pings make it narrow,
slow ones do no harm. Every other stamped line gives one side of an interval for nothing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

FASTEST_RATE = 600e-6  # two crystals (100 ppm each at worst), and much to spare
RATE_CHANGE = 6e-6  # how much the rate may change within the anchors' ten minutes, by warmth
ANCHOR_EVERY_US = 10_000_000
ANCHORS = 60
SHORTEST_BASE_US = 500_000  # anchors nearer than this say little about the rate
SLEW = 50e-6  # how fast a better estimate is taken over while slaps are coming in: 1 us in 20 ms
QUIET_US = 1_000_000  # without a slap for so long it is taken over at once


@dataclass(slots=True)
class Span:
    """Bounds of the offset (host minus unit) at one moment of the unit's clock."""

    unit_us: int
    low: float
    high: float

    def at(self, unit_us: int, slowest: float, fastest: float) -> Span:
        """Carry the offset to another moment, at a rate between `slowest` and `fastest`."""
        ahead = unit_us - self.unit_us
        drifts = (ahead * slowest, ahead * fastest)
        return Span(unit_us, self.low + min(drifts), self.high + max(drifts))


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment on the host's clock and how far it may be off."""

    t_us: int
    error_us: int


class ClockMap:
    """The map from a unit's time to the host's. It is unknown until the first ping came back."""

    def __init__(self) -> None:
        self._span: Span | None = None
        self._first: Span | None = None  # where this stretch of steady clocks began
        # Where the stretch before it was last known to be steady: at a ping. A line alone has one side only,
        # and a late one from after a jump may still fit.
        self._before: Span | None = None
        self._proved: Span | None = None  # the same of this stretch
        self._slowest = -FASTEST_RATE
        self._fastest = FASTEST_RATE
        self._anchors: deque[Span] = deque(maxlen=ANCHORS)
        # Stamps are read off a line that moves without jumps as long as slaps come in.
        self._line_unit_us = 0
        self._line_offset = 0.0
        self._line_rate = 0.0
        self._last_stamped_us: int | None = None
        self.steps = 0  # how often one of the clocks jumped: the host slept, for instance
        self.missed_us = 0  # by how much the stated bound was missed the last time

    @property
    def known(self) -> bool:
        return self._span is not None

    @property
    def rate_ppm(self) -> float | None:
        """How much faster the unit's clock runs than the host's, once that is known to 20 ppm."""
        if self._fastest - self._slowest > 40e-6:
            return None
        return -(self._slowest + self._fastest) / 2 * 1e6

    def ponged(self, sent_us: int, unit_us: int, read_us: int) -> None:
        """A ping sent at `sent_us` was stamped `unit_us` by the unit and its answer read at `read_us`."""
        # The unit's microsecond had already begun when it was read: hence the further one.
        seen = Span(unit_us, sent_us - unit_us - 1.0, float(read_us - unit_us))
        if not self._narrow(seen):
            self._start(seen)
        self._proved = self._span
        self._anchor()
        self._steer()

    def heard(self, unit_us: int, read_us: int) -> None:
        """A line stamped `unit_us` was read at `read_us`: it can't have been stamped later than that."""
        seen = Span(unit_us, float("-inf"), float(read_us - unit_us))
        if self._span is not None and not self._narrow(seen):
            self._before, self._span, self._first = self._proved, None, None
            self.steps += 1

    def stamp(self, unit_us: int) -> Stamp:
        """The host's time of `unit_us`; ValueError while nothing is known."""
        if self._span is None or self._first is None:
            raise ValueError("no ping has come back yet")
        if self._before is not None and unit_us < self._first.unit_us:
            return self._stamp_around_step(unit_us, self._before, self._first)
        if self._last_stamped_us is None or unit_us > self._last_stamped_us:
            self._last_stamped_us = unit_us
        span = self._span.at(unit_us, self._slowest, self._fastest)
        t_us = round(unit_us + self._offset(unit_us))
        # Before the first ping of a boot the host may have slept: then it was as much later at most.
        unseen_us = max(0, self._first.unit_us - unit_us)
        return Stamp(t_us, _error(t_us - unit_us, span) + unseen_us)

    def about_us(self, unit_us: int) -> int:
        """The host's time of `unit_us` where no bound is asked for; no slap, so nothing is noted."""
        return round(unit_us + self._offset(unit_us))

    def earliest_us(self, unit_us: int) -> int:
        """About the host's time of `unit_us`; before a jump of a clock, the earliest that it can be."""
        if self._before is not None and self._first is not None and unit_us < self._first.unit_us:
            stamp = self._stamp_around_step(unit_us, self._before, self._first)
            return stamp.t_us - stamp.error_us
        return self.about_us(unit_us)

    def error_us(self, unit_us: int) -> int | None:
        """The bound at that moment, without stamping anything."""
        if self._span is None:
            return None
        span = self._span.at(unit_us, self._slowest, self._fastest)
        return _error(self._offset(unit_us), span)

    def _stamp_around_step(self, unit_us: int, before: Span, first: Span) -> Stamp:
        """A moment from before one of the clocks jumped."""
        old = before.at(unit_us, -FASTEST_RATE, FASTEST_RATE)
        if unit_us <= before.unit_us:
            t_us = round(unit_us + (old.low + old.high) / 2)
            return Stamp(t_us, _error(t_us - unit_us, old))
        # The time lies between the last moment of the old stretch and the first of the new one.
        earliest = before.unit_us + before.low
        latest = max(earliest, first.unit_us + first.high)
        t_us = round((earliest + latest) / 2)
        return Stamp(t_us, round((latest - earliest) / 2) + 2)

    def _offset(self, unit_us: int) -> float:
        return self._line_offset + self._line_rate * (unit_us - self._line_unit_us)

    def _narrow(self, seen: Span) -> bool:
        """Cut what is known with what was seen; False if they contradict each other."""
        if self._span is None:
            return False
        if seen.unit_us < self._span.unit_us:  # a line from the past: carried forward it still holds
            seen = seen.at(self._span.unit_us, self._slowest, self._fastest)
        here = self._span.at(seen.unit_us, self._slowest, self._fastest)
        here.low = max(here.low, seen.low)
        here.high = min(here.high, seen.high)
        if here.low > here.high:
            self.missed_us = round(here.low - here.high)
            return False
        slowest, fastest = self._slowest, self._fastest
        for anchor in self._anchors:
            apart = here.unit_us - anchor.unit_us
            if apart >= SHORTEST_BASE_US:
                slowest = max(slowest, (here.low - anchor.high) / apart - RATE_CHANGE)
                fastest = min(fastest, (here.high - anchor.low) / apart + RATE_CHANGE)
        self._span = here
        self._slowest, self._fastest = slowest, fastest
        return slowest <= fastest

    def _start(self, seen: Span) -> None:
        if self._span is not None:
            self._before = self._proved
            self.steps += 1
        self._span = self._first = seen
        self._slowest, self._fastest = -FASTEST_RATE, FASTEST_RATE
        self._anchors.clear()
        self._last_stamped_us = None

    def _anchor(self) -> None:
        """Remember now and then what was known; the rate follows from far-apart anchors."""
        span = self._span
        assert span is not None
        if not self._anchors or span.unit_us - self._anchors[-1].unit_us >= ANCHOR_EVERY_US:
            self._anchors.append(Span(span.unit_us, span.low, span.high))
            # Old limits on the rate go with their anchors: the rate may have changed since.
            self._slowest, self._fastest = -FASTEST_RATE, FASTEST_RATE
            self._narrow(span)

    def _steer(self) -> None:
        """Draw a new line through now; it gives the stamps from here on."""
        span = self._span
        assert span is not None
        middle = (span.low + span.high) / 2
        rate = max(self._slowest, min(self._fastest, 0.0))  # crystals are good: no more than was shown
        quiet = self._last_stamped_us is None or span.unit_us - self._last_stamped_us > QUIET_US
        if quiet:
            self._line_offset = middle
            self._line_rate = rate
        else:
            self._line_offset = self._offset(span.unit_us)
            wanted = (middle - self._line_offset) / QUIET_US
            self._line_rate = rate + max(-SLEW, min(SLEW, wanted))
        self._line_unit_us = span.unit_us


def _error(offset: float, span: Span) -> int:
    return int(max(span.high - offset, offset - span.low)) + 1
