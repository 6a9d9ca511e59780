"""Hidden cards stay hidden: in views, effects, what is legal and deadlines."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hidden import Secrets, Twin, check_secrets, enough
from support import twins
from support.length import count

# Cards that a cut, a Flip, the end of a hand or chance brings to light.
HIT_THE_DECK = frozenset(
    {
        *(("cut", name) for name in ("card", "depth")),
        ("flipped", "card"),
        *(("buried", name) for name in ("card", "place")),
        ("start", "card"),
        *(("hand-over", name) for name in ("hands", "points")),
        *(("over", name) for name in ("scores", "winners")),
    }
)
# Cards that opening, replacing, stealing and the end of a hand bring to light.
LOWDOWN = frozenset(
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
# Cards that a call or a foul brings to light.
YAHTZEE = frozenset(
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
HANDS_DOWN = frozenset({("pair", "number")})
SLAMWICH = frozenset({("flipped", "card"), ("slip", "card"), ("muncher", "throws")})
OPEN = {"drawn_open": True}


@pytest.mark.parametrize(
    ("name", "twin", "reveals", "seats", "options"),
    [
        *(("hands-down", twins.hands_down, HANDS_DOWN, seats, {}) for seats in (3, 4)),
        *(("slamwich", twins.slamwich, SLAMWICH, seats, {}) for seats in (2, 5)),
        *(("hit-the-deck", twins.hit_the_deck, HIT_THE_DECK, seats, {}) for seats in (2, 5)),
        *(("yahtzee-hands-down", twins.yahtzee, YAHTZEE, seats, {}) for seats in count((2, 5), (2, 3, 5))),
        *(("lowdown", twins.lowdown, LOWDOWN, seats, {}) for seats in count((2, 6), (2, 3, 6))),
        *(
            ("lowdown", twins.lowdown, LOWDOWN | {("drew", "card")}, seats, OPEN)
            for seats in count((3,), (2, 3, 6))
        ),
    ],
)
def test_hidden_cards_show_nowhere(
    name: str, twin: Twin, reveals: frozenset[tuple[str, str]], seats: int, options: dict[str, Any]
) -> None:
    secrets = Secrets(twin, reveals, options=options)
    for seed in range(count(1, 6)):
        check_secrets(name, secrets, seats, seed, 250)
    enough(secrets)
