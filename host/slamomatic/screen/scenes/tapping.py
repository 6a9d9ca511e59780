"""A game of ten seconds: people tap in time with a flash, which shows how late the screen is.

Whoever taps along with a rhythm taps when a flash is seen, not after it. Pure: time is handed in.
"""

from typing import NamedTuple

BEAT_US = 750_000
BEATS = 13
PRACTISE = 2  # the first beats don't count: people find the rhythm
FLASH_US = 130_000
EARLIEST_US = 250_000  # a tap so shortly before a beat is for that beat
BOUNCE_US = 150_000  # a second tap so soon is the same hand, or a key that repeats
LEAST_TAPS = 6
WIDEST_US = 70_000  # between the tenth and the ninetieth percent: taps further apart say nothing


class Lateness(NamedTuple):
    """The delay that the screen seems to have: the median of the taps, and how far apart most were."""

    median_us: int
    p10_us: int
    p90_us: int

    @property
    def spread_us(self) -> int:
        return self.p90_us - self.p10_us


class Tapping:
    """The flashes of one game, and the taps."""

    def __init__(self, began_us: int) -> None:
        self.began_us = began_us
        self._offs_us: list[int] = []  # how long after its beat each tap came
        self._last_us = began_us - BOUNCE_US  # the newest tap; none yet

    def lit(self, now_us: int) -> bool:
        """Whether it flashes now."""
        since_us = now_us - self.began_us
        return 0 <= since_us < BEATS * BEAT_US and since_us % BEAT_US < FLASH_US

    def changes_at_us(self, now_us: int) -> int:
        """Return when the flash next begins or ends."""
        beat_us = (now_us - self.began_us) // BEAT_US * BEAT_US + self.began_us
        return beat_us + (FLASH_US if now_us < beat_us + FLASH_US else BEAT_US)

    def over(self, now_us: int) -> bool:
        return now_us >= self.began_us + BEATS * BEAT_US

    def tap(self, t_us: int) -> None:
        """Note how long after its beat a tap came, unless it is a bounce or the beat is for practice."""
        if t_us - self._last_us < BOUNCE_US:
            return
        self._last_us = t_us
        beat, off_us = divmod(t_us - self.began_us, BEAT_US)
        if off_us >= BEAT_US - EARLIEST_US:
            beat, off_us = beat + 1, off_us - BEAT_US
        if PRACTISE <= beat < BEATS:
            self._offs_us.append(off_us)

    def lateness(self) -> Lateness | None:
        """Return the lateness that the taps show; None if they are too few or too far apart."""
        offs_us = sorted(self._offs_us)
        if len(offs_us) < LEAST_TAPS:
            return None
        p10_us, median_us, p90_us = (offs_us[int(share * (len(offs_us) - 1))] for share in (0.1, 0.5, 0.9))
        found = Lateness(max(0, median_us), max(0, p10_us), max(0, p90_us))
        return found if p90_us - p10_us <= WIDEST_US else None
