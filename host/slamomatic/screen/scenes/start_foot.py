"""The buttons at the foot of the start screen, and what they open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.kit.easel import LARGE, Easel
from slamomatic.kit.geometry import Box
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.leave import LeaveScene
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
