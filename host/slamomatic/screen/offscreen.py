"""A stage without a window: for pictures, films and tests."""

from dataclasses import replace
from pathlib import Path

import pygame

from slamomatic.kit.easel import Easel, Frame
from slamomatic.kit.motion import Flight, Motion
from slamomatic.kit.painter import Painter
from slamomatic.kit.surfaces import Felt
from slamomatic.preferences import Preferences
from slamomatic.screen.scene import Scene, Stage
from slamomatic.speech.lines import Utterance
from slamomatic.table.clock import StoppedClock
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units


class RecordingVoice:
    """Keeps what it is asked to say, and when."""

    trouble: tuple[str, str] | None = None
    reader = ""
    ready = True

    def __init__(self, clock: StoppedClock) -> None:
        self._clock = clock
        self.spoken: list[tuple[int, Utterance]] = []

    def say(self, utterance: Utterance) -> None:
        self.spoken.append((self._clock(), utterance))

    def close(self) -> None: ...


class BareStage(Stage):
    """A stage without a window: it notes what scenes ask for, and draws them to plain surfaces."""

    clock: StoppedClock
    home: Path
    seed = 1
    address = "127.0.0.1"

    def __init__(self, home: Path, reduced_motion: bool = False) -> None:
        clock = StoppedClock()
        unit = Units([KeyboardUnit(clock=clock)], clock=clock)
        super().__init__(clock, unit, Preferences(reduced_motion=reduced_motion))
        self.unit.start()
        self.units, self.home = self.prefs.units, home
        self.scene: Scene | None = None
        self.sounds: list[str] = []
        self.said: list[str] = []
        self.speaker.voice = self.heard = RecordingVoice(clock)
        self.left = False
        self.motion = Motion(reduced_motion)
        self._painters: dict[tuple[int, int], Painter] = {}

    def go(self, scene: Scene) -> None:
        self.scene = scene
        scene.enter()

    def remember(self, prefs: Preferences) -> None:
        self.prefs = prefs
        self.speaker.use(prefs)

    def use_units(self, specs: tuple[str, ...]) -> None:
        self.prefs, self.units = replace(self.prefs, units=specs), specs

    def sound(self, name: str, colour: int = 0) -> None:
        self.sounds.append(name)

    def fly(self, flight: Flight) -> None:
        self.motion.fly(flight)

    def say(self, words: str) -> None:
        self.said.append(words)

    def quit(self) -> None:
        self.left = True

    def easel(self, scene: Scene, size: tuple[int, int]) -> Easel:
        """Return the scene's picture as a list of sprites."""
        return scene.picture(Frame(*size, self.prefs.print_size))

    def surface(self, scene: Scene, size: tuple[int, int]) -> pygame.Surface:
        """Return the scene's picture in pixels; the next picture of this size is drawn over it."""
        if size not in self._painters:
            self._painters[size] = Painter(pygame.Surface(size), Felt())
        painter = self._painters[size]
        easel = self.easel(scene, size)
        painter.lay(easel.ground)
        painter.show(self.motion.step(easel.sprites, self.clock()))
        return painter.surface
