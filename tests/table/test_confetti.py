"""Confetti at the end of a game: it falls, it ends, and it lies elsewhere after every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.gallery.tables import steps, table_of
from slamomatic.kit.easel import Box, Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.shower import FALL_US, FLAKE_US
from support.page import Page

SIZE = (1280, 720)


def ended(home: Path, seed: int, reduced: bool = False) -> Page:
    stage = BareStage(home, reduced)
    scene, session = table_of(stage, "quick-draw", 3, seed, (0,), {"rounds": 1})
    for _ in steps(stage, scene, 600_000_000):
        pass
    page = Page(stage, ResultScene(stage, session.outcome()), SIZE)
    page.wait(0)
    return page


def flakes(page: Page) -> dict[str, Box]:
    return {s.name: s.box for s in page.easel().sprites if s.name.startswith("confetti/")}


def test_it_falls_for_a_while_behind_all_that_is_read(tmp_path: Path) -> None:
    page = ended(tmp_path, 1)
    wakes_us = page.scene.wakes_at_us()
    assert wakes_us is not None and wakes_us <= page.stage.clock.at_us + FLAKE_US
    page.wait(FALL_US // 4)
    before = flakes(page)
    page.wait(FLAKE_US)
    after = flakes(page)
    both = before.keys() & after.keys()
    assert both and all(after[name].y > before[name].y for name in both)
    sprites = page.easel().sprites
    words = [at for at, sprite in enumerate(sprites) if isinstance(sprite.art, Text)]
    assert max(at for at, s in enumerate(sprites) if s.name in after) < min(words)
    page.wait(FALL_US)
    assert flakes(page) == {}


def test_it_lies_elsewhere_after_another_game(tmp_path: Path) -> None:
    first, second = (ended(tmp_path / str(seed), seed) for seed in (1, 2))
    arts = [next(s.art for s in page.easel().sprites if s.name == "confetti") for page in (first, second)]
    assert getattr(arts[0], "seed") != getattr(arts[1], "seed")  # noqa: B009


@pytest.mark.parametrize("reduced", [True])
def test_with_reduced_motion_nothing_falls(reduced: bool, tmp_path: Path) -> None:
    page = ended(tmp_path, 1, reduced)
    page.wait(FALL_US // 4)
    assert flakes(page) == {}
