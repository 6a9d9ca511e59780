"""Whole games through the real window: keys in, result on the screen, the journal the same.

The quick command plays one game, the long one all five.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from support import display, result_on_screen
from support.display import playing, until

SIZE = (800, 480)
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool"),
]


@dataclass(frozen=True)
class Way:
    """How a person of few thoughts plays one game to its end."""

    game: str
    players: int
    options: tuple[str, ...]
    keys: tuple[str, ...]  # pressed again and again
    quick: bool = False

    @property
    def marks(self) -> Sequence[pytest.MarkDecorator]:
        return () if self.quick else (pytest.mark.long,)


WAYS = (
    Way("hands-down", 4, (), ("Return", "q", "Return", "Right"), quick=True),
    Way("slamwich", 3, ("minutes=2",), ("Return", "q", "q")),
    Way("hit-the-deck", 3, ("target=20",), ("Return", "q", "Return", "Return")),
    Way("yahtzee-hands-down", 3, ("combos=2",), ("Down", "x", "Return", "q")),
    # Enter picks the card that the arrows are at; with two picked, it acts.
    # A row that is picked waits for a slap, and Enter would pick it for ever.
    Way("lowdown", 2, (), ("Return", "Right", "q", "Return", "Down", "Return", "Left", "Return", "Up")),
)


@pytest.mark.parametrize("way", [pytest.param(way, marks=way.marks, id=way.game) for way in WAYS])
def test_a_whole_game_by_keys_ends_as_its_journal_says(way: Way, screen: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    words = ["--game", way.game, "--players", str(way.players), "--bots", str(way.players - 1)]
    words += ["--unit", "keyboard", "--seed", "5", "--speed", "40", "--size", f"{SIZE[0]}x{SIZE[1]}"]
    for option in way.options:
        words += ["--option", option]
    with playing(screen, home, *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.05))
        result_on_screen.play(player, lambda: player.keys(*way.keys, delay_ms=25), SIZE, tmp_path)
        assert player.said() == "", "a console that others can read says nothing in a game"
