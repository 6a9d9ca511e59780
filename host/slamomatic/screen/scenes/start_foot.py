"""The buttons at the foot of the start screen, and what they open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.kit.easel import LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.resume import ResumeScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.store import journals
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene


def draw(scene: StartScene, e: Easel, box: Box) -> None:
    columns = [26, 17, 15, 14, 14, 14] if scene.resumable else [36, 16, 16, 16, 16]
    places = box.columns(columns, e.frame.px(14))
    # Only while the mark is here: elsewhere Enter does what stands under the cursor.
    key = scene.key_name("confirm") if scene.cursor == 0 and scene.naming is None else ""
    e.button("play", gettext("PLAY"), places[0], scene.play, scene.cursor == 0, LARGE, key)
    stage = scene.stage
    game, quits = stage.prefs.game, "" if scene.beginning.waits else scene.key_name("pause")
    rest = [
        ("settings", gettext("Settings"), lambda: stage.go(SettingsScene(stage, scene)), ""),
        ("history", gettext("History"), lambda: stage.go(HistoryScene(stage, scene)), ""),
        ("help", gettext("Rules"), lambda: stage.go(HelpScene(stage, game, scene)), scene.key_name("help")),
        ("quit", gettext("Quit"), lambda: leave(scene), quits),
    ]
    if scene.resumable:
        rest.insert(0, ("resume", gettext("Resume"), lambda: _resume(scene), scene.key_name("call")))
    for (name, words, wish, key), place in zip(rest, places[1:], strict=True):
        e.button(name, words, place, wish, key=key)


def leave(scene: StartScene) -> None:
    scene.stage.go(LeaveScene(scene.stage, scene, scene.resumable))


def _resume(scene: StartScene) -> None:
    """The one game that was left; of several, which one is asked."""
    kept = journals.all_open(scene.stage.home)
    if len(kept) > 1:
        scene.stage.go(ResumeScene(scene.stage, scene, kept))
    else:
        scene.resume_at_once()
        scene.pump()


class LeaveScene(Overlay):
    """The question before the program ends, over the start scene. "Stay" is the first answer: a child that
    presses Escape and Enter is back where it was."""

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
