"""Count how many slaps in a row each source made void: after two of them play goes on without it."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Effect
from slamomatic.units.base import UnitNotice, What

MOST_IN_A_ROW = 2  # voids by one source, before play goes on without it
FORGIVEN_AFTER = 3  # slaps that were judged meanwhile
ONE_TROUBLE_US = 1_000_000  # what a source says of one trouble comes within this time


class Blame:
    """How many slaps in a row each source made void."""

    def __init__(self) -> None:
        self._voids: dict[str, int] = {}  # by source, since it was forgiven
        self._judged: dict[str, int] = {}  # slaps that were judged since its last one was void
        self._latest: dict[str, What] = {}
        self._began_us: dict[str, int] = {}  # when the latest trouble that counted did
        self._open = False  # a slap counted, and nothing was made of it yet

    def void(self, notice: UnitNotice, now_us: int) -> bool:
        """A slap is void because of this. Whether its source did so too often in a row."""
        source, before = notice.source, self._latest.get(notice.source)
        self._latest[source] = notice.what
        back = notice.what is What.RESTARTED and before is What.LOST
        if back or now_us - self._began_us.get(source, -ONE_TROUBLE_US) < ONE_TROUBLE_US:
            return False  # the same trouble, told once more
        self._began_us[source] = now_us
        self._voids[source] = self._voids.get(source, 0) + 1
        self._judged[source] = 0
        return self._voids[source] >= MOST_IN_A_ROW

    def on_probation(self, source: str) -> None:
        """The source is waited for again, and sits out once more after one void."""
        self._voids[source], self._judged[source] = MOST_IN_A_ROW - 1, 0

    def follow(self, effects: Sequence[Effect]) -> None:
        """Hear what the game said: a slap after which paddles come live, without a void, was judged."""
        for effect in effects:
            if effect.what == "void":
                self._open = False
            elif effect.what == "slap" and effect.public is not None and effect.public["live"]:
                self._open = True
            elif effect.what == "live" and self._open:
                self._open = False
                self._forgive()

    def _forgive(self) -> None:
        for source in list(self._voids):
            self._judged[source] += 1
            if self._judged[source] >= FORGIVEN_AFTER:
                del self._voids[source], self._judged[source]
