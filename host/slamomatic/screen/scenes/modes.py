"""Modes of the table, and the scene with a stack of them: the top one gets keys and clicks first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.face.model import Table
from slamomatic.kit.easel import Easel
from slamomatic.screen.scene import Scene, Stage

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene
    from slamomatic.table.session import GameSession


class Mode:
    """One way to take keys and clicks: by default they go to what can be pressed, as in any other scene."""

    time_stands = False  # as long as it is on the stack
    outlasts_units = False  # whether it stays when a unit goes missing
    by_itself = False  # opened for a missing unit, by nobody
    looker: int | None = None  # whose hand is shown
    begins = False  # nobody has played yet: a slap says ready
    stays_open = False  # the hand that is shown waits for the rest of a choice

    def __init__(self, table: TableScene) -> None:
        self.table, self.stage = table, table.stage

    @property
    def session(self) -> GameSession:
        return self.table.session

    def key(self, action: str) -> None:
        """A mapped key was pressed."""
        Scene.key(self.table, action)

    def gesture(self, gesture: str) -> None:
        """The NEXT key."""
        Scene.gesture(self.table, gesture)

    def click(self, point: tuple[int, int]) -> None:
        Scene.click(self.table, point)

    def unclick(self, point: tuple[int, int]) -> None:
        """The mouse button was released."""

    def wish(self, wish: object) -> None:
        """Something was pressed."""
        Scene.wish(self.table, wish)

    def slapped(self) -> None:
        """A slap was played."""

    def pump(self) -> None:
        """Move on by one frame, after the game has moved on."""

    def wakes_at_us(self) -> int | None:
        """The table's clock when the picture next changes by itself."""
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
    """Modes are put on the stack and taken off it; keys, clicks and wishes find their way to the top."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.modes: list[Mode] = []  # the last one takes keys and clicks
        self.answer = ""  # to a key that came too early; the next one takes it away

    @property
    def mode(self) -> Mode:
        return self.modes[-1]

    @property
    def looking(self) -> int | None:
        """The seat whose hand lies open behind the curtain."""
        return self.modes[-1].looker

    def reply(self, words: str) -> None:
        """Answer a key that can't do what it usually does; the next key takes the answer away."""
        self.answer = words

    def push(self, mode: Mode) -> None:
        self.modes.append(mode)
        self.keep_time()

    def drop(self, mode: Mode) -> None:
        """Take it off the stack, with all that was opened above it."""
        while mode in self.modes:
            self.modes.pop().ended()
        self.keep_time()

    @property
    def time_stands(self) -> bool:
        return any(mode.time_stands for mode in self.modes)

    def keep_time(self) -> None:
        """The stack is another one: time stands or goes on as it says."""
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
