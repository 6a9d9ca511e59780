"""The table's window on one evening: what its players saw, at the speed of the evening."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame

from evenings.evening import Evening
from evenings.plan import Plan
from slamomatic.engine.vocabulary import Effect
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.moment import Moment
from slamomatic.units.base import UnitNotice

SIZE = (1280, 720)
PICTURE_S = 1 / 30


class WindowClosed(Exception):
    """The watcher has seen enough."""


class Glass:
    """A session to look at: the simulated window moves it on, this one only shows what that one saw."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.notices: list[UnitNotice] = []
        self.fresh: list[Effect] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def pump(self) -> None:
        pass

    def pause(self) -> None:
        pass

    def go_on(self) -> None:
        pass

    def take_notices(self) -> list[UnitNotice]:
        fresh, self.notices = self.notices, []
        return fresh

    def take_refusals(self) -> list[Any]:
        return []

    def take_next_presses(self) -> list[Any]:
        return []

    def take_moments(self) -> list[Moment]:
        fresh, self.fresh = self.fresh, []
        played = self._session.played
        moment = Moment(played.game, fresh, played.photographer.last)
        return [moment] if fresh else []


class Watched:
    """Stands among the evening's judges, and draws."""

    def __init__(self, evening: Evening, speed: float) -> None:
        self._table = evening.table
        self._world = evening.world
        self._speed = speed
        self._stage = BareStage(Path(tempfile.mkdtemp()))
        self._stage.unit = self._table.unit
        self._screen = pygame.display.set_mode(SIZE)
        self._scene: TableScene | None = None
        self._glass: Glass | None = None
        self._began_s: float | None = None
        self._began_us = 0

    def watch(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        session = self._table.session
        if session is None:
            return
        if self._glass is None or self._glass._session is not session:
            self._stage.clock.at_us = self._table.program.clock()
            self._glass = Glass(session)
            scene: Any = TableScene(self._stage, self._glass)  # type: ignore[arg-type]
            self._scene = scene
            if self._began_s is None:
                self._began_s, self._began_us = time.monotonic(), self._world.now_us
                self._world.after(0, self._picture)
        self._glass.fresh += effects
        self._glass.notices += notices

    def _picture(self) -> None:
        assert self._began_s is not None
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                raise WindowClosed
        if self._scene is not None and self._table.session is not None:
            self._stage.clock.at_us = self._table.program.clock()
            self._scene.pump()
            self._screen.blit(self._stage.surface(self._scene, SIZE), (0, 0))
            happened = [str(fault) for fault in self._table.happened[-2:]]
            pygame.display.set_caption("; ".join(happened) or "Slam-O-Matic")
            pygame.display.flip()
        shown_s = (self._world.now_us - self._began_us) / 1_000_000 / self._speed
        time.sleep(max(0.0, self._began_s + shown_s - time.monotonic()))
        self._world.after(int(PICTURE_S * 1_000_000 * self._speed), self._picture)


def watch(plan: Plan, speed: float = 1.0) -> None:
    """Open the window on this evening, until it ends or the window is closed."""
    pygame.display.init()
    pygame.font.init()
    evening = Evening(plan)
    evening.table.judges.append(Watched(evening, speed))
    try:
        evening.play()
    except WindowClosed:
        pass
    finally:
        pygame.quit()
