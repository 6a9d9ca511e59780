"""A cup: three short games in a row. Each player you beat is a point, and you keep your points.

Each game's journal says which cup it is part of, so a cup goes on wherever its newest game does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from slamomatic.engine import GAMES, find
from slamomatic.face.lengths import SHORT, length_of, minutes_of

GAMES_OF_A_CUP = 3
MINUTES = 15  # about so long a cup is meant to take


@dataclass(frozen=True, slots=True)
class Cup:
    """The games of a cup, and the points of each seat in those that are over."""

    games: tuple[str, ...]
    seats: int
    won: tuple[tuple[int, ...], ...] = ()  # of each game that is over, the points of each seat

    @property
    def over(self) -> int:
        """The number of games that are over."""
        return len(self.won)

    @property
    def finished(self) -> bool:
        return self.over >= len(self.games)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(game[seat] for game in self.won) for seat in range(self.seats))

    @property
    def before(self) -> Cup:
        """The cup as it stood before the last game that is over."""
        return replace(self, won=self.won[:-1])

    def after(self, view: Mapping[str, Any]) -> Cup:
        """Return the cup after the game that this view shows, which is over."""
        return replace(self, won=(*self.won, tuple(points_of(view))))

    @property
    def winners(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.rank(seat) == 1]

    def rank(self, seat: int) -> int:
        """Return the rank of a seat, from 1; equal points share a place."""
        points = self.points
        return 1 + sum(other > points[seat] for other in points)

    @property
    def can_win(self) -> list[int]:
        """The seats that can still win or share the cup, if all games to come go their way.

        Whoever wins a game beats all others, and of those each may get no point: equal places beat nobody.
        """
        points, to_come = self.points, len(self.games) - self.over
        most = (self.seats - 1) * to_come
        return [seat for seat in range(self.seats) if points[seat] + most >= max(points)]


def cup_in(opening: Mapping[str, Any]) -> Cup | None:
    """Return the cup that a journal's first line names; None where it names none, or is damaged.

    Older journals tell only the sum of all games before: it stands as the first one's.
    """
    saved, seats = opening.get("cup"), len(opening.get("players", []))
    if not isinstance(saved, dict):
        return None
    games, won = saved.get("games"), saved.get("won")
    if won is None and type(saved.get("over")) is int:
        won = [saved.get("points"), *[[0] * seats] * (saved["over"] - 1)] if saved["over"] > 0 else []
    if not isinstance(games, list) or not isinstance(won, list) or len(won) >= len(games):
        return None
    sound = (
        all(isinstance(game, str) and game in GAMES for game in games)
        and all(isinstance(game, list) and len(game) == seats for game in won)
        and all(type(each) is int and each >= 0 for game in won for each in game)
    )
    return Cup(tuple(games), seats, tuple(map(tuple, won))) if sound else None


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
