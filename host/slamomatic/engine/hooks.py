"""Methods that a game fills in."""

from typing import Any

from slamomatic.engine.chance import Chance
from slamomatic.engine.race import Race, Verdict
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, Json

Place = tuple[list[Any], int]  # a pile, hand or grid, and the index of a card in it


def every_card(pile: list[Any]) -> list[Place]:
    """All places of a pile that lies face down."""
    return [(pile, at) for at in range(len(pile))]


class Hooks:
    """Called by the engine (core.py), never by a table."""

    def begin(self) -> None:
        """Makes the state and deals. `self.chance` and `self.setup.deck` are ready."""
        raise NotImplementedError

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Play a choice or a call; raise Refused before anything has changed."""
        raise NotImplementedError

    def legal(self, seat: int | None) -> list[Choice]:
        """Return this seat's choices, with a slap that is meant for it; None: what all may know of them."""
        raise NotImplementedError

    def sees(self, seat: int | None) -> Json:
        """The game's own part of a view."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's points now; public."""
        raise NotImplementedError

    def face_down(self, eye: int | None) -> list[list[Place]]:
        """Where the cards lie that this eye can't see, in groups whose cards could change places."""
        raise NotImplementedError

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Those cards have been dealt again: puts right what must go with them, forgets others' secrets."""

    def cards(self) -> dict[str, list[str]]:
        """Every card of the game by place: for tests that count them."""
        raise NotImplementedError

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Judge a paddle that went down. `at`: from when to when; `live`: whether it counts."""

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the times, each from and to, at which nobody knows what a slap of this seat means.

        Such a time lies around a moment from which on the slap means something else, such as the end of a
        call. A slap that may have been within is void. `paddles.doubtful_us` finds the time for a limit.
        """
        return []

    def touched(self, seat: int, at: Span, live: bool) -> None:
        """Judge a hand that touched a paddle (touch contact)."""

    def judged(self, race: Race, verdict: Verdict) -> None:
        """Act on the end of a race: one was first or last, several were, nobody slapped, or it is void."""
        raise NotImplementedError

    def lifted(self, seat: int, t_us: int) -> None:
        """Note a paddle that came up. It is told after its bounce, perhaps later than what came after it."""

    def takes_part(self, seat: int) -> bool:
        """Whether this seat's paddle can count at all now; a public fact."""
        return True

    def fell_due(self, t_us: int) -> None:
        """The game's own deadline has come; `deadline_us` is None again."""

    def widened(self) -> None:
        """Calculate again what is waited for: slaps further apart than before are too close to call now."""

    def armed(self, seats: list[int]) -> None:
        """These paddles came live: an incident is over."""

    def voided(self) -> bool:
        """Takes back an open slap; whether there was one."""
        return False

    def dropped(self, seat: int) -> None:
        """A player left; the base ends the game when too few remain."""
        raise NotImplementedError
