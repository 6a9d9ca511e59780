"""A slap in every frame of its fall: the hand is pressed flat, not cut, and so are dust and badge."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.gallery.tables import steps, table_of
from slamomatic.kit.easel import Sprite
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.slap_show import DUST_US, FALL, LANDED_US
from support.page import Page

FRAMES_US = sorted({*(until_us - 1 for until_us, _, _ in FALL), LANDED_US, DUST_US - 1})
INK = 60  # alpha from which something is to be seen
CUT = 0.25  # of an edge: a round thing touches less of it, one that is cut fills more
SIZE = (1280, 720)


def along_the_edges(surface: pygame.Surface) -> float:
    """The share of the edge on which most is drawn."""
    w, h = surface.get_size()
    edges = [[(x, y) for x in range(w)] for y in (0, h - 1)] + [
        [(x, y) for y in range(h)] for x in (0, w - 1)
    ]
    return max(sum(surface.get_at(at).a >= INK for at in edge) / len(edge) for edge in edges)


def falls(sprite: Sprite) -> bool:
    kind = sprite.name.split("/")
    return kind[-1] in ("paddle", "dust") or (kind[0] == "toy" and kind[1].isdigit())


@pytest.mark.parametrize("game", ["hands-down", "hit-the-deck"])
def test_nothing_of_a_falling_hand_is_cut(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, game, 4, 3, (0, 1, 2, 3))
    page = Page(stage, scene, SIZE)
    for _ in steps(stage, scene, 600_000_000):
        if scene.slap_show.fell_us:
            break
    fell_us, checked = stage.clock.at_us, set()
    for age_us in FRAMES_US:
        stage.clock.at_us = fell_us + age_us
        for sprite in filter(falls, page.easel().sprites):
            art = (sprite.art, sprite.box.w, sprite.box.h)
            if art not in checked:
                checked.add(art)
                cut = along_the_edges(sprite.art.draw(sprite.box.w, sprite.box.h))
                assert cut < CUT, f"{sprite.name} is cut {age_us // 1000} ms after the slap"
    assert any(w != h for _, w, h in checked), "a hand is pressed flat on its way"
