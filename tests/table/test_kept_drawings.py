"""The painter's stock of drawings stays within bounds, however long the evening."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from slamomatic.kit.easel import Box, Frame, Sprite, Text
from slamomatic.kit.painter import BYTES_PER_PIXEL, KEPT_WINDOWS, Painter
from slamomatic.kit.surfaces import Felt, Panel
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat

SIZES = ((800, 480), (1280, 720), (1920, 1080))
LINE = Text("", 30, 12, (255, 255, 255))


def held(painter: Painter) -> int:
    """Bytes of all surfaces that it keeps, counted one by one."""
    surfaces = [drawing.surface for drawing in painter._drawn.values()]
    return sum(surface.get_width() * surface.get_height() * BYTES_PER_PIXEL for surface in surfaces)


@pytest.mark.parametrize("size", SIZES)
def test_ever_new_panels_are_kept_within_eight_windows(size: tuple[int, int]) -> None:
    painter = Painter(pygame.Surface(size), Felt())
    window = size[0] * size[1] * BYTES_PER_PIXEL
    for number in range(40):
        box = Box(0, 0, size[0] // 2, size[1])
        painter.show([Sprite("panel", box, Panel((number, 0, 0)))])
        assert held(painter) == painter.kept_bytes <= KEPT_WINDOWS * window
    assert held(painter) > (KEPT_WINDOWS - 1) * window


def test_of_a_line_only_its_words_are_kept() -> None:
    painter = Painter(pygame.Surface((1280, 720)), Felt())
    box = Box(0, 0, 1280, 60)
    for number in range(500):
        painter.show([Sprite("said", box, replace(LINE, words=f"Anna pays {number}"))])
    assert held(painter) < 500 * box.w * box.h * BYTES_PER_PIXEL / 4


def test_cropped_drawings_stand_where_they_stood() -> None:
    size, box = (400, 100), Box(50, 20, 300, 60)
    for align in ("left", "center", "right"):
        art = replace(LINE, words="Slap!", align=align)
        ours = Painter(pygame.Surface(size), Felt())
        ours.show([Sprite("said", box, art)])
        whole = Felt().draw(*size)
        whole.blit(art.draw(box.w, box.h), (box.x, box.y))
        assert pygame.image.tobytes(ours.surface, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_art_with_nothing_to_see_can_be_shown() -> None:
    painter = Painter(pygame.Surface((100, 100)), Felt())
    painter.show([Sprite("said", Box(0, 0, 50, 50), LINE)])
    assert held(painter) == 0


@pytest.mark.parametrize("game", ["hands-down", "slamwich", "lowdown"])
@pytest.mark.parametrize("size", SIZES)
def test_one_moment_with_all_that_may_change_in_it_fits_twice(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """Otherwise drawings would be thrown away that the next frame needs."""
    stage = BareStage(tmp_path)
    seats = [Seat(f"Bot {n}", n, "easy") for n in range(4)]
    session = opening.begin(game, seats, stage.unit, stage.clock, seed=3, home=tmp_path)
    table = TableScene(stage, session)
    stage.go(table)
    painter = Painter(pygame.Surface(size), Felt())
    for _ in range(40):
        stage.clock.at_us += 250_000
        table.pump()
    painter.show(table.picture(Frame(*size)).sprites)
    wanted = table.upcoming(Frame(*size))
    while painter.warm(wanted):
        pass
    assert painter.kept_bytes < painter.most_bytes / 2
