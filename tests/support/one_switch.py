"""Somebody with one switch before the window: sees where the mark is, and presses or does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import replace

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scanning import HOLD_US, SETTLES_US
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.table import TableScene
from support.page import SIZE, Page
from support.short_games import BLINK_US, ME

FRAME_US = 20_000
SWITCHES = ("key", "paddle", "next")


class OneSwitch:
    """One person, one switch. Every frame goes as in the window: news, scene, mark, picture."""

    def __init__(self, stage: BareStage, scene: Scene, switch: str = "key", speed: str = "fast") -> None:
        self.stage, self.switch = stage, switch
        stage.remember(replace(stage.prefs, scanning=speed))
        stage.scene = scene
        self.page = Page(stage, scene, SIZE)
        self.frame()

    @property
    def scene(self) -> Scene:
        assert self.stage.scene is not None
        return self.stage.scene

    @property
    def clock_us(self) -> int:
        return self.stage.clock.at_us

    def frame(self) -> None:
        stage = self.stage
        if not self.scene.drains_unit:
            self.scene.news(stage.scanner.sift(self.scene, stage.unit.drain()))
        self.scene.pump()
        stage.scanner.follow(self.scene)
        self.page.scene = self.scene
        self.easel = self.page.easel()

    def wait(self, us: int, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, with a frame whenever something is due."""
        end_us = self.clock_us + us
        while self.clock_us < end_us and not until():
            due = [self.scene.wakes_at_us(), self.stage.scanner.due_us(), end_us]
            soonest = min(us for us in due if us is not None)
            self.stage.clock.at_us = min(end_us, max(self.clock_us + FRAME_US, soonest))
            self.frame()

    def hand(self, down: bool) -> None:
        keyboard = self.stage.unit.keyboard
        assert keyboard is not None
        if self.switch == "key":
            self.stage.scanner.key(self.scene, "g", down)
        elif self.switch == "paddle":
            keyboard.key(ME, down, self.clock_us)
        else:
            keyboard.next_key(down, self.clock_us)

    def press(self, held_us: int = BLINK_US) -> None:
        self.hand(True)
        self.wait(held_us)
        self.hand(False)
        self.frame()

    def hold(self) -> None:
        self.press(HOLD_US + 2 * FRAME_US)

    @property
    def at(self) -> object:
        """The name of what the mark is at; None: nothing, or a whole row."""
        stop = self.stage.scanner.stop
        return None if stop is None else self._name(stop.name)

    def _name(self, name: Hashable) -> Hashable:
        """Return a stop's name without the mode of the table that it stands in."""
        return name[1] if isinstance(self.scene, TableScene) and isinstance(name, tuple) else name

    @property
    def names(self) -> list[object]:
        """The names of all that the mark walks through."""
        return [self._name(name) for row in self.stage.scanner._walk.rows for name in row.names]

    def until_at(self, name: object, most_us: int = 120_000_000) -> None:
        """Wait until the mark comes to this; open the rows on the way that it is in."""
        end_us = self.clock_us + most_us
        while self.at != name:
            assert self.clock_us < end_us, f"the mark never comes to {name!r}: {self.page.names()}"
            walk = self.stage.scanner._walk
            row = walk.rows[walk.at] if walk.rows and walk.inside is None else None
            inside = [self._name(each) for each in row.names] if row is not None else []
            if len(inside) > 1 and name in inside:
                self.wait(SETTLES_US)
                self.press()
            else:
                self.wait(100_000, lambda: self.at == name)

    def choose(self, name: object) -> None:
        self.until_at(name)
        self.wait(SETTLES_US)
        assert self.at == name
        self.press()


class Chancer(OneSwitch):
    """Slaps when the screen calls for it, and else presses by chance what the mark is at, but no menu."""

    def __init__(self, stage: BareStage, scene: TableScene, seed: int, switch: str = "key") -> None:
        super().__init__(stage, scene, switch)
        self.table, self.chance, self.session = scene, random.Random(seed), scene.session

    @property
    def must_slap(self) -> bool:
        room = self.session.moment.room
        return bool(room["live"][ME]) and ME in room["asked"]

    def move(self) -> None:
        marks = self.stage.scanner._walk.rows
        wanted = bool(marks) and self.at != self.table.ask_to_pause and self.chance.random() < 0.5
        if self.must_slap or wanted:
            self.press()
        self.wait(self.chance.choice((300_000, 700_000, 1_100_000)))
