"""The hooks: methods that a game fills in and the engine calls."""

from typing import Any

from slamomatic.engine.chance import Chance
from slamomatic.engine.race import Race, Verdict
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, Json

# A pile, hand or grid, and the index of a card in it; of a single card vars(game) and its field.
Place = tuple[Any, Any]


def every_card(pile: list[Any]) -> list[Place]:
    """Return the places of all cards in this pile."""
    return [(pile, at) for at in range(len(pile))]


class Hooks:
    """The methods that a game fills in. Only the engine calls them (core.py), never a table."""

    def begin(self) -> None:
        """Set the game's own fields and deal. `self.chance` and `self.setup.deck` are ready."""
        raise NotImplementedError

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Play a choice or a call; raise Refused before anything has changed."""
        raise NotImplementedError

    def legal(self, seat: int | None) -> list[Choice]:
        """Return this seat's choices, and a slap if it should make one; None: the choices all may know."""
        raise NotImplementedError

    def sees(self, seat: int | None) -> Json:
        """Return the game's own part of this seat's view; None: of what everybody may see."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return each seat's points now, which are public."""
        raise NotImplementedError

    def face_down(self, eye: int | None) -> list[list[Place]]:
        """Return the places of all cards that this eye can't see, in groups that can be shuffled."""
        raise NotImplementedError

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Adapt the state to new cards in the places of `face_down`; replace what this eye can't know."""

    def cards(self) -> dict[str, list[str]]:
        """Return every card of the game by its place, for tests that count the cards."""
        raise NotImplementedError

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Judge a paddle that went down at the time `at`; `live`: whether the slap counts."""

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the times, each from and to, in which nobody knows what a slap of this seat means.

        Such a time lies around a moment from which on the slap means something else, such as the end of a
        call. A slap that may lie within such a time is void. `paddles.doubtful_us` finds the time of a limit.
        """
        return []

    def touched(self, seat: int, at: Span, live: bool) -> None:
        """Judge a hand that touched its paddle at the time `at`, where a touch contact is fitted."""

    def judged(self, race: Race, verdict: Verdict) -> None:
        """Act on the end of a race: one was first or last, several were, nobody slapped, or it is void."""
        raise NotImplementedError

    def lifted(self, seat: int, t_us: int) -> None:
        """Act on a paddle that came up at `t_us`; later events may have been told before."""

    def takes_part(self, seat: int) -> bool:
        """Whether a slap of this seat can count at all now; a public fact."""
        return True

    def fell_due(self, t_us: int) -> None:
        """Act on the game's own deadline, which has come at `t_us`; `deadline_us` is None again."""

    def widened(self) -> None:
        """Calculate the deadline again: a clock's error changed, and with it what is too close to call."""

    def armed(self, seats: list[int]) -> None:
        """Act on paddles that came live, so that the next slap can begin; `seats` may be empty."""

    def void_open_slap(self) -> bool:
        """Take back the slap that is not judged yet; return whether there was one."""
        return False

    def dropped(self, seat: int) -> None:
        """Act on a player who left. The base ends the game when too few remain."""
        raise NotImplementedError
