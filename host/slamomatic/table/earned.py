"""Accuracy that is earned: a source is judged more finely once it has stated a smaller error for a while.

A page can make its network look good and bad by turns. Each turn is a line in the journal. So a source that
does not keep what it has earned has to earn it for longer.
"""

from collections import deque

EARNED_US = 3_000_000
MOST_EARNED_US = 48_000_000
SOON_US = 60_000_000  # a source that states more again within this time has not kept it
# An error is much smaller below this share of the judged one; else it is not worth a line in the journal.
WORTH_IT = 0.75
LEAST_US = 500
STEP_US = 100
# An error that grows little by little would write a line in every frame: after a few, so much more each time.
GROWS_BY = 1 / 8
FREE_RISES = 10  # within EARNED_US


class Earned:
    """The smaller errors that sources state, and have to state for a while before they count."""

    def __init__(self) -> None:
        # Since when each source has stated less than it is judged by, and the most that it stated meanwhile.
        self._since: dict[int, tuple[int, int]] = {}
        self._takes_us: dict[int, int] = {}  # how long each source has to keep a smaller error
        self._fell_us: dict[int, int] = {}  # when the source was last judged more finely
        self._rose_us: dict[int, deque[int]] = {}  # when it was judged more coarsely, the last few times

    def note_smaller(self, source: int, stated_us: int, judged_us: int, now_us: int) -> int | None:
        """Note that the source states a smaller error than it is judged by (`judged_us`).

        Return the error that it has earned by that; None: not yet, or so little less is not worth it.
        """
        if stated_us > judged_us * WORTH_IT or judged_us - stated_us < LEAST_US:
            self._since.pop(source, None)
            return None
        since_us, most_us = self._since.get(source, (now_us, 0))
        most_us = max(most_us, stated_us)
        self._since[source] = (since_us, most_us)
        earned = now_us - since_us >= self._takes_us.get(source, EARNED_US)
        return _stepped(most_us) if earned else None

    def note_fall(self, source: int, now_us: int) -> None:
        """Note that the game is told to judge the source more finely; the next step is earned from now on."""
        self._fell_us[source] = now_us
        self._since.pop(source, None)

    def note_rise(self, source: int, stated_us: int, judged_us: int, now_us: int) -> int:
        """Note that the source states a larger error than it is judged by.

        Return the error to judge it by from now on. If it has not kept what it earned, earning takes twice as
        long from now on. If it rises again and again, the error grows by a larger step each time.
        """
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
    """Round an error up to a whole step."""
    return -(-error_us // STEP_US) * STEP_US
