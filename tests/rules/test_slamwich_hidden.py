"""Slamwich's stacks stay hidden, from their owners too: in views, effects, what is legal and deadlines."""

from random import Random

import pytest

from rules.hidden import Secrets, check_secrets, enough
from slamomatic.games.slamwich_cards import MUNCHERS
from slamomatic.games.vocabulary import Json


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """All stacks dealt anew; who flips next keeps a muncher on top, for a muncher is announced."""
    stacks = state["hands"]
    turn = state["turn"]
    kept = turn is not None and bool(stacks[turn]) and stacks[turn][0] in MUNCHERS
    places = [stack[1:] if kept and seat == turn else list(stack) for seat, stack in enumerate(stacks)]
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for seat, place in enumerate(places):
        top = stacks[seat][:1] if kept and seat == turn else []
        state["hands"][seat] = top + [cards.pop() for _ in place]
    return state


@pytest.mark.parametrize("seats", [2, 5])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(twin, frozenset({("flipped", "card"), ("slip", "card"), ("muncher", "throws")}))
    for seed in range(3):
        check_secrets("slamwich", secrets, seats, seed)
    enough(secrets)
