"""Hands Down's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

from random import Random

import pytest

from rules.hidden import Secrets, check_secrets, enough
from slamomatic.bots.hands_down import pairs_in
from slamomatic.games.vocabulary import Json


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """Other players' hands and the drawpile dealt anew; a turn player amid a slap keeps the own hand."""
    turn, hands = state["turn"], state["hands"]
    fixed = {eye}
    if state["incident"] or state["playing"] or any(us >= 0 for us in state["touch_us"]):
        fixed.add(turn)
    places = [hand for seat, hand in enumerate(hands) if seat not in fixed] + [state["drawpile"]]
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        for i in range(len(place)):
            place[i] = cards.pop()
    if turn is not None and turn not in fixed and turn != eye:
        pairs = pairs_in(hands[turn])
        state["chosen"] = rng.choice(pairs) if pairs and rng.random() < 0.5 else None
    return state


@pytest.mark.parametrize("seats", [3, 4])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(twin, frozenset({("pair", "number")}))
    for seed in range(3):
        check_secrets("hands-down", secrets, seats, seed)
    enough(secrets)
