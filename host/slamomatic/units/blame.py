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
        self._latest: dict[str, What] = {}
        self._began_us: dict[str, int] = {}  # when the latest trouble that counted did

    def void(self, notice: UnitNotice, now_us: int, own: bool = False) -> bool:
        """A slap is void because of this. Whether its source did so too often in a row.

        `own`: one player alone slaps with it.
        """
        source, before = notice.source, self._latest.get(notice.source)
        self._latest[source] = notice.what
        back = notice.what is What.RESTARTED and before is What.LOST
        if back or now_us - self._began_us.get(source, -ONE_TROUBLE_US) < ONE_TROUBLE_US:
            return False  # the same trouble, told once more
        self._began_us[source] = now_us
        self._voids[source] = self._voids.get(source, 0) + 1
        self._judged[source] = 0
        longer = LONGER_EACH_TIME * self._forgiven_after.get(source, 0)
        self._forgiven_after[source] = max(OWN_FORGIVEN_AFTER, longer) if own else FORGIVEN_AFTER
        return self._voids[source] >= MOST_IN_A_ROW

    def waited(self, source: str, us: int) -> bool:
        """Players have read for so much longer that this source is waited for. Whether that is too long."""
        waited_us = self._waited_us.get(source, 0) + us
        self._waited_us[source] = 0 if waited_us >= MOST_WAIT_US else waited_us
        return waited_us >= MOST_WAIT_US

    def on_probation(self, source: str) -> None:
        """The source is waited for again, and sits out once more after one void."""
        self._voids[source], self._judged[source] = MOST_IN_A_ROW - 1, 0

    def judged(self) -> None:
        """A slap was judged: what went wrong before is a little longer ago."""
        for source, waited_us in self._waited_us.items():
            self._waited_us[source] = max(0, waited_us - FORGIVEN_WAIT_US)
        for source in list(self._voids):
            self._judged[source] += 1
            if self._judged[source] >= self._forgiven_after.get(source, OWN_FORGIVEN_AFTER):
                del self._voids[source], self._judged[source]
