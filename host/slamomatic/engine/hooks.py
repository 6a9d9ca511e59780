"""What a game fills in."""

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
        """A choice or call; raises Refused before it has changed anything."""
        raise NotImplementedError

    def legal(self, seat: int | None) -> list[Choice]:
        """What this seat may do, a slap now meant for it included; None: what everybody may know of it."""
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
        """A paddle went down."""

    def limits_us(self, seat: int) -> list[tuple[int, int]]:
        """Moments, other than those of slaps, from which on this seat's slap means something else.

        Each with the earliest and the latest that it can be. A slap too close to one is void. What ends there
        waits for the worst clock, `paddles.worst_us()`.
        """
        return []

    def touched(self, seat: int, at: Span, live: bool) -> None:
        """A hand touched a paddle (touch contact)."""

    def judged(self, race: Race, verdict: Verdict) -> None:
        """A race is over: somebody was alone first or last, several were, nobody slapped, or it is void."""
        raise NotImplementedError

    def lifted(self, seat: int, t_us: int) -> None:
        """A paddle came up; known only after its bounce, so perhaps later than what came after it."""

    def takes_part(self, seat: int) -> bool:
        """Whether this seat's paddle can count at all now; a public fact."""
        return True

    def fell_due(self, t_us: int) -> None:
        """The game's own deadline has come; `deadline_us` is None again."""

    def widened(self) -> None:
        """Slaps further apart than before are too close to call now: calculate again what is waited for."""

    def armed(self, seats: list[int]) -> None:
        """These paddles came live: an incident is over."""

    def voided(self) -> bool:
        """Takes back an open slap; whether there was one."""
        return False

    def dropped(self, seat: int) -> None:
        """A player left; the base ends the game when too few remain."""
        raise NotImplementedError
