"""The start scene: where the mark stands, what Enter does there, and that the words are true."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import preferences
from slamomatic.commands import play
from slamomatic.engine.bots import KINDS
from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes import start_line
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from support.page import Page

SIZE = (1280, 720)


def line(stage: BareStage, scene: StartScene) -> str:
    return Page(stage, scene).said_by("line/words")


def names(stage: BareStage, scene: StartScene) -> list[str]:
    return Page(stage, scene).names()


def click(stage: BareStage, scene: StartScene, name: str) -> None:
    Page(stage, scene).click_name(name)


def mark(stage: BareStage, scene: StartScene, name: str) -> None:
    scene.cursor = names(stage, scene).index(name)


def test_everything_that_can_be_pressed_has_a_name_of_its_own(stage: BareStage) -> None:
    scene = StartScene(stage)
    scene.resumable = True
    found = names(stage, scene)
    assert "" not in found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "what",
    ["chair/1/kind", "chair/1/mark", "chair/0/start", "cards", "fewer", "game/lowdown", "chair/2/name"],
)
def test_enter_plays_after_any_switch_was_clicked_and_the_words_say_so(what: str, stage: BareStage) -> None:
    scene = StartScene(stage)
    click(stage, scene, what)
    if scene.typing:
        assert "ENTER: play." not in line(stage, scene)
        scene.typed("Ada")
        scene.typed("\n")
    assert stage.easel(scene, SIZE).targets[0].key == "ENTER", "it stands on PLAY"
    before = stage.prefs
    scene.key("confirm")
    assert isinstance(stage.scene, TableScene)
    assert stage.prefs == before


def test_a_click_beside_everything_leaves_the_words_to_enter(stage: BareStage) -> None:
    scene = StartScene(stage)
    at_first = line(stage, scene)
    mark(stage, scene, "chair/1/kind")
    assert line(stage, scene) != at_first
    scene.click((1, 1))
    assert line(stage, scene) == at_first
    assert stage.easel(scene, SIZE).targets[0].key == "ENTER", "it stands on PLAY"


def test_a_click_that_takes_a_complaint_away_is_no_mistake(stage: BareStage) -> None:
    scene = StartScene(stage)
    mark(stage, scene, "length")
    scene.show_complaint("The disk is full.")
    stage.easel(scene, SIZE)
    scene.show_complaint("")  # as the window does before it passes a click on
    scene.click((640, 360))
    assert stage.easel(scene, SIZE).targets[0].key == "ENTER", "it stands on PLAY"


def test_after_a_name_was_typed_by_keys_alone_enter_plays(stage: BareStage) -> None:
    scene = StartScene(stage)
    mark(stage, scene, "chair/0/name")
    assert line(stage, scene) == "ENTER: type a name."
    scene.key("confirm")
    assert "then press ENTER" in line(stage, scene)
    for letter in "Ada\n":
        scene.typed(letter)
    stage.easel(scene, SIZE)
    scene.key("confirm")
    assert isinstance(stage.scene, TableScene)
    assert stage.scene.session.seats[0].name == "Ada"


@pytest.mark.parametrize("what", ["cards", "more", "fewer", "choose-units", "chair/2/kind"])
def test_mark_stays_on_its_own_when_buttons_and_chairs_come_and_go(what: str, stage: BareStage) -> None:
    stage.prefs = replace(stage.prefs, game="slamwich", players=3)
    scene = StartScene(stage)
    mark(stage, scene, what)
    scene.change_players(1)
    assert names(stage, scene)[scene.cursor] == what
    scene.change_players(-1)
    assert names(stage, scene)[scene.cursor] == what
    if what != "chair/2/kind":
        scene.next_place_of_cards()
        assert names(stage, scene)[scene.cursor] == what


def test_mark_on_what_is_gone_goes_to_its_neighbour_and_never_to_play(stage: BareStage) -> None:
    stage.prefs = replace(stage.prefs, game="slamwich", players=3)
    scene = StartScene(stage)
    mark(stage, scene, "fewer")
    scene.key("confirm")
    assert stage.prefs.players == 2
    assert "fewer" not in names(stage, scene)
    assert names(stage, scene)[scene.cursor] in ("more", "cards")


def test_first_bot_on_a_chair_is_the_easy_one_and_each_says_what_it_is(stage: BareStage) -> None:
    scene = StartScene(stage)
    seen = []
    for _ in range(len(KINDS) + 1):
        click(stage, scene, "chair/0/kind")
        kind = stage.prefs.seats[0].bot
        seen.append(kind)
        assert (start_line.BOTS[kind][1] if kind else "a person") in line(stage, scene)
    assert seen == [*start_line.BOTS, ""]
    assert seen[0] == "easy"
    assert set(start_line.BOTS) == set(KINDS)


def test_head_start_says_whose_and_what_it_does(stage: BareStage) -> None:
    scene = StartScene(stage)
    click(stage, scene, "chair/0/start")
    assert "Red's slaps count as 0.05 s earlier" in line(stage, scene)


def test_paper_is_remembered_like_the_other_choices(stage: BareStage, tmp_path: Path) -> None:
    scene = StartScene(stage)
    click(stage, scene, "cards")
    click(stage, scene, "cards")
    preferences.save(stage.prefs, tmp_path)
    stage.prefs = preferences.load(tmp_path)
    again = StartScene(stage)
    assert again.options == {"paper": True}
    assert all(not seat.bot for seat in again.seats)
    click(stage, again, "cards")
    assert StartScene(stage).options == {}


@pytest.mark.parametrize("bots", [None, 2])
def test_bots_asked_for_on_the_command_line_put_the_paper_aside(bots: int | None) -> None:

    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    args = parser.parse_args(["--game", "hands-down", *(["--bots", str(bots)] if bots else [])])
    assert play._with_arguments(args, Preferences(paper=True)).paper == (not bots)


@pytest.mark.parametrize("button", ["history", "settings", "help", "choose-units"])
def test_after_a_visit_the_mark_is_on_the_button_that_led_there(button: str, stage: BareStage) -> None:
    """With the mark on PLAY, an arrow and Enter gave the player another paddle, and with it another key."""
    scene = StartScene(stage)
    page = Page(stage, scene)
    mark(stage, scene, button)
    before = stage.prefs
    page.press("confirm")
    assert page.scene is not scene
    page.press("pause")
    assert page.scene is scene and names(stage, scene)[scene.cursor] == button
    page.press("confirm")
    assert page.scene is not scene, "so Enter goes there again"
    assert stage.prefs == before


def test_from_the_first_scene_and_back_enter_plays(stage: BareStage) -> None:
    front = FrontScene(stage)
    page = Page(stage, front)
    page.click_name("help")
    page.press("pause")
    page.click_name("setup")
    mark(stage, front.setup, "length")
    page.press("confirm", "pause")
    assert page.scene is front
    page.press("confirm")
    assert isinstance(page.scene, TableScene), "what was set up is played"


def test_after_the_rules_the_first_scene_s_mark_is_on_their_button(stage: BareStage) -> None:
    page = Page(stage, FrontScene(stage))
    page.scene.cursor = page.names().index("help")
    page.press("confirm", "pause")
    assert page.names()[page.scene.cursor] == "help"
