"""Hands Down under random legal, illegal and stray events."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from slamomatic.engine.core import Game
from slamomatic.games.hands_down.cards import DECK


def recount(game: Game) -> list[int]:
    cards = game.cards()
    return [
        len(cards[f"pairs {seat}"]) // 2 + 2 * (game.view(None)["joker"] == seat)
        for seat in range(game.seats)
    ]


PROFILE = Profile(
    "hands-down",
    DECK,
    recount,
    options=st.fixed_dictionaries(
        {},
        optional={"timeout_ms": st.sampled_from([0, 2000]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
    seat_fields=frozenset({"from"}),
    words=[str(number) for number in range(12)],
)

TestHandsDown = machine(PROFILE)
