"""Who is waited for before a slap can be judged, and when that takes too long. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slamomatic.table.seats import Seat
from slamomatic.words import listed, ngettext

SAID_AFTER_US = 1_000_000
VOID_AFTER_US = 3_000_000
ANSWERS_IN_US = 500_000  # who has been asked for so long could have answered
MOST_IN_A_ROW = 2  # voids by one source, before play goes on without it


class Awaited:
    """Looked at whenever something is due that not every source has told of yet."""

    def __init__(self) -> None:
        self.shown: Sequence[int] = ()  # the seats that players are told to wait for
        self._asked_us: int | None = None  # since when they are asked
        self._given_up: dict[str, tuple[int, int]] = {}  # source: how often in a row, and when the last time

    def wait(
        self, knows: Callable[[str, int], bool], behind: Sequence[int], late_us: int, now_us: int
    ) -> bool:
        """What is due is so late for want of these seats' paddles. Whether that is too long.

        A source that has told what happened up to when it was given up is believed to go on doing so.
        """
        self._given_up = {
            source: (times, t_us)
            for source, (times, t_us) in self._given_up.items()
            if not knows(source, t_us)
        }
        self.shown = tuple(behind) if late_us >= SAID_AFTER_US else ()
        if not behind:
            self._asked_us = None
            return False
        if self._asked_us is None:
            self._asked_us = now_us
        # A computer that stood for 3 s has not asked anybody yet.
        return late_us >= VOID_AFTER_US and now_us - self._asked_us >= ANSWERS_IN_US

    def give_up(self, source: str, now_us: int) -> bool:
        """The slap is void because of this source. Whether that happened too often in a row."""
        times = self._given_up.get(source, (0, 0))[0] + 1
        self._given_up[source] = (times, now_us)
        self.shown, self._asked_us = (), None
        return times >= MOST_IN_A_ROW


def paddles_of(seats: Sequence[Seat]) -> str:
    """Such as: Ada's paddle; the paddles of Ada and Ben."""
    names = listed([seat.name for seat in seats])
    return ngettext("{names}'s paddle", "the paddles of {names}", len(seats), names=names)


def void_text(seats: Sequence[Seat]) -> str:
    """The sentence for a slap that is off because these paddles did not answer."""
    return ngettext(
        "{names}'s paddle did not answer in time. Nobody knows who was last: that slap is off. Slap again!",
        "The paddles of {names} did not answer in time. Nobody knows who was last: that slap is off. "
        "Slap again!",
        len(seats),
        names=listed([seat.name for seat in seats]),
    )
