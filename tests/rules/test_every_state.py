"""Tiny games walked through whole: every state holds what must hold, and from each one the game can end.

Deeper: `python3 tools/every_state.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.every_state import Tiny, cards_of, walk
from rules.tiny_decks import SLAMWICH, TINY_GAMES
from slamomatic.engine import GAMES, Game
from slamomatic.games.hit_the_deck.cards import DECK as HIT_THE_DECK
from slamomatic.games.lowdown.grid import PACK as LOWDOWN
from slamomatic.games.slamwich.rules import Slamwich
from support.length import count

# How many moves, and at least how many different states that is: a walk that finds fewer has lost its way.
DEPTHS = {
    "hands-down": count((3, 500), (5, 10_000)),
    "slamwich": count((4, 2000), (6, 20_000)),
    "hit-the-deck": count((3, 600), (5, 10_000)),
    "yahtzee-hands-down": (2, 800),
    "lowdown": count((4, 1200), (6, 20_000)),
    "quick-draw": count((3, 600), (4, 3000)),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_reachable_state_is_sound_and_can_end(name: str) -> None:
    moves, least = DEPTHS[name]
    found = walk(TINY_GAMES[name], moves)
    assert not found.bad
    assert found.states > least
    assert found.frontier > 100


class FirstEdition(Slamwich):
    """Slamwich as it was: a player who is out still munches, flips last and wins races."""

    def _end_playing(self, seat: int) -> None:
        if self.gone[seat]:
            super()._end_playing(seat)


def nothing_else(game: Game) -> None:
    """No further invariant: the walk itself must find it."""


@pytest.mark.parametrize(("holds", "says"), [(SLAMWICH.holds, "is out and"), (nothing_else, "nothing ends")])
def test_the_defect_of_the_first_edition_is_found(holds: Callable[[Game], None], says: str) -> None:
    old = replace(SLAMWICH, kind=FirstEdition, holds=holds)
    (bad,) = walk(old, 4, drops=0).bad
    assert says in bad


def test_a_walk_looks_at_each_state_once_and_at_every_outcome_of_chance() -> None:
    tiny = TINY_GAMES["hands-down"]
    assert walk(tiny, 0).states == 1
    # Seat 0 may slap, pass or wait; what is passed over brings a take from either of the others.
    assert walk(tiny, 1, drops=0).states >= 4


@pytest.mark.parametrize(
    ("tiny", "kinds"),
    [
        (TINY_GAMES["slamwich"], {"egg", "thief", "m1"}),
        (TINY_GAMES["hit-the-deck"], {"R1", "H", "RC", "RF", "N1", "CR"}),
        (TINY_GAMES["lowdown"], {"swap", "peek", "steal", "R1"}),
    ],
)
def test_a_tiny_deck_holds_every_kind(tiny: Tiny, kinds: set[str]) -> None:
    assert kinds <= set(cards_of(tiny.start()))


def test_a_tiny_deck_is_part_of_the_real_one() -> None:
    for name, deck in (("hit-the-deck", HIT_THE_DECK), ("lowdown", LOWDOWN)):
        assert not cards_of(TINY_GAMES[name].start()) - Counter(deck)
