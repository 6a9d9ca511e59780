"""Hands Down comes to its end soon after the drawpile is out, also with somebody who chooses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from slamomatic.engine import Choice, Effect, Event, Json
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.bots.bot import Bot
from slamomatic.engine.setup import Setup
from slamomatic.games.hands_down.bots import Careful
from slamomatic.games.hands_down.rules import HandsDown
from support.length import count

SEATS = 4
MOST_MOVES = 3_000
MOST_TAKEN = 130  # two thirds of all games need fewer than 40; bots that robbed by habit took up to 957
GAMES = count(25, 300)


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
