"""The very first game: one card says what a slap is about, and nothing moves before somebody is ready."""

from __future__ import annotations

from dataclasses import replace

from slamomatic.face.faces import title_of
from slamomatic.kit.easel import LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen import furniture
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes import table_menu
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.sitting import Sitting


def first_table(stage: Stage, sitting: Sitting, resumed: bool) -> TableScene:
    """Real cards have no bots that would not wait; who plays on has read it."""
    known = resumed or sitting.name in stage.prefs.explained or bool(sitting.options.get("paper"))
    table = TableScene(stage, sitting) if known else ReadyTable(stage, sitting)
    if sitting.lost:
        stage.say(sitting.lost)
        table.complaint = sitting.lost
        if not sitting.over:
            sitting.pause()  # to be read in peace
    return table


class ReadyTable(TableScene):
    """The table, its clock standing still until a key or a slap says ready."""

    def __init__(self, stage: Stage, sitting: Sitting) -> None:
        super().__init__(stage, sitting)
        self.waits = True
        sitting.pause()

    def _begin(self) -> None:
        self.waits = False
        self.sitting.go_on()

    @property
    def _asks(self) -> bool:
        """A unit that is not there says so itself, in the pause."""
        return self.waits and not self.missing

    def pump(self) -> None:
        super().pump()
        if self._asks and self.sitting.slapped_in_pause:
            self._begin()
        elif self._asks and not self.sitting.clock.paused:  # a unit that was missing is played without
            self.sitting.pause()

    def key(self, action: str, pressed: bool) -> None:
        if not self._asks:
            super().key(action, pressed)
        elif pressed and action == "help":
            table_menu.show_rules(self)
        elif pressed:
            self._begin()
            if action == "pause":
                super().key(action, pressed)

    def gesture(self, gesture: str) -> None:
        if self._asks:
            self._begin()
            if gesture == "hold":
                super().gesture(gesture)
        else:
            super().gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        if self._asks:
            self._begin()
        else:
            super().click(point)

    def draw(self, e: Easel) -> None:
        if not self._asks:
            super().draw(e)
            return
        t = self.table(self.eyes)
        self._draw_table(e, replace(t, view={**t.view, "live": [False] * len(t.seats)}))
        e.scrim("ready/scrim", 170)
        px = e.frame.px
        box = e.frame.box.centred(round(e.frame.w * 0.8), round(e.frame.h * 0.5))
        e.panel("ready/plate", box, PANEL, GOLD, 255)
        head, words, foot = box.inset(px(44), px(26)).rows([18, 52, 30], px(16))
        e.text("ready/game", title_of(t.game), head, LARGE, GOLD)
        e.text("ready/words", self.face.first_words.format(slap=self._slap()), words, 60, CHALK)
        confirm = table_menu.key(self, "confirm")
        button = foot.centred(min(foot.w, px(460)), min(foot.h, px(96)))
        e.button("ready/go", "Ready", button, self._begin, True, LARGE, confirm)
        rules = f"{table_menu.key(self, 'help')}: the rules"
        beside = Box(foot.x, foot.y, (foot.w - button.w) // 2 - px(16), foot.h)
        e.text("ready/rules", rules, beside, SMALL, MIST, "left")

    def _slap(self) -> str:
        """What a slap is here: a key, by name where one person plays, or a paddle."""
        people, sitting = self.sitting.people, self.sitting
        if not sitting.seats_on_keys & set(people):
            return "slap your paddle"
        keys = [self.stage.prefs.seat_keys[sitting.seats[seat].colour] for seat in people]
        return f"press {furniture.key_name(keys[0])}" if len(people) == 1 else "press your key"
