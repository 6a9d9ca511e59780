"""The monitor as a scene: live paddles, last slaps, faults, and a scope of the raw edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from slamomatic import messages as m
from slamomatic.bench.monitor import Watched, spoken_bound
from slamomatic.bench.result import Measured
from slamomatic.bench.scene_parts import GridArt, TraceArt, head
from slamomatic.bench.scope_core import Scope
from slamomatic.face.paddle import PaddleArt, SeatMark
from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PADDLE_COLOURS
from slamomatic.paddles import PADDLES
from slamomatic.screen.scene import Scene, Stage
from slamomatic.units.base import News, PaddleEvent, spoken_us
from slamomatic.words import gettext, listed, ngettext

REDRAW_US = 33_000
CHANNELS = 4
LAST_SLAPS = 4


class Source(Protocol):
    """Where the messages come from: a unit on the stand, or a test."""

    measured: Measured | None
    damaged: int
    clock_bound_us: float | None
    trouble: str

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def drain(self) -> list[m.Message]: ...
    def slap(self, paddle: int) -> None: ...


class SourceScene(Scene):
    """What a unit says, drawn as it comes. Escape leaves."""

    def __init__(self, stage: Stage, source: Source) -> None:
        super().__init__(stage)
        self.source = source

    def enter(self) -> None:
        self.source.start()

    def leave(self) -> None:
        self.source.stop()

    def wakes_at_us(self) -> int | None:
        return self.stage.clock() + REDRAW_US

    def news(self, news: Sequence[News]) -> None:
        """Keys stand in for hands on an emulated unit."""
        for one in news:
            if isinstance(one, PaddleEvent) and one.do == "down" and 0 <= one.paddle < CHANNELS:
                self.source.slap(one.paddle)

    def escape(self) -> None:
        self.stage.quit()


class MonitorScene(SourceScene):
    """Space pauses, up and down zoom, left and right move a paused picture, Enter presses what is lit."""

    def __init__(self, stage: Stage, source: Source) -> None:
        super().__init__(stage, source)
        self.watched = Watched(CHANNELS)
        self.scope = Scope(CHANNELS)

    def pump(self) -> None:
        for message in self.source.drain():
            self.scope.feed(self.watched.heard(message), self.watched.unit_us)
        self.watched.clock_bound_us = self.source.clock_bound_us

    def key(self, action: str, pressed: bool) -> None:
        if pressed and action in ("up", "down"):
            self.scope.zoom(-1 if action == "up" else 1)
        elif pressed and action in ("left", "right") and self.scope.paused:
            self.scope.pan(-0.25 if action == "left" else 0.25)
        else:
            super().key(action, pressed)

    def gesture(self, gesture: str) -> None:
        if gesture == "tap":
            self.scope.pause()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        top, middle, bottom = e.frame.box.inset(px(36)).rows([9, 66, 11], px(14))
        head(e, gettext("Monitor"), self.source.measured, self.source.trouble, top)
        left, right = middle.columns([30, 70], px(14))
        self._paddles(e, left)
        self._scope(e, right)
        self._buttons(e, bottom)

    def _paddles(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        *rows, last = box.rows([1, 1, 1, 1, 2.1], px(10))
        for number, row in enumerate(rows):
            down = bool(self.watched.levels >> number & 1)
            faults = [what for at, what in sorted(self.watched.faults) if at == number]
            e.panel(f"paddle/{number}", row, rim=ALARM if faults else None)
            art, words = row.inset(px(10), px(6)).columns([3, 7], px(10))
            side = min(art.w, art.h)
            e.put(f"paddle/{number}/art", art.centred(side, side), PaddleArt(number, True, down, ""))
            name, count = words.rows([1, 1])
            e.text(f"paddle/{number}/name", gettext(PADDLES[number].name), name, BODY, CHALK, "left")
            said = faults[0] if faults else ngettext("{n} slap", "{n} slaps", self.watched.slaps[number])
            e.text(f"paddle/{number}/count", said, count, SMALL, ALARM if faults else MIST, "left")
        self._facts(e, last)

    def _facts(self, e: Easel, box: Box) -> None:
        watched = self.watched
        e.panel("facts", box)
        whole = [what for at, what in sorted(watched.faults) if at < 0]
        beat = watched.beats[-1] if watched.beats else None
        lines = [
            gettext("{rate} slaps a second", rate=f"{watched.rate_hz(watched.unit_us):.1f}"),
            listed(
                [
                    ngettext("{n} spike", "{n} spikes", watched.spikes),
                    ngettext("{n} damaged line", "{n} damaged lines", self.source.damaged),
                ]
            ),
            gettext("longest loop {time}", time=spoken_us(beat.worst_loop_us))
            if beat
            else gettext("no heartbeat yet"),
            spoken_bound(watched.clock_bound_us),
        ]
        rows = box.inset(e.frame.px(18), e.frame.px(8)).rows([1] * len(lines))
        for n, (row, line) in enumerate(zip(rows, lines, strict=True)):
            e.text(f"facts/{n}", line, row, SMALL, CHALK, "left")
        if whole:
            e.text("facts/fault", " ".join(whole), rows[2], SMALL, ALARM, "right")

    def _scope(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        e.panel("scope", box)
        inner = box.inset(px(18), px(10))
        caption, lines, slaps = inner.rows([8, 60, 22], px(6))
        left, right = caption.columns([1, 1])
        e.text(
            "scope/span",
            gettext("{time} across", time=spoken_us(self.scope.span_us)),
            left,
            SMALL,
            GOLD,
            "left",
        )
        runs = gettext("PAUSED") if self.scope.paused else gettext("free running")
        e.text("scope/runs", runs, right, SMALL, GOLD, "right")
        marks, traces = lines.columns([6, 94], px(6))
        e.put("scope/grid", traces, GridArt(None))
        for number, (mark, row) in enumerate(
            zip(marks.rows([1] * CHANNELS), traces.rows([1] * CHANNELS), strict=True)
        ):
            side = min(mark.w, mark.h)
            e.put(f"scope/{number}/mark", mark.centred(side, side), SeatMark(number))
            segments = tuple(self.scope.segments(number, row.w))
            art = TraceArt(segments, PADDLE_COLOURS[number])
            e.put(f"scope/{number}/trace", row.inset(0, px(6)), art, above=True)
        self._last_slaps(e, slaps)

    def _last_slaps(self, e: Easel, box: Box) -> None:
        last = list(self.watched.recent)[-LAST_SLAPS:]
        for n, (row, down) in enumerate(zip(box.rows([1] * LAST_SLAPS), last, strict=False)):
            after = f"   {down.t_us - last[n - 1].t_us:+,} us".replace(",", " ") if n else ""
            words = f"{gettext(PADDLES[down.paddle].name)}: {down.t_us / 1e6:.6f} s{after}"
            e.text(f"slap/{n}", words, row, SMALL, CHALK, "left")

    def _buttons(self, e: Easel, box: Box) -> None:
        scope = self.scope
        plates = (
            ("closer", gettext("Zoom in"), lambda: scope.zoom(-1), self.key_name("up")),
            ("wider", gettext("Zoom out"), lambda: scope.zoom(1), self.key_name("down")),
            (
                "hold",
                gettext("Go on") if scope.paused else gettext("Hold"),
                scope.pause,
                self.key_name("next"),
            ),
            ("leave", gettext("Leave"), self.stage.quit, self.key_name("pause")),
        )
        for (name, words, wish, its_key), place in zip(
            plates, box.columns([1] * len(plates), e.frame.px(12)), strict=True
        ):
            e.button(name, words, place, wish, key=its_key)
