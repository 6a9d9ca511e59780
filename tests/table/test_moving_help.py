"""A page of the rules shows a few seconds of the game itself: just the moment that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.face.cards import CardArt
from slamomatic.face.faces import face_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.clips import Clip, search_game
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.start import StartScene
from support.page import Page

SHOWN = [(game, page.shows) for game in GAMES for page in face_of(game).pages if page.shows]
FRAME_US = 33_000
MOST_FRAMES = 400


@pytest.mark.parametrize(("game", "shows"), SHOWN)
def test_a_page_that_moves_finds_its_moment(game: str, shows: str, tmp_path: Path) -> None:
    *_, last = search_game(BareStage(tmp_path), game, shows)
    assert last is not None
    entries, shots = last
    assert entries and shots


def test_every_game_has_a_page_that_moves_and_more_than_one_idea() -> None:
    assert {game for game, _ in SHOWN} == set(GAMES)
    assert len(SHOWN) > 2 * len(GAMES)


def test_the_picture_moves_and_then_rests_and_the_next_page_has_its_own(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = HelpScene(stage, "slamwich", StartScene(stage))
    page = Page(stage, scene, (1280, 720))
    seen = set()
    for _ in range(MOST_FRAMES):
        moving = tuple(s for s in page.easel().sprites if s.name.startswith("clip/"))
        seen.add(moving)
        stage.clock.at_us += FRAME_US
        scene.pump()
    assert len(seen) > 10
    page.press("right")
    assert not any(s.name.startswith("clip/") for s in page.easel().sprites), "no picture of another page"


def test_nothing_is_heard_of_it(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = HelpScene(stage, "quick-draw", StartScene(stage))
    scene.page = 1
    page = Page(stage, scene)
    for _ in range(MOST_FRAMES):
        page.wait(FRAME_US)
    assert stage.sounds == []


@pytest.mark.parametrize("reduced", [False, True])
def test_a_moment_that_never_comes_leaves_its_page_without_a_picture(reduced: bool, tmp_path: Path) -> None:
    stage = BareStage(tmp_path, reduced_motion=reduced)
    clip = Clip(stage, "quick-draw", "no such effect")
    for _ in range(MOST_FRAMES):
        clip.pump()
        stage.clock.at_us += FRAME_US
    assert clip.rests
    assert not clip.shown


@pytest.mark.parametrize("size", [(800, 480), (1920, 1080)])
def test_quick_draw_s_sign_says_wait_and_slap_in_its_picture_too(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """An empty green box explained nothing."""
    stage = BareStage(tmp_path)
    scene = HelpScene(stage, "quick-draw", StartScene(stage))
    scene.page = 1
    page, said = Page(stage, scene, size), set()
    assert any(isinstance(s.art, CardArt) and s.art.name == "slap" for s in page.easel().sprites)
    assert len([s for s in page.easel().sprites if s.name.startswith("game/")]) >= 2, (
        "a still picture at first"
    )
    for _ in range(MOST_FRAMES):
        said.add(page.said_by("clip/sign/words"))
        page.wait(FRAME_US)
    assert {"Wait for it …", "SLAP!"} <= said
