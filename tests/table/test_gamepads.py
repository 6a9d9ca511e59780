"""Gamepads: each is a paddle of its own by its round buttons, and walks the menus by its cross."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from slamomatic.preferences import Preferences
from slamomatic.screen.gamepads import ACTIONS, SLAPS, Gamepads
from slamomatic.screen.scene import Scene
from slamomatic.screen.window import Window
from slamomatic.table.clock import TableClock
from slamomatic.units.base import Do, PaddleEvent
from slamomatic.units.keyboard import KEY_ERROR_US
from slamomatic.units.open import open_unit

FIRST, SECOND = 3, 8  # SDL's numbers of two gamepads


class Listening(Scene):
    """Notes what it is asked."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.heard: list[str] = []

    def key(self, action: str) -> None:
        self.heard.append(action)


@pytest.fixture
def window(tmp_path: Path) -> Window:
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path)
    window.unit.start()
    window.scene = Listening(window)
    for number in (FIRST, SECOND):
        window.gamepads._give_paddle(number)
    return window


def press(window: Window, pad: int, button: int, up: bool = True) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP)[: 1 + up]:
        window.take(pygame.event.Event(kind, instance_id=pad, button=button))


def slaps(window: Window) -> Sequence[tuple[Do, int, int]]:
    news = [item for item in window.unit.drain() if isinstance(item, PaddleEvent)]
    return [(item.do, item.paddle, item.error_us) for item in news]


@pytest.mark.parametrize("button", SLAPS)
def test_any_round_button_slaps_its_own_paddle_as_true_as_a_key(button: int, window: Window) -> None:
    press(window, SECOND, button)
    assert slaps(window) == [(Do.DOWN, 1, KEY_ERROR_US), (Do.UP, 1, KEY_ERROR_US)]


def test_two_gamepads_slap_two_paddles(window: Window) -> None:
    press(window, SECOND, SLAPS[0], up=False)
    press(window, FIRST, SLAPS[0], up=False)
    assert [(do, paddle) for do, paddle, _ in slaps(window)] == [(Do.DOWN, 1), (Do.DOWN, 0)]


def test_cross_and_start_are_what_arrows_and_enter_are(window: Window) -> None:
    for button in ACTIONS:
        press(window, FIRST, button)
    assert isinstance(window.scene, Listening)
    assert window.scene.heard == list(ACTIONS.values())
    assert slaps(window) == []


def test_the_next_gamepad_takes_the_paddle_of_one_that_was_unplugged() -> None:
    pads = Gamepads()
    for number in (5, 6, 7):
        pads._give_paddle(number)
    pads.remove(6)
    assert [pads.paddle(number) for number in (5, 6, 7)] == [0, None, 2]
    pads._give_paddle(9)
    assert pads.paddle(9) == 1


def test_the_button_of_an_unplugged_gamepad_is_nothing(window: Window) -> None:
    window.take(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=FIRST))
    press(window, FIRST, SLAPS[0])
    assert slaps(window) == []


def test_a_button_that_was_held_when_it_was_unplugged_comes_up(window: Window) -> None:
    press(window, FIRST, SLAPS[0], up=False)
    window.take(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=FIRST))
    assert [(do, paddle) for do, paddle, _ in slaps(window)] == [(Do.DOWN, 0), (Do.UP, 0)]
