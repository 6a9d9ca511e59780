"""Hands Down's hidden cards stay hidden: in views, effects, what is legal and deadlines."""

import pytest

from rules.hidden import Secrets, check_secrets, enough
from support import twins


@pytest.mark.parametrize("seats", [3, 4])
def test_hidden_cards_show_nowhere(seats: int) -> None:
    secrets = Secrets(twins.hands_down, frozenset({("pair", "number")}))
    for seed in range(3):
        check_secrets("hands-down", secrets, seats, seed)
    enough(secrets)
