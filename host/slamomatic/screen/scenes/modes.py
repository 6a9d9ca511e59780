"""Modes of the table, and the scene with a stack of them: the top one gets keys and clicks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from slamomatic.face.model import Table
from slamomatic.kit.easel import Easel
from slamomatic.screen.scanning import Stop
from slamomatic.screen.scene import Scene, Stage

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene
    from slamomatic.table.session import GameSession


class Mode:
    """One way to take keys and clicks: by default they go to what can be pressed, as in any other scene."""

    time_stands = False  # whether the game's time stands while this mode is on the stack
    outlasts_units = False  # whether it stays when a unit goes missing
    by_itself = False  # whether a missing unit opened it, and not a player
    looker: int | None = None  # the seat whose hand is shown
    begins = False  # whether nobody has played yet: a slap says ready
    stays_open = False  # whether the hand that is shown waits for the rest of a choice

    def __init__(self, table: TableScene) -> None:
        self.table, self.stage = table, table.stage

    @property
    def session(self) -> GameSession:
        return self.table.session

    def key(self, action: str) -> None:
        """Obey a mapped key."""
        Scene.key(self.table, action)

    def gesture(self, gesture: str) -> None:
        """Obey the NEXT key."""
        Scene.gesture(self.table, gesture)

    def click(self, point: tuple[int, int]) -> None:
        Scene.click(self.table, point)

    def unclick(self, point: tuple[int, int]) -> None:
        """Take the release of the mouse button."""

    def wish(self, wish: object) -> None:
        """Do what a pressed target stands for."""
        Scene.wish(self.table, wish)

    def slapped(self) -> None:
        """Hear that a slap was played below this mode."""

    def stops(self) -> list[Stop]:
        """Return what the mark of one switch walks through."""
        return Scene.stops(self.table)

    def first_stop(self) -> int:
        return Scene.first_stop(self.table)

    def takes_slap(self, seat: int) -> bool:
        """Return whether a press of one switch is this seat's slap now."""
        return False

    def pump(self) -> None:
        """Move on by one frame, after the game has moved on."""

    def wakes_at_us(self) -> int | None:
        """Return when the picture next changes by itself, on the table's clock; None: not at all."""
        return None

    def draw(self, e: Easel, t: Table) -> None:
        """Draw what lies over the table."""

    def ended(self) -> None:
        """Clean up after this mode was taken off the stack."""

    def close(self) -> None:
        """Leave the stack, with all that was opened above it."""
        self.table.drop(self)

    def show_rules(self) -> None:
        """Show the rules while the table's time stands still."""
        from slamomatic.screen.scenes.help import HelpScene

        self.table.pause()
        self.stage.go(HelpScene(self.stage, self.session.name, self.table, self.session.options))

    def key_name(self, action: str) -> str:
        return self.table.key_name(action)


class ModalScene(Scene):
    """A scene with a stack of modes: keys, clicks and wishes go to the one on top."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.modes: list[Mode] = []  # the last one takes keys and clicks
        self.answer = ""  # why a key did nothing, or what it needs; gone with the next key or click

    @property
    def mode(self) -> Mode:
        return self.modes[-1]

    @property
    def looking(self) -> int | None:
        """The seat whose hand is shown in a look; None: nobody looks."""
        return self.modes[-1].looker

    def reply(self, words: str) -> None:
        """Answer a key that can't do what it usually does; the next key takes the answer away."""
        self.answer = words

    def push(self, mode: Mode) -> None:
        self.modes.append(mode)
        self.set_time_by_modes()

    def drop(self, mode: Mode) -> None:
        """Take a mode off the stack, with all that was opened above it."""
        while mode in self.modes:
            self.modes.pop().ended()
        self.set_time_by_modes()

    @property
    def time_stands(self) -> bool:
        return any(mode.time_stands for mode in self.modes)

    def set_time_by_modes(self) -> None:
        """Stop or continue the game's time, after modes came or went."""
        raise NotImplementedError

    def key(self, action: str) -> None:
        self.answer = ""
        self.mode.key(action)

    def gesture(self, gesture: str) -> None:
        self.answer = ""
        self.mode.gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        self.answer = ""
        self.mode.click(point)

    def unclick(self, point: tuple[int, int]) -> None:
        self.mode.unclick(point)

    def wish(self, wish: object) -> None:
        self.mode.wish(wish)

    def stops(self) -> list[Stop]:
        mode = self.mode
        return [replace(stop, name=(mode, stop.name)) for stop in mode.stops()]

    def first_stop(self) -> int:
        return self.mode.first_stop()
