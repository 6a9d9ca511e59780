"""Accuracy that is earned: a source is judged more finely once it has stated a smaller error for a while.

A page can make its network look good and bad by turns. Each turn is a line in the journal. So a source that
does not keep what it has earned has to earn it for longer.
"""

from collections import deque

EARNED_US = 3_000_000
MOST_EARNED_US = 48_000_000
SOON_US = 60_000_000  # whoever states more again within this time has not kept it
# An error is much smaller below this share of the judged one; else it is not worth a line in the journal.
WORTH_IT = 0.75
LEAST_US = 500
STEP_US = 100
# An error that grows little by little would write a line in every frame: after a few, so much more each time.
GROWS_BY = 1 / 8
FREE_RISES = 10  # within EARNED_US


class Earned:
    """Since when each source has stated less than it is judged by, and the most that it stated meanwhile."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[int, int]] = {}
        self._takes_us: dict[int, int] = {}
        self._fell_us: dict[int, int] = {}  # when the source was last judged more finely
        self._rose_us: dict[int, deque[int]] = {}  # and when more coarsely, the last few times

    def look(self, source: int, stated_us: int, judged_us: int, now_us: int) -> int | None:
        """Note what the source states now; return the smaller error that it has earned by now, if any."""
        if stated_us > judged_us * WORTH_IT or judged_us - stated_us < LEAST_US:
            self._since.pop(source, None)
            return None
        since_us, most_us = self._since.get(source, (now_us, 0))
        most_us = max(most_us, stated_us)
        self._since[source] = (since_us, most_us)
        earned = now_us - since_us >= self._takes_us.get(source, EARNED_US)
        return _stepped(most_us) if earned else None

    def fell(self, source: int, now_us: int) -> None:
        """The game is told to judge the source more finely. If it can't, the source begins again."""
        self._fell_us[source] = now_us
        self._since.pop(source, None)

    def rises_to(self, source: int, stated_us: int, judged_us: int, now_us: int) -> int:
        """The source states more than it is judged by: what it is judged by from now on."""
        fell_us = self._fell_us.pop(source, None)
        rose_us = self._rose_us.setdefault(source, deque(maxlen=FREE_RISES))
        if fell_us is not None:
            takes_us = self._takes_us.get(source, EARNED_US)
            soon = now_us - fell_us < SOON_US
            self._takes_us[source] = min(2 * takes_us, MOST_EARNED_US) if soon else EARNED_US
        if len(rose_us) == FREE_RISES and now_us - rose_us[0] < EARNED_US:
            stated_us = max(stated_us, judged_us + int(judged_us * GROWS_BY))
        rose_us.append(now_us)
        return _stepped(stated_us)


def _stepped(error_us: int) -> int:
    return -(-error_us // STEP_US) * STEP_US
