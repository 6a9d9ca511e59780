"""Random legal play straight from the legal events, without views: the speed of the rules alone."""

from __future__ import annotations

from random import Random

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import NOTHING, Event

made = tuple.__new__  # an event of a tuple: Event(...) takes twice as long
STRAY = 0.02  # slaps at nothing, as a share of the moves
PAUSE_US = 1_000_000  # between two moves: enough for paddles to come live again


def play(game: Game, rng: Random, limit: int) -> int:
    """Plays until the game is over or `limit` moves are made; returns the moves (choices and slaps)."""
    moves = 0
    apply, chance = game.apply, rng.random
    while not game.over and moves < limit:
        if chance() < STRAY:
            moves += _slaps(game, [int(chance() * game.seats)], rng)
        if game.asked:
            moves += _slaps(game, list(game.asked), rng)
            continue
        t_us = game.now_us + PAUSE_US
        due_us = game.due_us
        if due_us is not None and due_us <= t_us:
            apply(made(Event, ("time", None, due_us, NOTHING)))
            continue
        turn = game.turn
        choice = None if turn is None else game.random_choice(turn, rng)
        if choice is None:
            if due_us is None:
                break
            apply(Event("time", None, due_us))
            continue
        seat, do, data = choice
        apply(made(Event, (do, seat, t_us, data)))
        moves += 1
        if do == "down":
            apply(Event("up", seat, t_us + 1))
    return moves


def _slaps(game: Game, seats: list[int], rng: Random) -> int:
    """These seats slap in random order, up to half a second apart, then all hands come up."""
    if len(seats) > 1:
        rng.shuffle(seats)
    t_us = game.now_us
    apply, chance = game.apply, rng.random
    slapped = []
    for seat in seats:
        if game.over:
            break
        t_us += int(chance() * 500_000)
        apply(made(Event, ("down", seat, t_us, NOTHING)))
        slapped.append(seat)
    for seat in slapped:
        apply(made(Event, ("up", seat, t_us + 1, NOTHING)))
    return len(slapped)
