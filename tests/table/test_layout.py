"""Nothing overlaps, nothing is cut off, everything can be read: in every window from 800x480 to 4K."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from slamomatic.games import GAMES
from slamomatic.screen.geometry import TEXT_FLOOR_PX, TEXT_SMALLEST, Box, Frame
from slamomatic.screen.sprites import Sprite, Text
from table.scenes_of_all_games import all_scenes

SIZES = ((800, 480), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160))


def mistakes(sprites: list[Sprite], size: tuple[int, int]) -> list[str]:
    """What is wrong with one picture."""
    window = Frame(*size).box
    scrim = max((i for i, s in enumerate(sprites) if s.name.endswith("scrim")), default=-1)
    shown = sprites[scrim + 1 :]
    found = [
        f"{s.name} leaves the window" for s in shown if not s.box.within(window) and "shadow" not in s.name
    ]
    # The painter tells by the names what changed: of two with one name it would not redraw the first.
    found += [
        f"two things are called {name}"
        for name, count in Counter(s.name for s in sprites).items()
        if count > 1
    ]
    inks: list[tuple[str, Box]] = []
    for index, sprite in enumerate(shown):
        if not isinstance(sprite.art, Text):
            continue
        text = sprite.art.settled(sprite.box.w, sprite.box.h)
        if not text.fits:
            found.append(f"{sprite.name} {sprite.art.words!r} is cut off in {sprite.box.w}x{sprite.box.h}")
        ink = sprite.art.ink(sprite.box)
        found += [f"{sprite.name} lies on {name}" for name, other in inks if ink.overlaps(other)]
        inks.append((sprite.name, ink))
        found += [
            f"{over.name} covers {sprite.name}"
            for over in shown[index + 1 :]
            if not over.above and not isinstance(over.art, Text) and over.box.overlaps(ink)
        ]
    return found


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
    floor = max(TEXT_FLOOR_PX, round(TEXT_SMALLEST * frame.unit))
    for stage, name, scene in all_scenes(tmp_path, ["hands-down"]):
        for sprite in stage.easel(scene, size).sprites:
            if isinstance(sprite.art, Text):
                px = sprite.art.settled(sprite.box.w, sprite.box.h).px
                assert px >= floor, f"{name}: {sprite.name} has {px} px"


def test_smallest_text_is_28_px_at_1080p_and_14_px_at_800x480() -> None:
    assert Frame(1920, 1080).text_px(1) == TEXT_FLOOR_PX  # nothing asks for less than TEXT_SMALLEST
    assert Frame(1920, 1080).text_px(TEXT_SMALLEST) == 28
    assert Frame(800, 480).text_px(TEXT_SMALLEST) == 14


def test_overlap_check_sees_an_overlap() -> None:
    words = Text("Hands Down", 30, 30, (255, 255, 255))
    one, other = Box(10, 10, 300, 50), Box(40, 20, 300, 50)
    pair = [Sprite("one", one, words), Sprite("other", other, words)]
    assert any("lies on" in what for what in mistakes(pair, (800, 480)))
    assert mistakes([Sprite("one", one, words), Sprite("one", Box(10, 200, 300, 50), words)], (800, 480))
    assert mistakes([Sprite("out", Box(700, 10, 300, 50), words)], (800, 480))
    assert mistakes([Sprite("cut", Box(10, 10, 30, 10), words)], (800, 480))
