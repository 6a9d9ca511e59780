"""Slamwich's stacks stay hidden, from their owners too: in views, effects, what is legal and deadlines."""

import pytest

from rules.hidden import Secrets, check_secrets, enough
from support import twins


@pytest.mark.parametrize("seats", [2, 5])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(
        twins.slamwich, frozenset({("flipped", "card"), ("slip", "card"), ("muncher", "throws")})
    )
    for seed in range(3):
        check_secrets("slamwich", secrets, seats, seed)
    enough(secrets)
