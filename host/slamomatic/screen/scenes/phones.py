"""The phones of the room: the code in large letters, who sits where, and who may come or has to go."""

from __future__ import annotations

from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import BODY, LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen.phones import Phones, SeatedPhone
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.codes import join_code
from slamomatic.words import N_, gettext

ROWS = 8
HOW = N_("Join this Wi-Fi. Then scan the code, or type the address into your phone's browser.")


class PhonesScene(Overlay):
    """Opened from the start scene."""

    def __init__(self, stage: Stage, back: Scene, phones: Phones) -> None:
        super().__init__(stage, back)
        self.phones = phones

    def _lock(self) -> None:
        self.phones.room.locked = not self.phones.room.locked

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        head, body, note, foot = e.frame.box.inset(px(60), px(36)).rows([11, 68, 10, 11], px(14))
        e.text("title", gettext("Your cards on your phones"), head, 64, GOLD, "left")
        code, there = body.columns([1, 1], px(24))
        join_code(e, self.phones, code)
        self._rows(e, there)
        e.panel("note", note, PANEL)
        e.text("note/words", gettext(HOW), note.inset(px(20), px(4)), BODY, CHALK)
        back, lock, hint = foot.columns([25, 35, 40], px(20))
        self.back_button(e, back)
        locked = self.phones.room.locked
        words = gettext("Unlock the room") if locked else gettext("Lock the room")
        e.button("lock", words, lock, self._lock, locked)
        e.text("hint", self.how_to_choose(), hint, SMALL, MIST, "right")
        self.mark(e)

    def _rows(self, e: Easel, box: Box) -> None:
        here = self.phones.sitting()
        if not here:
            words = gettext("No phones yet.")
            e.text("nobody", words, box, LARGE, MIST)
            return
        for phone, place in zip(here, box.rows([1] * ROWS, e.frame.px(8)), strict=False):
            self._row(e, phone, place)

    def _row(self, e: Easel, phone: SeatedPhone, box: Box) -> None:
        name = f"phone/{phone.number}"
        sits = self.stage.prefs.seats[phone.chair]
        e.panel(name, box, PANEL)
        mark, words, remove = box.inset(e.frame.px(10), e.frame.px(4)).columns([12, 58, 30], e.frame.px(10))
        side = min(mark.w, mark.h)
        e.put(f"{name}/mark", mark.centred(side, side), SeatMark(sits.paddle), above=True)
        says = sits.name if phone.awake else gettext("{name} (asleep)", name=sits.name)
        e.text(f"{name}/words", says, words, BODY, CHALK if phone.awake else MIST, "left")
        e.button(
            f"{name}/remove", gettext("Remove"), remove, lambda: self.phones.remove(phone.number), size=SMALL
        )
