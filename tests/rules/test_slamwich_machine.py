"""Slamwich under random legal, illegal and stray events."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from rules.tiny_decks import out_is_out
from slamomatic.engine.core import Game
from slamomatic.games.slamwich.cards import DECK


def recount(game: Game) -> list[int]:
    cards = game.cards()
    return [len(cards[f"hand {seat}"]) for seat in range(game.seats)]


PROFILE = Profile(
    "slamwich",
    DECK,
    recount,
    holds=out_is_out,
    options=st.fixed_dictionaries(
        {}, optional={"minutes": st.sampled_from([0, 1]), "clump_us": st.sampled_from([0, 1000, 100_000])}
    ),
)

TestSlamwich = machine(PROFILE)
