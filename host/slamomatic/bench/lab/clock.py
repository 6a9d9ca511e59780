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
    """The map from the host's clock to LSL's, in microseconds; empty until the first bracket."""

    def __init__(self) -> None:
        self._spans: list[OffsetBounds] = []

    def note_bracket(self, before_us: float, host_us: int, after_us: float) -> None:
        """Note that the host's clock showed `host_us` between two readings of LSL's.

        An old reading is ignored.
        """
        if self._spans and host_us <= self._spans[-1].unit_us:
            return
        # The host's time is cut off to whole microseconds: the truth may be almost one more.
        self._spans.append(OffsetBounds(host_us, before_us - host_us - 1.0, after_us - host_us))
        if len(self._spans) > 2 * KEPT:
            del self._spans[:-KEPT]

    def stamp(self, host_us: int) -> Stamp:
        """Return LSL's time of `host_us`, with its bound. ValueError before the first bracket."""
        if not self._spans:
            raise ValueError("the clocks were never compared")
        at = bisect(self._spans, host_us, key=lambda span: span.unit_us)
        around = self._spans[max(0, at - 1) : at + 1]
        here = [span.at(host_us, -FASTEST, FASTEST) for span in around]
        low, high = max(span.low for span in here), min(span.high for span in here)
        for one, two in pairwise(around):
            if low > high:  # a clock jumped: then only the two brackets around the time are certain
                low, high = one.unit_us + one.low - host_us, two.unit_us + two.high - host_us
        t_us = round(host_us + (low + high) / 2)
        shift_us = t_us - host_us
        return Stamp(t_us, int(max(high - shift_us, shift_us - low)) + 1)  # the bound is rounded up


def read_bracket(host: Callable[[], int], lsl_s: Callable[[], float]) -> tuple[float, int, float]:
    """Read LSL's clock, the host's and LSL's again, in microseconds; return the narrowest of a few tries."""
    tries = [(lsl_s(), host(), lsl_s()) for _ in range(TRIES)]
    before_s, host_us, after_s = min(tries, key=lambda one: one[2] - one[0])
    return before_s * 1e6, host_us, after_s * 1e6
