"""How a game ended, and what a journal says of its players and slaps: for the result and the history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slamomatic.engine import Game, log
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Json, seen
from slamomatic.errors import UserError
from slamomatic.face.faces import face_for
from slamomatic.seat import Seat


@dataclass(frozen=True)
class Outcome:
    """Public facts of a game that is over."""

    game: str
    seats: tuple[Seat, ...]
    view: Json
    lasted_us: int
    reactions: Mapping[int, Sequence[int]]  # per seat, in us
    options: Mapping[str, Any]
    counts: Mapping[tuple[str, int], int] = field(default_factory=dict)  # of public effects, for awards
    called_by_screen: bool = False  # whether any reaction answered to it, and not to a hand
    screen_us: int = 0  # the screen's measured delay, which reactions are without; 0: they include it

    @property
    def winners(self) -> list[str]:
        return [self.seats[seat].name for seat in self.view["winners"]]


def of_game(game: Game, seats: Sequence[Seat], photographer: Photographer, screen_us: int = 0) -> Outcome:
    """`screen_us`: the measured delay of the screen, which people's reactions to it are shown without."""
    reactions: dict[int, list[int]] = {}
    for (seat, reaction_us), by_screen in zip(photographer.reactions, photographer.by_screen, strict=True):
        seen_us = reaction_us - screen_us if by_screen and not seats[seat].bot else reaction_us
        if seen_us > 0:  # else nobody can have seen it yet
            reactions.setdefault(seat, []).append(seen_us)
    return Outcome(
        game.NAME,
        tuple(seats),
        game.view(None),
        game.now_us,
        reactions,
        dict(game.options),
        dict(photographer.counts),
        any(photographer.by_screen),
        screen_us,
    )


def replayed(
    entries: Sequence[Mapping[str, Any]], hear: Callable[[list[Json]], object] = lambda public: None
) -> tuple[Game, Photographer]:
    """The game after these journal entries, and who photographed it event by event, as it was shown.

    `hear` is told what everybody saw of each event.
    """
    if not entries:
        raise UserError("This journal is empty: start a new game with: slamomatic play")
    photographer: Photographer | None = None
    for game, event, effects in log.replay(dict(entry) for entry in entries):
        photographer = photographer or Photographer(face_for(type(game)).calls)
        public = seen(effects, None)
        photographer.watch(public, event.data.get("later_us", 0) if event is not None else 0)
        hear(public)
    assert photographer is not None
    return game, photographer


def seats_of(entries: Sequence[Mapping[str, Any]]) -> list[Seat]:
    """Who sat where at the end: a bot may have taken over, or a person from a bot."""
    seats = [Seat(**seat) for seat in entries[0].get("players", [])]
    for entry in entries:
        if entry.get("note") == "bot":
            seats[entry["seat"]] = replace(seats[entry["seat"]], bot=entry["bot"])
        elif entry.get("note") == "person":
            seats[entry["seat"]] = replace(seats[entry["seat"]], name=entry["name"], bot="")
    return seats


def seats_or_sentence(
    entries: Sequence[Mapping[str, Any]], count: int, unknown: str, wrong_count: str
) -> list[Seat]:
    """Who sat where; one of the caller's sentences where the journal does not say it of so many seats."""
    try:
        seats = seats_of(entries)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise UserError(unknown, error=error) from error
    if len(seats) != count:
        raise UserError(wrong_count, seats=len(seats), count=count)
    return seats
