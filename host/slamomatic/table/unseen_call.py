"""A call that the screen makes is answered from when it was shown: a slap that comes sooner was a guess.

The game calls at its own time. The screen shows the call as soon as all is known up to then. With a phone,
or a unit that stalls, that is later, and a blind slap in between could pass for an answer.
"""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Event, Json
from slamomatic.face.face import Face
from slamomatic.table.moment import Moment

NEVER_US = -(2**62)


class UnseenCall:
    """Told of everything that was shown, and when, by the game's time."""

    def __init__(self, face: Face) -> None:
        self._calls = {what for what, by_seat in face.calls.items() if not by_seat}
        self._quickest_us = face.quickest_us
        self._answers_from_us = NEVER_US

    def shown(self, public: Sequence[Json], now_us: int) -> None:
        if any(effect["what"] in self._calls for effect in public):
            self._answers_from_us = now_us + self._quickest_us

    def guessed(self, event: Event, moment: Moment) -> bool:
        """Whether this slap would count as an answer to a call that nobody can have answered yet."""
        if event.do != "down" or event.t_us >= self._answers_from_us:
            return False
        return any(choice.do == "down" for choice in moment.legal[event.seat])
