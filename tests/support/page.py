"""A scene of the window, as somebody before it sees and uses it: words, buttons, keys, clicks and time."""

from __future__ import annotations

import pygame

from slamomatic.kit.easel import Easel, Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.window import Window

SIZE = (800, 480)
Point = tuple[int, int]


class Page:
    """The page on the screen. It follows when a click or a key leads to another scene."""

    def __init__(self, stage: BareStage, scene: Scene, size: tuple[int, int] = SIZE) -> None:
        self.stage, self.scene, self.size = stage, scene, size

    # --- what is seen -------------------------------------------------------------------------------

    def easel(self) -> Easel:
        return self.stage.easel(self.scene, self.size)

    def words(self) -> list[str]:
        """All that is written, in the order in which it was painted."""
        return [sprite.art.words for sprite in self.easel().sprites if isinstance(sprite.art, Text)]

    def text(self) -> str:
        return "\n".join(self.words())

    def said_by(self, name: str) -> str:
        """Return the words in this place, or ""."""
        arts = (sprite.art for sprite in self.easel().sprites if sprite.name == name)
        return next((art.words for art in arts if isinstance(art, Text)), "")

    def names(self) -> list[str]:
        """Return the buttons in reading order."""
        return [target.name for target in self.easel().targets]

    def place(self, words: str) -> Point:
        """Where these words stand; of several, those that were painted last."""
        boxes = [s.box for s in self.easel().sprites if isinstance(s.art, Text) and s.art.words == words]
        assert boxes, f"{words!r} is not on the screen: {self.words()}"
        return boxes[-1].cx, boxes[-1].cy

    def can_press(self, words: str) -> bool:
        point = self.place(words)
        return any(target.box.holds(point) for target in self.easel().targets)

    # --- what is done -------------------------------------------------------------------------------

    def click(self, words: str) -> None:
        """Press and release the mouse on these words."""
        self.click_at(self.place(words))

    def click_name(self, name: str) -> None:
        """Click what has this name: a picture has no words."""
        box = next(target.box for target in self.easel().targets if target.name == name)
        self.click_at((box.cx, box.cy))

    def click_at(self, point: Point) -> None:
        self.scene.click(point)
        self.scene.unclick(point)
        self.goes_along()

    def press(self, *actions: str) -> None:
        """Press keys by what they do."""
        for action in actions:
            self.easel()  # keys walk through what was painted
            self.scene.key(action)
            self.goes_along()

    def wait(self, us: int) -> None:
        """One frame at once, one when so much time has passed."""
        for later_us in (0, us):
            self.easel()
            self.stage.clock.at_us += later_us
            self.scene.pump()
            self.goes_along()

    def goes_along(self) -> None:
        """Look at the scene that the stage shows now."""
        self.scene = self.stage.scene or self.scene


def words_in(stage: BareStage, scene: Scene, size: tuple[int, int] = SIZE) -> list[str]:
    return Page(stage, scene, size).words()


def text_in(stage: BareStage, scene: Scene, size: tuple[int, int] = SIZE) -> str:
    return Page(stage, scene, size).text()


def press_key(window: Window, key: int, letter: str = "") -> None:
    """Press a key of the real window and release it."""
    for event in (pygame.KEYDOWN, pygame.KEYUP):
        window.take(pygame.event.Event(event, key=key, unicode=letter))
