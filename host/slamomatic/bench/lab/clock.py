"""Times of the host's clock on LSL's: brackets of one clock around the other, and their bound. Pure.

On Linux the two clocks differ: LSL's is corrected by NTP while it runs, and a unit's must not be (see
`units.base.now_us`). So LSL's clock is read just before and just after the host's, again and again.
"""

from bisect import bisect
from collections.abc import Callable
from itertools import pairwise

from slamomatic.units.clock_map import OffsetBounds, Stamp

FASTEST = 1000e-6  # NTP corrects a clock by 500 ppm at most, and the kernel's own slew by 500 more
KEPT = 60_000  # ten minutes, a bracket every 10 ms
TRIES = 5


class LabClock:
    """Gives the host's times on LSL's clock, in microseconds. Not known until the first bracket."""

    def __init__(self) -> None:
        self._spans: list[OffsetBounds] = []

    def bracketed(self, before_us: float, host_us: int, after_us: float) -> None:
        """The host's clock showed `host_us` between these two readings of LSL's; later than all so far."""
        if self._spans and host_us <= self._spans[-1].unit_us:
            return
        # The host's microsecond had already begun when it was read: hence the further one.
        self._spans.append(OffsetBounds(host_us, before_us - host_us - 1.0, after_us - host_us))
        if len(self._spans) > 2 * KEPT:
            del self._spans[:-KEPT]

    def stamp(self, host_us: int) -> Stamp:
        """LSL's time of `host_us`, and how far it may be off; ValueError while nothing is known."""
        if not self._spans:
            raise ValueError("the clocks were never compared")
        at = bisect(self._spans, host_us, key=lambda span: span.unit_us)
        around = self._spans[max(0, at - 1) : at + 1]
        here = [span.at(host_us, -FASTEST, FASTEST) for span in around]
        low, high = max(span.low for span in here), min(span.high for span in here)
        for one, two in pairwise(around):
            if low > high:  # corrected faster than anybody should: the time still lies between the two
                low, high = one.unit_us + one.low - host_us, two.unit_us + two.high - host_us
        t_us = round(host_us + (low + high) / 2)
        return Stamp(t_us, int(max(high - (t_us - host_us), (t_us - host_us) - low)) + 1)


def read_bracket(host: Callable[[], int], lsl_s: Callable[[], float]) -> tuple[float, int, float]:
    """The narrowest of a few: LSL's clock in microseconds, the host's, LSL's again."""
    tries = [(lsl_s(), host(), lsl_s()) for _ in range(TRIES)]
    before_s, host_us, after_s = min(tries, key=lambda one: one[2] - one[0])
    return before_s * 1e6, host_us, after_s * 1e6
