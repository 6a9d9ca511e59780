"""Six seat keys, four emulated paddles: the keys of the other two press nothing, and harm nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from slamomatic.screen.gallery import BareStage
from slamomatic.screen.preferences import SEAT_KEYS, Preferences
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.window import Window
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units
from support.page import press_key


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    stage = BareStage(tmp_path)
    window = Window(Units([EmulatedUnit(clock=stage.clock)], clock=stage.clock), stage.clock, Preferences())
    window.scene = StartScene(stage)
    yield window
    pygame.display.quit()


def test_seat_keys_beyond_the_emulated_paddles_press_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[int] = []
    real = EmulatedUnit.key

    def noted(self: EmulatedUnit, paddle: int, down: bool, t_us: int | None = None) -> None:
        real(self, paddle, down, t_us)
        pressed.append(paddle)

    monkeypatch.setattr(EmulatedUnit, "key", noted)
    for name in SEAT_KEYS:
        press_key(window, pygame.key.key_code(name), name)
    assert pressed == [0, 0, 1, 1, 2, 2, 3, 3]
