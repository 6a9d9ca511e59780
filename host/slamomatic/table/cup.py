"""A cup: three short games in a row. Each player you beat is a point, and you keep your points.

Each game's journal says which cup it is part of, so a cup goes on wherever its newest game does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from slamomatic.engine import GAMES, find
from slamomatic.face.lengths import SHORT, length_of, minutes_of

GAMES_OF_A_CUP = 3
MINUTES = 15  # about so long a cup is meant to take


@dataclass(frozen=True, slots=True)
class Cup:
    """The games of a cup, each seat's points so far, and how many games are over."""

    games: tuple[str, ...]
    points: tuple[int, ...]
    over: int = 0

    @property
    def finished(self) -> bool:
        return self.over >= len(self.games)

    def after(self, view: Mapping[str, Any]) -> Cup:
        """Return the cup after the game that this view shows, which is over."""
        won = zip(self.points, points_of(view), strict=True)
        return Cup(self.games, tuple(had + more for had, more in won), self.over + 1)

    @property
    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.points) if points == max(self.points)]


def cup_in(opening: Mapping[str, Any]) -> Cup | None:
    """Return the cup that a journal's first line names; None where it names none, or is damaged."""
    saved, players = opening.get("cup"), opening.get("players", [])
    if not isinstance(saved, dict):
        return None
    games, points, over = saved.get("games"), saved.get("points"), saved.get("over")
    sound = (
        isinstance(games, list)
        and all(isinstance(game, str) and game in GAMES for game in games)
        and isinstance(points, list)
        and len(points) == len(players)
        and all(type(each) is int and each >= 0 for each in points)
        and type(over) is int
        and 0 <= over < len(games)
    )
    return Cup(tuple(games), tuple(points), over) if sound else None  # type: ignore[arg-type]


def points_of(view: Mapping[str, Any]) -> list[int]:
    """Return the points of each seat: one for every player it has beaten. An equal place is not beaten."""
    scores, winners, gone = view["scores"], view["winners"], view["gone"]
    if not winners:
        return [0] * len(scores)
    # In some games few points win.
    many_are_good = max(scores[seat] for seat in winners) >= max(scores)

    # The smaller the better: players who left come last, winners first, the others by their score.
    def place(seat: int) -> tuple[bool, bool, int]:
        return gone[seat], seat not in winners, -scores[seat] if many_are_good else scores[seat]

    seats = range(len(scores))
    return [0 if gone[seat] else sum(place(other) > place(seat) for other in seats) for seat in seats]


def minutes_of_cup(games: Iterable[str], players: int) -> int:
    """Return about how long these games take in their short form."""
    return sum(minutes_of(game, length_of(game, SHORT), players) or 0 for game in games)


def games_of_cup(first: str, players: int) -> tuple[str, ...]:
    """Return this game and two others for so many players: about a quarter of an hour together.

    The slower of the others comes before the quicker one: a cup ends with a showdown, not with a long game.
    """
    others = [game for game in GAMES if game != first and _is_for(game, players)]
    slower_first = sorted(others, key=lambda game: -minutes_of_cup([game], players))
    ways = combinations(slower_first, GAMES_OF_A_CUP - 1)
    return min(
        ((first, *way) for way in ways),
        key=lambda games: abs(minutes_of_cup(games, players) - MINUTES),
        default=(first,) * GAMES_OF_A_CUP,
    )


def _is_for(game: str, players: int) -> bool:
    """Return whether so many can play this game, and it is known how long its short form takes."""
    return players in find(game).SEATS and minutes_of(game, length_of(game, SHORT), players) is not None
