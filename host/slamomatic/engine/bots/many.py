"""Many games by bots, on all cores. The same seed gives the same games, however many workers there are."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from slamomatic.engine import find
from slamomatic.engine.bots import make, sitting, straight
from slamomatic.engine.setup import Setup

WHOLE_WIN = 60  # a win is counted in sixtieths: up to six tied winners share it without rounding
CHUNK = 20  # games that a worker takes at a time


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. Bots move on one seat every game, so that none keeps a good seat."""

    game: str
    games: int
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    limit: int = 100_000  # moves, after which a game counts as unfinished

    def bot_at(self, index: int, seat: int) -> str:
        """Return the kind of bot that has this seat in game number `index`."""
        return self.bots[(seat + index) % self.players]


@dataclass(slots=True)
class Tally:
    """The results of many games. Sums only, so that the order in which workers finish does not matter."""

    games: int = 0
    unfinished: int = 0
    moves: int = 0
    longest: int = 0
    by_seat: Counter[int] = field(default_factory=Counter)  # sixtieths of a win
    by_bot: Counter[str] = field(default_factory=Counter)
    bot_games: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the results of other games to these."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)
        self.by_seat.update(other.by_seat)
        self.by_bot.update(other.by_bot)
        self.bot_games.update(other.bot_games)


def play_one(plan: Plan, index: int) -> Tally:
    """Play game number `index` and return its results.

    Its chance depends on the plan's seed and this number alone.
    """
    name = f"{plan.seed}/{index}"
    kind = find(plan.game)
    game = kind(Setup(plan.players, Random(name).getrandbits(64), plan.options))
    if set(plan.bots) == {"random"}:  # much quicker without views
        moves = straight.play(game, Random(f"{name}/straight"), plan.limit)
    else:
        bots = [
            make(plan.bot_at(index, seat), kind, seat, Random(f"{name}/{seat}"))
            for seat in range(plan.players)
        ]
        moves = sitting.play(game, bots, plan.limit)
    tally = Tally(1, int(not game.over), moves, moves)
    for seat in range(plan.players):
        bot = plan.bot_at(index, seat)
        tally.bot_games[bot] += 1
        share = WHOLE_WIN // len(game.winners) if seat in game.winners else 0
        tally.by_seat[seat] += share
        tally.by_bot[bot] += share
    return tally


def play_all(plan: Plan, workers: int, progress: Callable[[int], None]) -> tuple[Tally, float]:
    """Play all games; return their results and the seconds they took.

    `progress` is called with how many games are done.
    """
    tally = Tally()
    began_s = time.perf_counter()
    play, numbers = partial(play_one, plan), range(plan.games)
    spawn = multiprocessing.get_context("spawn")  # a fork of a process with threads may crash
    with ProcessPoolExecutor(workers, mp_context=spawn) if workers > 1 else nullcontext() as pool:
        for game in pool.map(play, numbers, chunksize=CHUNK) if pool else map(play, numbers):
            tally.add(game)
            progress(tally.games)
    return tally, time.perf_counter() - began_s
