"""Every scene and many states of every game, for the tests that look at pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from slamomatic.engine import GAMES
from slamomatic.gallery import tour as gallery_tour
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene

Shown = Iterator[tuple[BareStage, str, Scene]]  # draw a scene before asking for the next


def all_scenes(home: Path, games: list[str] | None = None) -> Shown:
    """Each scene as the gallery shows it."""
    stage = BareStage(home)
    for name, scene in gallery_tour.scenes(stage, games or list(GAMES)):
        yield stage, name, scene


def menu_scenes(home: Path) -> Shown:
    """Each scene outside a game, in the states that differ."""
    stage = BareStage(home)
    for name, scene in gallery_tour.menus(stage):
        yield stage, name, scene


def game_scenes(home: Path, game: str) -> Shown:
    """The help of one game and all of its states."""
    stage = BareStage(home)
    for name, scene in gallery_tour.of_games(stage, [game]):
        yield stage, name, scene
