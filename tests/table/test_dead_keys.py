"""A name typed with dead keys: the accent comes onto its letter and is never seen alone."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from slamomatic.kit import fonts
from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.front import FrontScene, WhoScene
from slamomatic.screen.window import Window
from slamomatic.table.clock import StoppedClock
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

ACUTE, DIAERESIS, COMBINING_GRAVE = "\u00b4", "\u00a8", "\u0300"
NAMES = {
    "an accent and its letter": ((ACUTE, "e", "v", "a"), "éva"),
    "the accent as a mark": (("M", "i", "a", COMBINING_GRAVE, "a"), "Miaà"),
    "an accent that the letter can't wear": ((ACUTE, "x"), "x"),
    "two accents": ((ACUTE, DIAERESIS, "u"), "ü"),
    "a letter that has its accent already": ((ACUTE, "é"), "é"),
    "an accent at the end": (("A", "d", "a", ACUTE), "Ada"),
}


@pytest.mark.parametrize("typed", NAMES)
def test_a_name_has_letters_that_its_font_can_draw(typed: str, tmp_path: Path) -> None:
    clock = StoppedClock()
    window = Window(Units([KeyboardUnit(clock=clock)], clock=clock), clock, Preferences(), home=tmp_path)
    front = FrontScene(window)
    who = WhoScene(window, front, "together")
    window.scene = who
    front.setup.start_naming(0)
    letters, name = NAMES[typed]
    for letter in letters:
        window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, unicode=letter))
        assert not fonts.missing(window.prefs.seats[0].name, fonts.DISPLAY)
    assert window.prefs.seats[0].name == name
