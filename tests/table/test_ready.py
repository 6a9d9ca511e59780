"""The very first game waits for one key or slap; no other start of a game asks anything."""

from __future__ import annotations

import pytest

from slamomatic.engine import GAMES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.beginning import Ready
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from support.page import text_in

SIZE = (800, 480)
LONG_US = 60_000_000


def begun(stage: BareStage) -> TableScene:
    StartScene(stage).play()
    assert isinstance(stage.scene, TableScene)
    stage.scene.pump()
    return stage.scene


def game_us(scene: TableScene) -> int:
    return scene.session.clock.now_us()


def later(stage: BareStage, scene: TableScene) -> None:
    stage.clock.at_us += LONG_US
    scene.pump()


def test_first_game_stands_still_until_enter(stage: BareStage) -> None:
    scene = begun(stage)
    lines = scene.session.played.lines
    later(stage, scene)
    assert scene.session.played.lines == lines and game_us(scene) == 0, "no bot, no clock"
    assert "Somebody slapped? Then press Q, fast! The last one loses a card." in text_in(stage, scene)
    scene.key("confirm")
    assert "When somebody slaps" not in text_in(stage, scene)
    later(stage, scene)
    assert scene.session.played.lines > lines and game_us(scene) == LONG_US


def test_slap_says_ready_and_is_no_slap(stage: BareStage) -> None:
    scene = begun(stage)
    keyboard = stage.unit.keyboard
    assert keyboard is not None
    keyboard.key(0, True, stage.clock())
    scene.pump()
    keyboard.key(0, False, stage.clock())
    later(stage, scene)
    assert game_us(scene) == LONG_US
    assert "slap" not in scene.announcements.last and "foul" not in scene.announcements.last


def test_twice_the_next_key_says_ready_and_chooses_nothing(stage: BareStage) -> None:
    scene = begun(stage)
    scene.gesture("tap")
    scene.gesture("double")
    assert not scene.session.clock.paused and scene.play.pending is None


def test_escape_leads_to_the_pause(stage: BareStage) -> None:
    scene = begun(stage)
    scene.key("pause")
    assert scene.session.clock.paused and "Paused" in text_in(stage, scene)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_asked_who_knows_the_game_or_plays_on(game: str, stage: BareStage) -> None:
    start = StartScene(stage)
    start.choose_game(game)
    scene = begun(stage)
    assert isinstance(scene.mode, Ready)
    scene.session.close()
    start = StartScene(stage)
    start.ask_to_resume()
    start.pump()
    assert isinstance(stage.scene, TableScene) and not isinstance(stage.scene.mode, Ready)
    stage.prefs = stage.prefs.with_explained(game)
    assert not isinstance(begun(stage).mode, Ready)
