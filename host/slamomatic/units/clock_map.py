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
class OffsetBounds:
    """Bounds of the offset (host's clock minus unit's clock, in us) at one moment of the unit's clock."""

    unit_us: int
    low: float
    high: float

    def at(self, unit_us: int, slowest: float, fastest: float) -> OffsetBounds:
        """Return the bounds at another moment, for all rates between `slowest` and `fastest`."""
        ahead = unit_us - self.unit_us
        drifts = (ahead * slowest, ahead * fastest)
        return OffsetBounds(unit_us, self.low + min(drifts), self.high + max(drifts))


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment on the host's clock and how far it may be off."""

    t_us: int
    error_us: int


class ClockMap:
    """The map from a unit's time to the host's, unknown until the first ping has come back."""

    def __init__(self) -> None:
        self._bounds: OffsetBounds | None = None
        # A stretch is the time from one jump of a clock to the next. Pings prove that it goes on. A line has
        # one side of the bounds only, and a late one from after a jump may still fit.
        self._first: OffsetBounds | None = None  # the first bounds of this stretch
        self._proved: OffsetBounds | None = None  # the bounds at its latest ping
        # The bounds at the latest ping of the stretch before. A clock that jumps under way of the first ping
        # of a stretch makes its bounds wrong, and only a second ping can show it: such a stretch is left out.
        self._before: OffsetBounds | None = None
        self._confirmed = False  # whether a second ping of this stretch fitted the first
        self._slowest = -FASTEST_RATE
        self._fastest = FASTEST_RATE
        self._anchors: deque[OffsetBounds] = deque(maxlen=ANCHORS)
        # Stamps are read off a line that moves without jumps as long as slaps come in.
        self._line_unit_us = 0
        self._line_offset = 0.0
        self._line_rate = 0.0
        self._last_stamped_us: int | None = None
        self.steps = 0  # how often one of the clocks jumped: the host slept, for instance
        self.missed_us = 0  # by how much the stated bound was missed the last time

    @property
    def known(self) -> bool:
        return self._bounds is not None

    @property
    def rate_ppm(self) -> float | None:
        """How much faster the unit's clock runs than the host's; None until that is known to 20 ppm."""
        if self._fastest - self._slowest > 40e-6:
            return None
        # The offset is host minus unit: it falls while the unit's clock runs faster.
        return -(self._slowest + self._fastest) / 2 * 1e6

    def note_ping(self, sent_us: int, unit_us: int, read_us: int) -> None:
        """Learn from a ping: sent at `sent_us`, stamped `unit_us` by the unit, and read at `read_us`."""
        # The unit cuts its time to whole microseconds: it may have been almost 1 us later than it says.
        seen = OffsetBounds(unit_us, sent_us - unit_us - 1.0, float(read_us - unit_us))
        if self._narrow(seen):
            self._confirmed = True
        else:
            self._start(seen)
        self._proved = self._bounds
        self._anchor()
        self._steer()

    def note_line(self, unit_us: int, read_us: int) -> None:
        """Learn from a line that the unit stamped `unit_us`: that was no later than `read_us`.

        If that contradicts what is known, a clock has jumped. Then nothing is known until the next ping.
        """
        seen = OffsetBounds(unit_us, float("-inf"), float(read_us - unit_us))
        if self._bounds is not None and not self._narrow(seen):
            self._end_stretch()
            self._bounds = self._first = None

    def stamp(self, unit_us: int) -> Stamp:
        """Return the host's time of a slap at `unit_us`. Raise ValueError while nothing is known."""
        if self._bounds is None or self._first is None:
            raise ValueError("no ping has come back yet")
        if self._before is not None and unit_us < self._first.unit_us:
            return self._stamp_around_step(unit_us, self._before, self._first)
        if self._last_stamped_us is None or unit_us > self._last_stamped_us:
            self._last_stamped_us = unit_us
        bounds = self._bounds.at(unit_us, self._slowest, self._fastest)
        t_us = round(unit_us + self._offset(unit_us))
        # Before the first ping of a boot the host may have slept, for as long as lies between at most.
        unseen_us = max(0, self._first.unit_us - unit_us)
        return Stamp(t_us, _error(t_us - unit_us, bounds) + unseen_us)

    def about_us(self, unit_us: int) -> int:
        """Return roughly the host's time of `unit_us`, for anything but slaps."""
        return round(unit_us + self._offset(unit_us))

    def earliest_us(self, unit_us: int) -> int:
        """Return roughly the host's time of `unit_us`; if a clock has jumped since, its earliest limit."""
        if self._before is not None and self._first is not None and unit_us < self._first.unit_us:
            stamp = self._stamp_around_step(unit_us, self._before, self._first)
            return stamp.t_us - stamp.error_us
        return self.about_us(unit_us)

    def error_us(self, unit_us: int) -> int | None:
        """Return the error that a stamp at `unit_us` would have; None while nothing is known."""
        if self._bounds is None:
            return None
        bounds = self._bounds.at(unit_us, self._slowest, self._fastest)
        return _error(self._offset(unit_us), bounds)

    def _stamp_around_step(self, unit_us: int, before: OffsetBounds, first: OffsetBounds) -> Stamp:
        """Return the host's time of a moment before the first ping that came after a clock had jumped."""
        old = before.at(unit_us, -FASTEST_RATE, FASTEST_RATE)
        if unit_us <= before.unit_us:
            t_us = round(unit_us + (old.low + old.high) / 2)
            return Stamp(t_us, _error(t_us - unit_us, old))
        # Nobody knows when the jump was: between the last moment of the old stretch and the first of the new.
        earliest = before.unit_us + before.low
        latest = max(earliest, first.unit_us + first.high)
        t_us = round((earliest + latest) / 2)
        return Stamp(t_us, round((latest - earliest) / 2) + 2)

    def _offset(self, unit_us: int) -> float:
        """Return the offset by the line that stamps are read off."""
        return self._line_offset + self._line_rate * (unit_us - self._line_unit_us)

    def _narrow(self, seen: OffsetBounds) -> bool:
        """Cut the known bounds of offset and rate with those just seen.

        Return False if they contradict each other, or nothing is known yet.
        """
        if self._bounds is None:
            return False
        if seen.unit_us < self._bounds.unit_us:  # a line from the past still says something about now
            seen = seen.at(self._bounds.unit_us, self._slowest, self._fastest)
        here = self._bounds.at(seen.unit_us, self._slowest, self._fastest)
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
        self._bounds = here
        self._slowest, self._fastest = slowest, fastest
        return slowest <= fastest

    def _start(self, seen: OffsetBounds) -> None:
        """Begin a new stretch with these bounds and forget the rate: a clock may have jumped."""
        if self._bounds is not None:
            self._end_stretch()
        self._bounds = self._first = seen
        self._slowest, self._fastest = -FASTEST_RATE, FASTEST_RATE
        self._anchors.clear()
        self._last_stamped_us = None

    def _end_stretch(self) -> None:
        """Note that one of the clocks has jumped."""
        if self._confirmed or self._before is None:
            self._before = self._proved
        self._confirmed = False
        self.steps += 1

    def _anchor(self) -> None:
        """Keep the present bounds now and then: the rate is learnt from bounds that are far apart."""
        bounds = self._bounds
        assert bounds is not None
        if not self._anchors or bounds.unit_us - self._anchors[-1].unit_us >= ANCHOR_EVERY_US:
            self._anchors.append(OffsetBounds(bounds.unit_us, bounds.low, bounds.high))
            # The limits on the rate are found again, from the anchors that are left: it may have changed.
            self._slowest, self._fastest = -FASTEST_RATE, FASTEST_RATE
            self._narrow(bounds)

    def _steer(self) -> None:
        """Draw a new line for the stamps from now on, through the middle of the bounds.

        Shortly after a slap it only bends towards the middle: a jump could change the order of two slaps.
        """
        bounds = self._bounds
        assert bounds is not None
        middle = (bounds.low + bounds.high) / 2
        rate = max(self._slowest, min(self._fastest, 0.0))  # crystals are good: as near 0 as the bounds allow
        quiet = self._last_stamped_us is None or bounds.unit_us - self._last_stamped_us > QUIET_US
        if quiet:
            self._line_offset = middle
            self._line_rate = rate
        else:
            self._line_offset = self._offset(bounds.unit_us)
            bend = (middle - self._line_offset) / QUIET_US
            self._line_rate = rate + max(-SLEW, min(SLEW, bend))
        self._line_unit_us = bounds.unit_us


def _error(offset: float, bounds: OffsetBounds) -> int:
    """Return how far this offset may be off, rounded up to whole microseconds."""
    return int(max(bounds.high - offset, offset - bounds.low)) + 1
