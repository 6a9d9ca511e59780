"""Turns a journal and its cut into frames: the table's scene on a stopped clock, one step a frame."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from slamomatic.engine.photo import PhotoFinish
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.preferences import Preferences
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.cut import HOLD_US, Shot
from slamomatic.screen.scenes.recording import Recording
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_photo import FILMED_US, Photo
from slamomatic.units.merge import Units

END_US = 3_000_000


class FilmStage(BareStage):
    """A stage that stays at the table: the film itself decides what comes next."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))  # nothing is kept of a film but the film
        self.unit = Units([], clock=self.clock)  # the paddles of the evening are not here

    def go(self, scene: Scene) -> None:
        pass


class Camera:
    """One journal before one lens. Frames come in the order of the film and are drawn over each other."""

    def __init__(self, entries: Sequence[Mapping[str, Any]], size: tuple[int, int], fps: float) -> None:
        pygame.font.init()
        self._stage = FilmStage()
        self._sitting = Recording(entries, self._stage)
        # Viewers need no lessons.
        self._stage.prefs = replace(Preferences(), explained=(self._sitting.name,))
        self._scene = TableScene(self._stage, self._sitting)
        self._size, self._frame_us = size, 1_000_000 / fps

    def film(self, shots: Sequence[Shot], to_the_end: bool = False) -> Iterator[pygame.Surface]:
        """Every frame; each is to be used before the next is asked for."""
        for shot in shots:
            self._skip_to(shot.from_us)
            yield from self._play(shot)
            if shot.photo is not None:
                yield from self._photo(shot.photo)
        if to_the_end and self._sitting.over:
            yield from self._result()

    def still(self, at_us: int) -> pygame.Surface:
        """One moment of the game, with everything in its place."""
        self._skip_to(at_us)
        return self._frame()

    def _skip_to(self, game_us: int) -> None:
        """Play on to that moment unseen; nothing flies across the cut."""
        clock, sitting = self._stage.clock, self._sitting
        if game_us <= sitting.clock.now_us():
            return
        for _ in sitting.skip_to(game_us, clock, self._scene.pump):
            pass
        self._stage.motion.forget()

    def _play(self, shot: Shot) -> Iterator[pygame.Surface]:
        clock, sitting = self._stage.clock, self._sitting
        began_us, lasts_us = clock.at_us, shot.until_us - sitting.clock.now_us()
        count = max(1, round(lasts_us * shot.slower / self._frame_us))
        for number in range(1, count + 1):
            yield self._frame()
            clock.at_us = began_us + lasts_us * number // count
            self._scene.pump()

    def _photo(self, last: PhotoFinish) -> Iterator[pygame.Surface]:
        photo = Photo(self._scene, last, True)
        self._scene.push(photo)
        yield from self._wait(FILMED_US + HOLD_US)
        self._scene.drop(photo)

    def _result(self) -> Iterator[pygame.Surface]:
        result = ResultScene(self._stage, self._sitting.outcome())
        result.recorded = True
        self._stage.motion.forget()
        yield from self._wait(END_US, result)

    def _wait(self, for_us: int, scene: Scene | None = None) -> Iterator[pygame.Surface]:
        clock, began_us = self._stage.clock, self._stage.clock.at_us
        for number in range(1, round(for_us / self._frame_us) + 1):
            yield self._frame(scene)
            clock.at_us = began_us + round(number * self._frame_us)
            (scene or self._scene).pump()

    def _frame(self, scene: Scene | None = None) -> pygame.Surface:
        return self._stage.surface(scene or self._scene, self._size)
