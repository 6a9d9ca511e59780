"""Lowdown under random legal, illegal and stray events."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from slamomatic.engine.core import Game
from slamomatic.games.lowdown.grid import PACK
from slamomatic.games.lowdown.rules import Lowdown


def recount(game: Game) -> list[int]:
    """Scores are sums of hands whose cards are gone: test_lowdown_hand adds them up from the grids."""
    assert isinstance(game, Lowdown)
    return game.totals


PROFILE = Profile(
    "lowdown",
    PACK,
    recount,
    options=st.fixed_dictionaries({}, optional={"drawn_open": st.booleans()}),
    seat_fields=frozenset({"of", "from"}),
    words=["pile", "discard", "up", "down"],
)

TestLowdown = machine(PROFILE)
