"""Words stand out from what is behind them, and colours that mean something differ for colour-blind eyes too.

A sample of what `contrast.py` and `colour_sight.py` look at.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.gallery.tables import states, table_of
from slamomatic.kit.easel import SMALL, Box, Easel, Frame
from slamomatic.kit.painter import Painter
from slamomatic.kit.palette import CHALK, Rgb
from slamomatic.kit.surfaces import Felt
from slamomatic.screen.offscreen import BareStage
from support.colours import BLINDNESS, SHAPES, TOLD_APART, nearest, readings

SIZE = (1280, 720)
JUST_TOLD_APART = 10  # more than twice what is noticed when colours lie side by side
GAMES = ("hands-down", "slamwich", "hit-the-deck", "yahtzee-hands-down", "lowdown")


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_some_moments_of_a_game_stands_out(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, game, 4, 3, (0, 1))
    painter = Painter(pygame.Surface(SIZE), Felt())
    low: list[str] = []
    for number, name in enumerate(states(stage, scene, 400_000_000)):
        if number in (0, 3, 6):
            read = list(readings(stage.easel(scene, SIZE), painter))
            assert read
            low += [
                f"{one.name} {one.words!r}: {one.contrast:.2f} in {name}" for one in read if not one.enough
            ]
        if number > 6:
            break
    assert not low, "\n".join(low)


@pytest.mark.parametrize("rgb", [(96, 120, 110), (60, 120, 96)])
def test_pale_words_are_found(rgb: Rgb) -> None:
    easel = Easel(Frame(*SIZE))
    easel.text("pale", "Hands Down", Box(100, 100, 400, 60), SMALL, rgb)
    easel.text("plain", "Hands Down", Box(100, 300, 400, 60), SMALL, CHALK)
    read = {one.name: one for one in readings(easel, Painter(pygame.Surface(SIZE), Felt()))}
    assert not read["pale"].enough and read["plain"].enough


@pytest.mark.parametrize("blindness", ["", *BLINDNESS])
@pytest.mark.parametrize("what", TOLD_APART)
def test_colours_that_mean_something_can_be_told_apart(what: str, blindness: str) -> None:
    apart, which = nearest(TOLD_APART[what], blindness)
    assert apart >= JUST_TOLD_APART, which


@pytest.mark.parametrize("what", SHAPES)
def test_every_colour_has_a_shape_of_its_own(what: str) -> None:
    assert len(set(SHAPES[what])) == len(SHAPES[what])
