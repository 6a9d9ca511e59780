"""Yahtzee Hands Down under random legal, illegal and stray events."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from slamomatic.engine.core import Game
from slamomatic.games.yahtzee_hands_down.deal import PACKS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS


def recount(game: Game) -> list[int]:
    cards = game.cards()
    points = [sum(COMBOS[combo] for combo in cards[f"won {seat}"]) for seat in range(game.seats)]
    if game.over:
        points = [own + sum(map(int, cards[f"chances {seat}"])) for seat, own in enumerate(points)]
    return points


PROFILE = Profile(
    "yahtzee-hands-down",
    [card for pack in PACKS.values() for card in pack],
    recount,
    options=st.fixed_dictionaries(
        {},
        optional={
            "combos": st.integers(1, 12),
            "short_turns": st.sampled_from([0, 1, 3]),
            "clump_us": st.sampled_from([0, 1000, 500_000]),
        },
    ),
    stacked=False,  # a deck file holds three packs
)

TestYahtzee = machine(PROFILE)
