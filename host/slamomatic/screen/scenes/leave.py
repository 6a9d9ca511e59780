"""The question before the program ends: asked once, answered by any key, and "stay" is the first answer."""

from __future__ import annotations

from slamomatic.kit.easel import LARGE, SMALL, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.words import gettext


class LeaveScene(Overlay):
    """Lies over the start scene: a child that presses Escape and Enter is back where it was."""

    def __init__(self, stage: Stage, back: Scene, kept: bool) -> None:
        """`kept`: an unfinished game waits for its players."""
        super().__init__(stage, back)
        self.kept = kept

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        self.back.draw(e)
        e.scrim("leave/scrim", 190)
        box = e.frame.box.centred(max(px(1000), round(e.frame.w * 0.5)), max(px(420), round(e.frame.h * 0.4)))
        e.panel("leave/plate", box, PANEL, GOLD, 255)
        asks, says, answers = box.inset(px(40), px(28)).rows([30, 24, 34], px(14))
        e.text("leave/asks", gettext("Do you want to quit?"), asks, LARGE, CHALK)
        saved = gettext("Your game is saved. Continue it with Resume.")
        words = saved if self.kept else gettext("Everything is saved.")
        e.text("leave/says", words, says, SMALL, MIST)
        stay, leave = answers.columns([3, 2], px(20))
        quits = self.cursor == 1
        e.button("leave/stay", gettext("Stay"), stay, self.escape, not quits, key=self.key_name("pause"))
        key = self.key_name("confirm") if quits else ""
        e.button("leave/quit", gettext("Quit"), leave, self.stage.quit, quits, key=key)
