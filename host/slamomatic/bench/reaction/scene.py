"""Reaction training as a scene: wait, the whole screen says go, and everybody's times side by side."""

from collections.abc import Sequence

from slamomatic.bench.reaction.instrument import Trainer
from slamomatic.bench.window.parts import BenchScene, head, histogram_art
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import BODY, HUGE, LARGE, SMALL, Art, Box, Easel, Frame
from slamomatic.kit.palette import ALARM, CHALK, GOLD, INK, LIVE, MIST, PADDLE_COLOURS
from slamomatic.kit.surfaces import Fill
from slamomatic.screen.desktop import measured, note
from slamomatic.screen.scene import Stage
from slamomatic.store.displays import Display
from slamomatic.units.base import News
from slamomatic.words import N_, gettext, ngettext, said

BREATH_US = 1_200_000  # to read the times before the next wait begins
WIDE = 4  # so many players' figures fit on one line each


class ReactionScene(BenchScene):
    """The reaction training in a window.

    Any paddle or seat key slaps; Escape leaves, and the report follows.
    """

    def __init__(self, stage: Stage, trainer: Trainer) -> None:
        super().__init__(stage)
        self.trainer = trainer
        self.due_us: int | None = None
        self.said = ["" for _ in trainer.cards]
        self.screen: Display | None = None  # if it was measured, times are without its delay
        self.screen_us = 0
        self._rest_until_us = 0

    def enter(self) -> None:
        self.screen = measured(self.stage.home)
        self.screen_us = self.screen.median_us if self.screen is not None else 0
        self._rest_until_us = self.stage.clock() + BREATH_US

    def wakes_at_us(self) -> int | None:
        now_us = self.stage.clock()
        if self.trainer.over:
            return None
        if self.trainer.go_us is not None:
            return now_us + 10_000
        return self.due_us or self._rest_until_us

    def pump(self) -> None:
        """Take the next step that is due: end the round, show the signal, or begin a round after the rest."""
        now_us = self.stage.clock()
        if self.trainer.over:
            return
        if self.trainer.go_us is not None:
            if self.trainer.end_if_due(now_us - self.stage.unit.state().late_us):
                self._rest_until_us = now_us + BREATH_US
        elif self.due_us is not None:
            if now_us >= self.due_us:
                # The frame that is drawn next shows it, after the screen's own delay.
                self.due_us = None
                self.trainer.go(now_us + self.screen_us)
                self.stage.sound("slap")
        elif now_us >= self._rest_until_us:
            self.due_us = self.trainer.plan(now_us)
            self.said = ["" for _ in self.trainer.cards]

    def news(self, news: Sequence[News]) -> None:
        for paddle, verdict in self.trainer.verdicts(news):
            self.said[paddle] = verdict

    # -- drawing

    def draw(self, e: Easel) -> None:
        self._draw(e, self.trainer.go_us is not None)

    def upcoming(self, frame: Frame) -> list[tuple[Art, int, int]]:
        """Return the pictures of both states.

        Drawn in advance, the first signal comes as quickly as all later ones.
        """
        e = Easel(frame)
        for go in (True, False):
            self._draw(e, go)
        return [(sprite.art, sprite.box.w, sprite.box.h) for sprite in e.sprites]

    def _draw(self, e: Easel, go: bool) -> None:
        px = e.frame.px
        if go:
            e.put("go", e.frame.box, Fill(LIVE), above=True)
        top, middle, line, bottom = e.frame.box.inset(px(36)).rows([9, 22, 6, 49], px(12))
        state = self.stage.unit.state()
        left, right = top.columns([5, 1], px(14))
        head(e, gettext("Reaction"), f"{said(state.name)}: {state.accuracy}", "", left)
        e.text("note", note(self.screen_us), line, SMALL, INK if go else MIST)
        self.leave_button(e, right)
        waits = gettext("Finished!") if self.trainer.over else gettext("Wait for it …")
        e.text("words", gettext("SLAP!") if go else waits, middle, HUGE, INK if go else CHALK)
        for number, box in enumerate(bottom.columns([1] * len(self.trainer.cards), px(14))):
            self._player(e, number, box, go)

    def _player(self, e: Easel, number: int, box: Box, go: bool) -> None:
        px = e.frame.px
        card = self.trainer.cards[number]
        e.panel(f"player/{number}", box)
        wide = len(self.trainer.cards) <= WIDE
        shares = [2, 4, 2, 3, 3] if wide else [2, 3, 2, 2, 5]
        name, art, now, bars, facts = box.inset(px(14), px(8)).rows(shares, px(4))
        e.text(f"player/{number}/name", card.name, name, BODY, CHALK)
        e.put(f"player/{number}/art", art.fit(1), PaddleArt(number, go, False, ""))
        false_start = self.said[number] == "false start"
        e.text(f"player/{number}/now", gettext(self.said[number]), now, LARGE, ALARM if false_start else GOLD)
        above, below = facts.rows([1, 1])
        if found := card.figures():
            e.put(f"player/{number}/bars", bars, histogram_art(card.times_ms, PADDLE_COLOURS[number]))
            says = N_("best {best}, median {median} ms") if wide else N_("best {best},\nmedian {median} ms")
            words = gettext(says, best=f"{found.min:.0f}", median=f"{found.median:.0f}")
            e.text(f"player/{number}/best", words, above, SMALL, CHALK)
        starts = ngettext("{n} false start", "{n} false starts", card.false_starts)
        missed = gettext("{missed} missed", missed=card.missed)
        gap = " " if wide else "\n"
        e.text(f"player/{number}/false", f"{starts},{gap}{missed}", below, SMALL, MIST)
