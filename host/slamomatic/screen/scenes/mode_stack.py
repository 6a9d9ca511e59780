"""A scene with a stack of modes: the top one takes keys and clicks first."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.kit.easel import Target
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.scenes.table_mode import Mode


class SceneOfModes(Scene):
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
        """Whose hand lies open behind the curtain."""
        return self.modes[-1].looker

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

    def key(self, action: str, pressed: bool) -> None:
        if pressed:
            self.answer = ""
            if not self.mode.key(action):
                super().key(action, pressed)

    def gesture(self, gesture: str) -> None:
        self.answer = ""
        if not self.mode.gesture(gesture):
            super().gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        if not self.mode.click(point):
            super().click(point)

    def unclick(self, point: tuple[int, int]) -> None:
        self.mode.unclick(point)

    def wish(self, wish: object) -> None:
        self.mode.wish(wish)

    @property
    def pressable(self) -> Sequence[Target]:
        """What can be pressed in the picture that is shown."""
        return self._pressable

    def wishes_at(self, point: tuple[int, int]) -> list[object]:
        """What can be pressed here, the lowest first."""
        return [target.wish for target in self._pressable if target.box.holds(point)]
