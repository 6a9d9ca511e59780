"""Hit the Deck's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

from random import Random

import pytest

from rules.hidden import Secrets, check_secrets, enough
from slamomatic.games.hit_the_deck_cards import FITS
from slamomatic.games.vocabulary import Json


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """The draw pile and the hands that this eye can't see, dealt anew.

    Who is to move keeps the cards that fit: what it does next must be possible in both states.
    """
    turn = state["turn"]
    fits = FITS[state["discards"][-1]]
    places = [hand for seat, hand in enumerate(state["hands"]) if seat not in (eye, turn)]
    places.append(state["drawpile"])
    cards = [card for place in places for card in place]
    if turn not in (eye, None):
        hand = state["hands"][turn]
        for at, card in enumerate(hand):
            other = rng.randrange(len(cards)) if cards else 0
            if cards and card not in fits and cards[other] not in fits:
                hand[at], cards[other] = cards[other], card
    rng.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    return state


# What a cut, a Flip or the end of a hand brings to light, and what chance gives.
REVEALS = frozenset(
    {
        *(("cut", name) for name in ("card", "depth")),
        ("flipped", "card"),
        *(("buried", name) for name in ("card", "place")),
        ("start", "card"),
        *(("hand-over", name) for name in ("hands", "points")),
        *(("over", name) for name in ("scores", "winners")),
    }
)


@pytest.mark.parametrize("seats", [2, 5])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(twin, REVEALS)
    for seed in range(3):
        check_secrets("hit-the-deck", secrets, seats, seed)
    enough(secrets)
