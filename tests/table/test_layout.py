"""Nothing overlaps, nothing is cut off, everything can be read: in every window from 800x480 to 4K."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.kit.easel import SMALL, TEXT_FLOOR_PX, Box, Frame, Sprite, Text
from support.pictures import SIZES, mistakes
from support.scenes_of_all_games import all_scenes


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_and_nothing_is_cut_off(game: str, tmp_path: Path) -> None:
    found: dict[str, str] = {}  # a mistake, and where it was seen first
    for stage, name, scene in all_scenes(tmp_path, [game]):
        for size in SIZES:
            for what in mistakes(stage.easel(scene, size).sprites, size):
                found.setdefault(what, f"{name} at {size}")
    assert not found, "\n".join(f"{what} ({where})" for what, where in found.items())


@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_smaller_than_can_be_read_from_three_metres(size: tuple[int, int], tmp_path: Path) -> None:
    frame = Frame(*size)
    floor = max(TEXT_FLOOR_PX, round(SMALL * frame.unit))
    for stage, name, scene in all_scenes(tmp_path, ["hands-down"]):
        for sprite in stage.easel(scene, size).sprites:
            if isinstance(sprite.art, Text):
                px = sprite.art.settled(sprite.box.w, sprite.box.h).px
                assert px >= floor, f"{name}: {sprite.name} has {px} px"


def test_smallest_text_is_28_px_at_1080p_and_14_px_at_800x480() -> None:
    assert Frame(1920, 1080).text_px(1) == TEXT_FLOOR_PX  # nothing asks for less than SMALL
    assert Frame(1920, 1080).text_px(SMALL) == 28
    assert Frame(800, 480).text_px(SMALL) == 14


def test_overlap_check_sees_an_overlap() -> None:
    words = Text("Hands Down", 30, 30, (255, 255, 255))
    one, other = Box(10, 10, 300, 50), Box(40, 20, 300, 50)
    pair = [Sprite("one", one, words), Sprite("other", other, words)]
    assert any("lies on" in what for what in mistakes(pair, (800, 480)))
    assert mistakes([Sprite("one", one, words), Sprite("one", Box(10, 200, 300, 50), words)], (800, 480))
    assert mistakes([Sprite("out", Box(700, 10, 300, 50), words)], (800, 480))
    assert mistakes([Sprite("cut", Box(10, 10, 30, 10), words)], (800, 480))
