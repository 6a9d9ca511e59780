"""A player goes in the middle of a game: asked once, said afterwards; what can't be done ends no program."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.errors import UserError
from slamomatic.kit.easel import Easel
from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.window import Window
from slamomatic.store.journals import read_file
from slamomatic.table.clock import TableClock
from slamomatic.units.open import open_unit
from support.page import Page, press_key, words_in
from support.paused_table import NAMES, press, table_of
from support.session import session_of


def test_two_clicks_in_one_frame_are_one_answer(stage: BareStage) -> None:
    scene = table_of(stage, 3, paper=False)
    press(stage, scene, "Anna leaves, a bot takes over")
    yes = Page(stage, scene).place("Yes")
    scene.click(yes)
    scene.click(yes)  # meant for the picture before
    stage.clock.at_us += 1_000
    scene.pump()
    scene.close()
    entries = read_file(session_of(scene).journal.path).entries
    assert [entry.get("do") for entry in entries].count("source") == 1


def test_no_hand_opens_over_the_menu_by_a_click_meant_for_the_picture_before(stage: BareStage) -> None:
    scene = table_of(stage, 3, paper=False)
    press(stage, scene, "Continue")
    stage.clock.at_us += 10_000_000
    scene.pump()
    look = Page(stage, scene).place("Look")
    scene.key("pause")
    scene.click(look)
    assert scene.looking is None and "Paused" in words_in(stage, scene)


def test_bot_plays_on_for_who_goes_after_one_question_and_it_is_said(stage: BareStage) -> None:
    scene = table_of(stage, 3, paper=False)
    press(stage, scene, "Anna leaves, a bot takes over")
    assert "Should a bot play for Anna?" in words_in(stage, scene)
    assert scene.session.people == [0, 1, 2]
    scene.key("confirm")  # the first answer
    assert "Paused" in words_in(stage, scene)
    assert scene.session.people == [0, 1, 2]
    press(stage, scene, "Anna leaves, a bot takes over")
    scene.key("pause")
    assert "Paused" in words_in(stage, scene)
    press(stage, scene, "Anna leaves, a bot takes over")
    press(stage, scene, "Yes")
    assert scene.session.people == [1, 2]
    scene.key("confirm")  # no waiting for the count
    assert not scene.session.clock.paused
    assert "A bot plays for Anna now." in words_in(stage, scene)


@pytest.mark.parametrize(
    ("players", "answer"), [(4, "Yes, the others play on"), (3, "Yes, and the game ends")]
)
def test_no_bot_comes_where_the_cards_are_real(players: int, answer: str, stage: BareStage) -> None:
    scene = table_of(stage, players, paper=True)
    press(stage, scene, "Anna leaves")
    press(stage, scene, answer)
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert scene.session.view(None)["gone"][0]
    assert scene.session.over == (players == 3)
    if not scene.session.over:
        assert "Anna left the game" in words_in(stage, scene)


def test_hand_too_early_on_another_s_turn_is_said_on_paper_too(stage: BareStage) -> None:
    scene = table_of(stage, 4, paper=True)
    scene.key("pause")
    scene.key("confirm")  # no waiting for the count
    turn = scene.session.view(None)["turn"]
    keyboard = stage.unit.keyboard
    assert keyboard is not None
    stage.clock.at_us += 2_000_000
    scene.pump()
    early = (turn + 1) % 4
    keyboard.key(early, True, stage.clock.at_us)
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert f"{NAMES[early]} was too early and gives a card to {NAMES[turn]}" in words_in(stage, scene)


class Stubborn(Scene):
    def draw(self, easel: Easel) -> None:
        easel.text("words", "a scene", easel.frame.box)

    def key(self, action: str) -> None:
        if action == "confirm":
            raise UserError("That can't be done here: do something else.")


def test_what_can_t_be_done_is_said_on_the_screen_until_the_next_key(
    stage: BareStage, tmp_path: Path
) -> None:
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path)
    window.running = True
    scene = window.scene = Stubborn(window)
    press_key(window, pygame.K_RETURN, "\r")
    assert window.running
    assert "That can't be done here: do something else." in words_in(stage, scene)
    press_key(window, pygame.K_LEFT)
    assert words_in(stage, scene) == ["a scene"]


class Door(Scene):
    """Enter leads to another scene."""

    opened = 0

    def draw(self, easel: Easel) -> None:
        easel.text("words", "a door", easel.frame.box)

    def key(self, action: str) -> None:
        if action == "confirm":
            self.opened += 1
            self.stage.go(Stubborn(self.stage))


def test_two_enters_in_one_look_at_the_keys_go_through_one_door(tmp_path: Path) -> None:
    """On a slow machine both are there at once: the second one began another game."""
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path)
    door = window.scene = Door(window)
    press_key(window, pygame.K_RETURN, "\r")
    press_key(window, pygame.K_RETURN, "\r")
    assert door.opened == 1 and isinstance(window.scene, Stubborn)
