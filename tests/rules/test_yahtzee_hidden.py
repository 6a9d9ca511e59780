"""Yahtzee Hands Down's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

import pytest

from rules.hidden import Secrets, check_secrets, enough
from support import twins

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
    secrets = Secrets(twins.yahtzee, REVEALS)
    for seed in range(3):
        check_secrets("yahtzee-hands-down", secrets, seats, seed)
    enough(secrets)
