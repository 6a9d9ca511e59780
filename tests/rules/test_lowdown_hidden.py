"""Lowdown hides its cards, from their owners too: in views, effects, what is legal and deadlines."""

import pytest

from rules.hidden import Secrets, check_secrets, enough
from support import twins

# What opening, replacing, stealing and the end of a hand bring to light.
REVEALS = frozenset(
    {
        ("opened", "cards"),
        ("placed", "old"),
        ("placed", "card"),
        ("threw", "card"),
        ("turned", "card"),
        ("stole", "got"),
        ("stole", "gave"),
        ("hand-over", "grids"),
        ("hand-scored", "points"),
        ("hand-scored", "won_by"),
        ("dealt", "discard"),
        ("starter", "seat"),
        ("turn", "seat"),
        ("last-claims", "seat"),
        ("over", "winners"),
        ("over", "scores"),
    }
)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("drawn_open", [False, True])
def test_hidden_cards_show_nowhere(seats: int, drawn_open: bool) -> None:
    reveals = REVEALS | {("drew", "card")} if drawn_open else REVEALS
    secrets = Secrets(twins.lowdown, reveals, options={"drawn_open": drawn_open})
    for seed in range(2):
        check_secrets("lowdown", secrets, seats, seed, 250)
    enough(secrets)
