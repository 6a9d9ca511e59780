"""How long people play: bots with people's times, in emulated time."""

from __future__ import annotations

from random import Random
from statistics import median

from slamomatic.engine import find
from slamomatic.engine.bots import Nature, make, sitting
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE
from slamomatic.face.faces import face_of
from slamomatic.face.lengths import options_of
from slamomatic.table.automatic import PACES_MS

# A family on one sofa: slower hands than an adult's at a keyboard, and time to look, talk and laugh.
THINKS_MS = 3300
REACTION_MS, READY_MS = 450, 330
MOST_MOVES = 100_000


def minutes_by_players(game: str, length: str, games: int) -> dict[int, float]:
    """The median of so many games, for the fewest players, for the most, and for four."""
    seats = find(game).SEATS
    counts = sorted({seats[0], min(4, seats[-1]), seats[-1]})
    return {players: round(minutes(game, length, players, range(games)), 1) for players in counts}


def minutes(game: str, length: str, players: int, seeds: range) -> float:
    return median(_one(game, length, players, seed) for seed in seeds)


def _one(name: str, length: str, players: int, seed: int) -> float:
    kind, face = find(name), face_of(name)
    options = dict(options_of(name, length))
    if face.rearm_ms is not None:
        options["rearm_ms"] = face.rearm_ms
    game = kind(Setup(players, seed, options))
    thinks_ms = PACES_MS["usual"] if TURNED_BY_THE_TABLE in kind.EVENTS else THINKS_MS
    people = Nature(REACTION_MS, READY_MS, thinks_ms, spread=0.35, temper=0.25, hurry=1.0)
    bots = [make("careful", kind, seat, Random(f"{seed} {seat}"), people) for seat in range(players)]
    sitting.play(game, bots, MOST_MOVES)
    assert game.over
    return game.now_us / 60_000_000
