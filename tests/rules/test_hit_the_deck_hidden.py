"""Hit the Deck's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

import pytest

from rules.hidden import Secrets, check_secrets, enough
from support import twins

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
    secrets = Secrets(twins.hit_the_deck, REVEALS)
    for seed in range(3):
        check_secrets("hit-the-deck", secrets, seats, seed)
    enough(secrets)
