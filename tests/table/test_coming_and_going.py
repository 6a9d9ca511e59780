"""How people leave the program, and how a game waits for the unit that it is played on."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from slamomatic.gallery.rooms import UNIT, PretendedUnit
from slamomatic.gallery.tables import posed_session
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.beginning import ANSWERS_WITHIN_US, LOOKING
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_picture import LeaveScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.watched import AFTER_US
from slamomatic.store import journals
from slamomatic.units.base import Link, UnitNotice, What
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support import display
from support.display import playing, until
from support.page import Page, words_in
from support.waiting import PATIENCE_S

SIZE = (800, 480)
NOTHING_DRAWN = 5  # the brightness of a dark screen, of 255
SEARCHING = replace(UNIT, link=Link.SEARCHING, text="There is no port.", error_us=None, blind_us=0)


def with_unit(stage: BareStage, keys: bool) -> PretendedUnit:
    """A unit that has not answered yet, with or without keys beside it."""
    unit = PretendedUnit(SEARCHING, stage.clock)
    units = [unit, KeyboardUnit(clock=stage.clock)] if keys else [unit]
    stage.unit = Units(units, clock=stage.clock)
    stage.unit.start()
    return unit


def errors_us(home: Path) -> list[int]:
    """Return the sources that the journal of the game in play names."""
    path = journals.latest_open(home)
    assert path is not None
    line = journals.read_file(path).entries[0]
    errors: list[int] = line["source_error_us"]
    return errors


# --- leaving ----------------------------------------------------------------------------------------


def test_escape_asks_and_whoever_hits_it_again_or_enter_stays(stage: BareStage) -> None:
    start = StartScene(stage)
    for answer in ("pause", "confirm"):
        stage.easel(start, SIZE)
        start.key("pause")
        asks = stage.scene
        assert isinstance(asks, LeaveScene)
        assert "Everything is saved." in words_in(stage, asks)
        asks.key(answer)
        assert stage.scene is start
    assert not stage.left


@pytest.mark.parametrize("way", ["right", "left"])
def test_quit_is_one_arrow_away(stage: BareStage, way: str) -> None:
    asks = LeaveScene(stage, StartScene(stage), True)
    assert any("is saved" in words for words in words_in(stage, asks))
    asks.key(way)
    asks.key("confirm")
    assert stage.left


def test_quit_can_be_clicked(stage: BareStage) -> None:
    start = StartScene(stage)
    for scene in (start, LeaveScene(stage, start, False)):
        Page(stage, scene).click("Quit")
    assert stage.left


# --- F1 ---------------------------------------------------------------------------------------------


def test_rules_key_opens_the_rules_wherever_it_stands(stage: BareStage) -> None:
    table = TableScene(stage, posed_session(stage, "hands-down", 3, 1))
    table.pause()
    for scene in (StartScene(stage), table):
        assert "F1" in words_in(stage, scene)
        scene.key("help")
        assert isinstance(stage.scene, HelpScene)


# --- a game waits for its unit ----------------------------------------------------------------------


def test_game_waits_till_its_unit_is_known_and_is_judged_by_its_own_accuracy(stage: BareStage) -> None:
    unit = with_unit(stage, keys=False)
    start = StartScene(stage)
    stage.go(start)
    stage.easel(start, SIZE)
    start.key("confirm")
    stage.clock.at_us = 60_000_000
    start.pump()
    assert stage.scene is start
    assert any("begins when unit 3456 answers" in words for words in words_in(stage, start))
    unit.shown = replace(UNIT, error_us=None)  # it answers, and its clock is not known yet
    start.pump()
    assert stage.scene is start
    unit.shown = UNIT
    start.pump()
    assert isinstance(stage.scene, TableScene)
    assert stage.home is not None
    assert max(errors_us(stage.home)) == UNIT.error_us


def test_wait_is_over_with_escape_and_with_anything_that_is_pressed(stage: BareStage) -> None:
    with_unit(stage, keys=False)
    for press in ("pause", "help"):
        start = StartScene(stage)
        start.play()
        stage.easel(start, SIZE)
        assert start.beginning.waits
        start.key(press)
        assert not start.beginning.waits
    assert isinstance(stage.scene, HelpScene)


def test_pico_that_answers_soon_is_played_on_and_keys_else(stage: BareStage) -> None:
    for answers in (True, False):
        unit = with_unit(stage, keys=True)
        start = StartScene(stage)
        start.ask_to_play()
        start.pump()
        assert start.beginning.waits
        assert LOOKING in words_in(stage, start)
        stage.clock.at_us += ANSWERS_WITHIN_US - 1
        unit.shown = UNIT if answers else SEARCHING
        start.pump()
        assert start.beginning.waits is not answers
        assert start.wakes_at_us() == (AFTER_US if answers else stage.clock.at_us + 1)
        stage.clock.at_us += 1
        start.pump()
        assert isinstance(stage.scene, TableScene)
        assert (stage.scene.session.seats_on_keys == {0}) is not answers


def test_unit_that_was_chosen_anew_is_looked_for_anew(stage: BareStage) -> None:
    with_unit(stage, keys=True)
    start = StartScene(stage)
    stage.clock.at_us = 60_000_000
    with_unit(stage, keys=True)
    start.play()
    assert start.beginning.waits
    stage.clock.at_us += ANSWERS_WITHIN_US
    start.pump()
    assert isinstance(stage.scene, TableScene)


def test_game_on_a_pico_is_resumed_when_it_answers(stage: BareStage) -> None:
    unit = with_unit(stage, keys=True)
    unit.shown = UNIT
    first = StartScene(stage)
    first.play()
    table = stage.scene
    assert isinstance(table, TableScene)
    table.session.close()
    unit.shown = SEARCHING
    start = StartScene(stage)
    stage.go(start)
    start.ask_to_resume()
    start.pump()
    assert start.beginning.waits
    unit.shown = UNIT
    start.pump()
    assert not start.trouble
    assert stage.scene is not start


@pytest.mark.parametrize(("error_us", "judged_by_us"), [(100, []), (240, []), (900, [900]), (7001, [7100])])
def test_resumed_game_is_judged_no_more_finely_than_its_unit_can(
    stage: BareStage, error_us: int, judged_by_us: list[int]
) -> None:
    unit = with_unit(stage, keys=False)
    unit.shown = UNIT
    StartScene(stage).play()
    table = stage.scene
    assert isinstance(table, TableScene)
    table.session.close()
    unit.shown = SEARCHING
    start = StartScene(stage)
    start.ask_to_resume()
    stage.clock.at_us = 60_000_000  # an emulator may take a minute
    for _ in range(2):
        start.pump()
        assert start.beginning.waits
    unit.shown = replace(UNIT, error_us=error_us)
    start.pump()
    again = stage.scene
    assert isinstance(again, TableScene)
    assert again is not table
    assert not start.trouble
    again.key("confirm")  # without waiting for the count
    again.pump()
    path = journals.latest_open(stage.home)
    assert path is not None
    lines = journals.read_file(path).entries
    assert [line["error_us"] for line in lines if line.get("do") == "accuracy"] == judged_by_us


# --- what the command line answers ------------------------------------------------------------


def test_keys_are_there_at_once_and_are_spoken_of(stage: BareStage) -> None:
    with_unit(stage, keys=True)
    shown = words_in(stage, StartScene(stage))
    assert any("press your key" in words for words in shown)


def test_nothing_to_resume_is_said_on_the_screen_and_on_the_console(stage: BareStage) -> None:
    start = StartScene(stage)
    start.ask_to_resume()
    start.pump()
    (said,) = stage.said
    assert said.startswith("There is no unfinished game")
    assert said in words_in(stage, start)


def test_trouble_of_a_unit_is_said_on_the_screen_and_on_the_console(stage: BareStage) -> None:
    with_unit(stage, keys=False)
    start = StartScene(stage)
    start.news([UnitNotice(What.TROUBLE, "unit 3456", 0, SEARCHING.text)])
    assert stage.said == [SEARCHING.text]
    shown = words_in(stage, start)
    assert SEARCHING.text in shown
    assert any("Choose the keyboard under Paddles" in words for words in shown)


# --- in the real window -----------------------------------------------------------------------------


def brightness(picture: Image.Image) -> int:
    grey = picture.convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(grey, int)
    return grey


@pytest.mark.desktop
@pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool")
def test_a_port_that_is_not_there_is_said_on_the_console_and_the_window_is_quit_by_keys(
    screen: str, tmp_path: Path
) -> None:
    words = ["--unit", "serial:/dev/ttyNOPE", "--size", f"{SIZE[0]}x{SIZE[1]}"]
    with playing(screen, tmp_path / "home", *words) as player:

        def wait() -> None:
            time.sleep(0.05)

        until(player, lambda: "slamomatic: There is no port /dev/ttyNOPE" in player.said(), wait)
        until(player, lambda: brightness(player.picture()) > NOTHING_DRAWN, wait)
        shown = brightness(player.picture())
        player.keys("Escape")
        # The first scene moves by itself. Only the question darkens it, and then nothing moves.
        until(player, lambda: brightness(player.picture()) < shown * 0.7, wait)
        asked = player.picture()
        player.keys("Right")
        until(player, lambda: player.picture() != asked, wait)
        player.keys("Return")
        assert player.program.wait(PATIENCE_S) == 0
