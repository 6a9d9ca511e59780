"""A window that is too small for the words shows the whole picture smaller: nothing is cut."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.kit.easel import SMALLEST, Frame
from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.window import Window
from slamomatic.table.clock import StoppedClock
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.words import languages
from support.pictures import mistakes


@pytest.mark.parametrize("size", [(700, 420), (640, 400), (320, 480), (800, 300)])
def test_nothing_is_cut_and_a_click_hits_what_it_points_at(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(languages, "program", ["de"])  # the window says it to the whole program
    clock = StoppedClock()
    prefs = Preferences().with_language("de")
    pygame.display.init()
    pygame.font.init()
    try:
        with languages.speaking("de"):
            window = Window(Units([KeyboardUnit(clock=clock)], clock=clock), clock, prefs, tmp_path, size)
            window._open()
            window.scene = front = FrontScene(window)
            window._frame()
            assert window._painter is not None
            drawn = Frame(*window._painter.surface.get_size())
            assert drawn.w >= SMALLEST[0] and drawn.h >= SMALLEST[1]
            picture = front.picture(drawn)
            assert not mistakes(picture.sprites, (drawn.w, drawn.h))
            more = next(target.box for target in picture.targets if target.name == "setup")
            at = round(more.cx * size[0] / drawn.w), round(more.cy * size[1] / drawn.h)
            window.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
            assert isinstance(window.scene, StartScene)
    finally:
        pygame.display.quit()
