"""How good the adaptive bots of a new game are: from what its people have won lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from slamomatic.engine.bots import ADAPTIVE
from slamomatic.engine.bots.adaptive import level_of
from slamomatic.errors import UserError
from slamomatic.store.history import Match, open_history
from slamomatic.table.seats import Seat

LATELY = 40  # games


def to_people(seats: Sequence[Seat], home: Path | None = None) -> list[Seat]:
    """The seats with the level of every adaptive bot said, so that the journal says it too."""
    if not any(seat.bot == ADAPTIVE for seat in seats):
        return list(seats)
    try:
        with open_history(home) as history:
            matches = history.matches(LATELY)
    except UserError:
        matches = []  # a damaged history is told of elsewhere; the game begins all the same
    percent = round(100 * level_of(won_by_people(matches, {seat.name for seat in seats if not seat.bot})))
    return [replace(seat, bot=f"{ADAPTIVE}:{percent}") if seat.bot == ADAPTIVE else seat for seat in seats]


def won_by_people(matches: Sequence[Match], names: set[str]) -> list[tuple[bool, int]]:
    """These people's games against bots, the oldest first: whether one of them won, of how many a head."""
    games = []
    for match in reversed(matches):  # the newest come first
        mine = [seat for seat in match.seats if not seat.bot and seat.player in names]
        if mine and any(seat.bot for seat in match.seats):
            games.append((any(seat.won for seat in mine), max(2, round(len(match.seats) / len(mine)))))
    return games
