"""Slaps that answer a call which nobody can have seen yet are guesses, and do not count."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Event, Json
from slamomatic.face.face import Face
from slamomatic.face.telling import calls_of
from slamomatic.table.clock import LONG_AGO_US
from slamomatic.table.moment import Moment


class UnseenCall:
    """Knows from when on the newest call of the screen can be answered.

    The game calls at its own time. The screen shows the call as soon as all is known up to then. With a
    phone, or a unit that stalls, that is later, and a blind slap in between could pass for an answer.
    """

    def __init__(self, face: Face) -> None:
        self._calls = {what for what, by_seat in calls_of(face).items() if not by_seat}
        self._quickest_us = face.quickest_us
        self._answers_from_us = LONG_AGO_US

    def note_shown(self, public: Sequence[Json], now_us: int) -> None:
        """Note that the room was shown these effects at `now_us` of the game."""
        if self._quickest_us and any(effect["what"] in self._calls for effect in public):
            self._answers_from_us = now_us + self._quickest_us

    def is_guess(self, event: Event, moment: Moment) -> bool:
        """Return whether this slap would count, but answers a call that nobody can have seen yet."""
        if event.do != "down" or event.t_us >= self._answers_from_us:
            return False
        return any(choice.do == "down" for choice in moment.legal[event.seat])
