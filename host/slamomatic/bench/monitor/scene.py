"""The monitor as a scene: live paddles, last slaps, faults, and a scope of the raw edges."""

from slamomatic.bench.edges.scope import CHANNELS, Scope
from slamomatic.bench.monitor.instrument import Watched, spoken_bound
from slamomatic.bench.window.parts import GridArt, UnitScene, small, traces
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import BODY, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST
from slamomatic.paddles import paddle_name
from slamomatic.screen.scene import Stage
from slamomatic.units.base import spoken_us
from slamomatic.words import gettext, listed, ngettext

LAST_SLAPS = 4


class MonitorScene(UnitScene):
    """Space pauses, up and down zoom, left and right move a paused picture, Enter presses what is lit."""

    def __init__(self, stage: Stage, source: UnitThread) -> None:
        super().__init__(stage, source)
        self.watched = Watched(CHANNELS)
        self.scope = Scope()

    def pump(self) -> None:
        for message in self.source.drain():
            self.scope.feed(self.watched.take(message), self.watched.unit_us)
        self.watched.clock_bound_us = self.source.clock_bound_us

    def key(self, action: str) -> None:
        if action in ("up", "down"):
            self.scope.zoom(-1 if action == "up" else 1)
        elif action in ("left", "right") and self.scope.paused:
            self.scope.pan(-0.25 if action == "left" else 0.25)
        else:
            super().key(action)

    def gesture(self, gesture: str) -> None:
        if gesture == "tap":
            self.scope.pause()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        top, middle, bottom = e.frame.box.inset(px(36)).rows([9, 66, 11], px(14))
        self.unit_head(e, gettext("Monitor"), top)
        left, right = middle.columns([30, 70], px(14))
        self._paddles(e, left)
        self._scope(e, right)
        self._buttons(e, bottom)

    def _paddles(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        *rows, last = box.rows([1, 1, 1, 1, 2.1], px(10))
        for number, row in enumerate(rows):
            down = bool(self.watched.levels >> number & 1)
            faults = self.watched.faults_of(number)
            e.panel(f"paddle/{number}", row, rim=ALARM if faults else None)
            art, words = row.inset(px(10), px(6)).columns([3, 7], px(10))
            e.put(f"paddle/{number}/art", art.fit(1), PaddleArt(number, True, down, ""))
            name, count = words.rows([1, 1])
            e.text(f"paddle/{number}/name", paddle_name(number), name, BODY, CHALK, "left")
            said = faults[0] if faults else ngettext("{n} slap", "{n} slaps", self.watched.slaps[number])
            small(e, f"paddle/{number}/count", said, count, ALARM if faults else MIST)
        self._facts(e, last)

    def _facts(self, e: Easel, box: Box) -> None:
        """Draw the counts, the longest loop, the clock's bound, and the faults of the whole unit."""
        watched = self.watched
        e.panel("facts", box)
        beat = watched.beats[-1] if watched.beats else None
        rate, *losses = watched.counts_in_words(watched.unit_us, self.source.damaged)
        lines = [
            rate,
            listed(losses),
            gettext("longest loop {time}", time=spoken_us(beat.worst_loop_us))
            if beat
            else gettext("no heartbeat yet"),
            spoken_bound(watched.clock_bound_us),
        ]
        rows = box.inset(e.frame.px(18), e.frame.px(8)).rows([1] * len(lines))
        for n, (row, line) in enumerate(zip(rows, lines, strict=True)):
            small(e, f"facts/{n}", line, row)
        small(e, "facts/fault", " ".join(watched.faults_of(-1)), rows[2], ALARM, "right")

    def _scope(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        e.panel("scope", box)
        caption, lines, slaps = box.inset(px(18), px(10)).rows([8, 60, 22], px(6))
        left, right = caption.columns([1, 1])
        small(e, "scope/span", gettext("{time} across", time=spoken_us(self.scope.span_us)), left, GOLD)
        runs = gettext("PAUSED") if self.scope.paused else gettext("free running")
        small(e, "scope/runs", runs, right, GOLD, "right")
        marks, grid = lines.columns([6, 94], px(6))
        e.put("scope/grid", grid, GridArt(None))
        traces(e, self.scope, marks, grid)
        last = list(self.watched.recent)[-LAST_SLAPS:]
        for n, (row, down) in enumerate(zip(slaps.rows([1] * LAST_SLAPS), last, strict=False)):
            after = f"   {down.t_us - last[n - 1].t_us:+,} us".replace(",", " ") if n else ""
            small(e, f"slap/{n}", f"{paddle_name(down.paddle)}: {down.t_us / 1e6:.6f} s{after}", row)

    def _buttons(self, e: Easel, box: Box) -> None:
        scope = self.scope
        hold = gettext("Go on") if scope.paused else gettext("Hold")
        closer, wider, held, leave = box.columns([1] * 4, e.frame.px(12))
        e.button("closer", gettext("Zoom in"), closer, lambda: scope.zoom(-1), key=self.key_name("up"))
        e.button("wider", gettext("Zoom out"), wider, lambda: scope.zoom(1), key=self.key_name("down"))
        e.button("hold", hold, held, scope.pause, key=self.key_name("next"))
        self.leave_button(e, leave)
