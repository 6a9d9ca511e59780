"""Sound and picture of a call leave together: nobody who hears has a start over somebody who sees."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pygame
import pytest

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.window import Window
from slamomatic.seat import Seat
from slamomatic.table.clock import TableClock
from slamomatic.table.played import NoJournal
from slamomatic.table.session import GameSession
from slamomatic.units.base import now_us
from slamomatic.units.open import open_unit

CALLS = 20
TOGETHER_US = 10_000
PATIENCE_US = 60_000_000
FLIP = "flip"


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    clock = TableClock(10.0)
    return Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path, (800, 480), seed=1)


@pytest.mark.parametrize("game", ["quick-draw", "hands-down"])
def test_sounds_leave_right_after_their_picture(
    game: str, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[tuple[str, int]] = []
    update = pygame.display.update
    play = window.sounds.play

    def flip(*where: Any) -> None:
        update(*where)
        happened.append((FLIP, now_us()))

    def sound(name: str, colour: int = 0) -> None:
        happened.append((name, now_us()))
        play(name, colour)

    monkeypatch.setattr(pygame.display, "update", flip)
    monkeypatch.setattr(window.sounds, "play", sound)
    dealt = engine.new(game, Setup(seats=4, seed=2))
    seats = [Seat(name, colour, "random") for colour, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))]
    session = GameSession(dealt, seats, window.unit, NoJournal(), window.clock, only_watched=True)
    scene = TableScene(window, session)
    gaps_us: list[int] = []
    ends_us = now_us() + PATIENCE_US
    window.begin(scene)
    try:
        while len(gaps_us) < CALLS and window.scene is scene and now_us() < ends_us:
            happened.clear()
            window.turn(window._wait())
            names = [name for name, _ in happened]
            assert names == sorted(names, key=lambda name: name != FLIP), "nothing is heard before it is seen"
            if names[:1] == [FLIP]:
                gaps_us += [t_us - happened[0][1] for name, t_us in happened if name != FLIP]
    finally:
        window.end()
    assert len(gaps_us) >= 10
    print(game, len(gaps_us), median(gaps_us), max(gaps_us))
    assert median(gaps_us) < TOGETHER_US
