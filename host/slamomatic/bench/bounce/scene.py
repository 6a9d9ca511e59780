"""The bounce instrument as a scene: which paddle to slap next, and each paddle's histogram growing."""

from slamomatic.bench.bounce.instrument import STYLES, Recorder, presses, swapped
from slamomatic.bench.edges.bursts import Burst, advise, cut
from slamomatic.bench.edges.scope import CHANNELS
from slamomatic.bench.figures import figures
from slamomatic.bench.window.parts import UnitScene, histogram_art, small
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import BODY, LARGE, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PADDLE_COLOURS
from slamomatic.paddles import paddle_name
from slamomatic.screen.scene import Stage
from slamomatic.units.base import spoken_us
from slamomatic.words import N_, gettext, ngettext, said

# Settings of a new unit; at the end the advice is compared with the unit's own.
LOCKOUT_MS, HOLD_US = 50, 100


class BounceScene(UnitScene):
    """Asks for slaps of each paddle, first soft, then hard.

    Escape leaves early and reports the slaps so far.
    """

    def __init__(self, stage: Stage, source: UnitThread, slaps: int) -> None:
        super().__init__(stage, source)
        self.slaps = slaps
        self.recorder = Recorder(CHANNELS)
        self.wants_set = False  # the advice is to be put into force
        self._bursts: list[list[Burst]] = [[] for _ in range(CHANNELS)]

    @property
    def step(self) -> tuple[int, str] | None:
        """Return the paddle to slap next, and how: softly, then hard. None when all slaps are done."""
        for paddle, bursts in enumerate(self._bursts):
            for half, style in enumerate(STYLES, start=1):
                if presses(bursts) < self.slaps * half:
                    return paddle, style
        return None

    @property
    def asked(self) -> int | None:
        """The paddle that is to be slapped now; None when all slaps are done."""
        return self.step[0] if self.step else None

    def pump(self) -> None:
        messages = self.source.drain()
        self.recorder.ask(self.asked)
        self.recorder.take(*messages)
        if messages:
            self._bursts = [cut(edges) for edges in self.recorder.edges]

    def _set(self) -> None:
        self.wants_set = True
        self.stage.quit()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        top, ask, middle, bottom = e.frame.box.inset(px(36)).rows([9, 12, 56, 12], px(14))
        self.unit_head(e, gettext("Bounce"), top)
        self._ask(e, ask)
        for paddle, box in enumerate(middle.columns([1] * CHANNELS, px(14))):
            self._paddle(e, paddle, box)
        bursts = [one for some in self._bursts for one in some]
        advice, measured = advise(bursts, lockout_ms=LOCKOUT_MS, hold_us=HOLD_US), presses(bursts) > 0
        advised = gettext(
            "advised so far: lockout {lockout_ms} ms, hold {hold_us} us",
            lockout_ms=advice.lockout_ms,
            hold_us=advice.hold_us,
        )
        words = advised if measured else gettext("nothing measured yet")
        left, middle, right = bottom.columns([7, 2, 2], px(12))
        e.panel("advice", left)
        e.text("advice/words", words, left.inset(px(18), px(4)), BODY, CHALK, "left")
        enter = self.key_name("confirm")
        e.button("set", gettext("Set"), middle, self._set, key=enter, lit=measured, able=measured)
        self.leave_button(e, right)

    def _ask(self, e: Easel, box: Box) -> None:
        rgb = GOLD
        if self.source.measured is None:
            words = "" if self.source.trouble else gettext("Wait for the unit …")
        elif self.step is None:
            words = gettext("Done. Set these values, or leave. Then comes the report.")
        else:
            asked, style = self.step
            left = self.slaps - presses(self._bursts[asked]) % self.slaps
            slap = N_("Slap {name}, {style}: {left} to go")
            words = gettext(slap, name=paddle_name(asked), style=gettext(style), left=left)
            if (wrong := swapped(self.recorder, asked)) is not None:
                words, rgb = said(wrong), ALARM
        e.text("ask", words, box, LARGE, rgb)

    def _paddle(self, e: Easel, paddle: int, box: Box) -> None:
        px, name = e.frame.px, f"paddle/{paddle}"
        bursts = self._bursts[paddle]
        e.panel(name, box, rim=GOLD if self.asked == paddle else None)
        top, press, release, facts = box.inset(px(14), px(10)).rows([5, 5, 5, 4], px(8))
        e.put(f"{name}/art", top.fit(1), PaddleArt(paddle, True, False, ""))
        for kind, place in (("press", press), ("release", release)):
            lengths = [burst.length_us for burst in bursts if burst.kind == kind]
            words, bars = place.rows([2, 3])
            if kind == "press":
                named = ngettext("{n} press", "{n} presses", len(lengths))
            else:
                named = ngettext("{n} release", "{n} releases", len(lengths))
            small(e, f"{name}/{kind}/words", named, words)
            if lengths:
                e.put(f"{name}/{kind}", bars, histogram_art(lengths, PADDLE_COLOURS[paddle]))
        found = figures([burst.length_us for burst in bursts if burst.kind != "spike"])
        if found:
            longest = spoken_us(max(burst.longest_gap_us for burst in bursts))
            above, below = facts.rows([1, 1])
            lengths_said = gettext("longest {maximum}", maximum=spoken_us(round(found.max)))
            small(e, f"{name}/figures", lengths_said, above, MIST)
            small(e, f"{name}/still", gettext("longest gap {longest}", longest=longest), below, MIST)
