"""Count how many slaps in a row each source made void: after two of them play goes on without it."""

from slamomatic.units.base import UnitNotice, What

MOST_IN_A_ROW = 2  # voids by one source, before play goes on without it
FORGIVEN_AFTER = 3  # slaps that were judged meanwhile
# A paddle of one player alone may be made to fail when that suits its player. So the first void is forgiven
# later, and each further one after twice as many slaps: even a rare cheat is found out.
OWN_FORGIVEN_AFTER = 12
LONGER_EACH_TIME = 2
# A page that always answers just in time makes nothing void, and everybody wait. So long together is enough.
MOST_WAIT_US = 5_000_000
FORGIVEN_WAIT_US = 200_000  # with each slap that is judged
ONE_TROUBLE_US = 1_000_000  # what a source says of one trouble comes within this time


class Blame:
    """How many slaps in a row each source made void, in all games of an evening."""

    def __init__(self) -> None:
        self._voids: dict[str, int] = {}  # by source, since it was forgiven
        self._judged: dict[str, int] = {}  # slaps that were judged since its last one was void
        self._forgiven_after: dict[str, int] = {}  # so many such slaps; remembered for the whole evening
        self._waited_us: dict[str, int] = {}  # how long players have read that it is waited for
        self._latest: dict[str, What] = {}  # the kind of the latest notice
        self._began_us: dict[str, int] = {}  # when the latest trouble began that was counted

    def count_void(self, notice: UnitNotice, now_us: int, own: bool = False) -> bool:
        """Count a slap that is void because of this notice; return whether its source has too many in a row.

        `own`: whether one player alone slaps with the source. Such a source is forgiven later.
        """
        source, before = notice.source, self._latest.get(notice.source)
        self._latest[source] = notice.what
        came_back = notice.what is What.RESTARTED and before is What.LOST
        if came_back or now_us - self._began_us.get(source, -ONE_TROUBLE_US) < ONE_TROUBLE_US:
            return False  # the same trouble, told once more
        self._began_us[source] = now_us
        self._voids[source] = self._voids.get(source, 0) + 1
        self._judged[source] = 0
        longer = LONGER_EACH_TIME * self._forgiven_after.get(source, 0)
        self._forgiven_after[source] = max(OWN_FORGIVEN_AFTER, longer) if own else FORGIVEN_AFTER
        return self._voids[source] >= MOST_IN_A_ROW

    def excuse(self, notice: UnitNotice) -> None:
        """Count nothing for a trouble that harms nobody, nor for the source's return from it."""
        self._latest[notice.source] = notice.what

    def count_wait(self, source: str, us: int) -> bool:
        """Add to the time that players have waited for this source; return whether that is too long now."""
        waited_us = self._waited_us.get(source, 0) + us
        self._waited_us[source] = 0 if waited_us >= MOST_WAIT_US else waited_us
        return waited_us >= MOST_WAIT_US

    def put_on_probation(self, source: str) -> None:
        """Trust the source again for now: one more void slap is too many."""
        self._voids[source], self._judged[source] = MOST_IN_A_ROW - 1, 0

    def count_judged(self) -> None:
        """Count a slap that was judged: after enough of them a source's void slaps and waits are forgiven."""
        for source, waited_us in self._waited_us.items():
            self._waited_us[source] = max(0, waited_us - FORGIVEN_WAIT_US)
        for source in list(self._voids):
            self._judged[source] += 1
            if self._judged[source] >= self._forgiven_after.get(source, OWN_FORGIVEN_AFTER):
                del self._voids[source], self._judged[source]
