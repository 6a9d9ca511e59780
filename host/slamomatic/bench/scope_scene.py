"""The scope as a scene: raw edges on a time axis, trigger, cursors, WHY, and what is seen as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pygame

from slamomatic import messages as m
from slamomatic.bench.monitor import Watched
from slamomatic.bench.monitor_scene import CHANNELS, Source, SourceScene
from slamomatic.bench.scene_parts import CursorArt, GridArt, TraceArt, head
from slamomatic.bench.scope_axis import exact, ticks
from slamomatic.bench.scope_core import Scope
from slamomatic.bench.scope_cursors import NAMES, Cursors, nearest
from slamomatic.bench.scope_export import save_as
from slamomatic.bench.scope_trigger import CLOSES, ORDER, TriggerChoice
from slamomatic.bench.scope_why import Why
from slamomatic.bench.scope_words import kind_words, per_second, waits_for
from slamomatic.errors import UserError
from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box, Frame
from slamomatic.kit.painter import Painter
from slamomatic.kit.palette import CHALK, GOLD, LIVE, MIST, PADDLE_COLOURS
from slamomatic.kit.surfaces import Felt
from slamomatic.paddles import PADDLES, paddle_name
from slamomatic.screen import key_places
from slamomatic.screen.scene import Stage
from slamomatic.words import gettext, said

STEP = 1 / 200
UPPER = (6, 6, 8, 6, 6, 8, 7)  # more room for buttons whose keys have names
SNAP = 1 / 60  # a click so near an edge means the edge
CURSOR_COLOURS = (GOLD, LIVE)
MOST_MARKS = 8
# The keys of the scope alone, by their places; those of the table (arrows, NEXT, Escape) keep their meaning.
KEYS = {
    "single": "s",
    "why": "w",
    "kind": "1",
    "paddle": "2",
    "second": "3",
    "before": "4",
    "other": "tab",
    "csv": "e",
    "vcd": "d",
    "png": "g",
    "edge_back": "j",
    "edge_ahead": "l",
    "step_back": ",",
    "step_ahead": ".",
}


class ScopeSource(Source, Protocol):
    """A source that also answers why a slap has its time."""

    def ask_why(self, slap: m.Down) -> None: ...
    def why(self) -> Why | UserError | None: ...


class ScopeScene(SourceScene):
    """Every key stands on its button or in the line below the picture."""

    def __init__(self, stage: Stage, source: ScopeSource, folder: Path) -> None:
        super().__init__(stage, source)
        self.asked: ScopeSource = source
        self.folder = folder
        self.watched = Watched(CHANNELS)
        self.live = Scope(CHANNELS)
        self.still: Scope | None = None  # what WHY told, while it is shown
        self.choice = TriggerChoice(CHANNELS, CLOSES)  # the first slap is seen, whichever it is
        self.live.trigger = self.choice.trigger()
        self.cursors = Cursors()
        self.saved: list[Path] = []
        self.note = ""  # what was said last; stands until the next key
        self._frame = Frame(800, 480)
        self._traces = Box(0, 0, 1, 1)

    @property
    def shown(self) -> Scope:
        return self.still or self.live

    def pump(self) -> None:
        for message in self.source.drain():
            self.live.feed(self.watched.heard(message), self.watched.unit_us)
        answer = self.asked.why()
        if isinstance(answer, UserError):
            self.note, self.complaint = "", said(answer)
        elif answer is not None:
            self.still = answer.picture(CHANNELS)
            self.note = answer.sentence(paddle_name(answer.slap.paddle))

    # -- what a person does

    def key(self, action: str, pressed: bool) -> None:
        if pressed and action in ("up", "down"):
            self.shown.zoom(-1 if action == "up" else 1)
        elif pressed and action in ("left", "right"):
            self.shown.pan(-0.25 if action == "left" else 0.25)
        elif pressed and action == "pause":
            self.escape()

    def gesture(self, gesture: str) -> None:
        if gesture == "tap":
            self._go_on()

    def other_key(self, key: str) -> None:
        does = {KEYS[name]: act for name, act in self._acts().items()}.get(key)
        if does is not None:
            self.note = ""
            does()

    def click(self, point: tuple[int, int]) -> None:
        if not self._traces.holds(point):
            self.note = ""
            super().click(point)
            return
        start_us, end_us = self.shown.window()
        span_us = end_us - start_us
        t_us = start_us + round((point[0] - self._traces.x) / max(1, self._traces.w - 1) * span_us)
        self.cursors.put(nearest(self.shown.edges_us(), t_us, round(span_us * SNAP)))

    def _acts(self) -> dict[str, Callable[[], None]]:
        window = self.shown.window()
        return {
            "single": self._single,
            "why": self._why,
            "kind": lambda: self._choose(self.choice.next_kind),
            "paddle": lambda: self._choose(self.choice.next_paddle),
            "second": lambda: self._choose(self.choice.next_second),
            "before": self.shown.next_pre_trigger,
            "other": self.cursors.other,
            "csv": lambda: self._save("csv"),
            "vcd": lambda: self._save("vcd"),
            "png": lambda: self._save("png"),
            "edge_back": lambda: self.cursors.to_edge(window, self.shown.edges_us(), ahead=False),
            "edge_ahead": lambda: self.cursors.to_edge(window, self.shown.edges_us(), ahead=True),
            "step_back": lambda: self.cursors.step(window, -STEP),
            "step_ahead": lambda: self.cursors.step(window, STEP),
        }

    def _go_on(self) -> None:
        """From what WHY told back to the live picture; else hold it or go on."""
        self.note = ""
        if self.still is not None:
            self.still = None
        else:
            self.live.pause()

    def _single(self) -> None:
        self.still = None
        self.live.arm_single()
        if self.choice.trigger() is None:
            self._choose(self.choice.next_kind)
            self.live.arm_single()

    def _choose(self, part: Callable[[], None]) -> None:
        part()
        self.live.trigger = self.choice.trigger()

    def _why(self) -> None:
        if not self.watched.recent:
            raise UserError("Nothing was slapped yet, so there is nothing to ask. Slap a paddle first.")
        self.asked.ask_why(self.watched.recent[-1])
        self.note = gettext("Asking the unit …")

    def _save(self, kind: str) -> None:
        names = [paddle.name for paddle in PADDLES[:CHANNELS]]
        path = save_as(self.folder, kind, self.shown.capture(names), self.surface)
        self.saved.append(path)
        self.note = gettext("Saved as {path}", path=path)

    def surface(self) -> pygame.Surface:
        """What is seen now, as it is seen."""
        self.note = ""
        painter = Painter(pygame.Surface(self._frame.box[2:]), Felt())
        easel = self.picture(self._frame)
        painter.lay(easel.ground)
        painter.show(easel.sprites)
        return painter.surface

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        self._frame = e.frame
        top, picture, cursors, legend, upper, lower = e.frame.box.inset(px(30)).rows(
            [9, 57, 6, 8, 10, 10], px(10)
        )
        head(e, gettext("Scope"), self.source.measured, self.source.trouble, top)
        self._picture(e, picture)
        self._readings(e, cursors)
        self._legend(e, legend)
        self._buttons(e, upper, lower)

    def _picture(self, e: Easel, box: Box) -> None:
        px, scope = e.frame.px, self.shown
        e.panel("scope", box)
        caption, lines, axis = box.inset(px(18), px(8)).rows([8, 66, 9], px(4))
        left, right = caption.columns([1, 2])
        span = gettext("{time} across", time=exact(scope.span_us))
        e.text("scope/span", span, left, SMALL, GOLD, "left")
        e.text("scope/state", self._state(), right, SMALL, GOLD, "right")
        marks, traces, _ = lines.columns([5, 90, 5], px(6))
        self._traces = traces
        window = start_us, end_us = scope.window()
        found = ticks(start_us, end_us, scope.zero_us, MOST_MARKS)
        zero = (scope.zero_us - start_us) / scope.span_us if scope.held_us is not None else None
        inside = zero if zero is not None and 0 <= zero <= 1 else None
        e.put("scope/grid", traces, GridArt(inside, tuple(tick.share for tick in found)))
        for number, tick in enumerate(found):
            w = traces.w // len(found) if len(found) > MOST_MARKS else traces.w // MOST_MARKS
            place = Box(traces.x + round(tick.share * (traces.w - 1)) - w // 2, axis.y, w, axis.h)
            e.text(f"axis/{number}", tick.label, place, SMALL, CHALK)
        for number, (mark, row) in enumerate(
            zip(marks.rows([1] * CHANNELS), traces.rows([1] * CHANNELS), strict=True)
        ):
            side = min(mark.w, mark.h)
            e.put(f"scope/{number}/mark", mark.centred(side, side), SeatMark(number))
            art = TraceArt(tuple(scope.segments(number, row.w)), PADDLE_COLOURS[number])
            e.put(f"scope/{number}/trace", row.inset(0, px(6)), art, above=True)
        for number, at_us in enumerate(self.cursors.at_us):
            if at_us is not None and window[0] <= at_us <= window[1]:
                share = (at_us - start_us) / scope.span_us
                line = CursorArt(share, CURSOR_COLOURS[number], number == self.cursors.held)
                e.put(f"cursor/{NAMES[number]}", traces, line, above=True)

    def _state(self) -> str:
        if self.still is not None:
            return gettext("WHY: what the unit kept")
        waits = waits_for(self.live.trigger)
        if self.live.single:
            return f"{gettext('SINGLE')} · {waits}"
        if self.live.paused:
            return gettext("PAUSED") if self.live.held_us is None else gettext("TRIGGERED")
        return waits

    def _readings(self, e: Easel, box: Box) -> None:
        """The cursors' times and what lies between them."""
        e.panel("cursors", box)
        cells = box.inset(e.frame.px(18), 0).columns([3, 3, 4, 3])
        for number, at_us in enumerate(self.cursors.at_us):
            time = "-" if at_us is None else exact(at_us - self.shown.zero_us)
            name = NAMES[number]
            e.text(f"cursors/{name}", f"{name}  {time}", cells[number], SMALL, CURSOR_COLOURS[number], "left")
        between_us = self.cursors.difference_us
        if between_us is not None:
            e.text("cursors/difference", f"B \u2212 A  {exact(between_us)}", cells[2], SMALL, CHALK, "left")
            e.text("cursors/rate", per_second(between_us), cells[3], SMALL, MIST, "right")

    def _legend(self, e: Easel, box: Box) -> None:
        keys = {name: key_places.label(key) for name, key in KEYS.items()}
        if self.note:
            e.text("legend", self.note, box, SMALL, CHALK, "left")
            return
        words = gettext(
            "{left} {right}: move what is held. {edge_back} {edge_ahead}: cursor to an edge. "
            "{step_back} {step_ahead}: a step. Click: set it.",
            left=self.key_name("left"),
            right=self.key_name("right"),
            **keys,
        )
        unit = self.source.measured
        if unit is not None and unit.emulated:
            slaps = " ".join(map(key_places.label, self.stage.prefs.seat_keys[:CHANNELS]))
            words = f"{words} {gettext('{keys}: slap.', keys=slaps)}"
        e.text("legend", words, box, SMALL, MIST, "left")

    def _buttons(self, e: Easel, upper: Box, lower: Box) -> None:
        scope, choice, acts = self.shown, self.choice, self._acts()
        held = self.still is not None or self.live.paused
        order = choice.kind == ORDER
        paddle = gettext("any") if choice.first is None else paddle_name(choice.first)
        rows = (
            (
                ("closer", gettext("Zoom in"), lambda: scope.zoom(-1), self.key_name("up"), True),
                ("wider", gettext("Zoom out"), lambda: scope.zoom(1), self.key_name("down"), True),
                (
                    "hold",
                    gettext("Go on") if held else gettext("Hold"),
                    self._go_on,
                    self.key_name("next"),
                    True,
                ),
                ("single", gettext("Single"), acts["single"], self._key("single"), True),
                ("why", gettext("Why?"), acts["why"], self._key("why"), True),
                (
                    "other",
                    gettext("Cursor {name}", name=NAMES[self.cursors.held]),
                    acts["other"],
                    self._key("other"),
                    True,
                ),
                ("leave", gettext("Leave"), self.stage.quit, self.key_name("pause"), True),
            ),
            (
                ("kind", kind_words(choice.kind), acts["kind"], self._key("kind"), True),
                ("paddle", paddle, acts["paddle"], self._key("paddle"), choice.kind != "off"),
                (
                    "second",
                    gettext("then {paddle}", paddle=paddle_name(choice.second)),
                    acts["second"],
                    self._key("second"),
                    order,
                ),
                (
                    "before",
                    gettext("{share} before", share=f"{scope.trigger_at:.0%}"),
                    acts["before"],
                    self._key("before"),
                    True,
                ),
                ("csv", "CSV", acts["csv"], self._key("csv"), True),
                ("vcd", "VCD", acts["vcd"], self._key("vcd"), True),
                ("png", "PNG", acts["png"], self._key("png"), True),
            ),
        )
        places = upper.columns(UPPER, e.frame.px(10)), lower.columns([1] * len(rows[1]), e.frame.px(10))
        for row, boxes in zip(rows, places, strict=True):
            for (name, words, wish, key, able), place in zip(row, boxes, strict=True):
                lit = name == "single" and self.live.single
                e.button(name, words, place, wish, lit, SMALL, key, able, pad=8)

    def _key(self, name: str) -> str:
        """What is printed on the key; nothing where the table uses that key for something else."""
        taken = {*self.stage.prefs.keys.values(), *self.stage.prefs.seat_keys}
        return "" if KEYS[name] in taken else key_places.label(KEYS[name])
