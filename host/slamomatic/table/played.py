"""A game and its moments: an event is applied, written into the journal, and only then shown."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from slamomatic.engine import Game
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Effect, Event, visible_effects
from slamomatic.face.faces import face_for
from slamomatic.face.telling import photographer_for
from slamomatic.table.moment import Moment


class Journal(Protocol):
    """A file that takes every event before anybody sees what the event did."""

    path: Path

    def append(self, entry: Mapping[str, Any]) -> None: ...
    def finish(self) -> Path: ...
    def close(self) -> None: ...


class NoJournal:
    """A journal for games that nobody plays: it keeps nothing."""

    path = Path("nothing")

    def append(self, entry: Mapping[str, Any]) -> None:
        pass

    def finish(self) -> Path:
        return self.path

    def close(self) -> None:
        pass


class PlayedGame:
    """One game, its journal, and the moment after its newest event."""

    def __init__(self, game: Game, journal: Journal, photographer: Photographer | None = None) -> None:
        """Begin at the game's present state. `photographer`: who has watched a game from a journal."""
        if photographer is None:
            photographer = photographer_for(face_for(type(game)))
            photographer.watch(visible_effects(game.told, None))
        self.game = game
        self.journal = journal
        self.photographer = photographer
        self.lines = 0  # events written to the journal by this program; the opening is not counted
        self.moment = Moment(game, list(game.told), photographer.last)
        self._fresh = [self.moment]

    def apply(self, event: Event) -> Moment:
        """Play one event and write it down; return the moment after it.

        Raise Refused where the rules don't allow the event.
        """
        effects = self.game.apply(event)
        self.journal.append(event.to_json(self.game.chance.drawn))
        self.lines += 1
        return self.advance(effects, event)

    def advance(self, effects: Sequence[Effect], event: Event) -> Moment:
        """Begin and return the moment after an event that the game has played already, with these effects."""
        self.photographer.watch(visible_effects(effects, None), event.data.get("later_us", 0))
        self.moment.end()
        self.moment = Moment(self.game, effects, self.photographer.last)
        self._fresh.append(self.moment)
        return self.moment

    def take_moments(self) -> list[Moment]:
        """Return the moments since the last call, event by event."""
        fresh, self._fresh = self._fresh, []
        return fresh
