"""A minute of nothing on the start screen: bots play, muted, until a slap, a key or a touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import GAMES, find
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.watched import AFTER_US, LONGEST_US, AttractScene
from slamomatic.store import journals
from support.page import Page


@pytest.fixture
def page(tmp_path: Path) -> Page:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=2)
    start = StartScene(stage)
    stage.go(start)
    return Page(stage, start)


def attracted(page: Page) -> AttractScene:
    page.wait(AFTER_US)
    assert isinstance(page.scene, AttractScene)
    return page.scene


def play_on(page: Page, scene: AttractScene, us: int) -> None:
    """As the window does: whenever something is due."""
    ends_us = page.stage.clock.at_us + us
    while page.stage.clock.at_us < ends_us and page.stage.scene is scene:
        wakes_us = scene.wakes_at_us() or ends_us
        page.stage.clock.at_us = max(page.stage.clock.at_us + 1, min(wakes_us, ends_us))
        scene.pump()


def test_after_a_minute_of_nothing_bots_play_the_chosen_game(page: Page) -> None:
    page.wait(AFTER_US - 1)
    assert isinstance(page.scene, StartScene)
    assert page.scene.wakes_at_us() == AFTER_US, "the window knows when to look again"
    page.wait(1)
    assert isinstance(page.scene, AttractScene)
    assert page.scene.table.session.name == "quick-draw"
    assert page.scene.table.session.people == []
    assert "A demo: only bots play. Slap a paddle or press any key to begin!" in page.words()
    assert page.names() == [], "there is nothing to press but everything"


def slap(page: Page) -> None:
    """Yellow's key, before whatever stands on the screen."""
    keyboard = page.stage.unit.keyboard
    assert keyboard is not None
    keyboard.key(1, True, page.stage.clock())
    page.scene.news(page.stage.unit.drain())


WAYS: dict[str, Callable[[Page], None]] = {
    "key": lambda page: page.scene.key("down"),
    "any other key": lambda page: page.scene.other_key("k"),
    "next button": lambda page: page.scene.gesture("tap"),
    "touch": lambda page: page.scene.click((400, 240)),
    "slap": slap,
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_comes_has_the_start_screen_back_and_begins_no_game(way: str, page: Page) -> None:
    attracted(page)
    before = page.stage.prefs
    WAYS[way](page)
    assert isinstance(page.stage.scene, StartScene)
    assert page.stage.scene.wakes_at_us() == page.stage.clock() + AFTER_US, "the minute starts again"
    if way != "slap":
        assert page.stage.prefs == before


def test_who_slaps_sits_down(page: Page) -> None:
    assert page.stage.prefs.seats[1].bot
    attracted(page)
    slap(page)
    assert page.stage.prefs.seats[1].bot == ""


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_touched_begins_the_minute_anew(way: str, page: Page) -> None:
    page.wait(AFTER_US - 10)
    WAYS[way](page)
    page.wait(AFTER_US - 10)
    assert not isinstance(page.scene, AttractScene)


def test_it_is_neither_heard_nor_kept(page: Page, tmp_path: Path) -> None:
    scene = attracted(page)
    page.stage.sounds.clear()
    play_on(page, scene, 20_000_000)
    assert scene.table.announcements.last, "something has happened"
    assert page.stage.sounds == []
    assert journals.all_open(tmp_path) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_is_shown_of_any_game(game: str, page: Page) -> None:
    """The room's view is what is drawn."""
    page.stage.prefs = replace(page.stage.prefs, game=game, players=find(game).SEATS[0])
    scene = attracted(page)
    assert scene.table.eyes is None
    play_on(page, scene, 5_000_000)
    assert page.easel().sprites


def test_after_a_few_games_the_start_screen_has_its_turn(page: Page) -> None:
    scene = attracted(page)
    shown = []
    for _ in range(3):
        shown.append(scene.table.session.name)
        page.wait(LONGEST_US)
    assert len(set(shown)) == 3
    assert isinstance(page.scene, StartScene)


@pytest.mark.parametrize("busy", ["naming", "phones"])
def test_whoever_types_a_name_or_scans_a_code_is_left_in_peace(busy: str, page: Page) -> None:
    assert isinstance(page.scene, StartScene)
    if busy == "naming":
        page.scene.start_naming(0)
    else:
        page.stage.use_phones(True)
    page.wait(AFTER_US)
    assert isinstance(page.scene, StartScene)
    page.stage.use_phones(False)
