"""Tapping along for ten seconds shows how late the screen is, and the table goes by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from slamomatic.kit.easel import Text
from slamomatic.screen import desktop
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.lateness import GUESS, LatenessScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.tapping import BEAT_US, BEATS, LEAST_TAPS, Tapping
from support.pictures import mistakes

MS = 1000
BEGAN_US = 50_000_000


def tapped(late_ms: float, spread_ms: float, taps: int = BEATS, seed: int = 1) -> Tapping:
    """A player who taps with each flash as it is seen on a screen so late."""
    game, chance = Tapping(BEGAN_US), Random(seed)
    for beat in range(taps):
        off_us = round((late_ms + chance.gauss(0, spread_ms)) * MS)
        game.tap(BEGAN_US + beat * BEAT_US + off_us)
    return game


@pytest.mark.parametrize("late_ms", [5, 50, 100, 150, 300])
def test_taps_say_how_late_the_screen_is(late_ms: int) -> None:
    for seed in range(20):
        found = tapped(late_ms, 15, seed=seed).lateness()
        assert found is not None
        assert abs(found.median_us - late_ms * MS) < 20 * MS
        assert found.p10_us <= found.median_us <= found.p90_us


def test_a_tap_a_little_before_the_flash_is_no_delay() -> None:
    found = tapped(-20, 5).lateness()
    assert found is not None and found.median_us == 0


def test_too_few_taps_or_taps_anywhere_say_nothing() -> None:
    assert tapped(50, 5, taps=LEAST_TAPS).lateness() is None, "the first beats are for practice"
    assert tapped(100, 120).lateness() is None


def test_one_tap_by_key_and_paddle_counts_once() -> None:
    game = tapped(50, 5, taps=LEAST_TAPS)
    for beat in range(LEAST_TAPS):
        game.tap(BEGAN_US + beat * BEAT_US + 60 * MS)
    assert game.lateness() is None


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LatenessScene:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    stage = BareStage(tmp_path)
    return LatenessScene(stage, SettingsScene(stage, StartScene(stage)))


def words(scene: LatenessScene) -> str:
    stage = scene.stage
    assert isinstance(stage, BareStage)
    sprites = stage.easel(scene, (800, 480)).sprites
    assert mistakes(sprites, (800, 480)) == []
    return " ".join(sprite.art.words for sprite in sprites if isinstance(sprite.art, Text))


def press(scene: LatenessScene, name: str) -> None:
    """Click the button with these words."""
    stage = scene.stage
    assert isinstance(stage, BareStage)
    easel = stage.easel(scene, (800, 480))
    (at,) = [s.box for s in easel.sprites if isinstance(s.art, Text) and s.art.words == name]
    scene.pressable = easel.targets
    scene.click((at.cx, at.y + at.h // 2))


def tap_along(scene: LatenessScene, late_ms: int) -> None:
    press(scene, "Tap along")
    stage, game = scene.stage, scene.tapping
    assert isinstance(stage, BareStage) and game is not None and scene.typing
    for beat in range(BEATS + 1):
        stage.clock.at_us = game.began_us + beat * BEAT_US
        scene.pump()
        if beat < BEATS:
            assert "time with the flash" not in words(scene), "it flashes"
            stage.clock.at_us += late_ms * MS
            scene.raw_key("a")


def test_ten_seconds_of_tapping_are_kept_for_this_screen(scene: LatenessScene) -> None:
    assert "Nobody knows" in words(scene)
    tap_along(scene, 90)
    assert not scene.typing
    assert "90 ms late" in words(scene)
    assert desktop.late_us(scene.stage.home) == 90 * MS
    press(scene, "Forget it")
    assert desktop.late_us(scene.stage.home) == 0


def test_a_guess_is_better_than_nothing(scene: LatenessScene) -> None:
    press(scene, "Guess: 80 ms")
    assert desktop.late_us(scene.stage.home) == GUESS.median_us


def test_a_game_that_was_not_tapped_says_so_and_keeps_nothing(scene: LatenessScene) -> None:
    press(scene, "Tap along")
    stage = scene.stage
    assert isinstance(stage, BareStage) and scene.tapping is not None
    stage.clock.at_us = scene.tapping.began_us + BEATS * BEAT_US
    scene.pump()
    assert "too far apart" in words(scene)
    assert desktop.late_us(stage.home) == 0


def test_escape_stops_the_game(scene: LatenessScene) -> None:
    press(scene, "Tap along")
    scene.raw_key("escape")
    assert not scene.typing and "Nobody knows" in words(scene)
