"""The bounce instrument as a scene: which paddle to slap next, and each paddle's histogram growing."""

from __future__ import annotations

from slamomatic.bench.bounce import STYLES, Recorder
from slamomatic.bench.bursts import Burst, advise, cut
from slamomatic.bench.figures import figures
from slamomatic.bench.monitor_scene import CHANNELS, Source, SourceScene
from slamomatic.bench.scene_parts import head, histogram_art
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import BODY, LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PADDLE_COLOURS
from slamomatic.paddles import PADDLES
from slamomatic.screen.scene import Stage
from slamomatic.units.base import spoken_us
from slamomatic.words import gettext, ngettext

# What a new unit is set to; the advice is compared with the unit's own at the end.
LOCKOUT_MS, HOLD_US = 50, 100


class BounceScene(SourceScene):
    """Guided: each paddle softly, then hard. Escape leaves early with what there is."""

    def __init__(self, stage: Stage, source: Source, slaps: int) -> None:
        super().__init__(stage, source)
        self.slaps = slaps
        self.recorder = Recorder(CHANNELS)
        self.wants_set = False  # the advice is to be put into force
        self.steps = [(paddle, style) for paddle in range(CHANNELS) for style in STYLES]
        self._bursts: list[list[Burst]] = [[] for _ in range(CHANNELS)]

    @property
    def step(self) -> int:
        """How far the guide is: a paddle's second half begins when its first is full."""
        done = 0
        for paddle, _ in self.steps:
            earlier = sum(one == paddle for one, _ in self.steps[:done])
            if self._presses(paddle) < self.slaps * (earlier + 1):
                break
            done += 1
        return done

    def _presses(self, paddle: int) -> int:
        return sum(burst.kind == "press" for burst in self._bursts[paddle])

    def pump(self) -> None:
        messages = self.source.drain()
        step = self.step
        self.recorder.asked = self.steps[step][0] if step < len(self.steps) else None
        for message in messages:
            self.recorder.take(message)
        if messages:
            self._bursts = [cut(edges) for edges in self.recorder.edges]

    def _set(self) -> None:
        self.wants_set = True
        self.stage.quit()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        top, ask, middle, bottom = e.frame.box.inset(px(36)).rows([9, 12, 56, 12], px(14))
        head(e, gettext("Bounce"), self.source.measured, self.source.trouble, top)
        self._ask(e, ask)
        for paddle, box in enumerate(middle.columns([1] * CHANNELS, px(14))):
            self._paddle(e, paddle, box)
        advice = advise(
            [one for some in self._bursts for one in some], lockout_ms=LOCKOUT_MS, hold_us=HOLD_US
        )
        measured = any(self._presses(paddle) for paddle in range(CHANNELS))
        advised = gettext(
            "advised so far: lockout {lockout_ms} ms, hold {hold_us} us",
            lockout_ms=advice.lockout_ms,
            hold_us=advice.hold_us,
        )
        words = advised if measured else gettext("nothing measured yet")
        left, middle, right = bottom.columns([7, 2, 2], px(12))
        e.panel("advice", left)
        e.text("advice/words", words, left.inset(px(18), px(4)), BODY, CHALK, "left")
        enter, escape = (self.key_name(action) for action in ("confirm", "pause"))
        e.button("set", gettext("Set"), middle, self._set, key=enter, lit=measured, able=measured)
        e.button("leave", gettext("Leave"), right, self.stage.quit, key=escape)

    def _ask(self, e: Easel, box: Box) -> None:
        step = self.step
        if self.source.measured is None:
            e.text("ask", "" if self.source.trouble else gettext("Wait for the unit …"), box, LARGE, GOLD)
            return
        if step == len(self.steps):
            e.text(
                "ask", gettext("Done. Set these values, or leave. Then comes the report."), box, LARGE, GOLD
            )
            return
        paddle, style = self.steps[step]
        moved = self.recorder.moved(paddle)
        if moved not in (None, paddle):
            words = gettext(
                "You slapped {name}, but {moved} moved. Are their wires swapped?",
                name=gettext(PADDLES[paddle].name),
                moved=gettext(PADDLES[moved].name),
            )
            e.text("ask", words, box, LARGE, ALARM)
            return
        left = self.slaps - self._presses(paddle) % self.slaps
        e.text(
            "ask",
            gettext(
                "Slap {name}, {style}: {left} to go",
                name=gettext(PADDLES[paddle].name),
                style=gettext(style),
                left=left,
            ),
            box,
            LARGE,
            GOLD,
        )

    def _paddle(self, e: Easel, paddle: int, box: Box) -> None:
        px = e.frame.px
        asked = self.step < len(self.steps) and self.steps[self.step][0] == paddle
        e.panel(f"paddle/{paddle}", box, rim=GOLD if asked else None)
        top, press, release, facts = box.inset(px(14), px(10)).rows([5, 5, 5, 4], px(8))
        side = min(top.w, top.h)
        e.put(f"paddle/{paddle}/art", top.centred(side, side), PaddleArt(paddle, True, False, ""))
        for kind, place in (("press", press), ("release", release)):
            lengths = [burst.length_us for burst in self._bursts[paddle] if burst.kind == kind]
            words, bars = place.rows([2, 3])
            if kind == "press":
                named = ngettext("{n} press", "{n} presses", len(lengths))
            else:
                named = ngettext("{n} release", "{n} releases", len(lengths))
            e.text(f"paddle/{paddle}/{kind}/words", named, words, SMALL, CHALK, "left")
            if lengths:
                e.put(f"paddle/{paddle}/{kind}", bars, histogram_art(lengths, PADDLE_COLOURS[paddle]))
        found = figures([burst.length_us for burst in self._bursts[paddle] if burst.kind != "spike"])
        if found:
            longest = max(burst.longest_gap_us for burst in self._bursts[paddle])
            above, below = facts.rows([1, 1])
            lengths_said = gettext("longest {maximum}", maximum=spoken_us(round(found.max)))
            e.text(f"paddle/{paddle}/figures", lengths_said, above, SMALL, MIST, "left")
            still_said = gettext("longest gap {longest}", longest=spoken_us(longest))
            e.text(f"paddle/{paddle}/still", still_said, below, SMALL, MIST, "left")
