"""The photo finish over the table: the last slap again, slowly, and nothing is played behind it meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from slamomatic.engine.photo import PhotoFinish
from slamomatic.face import photo as photo_board
from slamomatic.face.model import Table
from slamomatic.kit.easel import LARGE, SMALL, Easel
from slamomatic.kit.palette import GOLD, MIST, PANEL
from slamomatic.screen.scenes.table_menu import key

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

REPLAY_US = 4_000_000  # how long the slow motion takes


@dataclass(slots=True)
class Replay:
    """The last slap again, slowly; with reduced motion it stands still at its end."""

    photo: PhotoFinish
    started_us: int
    still: bool = False
    running: bool = True

    def cursor_us(self, now_us: int) -> int | None:
        share = (now_us - self.started_us) / REPLAY_US
        if self.still or share >= 1:
            self.running = False
            return None
        first = min(self.photo.go_us, self.photo.hits[0].t_us if self.photo.hits else self.photo.go_us)
        return first + round((self.photo.hits[-1].t_us - first) * share)


def show(scene: TableScene) -> None:
    """Time stands still behind it; a slap that is open goes on, and its next hand closes the panel."""
    sitting = scene.sitting
    last = sitting.photographer.last
    if last is None:
        scene.answer = "The photo finish shows the last slap: there was none yet"
        return
    if scene.looking is not None:
        return
    scene.photo = Replay(last, scene.stage.clock(), scene.stage.prefs.reduced_motion)
    view = sitting.view(None)
    if not (sitting.over or view["asked"] or view.get("open")):
        sitting.pause()


def close(scene: TableScene) -> None:
    """The paddles count again once the hands that closed it are up."""
    scene.photo = None
    sitting = scene.sitting
    if sitting.clock.paused and not scene.missing:
        sitting.go_on()
        if not scene.face.spotted:
            sitting.curtain(False)  # dark till re-arm, as after a look


def draw(e: Easel, t: Table, scene: TableScene, replay: Replay) -> None:
    e.scrim("photo/scrim")
    box = e.frame.box.centred(round(e.frame.w * 0.86), round(e.frame.h * 0.72))
    e.panel("photo/plate", box, PANEL, GOLD, 255)
    above, middle, below = box.inset(e.frame.px(30), e.frame.px(18)).rows([12, 74, 14], e.frame.px(8))
    title = "Photo finish" if replay.still else "Photo finish, in slow motion"
    if photo_board.cant_tell(t, replay.photo):
        title += f": {photo_board.CANT_TELL}"
    e.text("photo/title", title, above, LARGE, GOLD)
    size = photo_board.largest(e, len(t.seats), middle)
    photo_board.lines(e, t, replay.photo, middle, replay.cursor_us(scene.stage.clock()), "replay", size)
    closes = f"Any paddle, {key(scene, 'confirm')} or a click closes."
    note = "Times include the screen's own delay: good for comparing players."
    e.text("photo/note", f"{note} {closes}", below, SMALL, MIST)
    e.targets.clear()
    e.target(e.frame.box, "close photo")
