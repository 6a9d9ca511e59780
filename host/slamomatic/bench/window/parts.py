"""Parts that the bench's scenes share: leaving, the scope's lines, a histogram, the head."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from slamomatic.bench.edges.scope import CHANNELS, Scope, Segment
from slamomatic.bench.figures import histogram
from slamomatic.bench.result import Measured
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PADDLE_COLOURS, PANEL, Rgb, mix
from slamomatic.screen.scene import Scene, Stage
from slamomatic.units.base import News, PaddleEvent
from slamomatic.words import gettext, said

BINS = 24
REDRAW_US = 33_000


@dataclass(frozen=True, slots=True)
class TraceArt:
    """One channel of the scope: low is open, high is closed."""

    segments: tuple[Segment, ...]
    rgb: Rgb

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        thick = max(2, h // 24)
        low, high = h - 2 * thick, 2 * thick
        for start, end, closed in self.segments:
            x1, x2 = round(start * (w - 1)), round(end * (w - 1))
            y = high if closed else low
            if closed:
                pygame.draw.rect(surface, (*self.rgb, 70), (x1, high, max(1, x2 - x1), low - high))
            pygame.draw.line(surface, self.rgb, (x1, y), (x2, y), thick)
            if start > 0:
                pygame.draw.line(surface, self.rgb, (x1, low), (x1, high), max(1, thick // 2))
        return surface


@dataclass(frozen=True, slots=True)
class GridArt:
    """The grid behind the traces: its divisions, and a line at the trigger's place."""

    trigger_at: float | None
    divisions: tuple[float, ...] = tuple(n / 10 for n in range(11))

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        for share in self.divisions:
            x = round(share * (w - 1))
            pygame.draw.line(surface, (255, 255, 255, 38), (x, 0), (x, h), max(1, w // 600))
        if self.trigger_at is not None:
            x = round(self.trigger_at * (w - 1))
            pygame.draw.line(surface, (*GOLD, 190), (x, 0), (x, h), max(1, w // 500))
        return surface


@dataclass(frozen=True, slots=True)
class CursorArt:
    """A cursor's line across the scope's picture: solid if it is in hand, else dashed."""

    share: float
    rgb: Rgb
    in_hand: bool

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        x, thick = round(self.share * (w - 1)), max(2, w // 500)
        dash = h if self.in_hand else max(4, h // 40)
        for y in range(0, h, 2 * dash):
            pygame.draw.line(surface, self.rgb, (x, y), (x, min(h, y + dash)), thick)
        return surface


@dataclass(frozen=True, slots=True)
class HistogramArt:
    """A histogram of measured lengths."""

    counts: tuple[int, ...]
    rgb: Rgb

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        most = max(self.counts, default=0) or 1
        step = w / max(1, len(self.counts))
        for n, count in enumerate(self.counts):
            if count:
                tall = max(3, round(count / most * (h - 4)))
                box = pygame.Rect(round(n * step) + 1, h - 3 - tall, max(2, round(step) - 2), tall)
                pygame.draw.rect(surface, self.rgb, box, border_radius=max(1, round(step / 6)))
        pygame.draw.line(surface, mix(PANEL, CHALK, 0.6), (0, h - 2), (w, h - 2), max(2, h // 40))
        return surface


@dataclass(frozen=True, slots=True)
class BarArt:
    """A progress bar, in thousandths."""

    thousandths: int

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        round_px = max(2, h // 3)
        pygame.draw.rect(surface, PANEL, (0, 0, w, h), border_radius=round_px)
        filled = round((w - 8) * self.thousandths / 1000)
        if filled > 2 * round_px:
            pygame.draw.rect(surface, GOLD, (4, 4, filled, h - 8), border_radius=round_px)
        rim_px = max(2, h // 24)
        pygame.draw.rect(surface, mix(PANEL, CHALK, 0.6), (0, 0, w, h), rim_px, border_radius=round_px)
        return surface


class BenchScene(Scene):
    """An instrument's scene. Escape leaves."""

    def escape(self) -> None:
        self.stage.quit()

    def leave_button(self, e: Easel, box: Box) -> None:
        e.button("leave", gettext("Leave"), box, self.stage.quit, key=self.key_name("pause"))


class UnitScene(BenchScene):
    """A scene that draws a unit's messages as they come."""

    def __init__(self, stage: Stage, source: UnitThread) -> None:
        super().__init__(stage)
        self.source = source

    def enter(self) -> None:
        self.source.start()

    def leave(self) -> None:
        self.source.stop()

    def wakes_at_us(self) -> int | None:
        return self.stage.clock() + REDRAW_US

    def news(self, news: Sequence[News]) -> None:
        """Slap an emulated unit's paddles for the seat keys that are pressed."""
        for one in news:
            if isinstance(one, PaddleEvent) and one.do == "down" and 0 <= one.paddle < CHANNELS:
                self.source.slap(one.paddle)

    def unit_head(self, e: Easel, title: str, box: Box) -> None:
        head(e, title, self.source.measured, self.source.trouble, box)


def small(e: Easel, name: str, words: str, box: Box, rgb: Rgb = CHALK, align: str = "left") -> None:
    """A line of small text."""
    e.text(name, words, box, SMALL, rgb, align)


def traces(e: Easel, scope: Scope, marks: Box, lines: Box) -> None:
    """Draw each channel's mark and its line."""
    rows = zip(marks.rows([1] * CHANNELS), lines.rows([1] * CHANNELS), strict=True)
    for number, (mark, row) in enumerate(rows):
        e.put(f"scope/{number}/mark", mark.fit(1), SeatMark(number))
        art = TraceArt(tuple(scope.segments(number, row.w)), PADDLE_COLOURS[number])
        e.put(f"scope/{number}/trace", row.inset(0, e.frame.px(6)), art, above=True)


def histogram_art(values: Sequence[float], rgb: Rgb) -> HistogramArt:
    return HistogramArt(tuple(count for _, _, count in histogram(values, BINS)), rgb)


def head(e: Easel, title: str, unit: Measured | str | None, trouble: str, box: Box) -> None:
    """Draw the instrument's name, and the unit's or its trouble; an emulated unit is always called so."""
    e.panel("head", box)
    left, right = box.inset(e.frame.px(24), e.frame.px(6)).columns([2, 5])
    e.text("head/title", title, left, LARGE, GOLD, "left")
    if trouble:
        words, rgb = said(trouble), ALARM
    elif unit is None:
        words, rgb = gettext("looking for the unit …"), MIST
    elif isinstance(unit, str):
        words, rgb = unit, CHALK
    else:
        kind = f" · {gettext('emulated time')}" if unit.emulated else ""
        words, rgb = f"{said(unit.name)} {unit.unit_id}{kind}", CHALK
    small(e, "head/unit", words, right, rgb, "right")
