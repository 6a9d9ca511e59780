"""The help tells the game that is played, or that would be played now: a short one has its own target."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.gallery.tables import table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.start import StartScene
from support.page import Page


def whole_help(page: Page) -> str:
    page.press("help")
    read = []
    for _ in range(10):
        read.append(page.text())
        page.press("right")
    return "\n".join(read)


@pytest.mark.parametrize(("game", "targets"), [("hit-the-deck", ("40", "100")), ("lowdown", ("20", "50"))])
def test_a_short_game_tells_the_short_game_s_target(
    game: str, targets: tuple[str, str], tmp_path: Path
) -> None:
    for length, target in zip(("short", "normal"), targets, strict=True):
        stage = BareStage(tmp_path)
        stage.remember(replace(stage.prefs, game=game, length=length))
        told = whole_help(Page(stage, StartScene(stage)))
        assert f"somebody has {target} points" in told


@pytest.mark.parametrize("scene", [StartScene, FrontScene])
def test_before_the_game_what_the_command_line_says_is_told(
    scene: type[StartScene] | type[FrontScene], tmp_path: Path
) -> None:
    stage = BareStage(tmp_path)
    stage.remember(replace(stage.prefs, game="lowdown", length="short"))
    assert "somebody has 7 points" in whole_help(Page(stage, scene(stage, {"target": 7})))


def test_in_a_game_its_own_target_is_told(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, "lowdown", 3, 3, (0,), {"target": 35})
    assert "somebody has 35 points" in whole_help(Page(stage, scene))


def test_the_help_says_what_the_green_frame_means(tmp_path: Path) -> None:
    """The green frame lights around the whole screen, and nothing beside it says why."""
    stage = BareStage(tmp_path)
    told = whole_help(Page(stage, StartScene(stage)))
    assert "green frame: slaps count now" in told
