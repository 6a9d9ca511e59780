"""Hands Down comes to its end soon after the drawpile is out, also with somebody who chooses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median

import pytest

from slamomatic.engine import Choice, Effect, Event, Json
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.bots.bot import Bot, Nature
from slamomatic.engine.setup import Setup
from slamomatic.games.hands_down.bots import Careful
from slamomatic.games.hands_down.rules import HandsDown
from support.length import count

SEATS = 4
MOST_MOVES = 3_000
MOST_TAKEN = 130  # two thirds of all games need fewer than 40; bots that robbed by habit took up to 957
GAMES = count(25, 300)
REST_MS = 1500  # of paddles after a slap, as at the table


class TakesTheFirst(Careful):
    """A player who only presses Enter, and so takes a card from the first of the others."""

    def take(self, view: Json, takes: list[Choice]) -> Choice:
        return takes[0]


def taken(seed: int, kind: str, person: bool) -> int:
    """Return how many cards were taken at random in a whole game."""
    game, found = HandsDown(Setup(SEATS, seed)), 0
    bots: list[Bot] = [make(kind, HandsDown, seat, Random(f"{seed}/{seat}")) for seat in range(SEATS)]
    if person:
        bots[0] = TakesTheFirst(0, Random(seed), bots[0].nature)

    def played(event: Event, effects: Sequence[Effect]) -> None:
        nonlocal found
        found += sum(e.what == "pays" and (e.public or {})["why"] == "take" for e in effects)

    sitting.play(game, bots, MOST_MOVES, played)
    assert game.over
    return found


@pytest.mark.parametrize("person", [False, True])
@pytest.mark.parametrize("kind", ["easy", "careful", "to-win"])
def test_nobody_takes_cards_at_random_for_ever(kind: str, person: bool) -> None:
    assert max(taken(seed, kind, person) for seed in range(GAMES)) <= MOST_TAKEN


def seconds_after_the_last_card(seed: int) -> float:
    """Return how long a person against three easy bots plays on once the drawpile is out."""
    game, last_drawn_us = HandsDown(Setup(SEATS, seed, {"rearm_ms": REST_MS})), 0
    bots: list[Bot] = [make("easy", HandsDown, seat, Random(f"{seed}/{seat}")) for seat in range(SEATS)]
    bots[0] = TakesTheFirst(0, Random(seed), Nature(reaction_ms=450, ready_ms=330, think_ms=1800, hurry=1.0))

    def played(event: Event, effects: Sequence[Effect]) -> None:
        nonlocal last_drawn_us
        last_drawn_us = event.t_us if any(e.what == "draw" for e in effects) else last_drawn_us

    sitting.play(game, bots, MOST_MOVES, played)
    return (game.now_us - last_drawn_us) / 1_000_000


def test_without_a_drawpile_a_game_of_one_person_is_over_within_a_minute() -> None:
    """Bots that robbed the largest hands, and thought as long as ever, took 98 seconds and up to 343."""
    seconds = [seconds_after_the_last_card(seed) for seed in range(GAMES)]
    assert median(seconds) < 60
    assert max(seconds) < 150
