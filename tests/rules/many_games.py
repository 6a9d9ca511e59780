"""Random games in which players leave and slaps are taken back; every state is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from rules.every_state import cards_of, who_left_plays_no_more
from rules.tiny_decks import TINY_GAMES
from slamomatic.engine import find
from slamomatic.engine.bots import straight
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Event, Refused

MOST_MOVES = 50_000
DISTURBED = 0.3  # of the games: somebody leaves, or a slap is taken back
EVERY = 80  # events, about, from one to the next


@dataclass
class Tally:
    games: int = 0
    events: int = 0
    moves: int = 0
    unfinished: int = 0
    bad: list[str] = field(default_factory=list)


def play_many(name: str, start: int, stop: int) -> Tally:
    tally = Tally()
    for seed in range(start, stop):
        play_one(name, seed, tally)
    return tally


def play_one(name: str, seed: int, tally: Tally) -> None:
    """One game, its number of players and all its chance from the seed; what is wrong is noted with it."""
    kind = find(name)
    rng = Random(f"{name} {seed}")
    game = kind(Setup(rng.choice(kind.SEATS), seed))
    deck = cards_of(game)
    holds = TINY_GAMES[name].holds
    often = 1 / EVERY if rng.random() < DISTURBED else 0.0
    plays = game.apply

    def checked(event: Event) -> list[Effect]:
        disturbed = rng.random() < often and not game.over
        if disturbed:
            left = [seat for seat in range(game.seats) if not game.gone[seat]]
            seat = rng.choice([*left, None])
            plays(Event("void" if seat is None else "drop", seat, game.now_us))
        try:
            effects = plays(event)
        except Refused:
            if not disturbed:
                raise
            effects = []  # it was for the state before
        tally.events += 1
        assert cards_of(game) == deck, "a card was lost or made"
        who_left_plays_no_more(game)
        holds(game)
        return effects

    tally.games += 1
    try:
        tally.moves += straight.play(game, rng, MOST_MOVES, checked)
    except Exception as error:  # whatever it is, it is what is looked for
        tally.bad.append(f"{name} seed {seed}: {type(error).__name__}: {error}")
    else:
        tally.unfinished += not game.over
