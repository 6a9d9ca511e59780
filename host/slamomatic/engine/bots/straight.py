"""Random legal play without bots and views, as quickly as the rules alone allow."""

from collections.abc import Callable, Sequence
from random import Random

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import NOTHING, Effect, Event, make_tuple

Apply = Callable[[Event], Sequence[Effect]]

STRAY = 0.02  # slaps at nothing, as a share of the moves
PAUSE_US = 1_000_000  # between two moves: enough for paddles to come live again


def play(game: Game, rng: Random, limit: int, apply: Apply | None = None) -> int:
    """Play until the game is over or `limit` moves are made; return the number of moves (choices and slaps).

    To watch every event, pass an `apply` that calls the game's own.
    """
    moves = 0
    chance = rng.random
    apply = apply or game.apply
    while not game.over and moves < limit:
        if chance() < STRAY:
            moves += _slaps(game, [int(chance() * game.seats)], rng, apply)
        if game.asked:
            moves += _slaps(game, list(game.asked), rng, apply)
            continue
        t_us = game.now_us + PAUSE_US
        due_us, turn = game.due_us, game.turn
        due_first = due_us is not None and due_us <= t_us
        choice = None if due_first or turn is None else game.random_choice(turn, rng)
        if choice is not None:
            seat, do, data = choice
            apply(make_tuple(Event, (do, seat, t_us, data)))
            moves += 1
            if do == "down":
                apply(make_tuple(Event, ("up", seat, t_us + 1, NOTHING)))
        elif due_us is not None:
            apply(make_tuple(Event, ("time", None, due_us, NOTHING)))
        else:
            break
    return moves


def _slaps(game: Game, seats: list[int], rng: Random, apply: Apply) -> int:
    """Slap with these seats in random order, up to half a second apart, then lift all; return how many."""
    if len(seats) > 1:
        rng.shuffle(seats)
    t_us = game.now_us
    chance = rng.random
    slapped = []
    for seat in seats:
        if game.over:
            break
        t_us += int(chance() * 500_000)
        apply(make_tuple(Event, ("down", seat, t_us, NOTHING)))
        slapped.append(seat)
    for seat in slapped:
        apply(make_tuple(Event, ("up", seat, t_us + 1, NOTHING)))
    return len(slapped)
