"""Yahtzee Hands Down's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

from random import Random

import pytest

from rules.hidden import Secrets, check_secrets, enough
from slamomatic.games.judging import WAITING
from slamomatic.games.vocabulary import Json
from slamomatic.games.yahtzee_dice import COMBOS


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """Hands, drawpile, chance cards and aims that this eye can't see, dealt anew.

    The player on keeps its hand, else it could not discard what it is about to discard.
    """
    hands = state["hands"]
    seats = range(len(hands))
    unseen = [seat for seat in seats if seat not in (eye, state["turn"]) and not state["known"][seat]]
    scored_next = state["deadline_us"] is not None
    scored_at_once = state["calls"].count(WAITING) <= 1  # should the last one call: its hand counts too
    kept = [
        seat
        for seat in unseen
        if scored_at_once or (state["calls"][seat] >= 0 and (scored_next or rng.random() < 0.9))
    ]
    places = [hands[seat] for seat in unseen if seat not in kept] + [state["drawpile"], state["buried"]]
    deal_anew(places, rng)
    for seat in unseen:
        hands[seat].sort()  # a hand lies sorted
    combos = [card for card in state["box"] if card in COMBOS]
    in_box = [card for card in state["box"] if card not in COMBOS]
    if not state["over"]:  # then they have been turned up
        deal_anew([*state["chances"], state["chance_pile"], in_box], rng)
    state["box"] = combos + in_box
    for seat in seats if not scored_at_once else ():
        if seat != eye and seat not in kept and not state["known"][seat]:
            state["aims"][seat] = rng.choice([None, *COMBOS])
    return state


def deal_anew(places: list[list[str]], rng: Random) -> None:
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]


# What a call or a foul brings to light.
REVEALS = frozenset(
    {
        *(("shown", name) for name in ("cards", "combo", "foul", "sum")),
        ("replaced", "cards"),
        ("redrawn", "cards"),
        ("combo-won", "combo"),
        *((what, "seat") for what in ("replaced", "picked-up")),
        ("chances", "cards"),
        ("over", "scores"),
        ("over", "winners"),
    }
)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(twin, REVEALS)
    for seed in range(3):
        check_secrets("yahtzee-hands-down", secrets, seats, seed)
    enough(secrets)
