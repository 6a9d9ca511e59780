"""The scope as a scene: raw edges on a time axis, trigger, cursors, WHY, and what is seen as a file."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from slamomatic.bench.edges.axis import NAMES, Cursors, exact, nearest, per_second, ticks
from slamomatic.bench.edges.capture import WRITERS
from slamomatic.bench.edges.scope import CHANNELS, CLOSES, OFF, ORDER, Scope, Trigger
from slamomatic.bench.monitor.instrument import Watched
from slamomatic.bench.window.parts import CursorArt, GridArt, UnitScene, small, traces
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.errors import UserError
from slamomatic.kit import key_places
from slamomatic.kit.easel import SMALL, Box, Easel, Frame
from slamomatic.kit.painter import Painter
from slamomatic.kit.palette import GOLD, LIVE, MIST
from slamomatic.kit.surfaces import Felt
from slamomatic.paddles import PADDLES, paddle_name
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
FILES = ("csv", "vcd", "png")
TABLE_KEYS = {"closer": "up", "wider": "down", "hold": "next", "leave": "pause"}


class ScopeScene(UnitScene):
    """The scope as a scene. Every key stands on its button or in the line below the picture."""

    def __init__(self, stage: Stage, source: UnitThread, folder: Path) -> None:
        super().__init__(stage, source)
        self.folder = folder
        self.watched = Watched(CHANNELS)
        self.live = Scope()
        self.still: Scope | None = None  # what WHY told, while it is shown
        self.live.wait_for(Trigger(CLOSES))  # the first slap is seen, whichever it is
        self.cursors = Cursors()
        self.saved: list[Path] = []
        self.note = ""  # what was said last; stands until the next key
        self._frame = Frame(800, 480)
        self._traces = Box(0, 0, 1, 1)

    @property
    def shown(self) -> Scope:
        return self.still or self.live

    def pump(self) -> None:
        """Take the unit's messages and the answer to WHY, which is then shown instead of the live picture."""
        for message in self.source.drain():
            self.live.feed(self.watched.take(message), self.watched.unit_us)
        answer = self.source.why()
        if isinstance(answer, UserError):
            self.note, self.complaint = "", said(answer)
        elif answer is not None:
            self.still = answer.picture()
            self.note = answer.sentence(paddle_name(answer.slap.paddle))

    # -- what a person does

    def key(self, action: str) -> None:
        if action in ("up", "down"):
            self.shown.zoom(-1 if action == "up" else 1)
        elif action in ("left", "right"):
            self.shown.pan(-0.25 if action == "left" else 0.25)
        elif action == "pause":
            self.escape()

    def gesture(self, gesture: str) -> None:
        if gesture == "tap":
            self._go_on()

    def other_key(self, key: str) -> None:
        for name in [name for name, its_key in KEYS.items() if its_key == key]:
            self.note = ""
            self._controls()[name][1]()

    def click(self, point: tuple[int, int]) -> None:
        """Put the cursor in hand at the click, or at an edge near it; elsewhere press a button."""
        if not self._traces.holds(point):
            self.note = ""
            super().click(point)
            return
        start_us, end_us = self.shown.window()
        span_us = end_us - start_us
        t_us = start_us + round((point[0] - self._traces.x) / max(1, self._traces.w - 1) * span_us)
        self.cursors.put(nearest(self.shown.edges_us(), t_us, round(span_us * SNAP)))

    def _controls(self) -> dict[str, tuple[str, Callable[[], None]]]:
        """Return all controls by name: the words of its button ("" for a key only), and its action."""
        shown, cursors, trigger = self.shown, self.cursors, self.live.trigger
        window, wait_for = shown.window(), self.live.wait_for
        held = self.still is not None or self.live.paused
        paddle = gettext("any") if trigger.first is None else paddle_name(trigger.first)
        then = gettext("then {paddle}", paddle=paddle_name(trigger.second))
        return {
            "closer": (gettext("Zoom in"), lambda: shown.zoom(-1)),
            "wider": (gettext("Zoom out"), lambda: shown.zoom(1)),
            "hold": (gettext("Go on") if held else gettext("Hold"), self._go_on),
            "single": (gettext("Single"), self._single),
            "why": (gettext("Why?"), self._why),
            "other": (gettext("Cursor {name}", name=NAMES[cursors.held]), cursors.switch),
            "leave": (gettext("Leave"), self.stage.quit),
            "kind": (trigger.name(), lambda: wait_for(trigger.next_kind())),
            "paddle": (paddle, lambda: wait_for(trigger.next_paddle())),
            "second": (then, lambda: wait_for(trigger.next_second())),
            "before": (gettext("{share} before", share=f"{shown.trigger_at:.0%}"), shown.next_pre_trigger),
            **{kind: (kind.upper(), partial(self._save, kind)) for kind in FILES},
            "edge_back": ("", lambda: cursors.to_edge(window, shown.edges_us(), ahead=False)),
            "edge_ahead": ("", lambda: cursors.to_edge(window, shown.edges_us(), ahead=True)),
            "step_back": ("", lambda: cursors.step(window, -STEP)),
            "step_ahead": ("", lambda: cursors.step(window, STEP)),
        }

    def _go_on(self) -> None:
        """Leave the edges of one slap for the live picture; if that is shown, hold it or let it go on."""
        self.note = ""
        if self.still is not None:
            self.still = None
        else:
            self.live.pause()

    def _single(self) -> None:
        self.still = None
        self.live.arm_single()

    def _why(self) -> None:
        if not self.watched.recent:
            raise UserError("Nothing was slapped yet, so there is nothing to ask. Slap a paddle first.")
        self.source.ask_why(self.watched.recent[-1])
        self.note = gettext("Asking the unit …")

    def _save(self, kind: str) -> None:
        """Save the visible window as `kind` (png, csv or vcd); never overwrite a file.

        UserError if it fails.
        """
        path = _free_path(self.folder, time.strftime("scope-%Y%m%d-%H%M%S"), kind)
        try:
            if kind == "png":
                pygame.image.save(self.painted(), str(path))
            else:
                capture = self.shown.capture([paddle.name for paddle in PADDLES[:CHANNELS]])
                path.write_text(WRITERS[f".{kind}"](capture), "utf-8")
        except (OSError, pygame.error) as error:
            raise UserError(
                "{path} can't be written ({why}). Start the scope again with --out and a folder that you may "
                "write to.",
                path=path,
                why=getattr(error, "strerror", None) or error,
            ) from error
        self.saved.append(path)
        self.note = gettext("Saved as {path}", path=path)

    def painted(self) -> pygame.Surface:
        """Return the window's picture; clears the note first, so that it is not in the picture."""
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
        self.unit_head(e, gettext("Scope"), top)
        self._picture(e, picture)
        self._readings(e, cursors)
        self._legend(e, legend)
        self._buttons(e, upper, lower)

    def _picture(self, e: Easel, box: Box) -> None:
        px, scope = e.frame.px, self.shown
        e.panel("scope", box)
        caption, lines, axis = box.inset(px(18), px(8)).rows([8, 66, 9], px(4))
        left, right = caption.columns([1, 2])
        small(e, "scope/span", gettext("{time} across", time=exact(scope.span_us)), left, GOLD)
        small(e, "scope/state", self._state(), right, GOLD, "right")
        marks, grid, _ = lines.columns([5, 90, 5], px(6))
        self._traces = grid
        window = start_us, end_us = scope.window()
        found = ticks(start_us, end_us, scope.zero_us, MOST_MARKS)
        zero = (scope.zero_us - start_us) / scope.span_us if scope.held_us is not None else None
        inside = zero if zero is not None and 0 <= zero <= 1 else None
        e.put("scope/grid", grid, GridArt(inside, tuple(tick.share for tick in found)))
        for number, tick in enumerate(found):
            w = grid.w // max(len(found), MOST_MARKS)
            place = Box(grid.x + round(tick.share * (grid.w - 1)) - w // 2, axis.y, w, axis.h)
            small(e, f"axis/{number}", tick.label, place, align="center")
        traces(e, scope, marks, grid)
        for number, at_us in enumerate(self.cursors.at_us):
            if at_us is not None and window[0] <= at_us <= window[1]:
                share = (at_us - start_us) / scope.span_us
                line = CursorArt(share, CURSOR_COLOURS[number], number == self.cursors.held)
                e.put(f"cursor/{NAMES[number]}", grid, line, above=True)

    def _state(self) -> str:
        """Say what the picture shows: an answer to WHY, a held picture, or what it waits for."""
        if self.still is not None:
            return gettext("WHY: what the unit kept")
        waits = self.live.trigger.waits_for()
        if self.live.single:
            return f"{gettext('SINGLE')} · {waits}"
        if self.live.paused:
            return gettext("PAUSED") if self.live.held_us is None else gettext("TRIGGERED")
        return waits

    def _readings(self, e: Easel, box: Box) -> None:
        """Draw the times of both cursors, and the time and rate between them."""
        e.panel("cursors", box)
        cells = box.inset(e.frame.px(18), 0).columns([3, 3, 4, 3])
        for number, at_us in enumerate(self.cursors.at_us):
            says = "-" if at_us is None else exact(at_us - self.shown.zero_us)
            name = NAMES[number]
            small(e, f"cursors/{name}", f"{name}  {says}", cells[number], CURSOR_COLOURS[number])
        between_us = self.cursors.difference_us
        if between_us is not None:
            small(e, "cursors/difference", f"B \u2212 A  {exact(between_us)}", cells[2])
            small(e, "cursors/rate", per_second(between_us), cells[3], MIST, "right")

    def _legend(self, e: Easel, box: Box) -> None:
        """Draw the latest note, or else the keys."""
        keys = {name: key_places.label(key) for name, key in KEYS.items()}
        if self.note:
            small(e, "legend", self.note, box)
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
        small(e, "legend", words, box, MIST)

    def _buttons(self, e: Easel, upper: Box, lower: Box) -> None:
        trigger = self.live.trigger
        buttons = {name: control for name, control in self._controls().items() if control[0]}
        unable = {"paddle": trigger.kind == OFF, "second": trigger.kind != ORDER}
        gap = e.frame.px(10)
        places = upper.columns(UPPER, gap) + lower.columns([1] * (len(buttons) - len(UPPER)), gap)
        for (name, (says, act)), place in zip(buttons.items(), places, strict=True):
            lit, able = name == "single" and self.live.single, not unable.get(name, False)
            e.button(name, says, place, act, lit, SMALL, self._key(name), able, pad=8)

    def _key(self, name: str) -> str:
        """Return the label of a control's key; "" if the table uses that key for something else."""
        if name in TABLE_KEYS:
            return self.key_name(TABLE_KEYS[name])
        taken = {*self.stage.prefs.keys.values(), *self.stage.prefs.seat_keys}
        return "" if KEYS[name] in taken else key_places.label(KEYS[name])


def _free_path(folder: Path, name: str, kind: str) -> Path:
    """Return a path that no file has yet, with a number if need be."""
    path, number = folder / f"{name}.{kind}", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.{kind}"
    return path
