"""Three, two, one: after a pause, and when a game is resumed, hands get ready before paddles count again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from slamomatic.face.model import Table
from slamomatic.face.paddle import Ring
from slamomatic.kit.easel import BODY, TITLE, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, PANEL
from slamomatic.screen.countdown import SOON_US, STEPS
from slamomatic.screen.scenes.modes import Mode
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

SECOND_US, FROM = 1_000_000, 3


def count_after(table: TableScene, pause: Mode) -> None:
    """Counts down after this pause, so that hands can get ready. A game of bots goes on at once."""
    sitting = table.sitting
    stands_below = any(mode.time_stands for mode in table.modes if mode is not pause)
    if pause in table.modes and sitting.people and not (sitting.over or table.hurries or stands_below):
        table.modes.insert(table.modes.index(pause), Counting(table))


class Counting(Mode):
    """The countdown after a pause: time stands still, a slap is too soon, and Enter does not wait."""

    time_stands = True

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self._from_us: int | None = None  # it begins with the first frame that shows it
        self._told = FROM + 1
        self._soon: tuple[str, int] | None = None  # who slapped too soon, and when

    @property
    def _left_us(self) -> int:
        now_us = self.table.stage.clock()
        return FROM * SECOND_US - (0 if self._from_us is None else now_us - self._from_us)

    def pump(self) -> None:
        table, now_us = self.table, self.table.stage.clock()
        if self._from_us is None:
            self._from_us = now_us
        if table.sitting.slapped_in_pause:
            table.sitting.slapped_in_pause = False
            early = table.sitting.early
            self._soon = (table.sitting.seats[early].name if early is not None else "", now_us)
        number = -(-self._left_us // SECOND_US)
        if number < self._told:
            self._told = number
            table.stage.sound("tick" if number > 0 else "ready")
        if number <= 0:
            table.drop(self)

    def wakes_at_us(self) -> int | None:
        if self.table.mode is not self:  # under the sentence that says what was lost
            return None
        if self._from_us is None:
            return self.table.stage.clock()
        passed_us = self.table.stage.clock() - self._from_us
        step_us = SECOND_US // STEPS
        return self._from_us + (passed_us // step_us + 1) * step_us

    def key(self, action: str) -> bool:
        if action == "confirm":
            self.table.drop(self)
        elif action == "pause":
            self.table.drop(self)
            self.table.pause()
        return True

    def gesture(self, gesture: str) -> bool:
        return True

    def click(self, point: tuple[int, int]) -> bool:
        self.table.drop(self)
        return True

    def draw(self, e: Easel, t: Table) -> None:
        if self.table.mode is not self:
            return
        e.scrim("counting/scrim", 170)
        px = e.frame.px
        left_us = max(1, self._left_us)
        box = e.frame.box.centred(round(e.frame.h * 0.8), round(e.frame.h * 0.7))
        e.panel("counting/plate", box, PANEL, GOLD, 255)
        head, dial, foot = box.inset(px(30), px(24)).rows([16, 66, 18], px(10))
        e.text("counting/words", gettext("Hands ready! The game goes on in…"), head, BODY, CHALK)
        ring = dial.centred(min(dial.w, dial.h), min(dial.w, dial.h))
        passed = STEPS - left_us % SECOND_US * STEPS // SECOND_US
        e.put("counting/ring", ring, Ring(passed, STEPS))
        e.text("counting/number", str(-(-left_us // SECOND_US)), ring.inset(ring.w // 5), 3 * TITLE, GOLD)
        soon = self._soon
        if soon is not None and self.table.stage.clock() < soon[1] + SOON_US:
            words = gettext("Too soon, {seat}!", seat=soon[0]) if soon[0] else gettext("Too soon!")
            e.text("counting/soon", words, foot, BODY, ALARM)
        e.targets.clear()
        e.target(e.frame.box, partial(self.table.drop, self))
