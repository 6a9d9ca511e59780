"""Quick Draw under random, stray and late slaps."""

from hypothesis import strategies as st

from rules.frame import Profile, machine
from slamomatic.engine.core import Game


def recount(game: Game) -> list[int]:
    return list(game.to_json()["points"])


PROFILE = Profile(
    "quick-draw",
    (),
    recount,
    options=st.fixed_dictionaries(
        {},
        optional={"rounds": st.sampled_from([1, 3, 7]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
    stacked=False,
)

TestQuickDraw = machine(PROFILE)
