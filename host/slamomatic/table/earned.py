"""Accuracy that is earned: a source is judged more finely once it has stated a smaller error for a while."""

EARNED_US = 3_000_000
# An error is much smaller below this share of the judged one; else it is not worth a line in the journal.
WORTH_IT = 0.75
LEAST_US = 500
STEP_US = 100  # else an error that grows little by little would write a line in every frame


class Earned:
    """Since when each source has stated less than it is judged by, and the most that it stated meanwhile."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[int, int]] = {}

    def look(self, source: int, stated_us: int, judged_us: int, now_us: int) -> int | None:
        """Note what the source states now; return the smaller error that it has earned by now, if any."""
        if stated_us > judged_us * WORTH_IT or judged_us - stated_us < LEAST_US:
            self._since.pop(source, None)
            return None
        since_us, most_us = self._since.get(source, (now_us, 0))
        most_us = max(most_us, stated_us)
        self._since[source] = (since_us, most_us)
        return -(-most_us // STEP_US) * STEP_US if now_us - since_us >= EARNED_US else None
