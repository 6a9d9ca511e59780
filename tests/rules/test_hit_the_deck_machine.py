"""Hit the Deck under random legal, illegal and stray events."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from slamomatic.engine.core import Game
from slamomatic.games.hit_the_deck.cards import DECK
from slamomatic.games.hit_the_deck.rules import HitTheDeck


def recount(game: Game) -> list[int]:
    """What is scored: the sum of all hands counted so far, laid open at each hand's end."""
    assert isinstance(game, HitTheDeck)
    return game.points


PROFILE = Profile(
    "hit-the-deck",
    DECK,
    recount,
    options=st.fixed_dictionaries(
        {},
        optional={"target": st.sampled_from([1, 30, 100]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
)

TestHitTheDeck = machine(PROFILE)
