"""What the units mean to the table: it waits for one that is missing, and says what they have told it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Json
from slamomatic.screen import unit_words
from slamomatic.screen.scenes import table_menu
from slamomatic.screen.scenes.counting import count_after
from slamomatic.units.base import What

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

GOOD_NEWS = (What.CONNECTED, What.FOUND, What.FAULT_OVER)
UNIT_NEWS: Json = {"what": "unit"}


def mind_missing_unit(scene: TableScene, missing: str) -> None:
    """Without its unit the table stands still; the slap that was open is void; with it, it goes on."""
    if missing and not scene.missing:
        while not (scene.mode is scene.play or scene.mode.outlasts_units):
            scene.modes.pop().ended()
        if not isinstance(scene.mode, table_menu.Menu):
            scene.modes.append(table_menu.Menu(scene, by_itself=True))
        scene.keep_time()
    elif scene.missing and not missing:
        for mode in [mode for mode in scene.modes if mode.by_itself]:
            count_after(scene, mode)
            scene.drop(mode)
    scene.missing = missing


def hear_units(scene: TableScene, now_us: int) -> None:
    """Bad news stays until the next turn or slap; good news shows once."""
    sitting = scene.sitting
    for press in sitting.next_presses:
        scene.stage.next_button(press)
    sitting.next_presses.clear()
    for notice in sitting.notices:
        if notice.what in GOOD_NEWS:
            late = notice.what is What.CONNECTED and not _takes_part(scene, notice.source)
            words = partial(unit_words.good_news, notice, late)
            scene.aftermath.hear(UNIT_NEWS, words(), now_us)
            if scene.pages is not None:
                scene.pages.tell(UNIT_NEWS, words, now_us)
            scene.alarm = ""
            scene.stage.sound("ready")
        else:
            broken = notice.what is What.FAULT
            offer = table_menu.offer_of_keys(scene) if broken else ""
            scene.alarm = offer or unit_words.notice_words(notice)
            scene.stage.sound("fault")
    sitting.notices.clear()


def _takes_part(scene: TableScene, source: str) -> bool:
    """Whether the unit of this name is slapped in this game, or will be as soon as a turn begins."""
    coming = scene.pages is not None and scene.pages.live(source) is not None
    return coming or bool(scene.sitting.owners.seats_on(source))
