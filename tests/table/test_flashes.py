"""Nothing flashes more than three times a second: counted in frames of games, results and measurements."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.engine import GAMES
from slamomatic.gallery.tables import steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.lateness import LatenessScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.shower import FALL_US
from slamomatic.table.lights import SLAPPED, UNLIT, PaddleLights
from slamomatic.table.moment import Moment
from support.flashes import MOST_IN_A_SECOND, SECOND_US, Flashes
from support.length import count

SIZE = (800, 480)
FRAME_US = 16_667
STANDS_US = 200_000  # a picture that nothing moves in is looked at so often
SECONDS = count(12, 120)
SEEDS = range(4, 4 + count(1, 8))


def film(stage: BareStage, scene: Scene, seconds: float) -> Flashes:
    """Look at every frame that the scene, and what follows on it, would show for so long."""
    stage.scene, flashes, ends_us = scene, Flashes(), stage.clock.at_us + round(seconds * SECOND_US)
    while stage.clock.at_us < ends_us:
        stage.scene.pump()
        flashes.see(stage.surface(stage.scene, SIZE), stage.clock.at_us)
        wakes_us, next_us = stage.scene.wakes_at_us(), stage.clock.at_us + FRAME_US
        if not stage.motion.moving:
            still_us = stage.clock.at_us + STANDS_US
            next_us = max(next_us, still_us if wakes_us is None else min(wakes_us, still_us))
        stage.clock.at_us = next_us
    return flashes


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_flashes_at_most_three_times_a_second(game: str, seed: int, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, game, 4, seed, (0,))
    assert film(stage, scene, SECONDS).most <= MOST_IN_A_SECOND


@pytest.mark.parametrize("game", ["quick-draw", "hands-down"])
def test_a_result_and_its_confetti_flash_at_most_three_times_a_second(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    options = {"rounds": 1} if game == "quick-draw" else {"numbers": 5}
    scene, session = table_of(stage, game, 4, 1, (0,), options)
    for _ in steps(stage, scene, 1_200_000_000):
        pass
    result = ResultScene(stage, session.outcome())
    result.begin_ceremony()
    assert film(stage, result, 8 + FALL_US / SECOND_US).most <= MOST_IN_A_SECOND


def test_the_light_to_tap_along_with_is_slow_enough(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = LatenessScene(stage, FrontScene(stage))
    scene._start()
    flashes = film(stage, scene, 6)
    assert 1 <= flashes.most <= MOST_IN_A_SECOND, "a light this large is seen by the count"


# --- lights on the unit -------------------------------------------------------------------------------


def test_a_paddle_that_is_drummed_on_turns_white_at_most_three_times_a_second(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    _, session = table_of(stage, "slamwich", 2, 1, (0,))
    lights, white, was = PaddleLights(stage.unit), 0, UNLIT
    room = {**session.moment.room, "live": [True, True]}
    for press in range(40):  # ten hits a second for two seconds
        moment = Moment(session.played.game, [])
        moment.room = {**room, "down": [press % 2 == 0, False]}
        lights.show(moment, session.seats, press * 50_000)
        white += lights.lit[0] == SLAPPED != was
        was = lights.lit[0]
    assert 4 <= white <= 2 * MOST_IN_A_SECOND


# --- the count itself ---------------------------------------------------------------------------------


def blinking(hertz: float, part: float = 1.0, rgb: tuple[int, int, int] = (255, 255, 255)) -> Flashes:
    """Two seconds of a light that is on and off as long, over a part of the picture's width and height."""
    surface, flashes = pygame.Surface((480, 288)), Flashes()
    for frame in range(120):
        surface.fill((0, 0, 0))
        if int(frame / 60 * hertz * 2) % 2:
            surface.fill(rgb, (0, 0, round(480 * part), round(288 * part)))
        flashes.see(surface, round(frame / 60 * SECOND_US))
    return flashes


@pytest.mark.parametrize("hertz", [1, 2, 3, 4, 5, 10])
def test_each_flash_is_counted_once(hertz: int) -> None:
    assert blinking(hertz).most in (hertz, hertz - 1) if hertz == 1 else blinking(hertz).most == hertz


def test_a_small_light_is_no_flash_and_a_quarter_of_a_field_is() -> None:
    assert blinking(5, 0.15).most == 0
    assert blinking(5, 0.18).most == 5


def test_a_small_change_is_no_flash_but_red_is_one_however_dark() -> None:
    assert blinking(5, rgb=(80, 80, 80)).most == 0
    red = blinking(5, rgb=(150, 0, 0))
    assert red.general.most()[0] == 0 and red.red.most()[0] == 5
