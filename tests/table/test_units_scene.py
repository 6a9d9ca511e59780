"""Choosing on the screen what is slapped: found ports show by themselves, the choice works and stays."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from slamomatic import preferences
from slamomatic.kit.easel import Text
from slamomatic.kit.palette import GOLD
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.settings import ALWAYS, SettingsScene, UnitsScene, ways
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store.journals import read_file
from slamomatic.units.open import open_unit
from slamomatic.units.ports import FoundPort
from slamomatic.units.serial_unit import SerialUnit
from support import display, waiting
from support.display import playing, until
from support.page import Page, words_in
from support.played import Played
from support.table import FOUR

SIZE = (1280, 720)
PICO = FoundPort("/dev/ttyACM7", "e6614103e72a5b0c")


def test_ports_show_while_the_scene_is_open(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = UnitsScene(stage, StartScene(stage), lambda: [PICO])
    scene.enter()

    def shown() -> bool:
        return "Only the Pico on /dev/ttyACM7" in words_in(stage, scene)

    assert waiting.until(shown)
    scene.leave()


def test_every_way_can_be_opened_and_has_keys_where_a_port_may_stay_silent() -> None:
    for way in ways([PICO]):
        unit = open_unit(*way.specs)
        assert unit.keyboard is not None, way
    assert isinstance(open_unit(*ways([PICO])[-1].specs).units[0], SerialUnit)


def test_chosen_way_is_remembered(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = UnitsScene(stage, StartScene(stage), list)
    Page(stage, scene).click(ALWAYS[2].words)
    assert stage.prefs.units == ("keyboard",)
    preferences.save(stage.prefs, tmp_path)
    assert preferences.load(tmp_path).units == ("keyboard",)


def test_units_are_changed_between_games_only(tmp_path: Path) -> None:
    played = Played(tmp_path, list(FOUR))
    stage = played.stage
    for back, able in ((StartScene(stage), True), (TableScene(stage, played.session), False)):
        scene = SettingsScene(stage, back)
        assert Page(stage, scene).can_press("Paddles") == able


@pytest.mark.desktop
@pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool")
def test_keys_only_is_chosen_by_mouse_and_played_with(screen: str, tmp_path: Path) -> None:
    stage, home = BareStage(tmp_path), tmp_path / "home"
    front = FrontScene(stage)
    start = StartScene(stage, front=front)
    with playing(screen, home, "--size", f"{SIZE[0]}x{SIZE[1]}") as player:
        player.click(*Page(stage, front, SIZE).place("More…"))
        time.sleep(0.5)
        player.click(*Page(stage, start, SIZE).place("Paddles"))
        row = Page(stage, UnitsScene(stage, start), SIZE).place(ALWAYS[2].words)
        saved = home / "table.json"

        def remembered() -> bool:
            return saved.exists() and json.loads(saved.read_text())["units"] == ["keyboard"]

        def choose() -> None:
            player.click(*row)
            time.sleep(0.2)

        until(player, remembered, choose)
        player.keys("Escape")
        time.sleep(0.5)
        player.keys("Escape")
        time.sleep(0.5)
        until(player, player.open_journals, lambda: player.keys("Return", delay_ms=200))
        (journal,) = player.open_journals()
        until(player, lambda: read_file(journal).entries, lambda: time.sleep(0.05))
        assert [unit["name"] for unit in read_file(journal).entries[0]["units"]] == ["keys"]


def test_what_is_played_on_this_evening_is_lit_whatever_is_remembered(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.units = ("keyboard",)
    assert stage.prefs.units == ("auto",)
    sprites = stage.easel(UnitsScene(stage, StartScene(stage), list), SIZE).sprites
    words = {s.art.words: s.art.rgb for s in sprites if isinstance(s.art, Text)}
    assert words["Keyboard"] == GOLD
    assert words["Automatic"] != GOLD
