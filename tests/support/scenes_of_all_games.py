"""Every scene and many states of every game, for the tests that look at pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from slamomatic.engine import GAMES
from slamomatic.gallery import tour as gallery_tour
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene


def all_scenes(home: Path, games: list[str] | None = None) -> Iterator[tuple[BareStage, str, Scene]]:
    """Each scene as the gallery shows it; draw it before asking for the next."""
    stage = BareStage(home)
    for name, scene in gallery_tour.scenes(stage, games or list(GAMES)):
        yield stage, name, scene
