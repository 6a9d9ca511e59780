"""The phones of the room: the code in large letters, who sits where, and who may come or has to go."""

from __future__ import annotations

from functools import partial

from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import BODY, LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, MIST, PANEL
from slamomatic.screen.phones import Phones
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
        body, note, foot = self.head(e, gettext("Your cards on your phones"), [11, 68, 10, 11])
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
        px, here, awake = e.frame.px, self.phones.room.phones(), self.phones.awake()
        if not here:
            e.text("nobody", gettext("No phones yet."), box, LARGE, MIST)
        for phone, place in zip(here, box.rows([1] * ROWS, px(8)), strict=False):
            name, sits = f"phone/{phone.number}", self.stage.prefs.seats[phone.chair]
            e.panel(name, place, PANEL)
            mark, words, remove = place.inset(px(10), px(4)).columns([12, 58, 30], px(10))
            e.put(f"{name}/mark", mark.fit(1), SeatMark(sits.paddle), above=True)
            says = sits.name if phone in awake else gettext("{name} (asleep)", name=sits.name)
            e.text(f"{name}/words", says, words, BODY, CHALK if phone in awake else MIST, "left")
            send_away = partial(self.phones.remove, phone.number)
            e.button(f"{name}/remove", gettext("Remove"), remove, send_away, size=SMALL)
