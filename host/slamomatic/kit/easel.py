"""A picture in the making: boxes at the window's scale, sprites in them, and what a click can reach.

Every layout is a pure function of the window's size.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import pygame

from slamomatic.command_name import with_command
from slamomatic.kit.fonts import (
    DISPLAY,
    FIGURES,
    TEXT,
    Settled,
    Style,
    accents,
    line_h,
    render,
    rise,
    settle,
    sink,
)
from slamomatic.kit.palette import CHALK, DARK_WORDS, GOLD, INK, PANEL, PANEL_LIT, RIM, Rgb
from slamomatic.kit.surfaces import Felt, Fill, Panel

SMALLEST = (800, 480)
# Below 1080p text shrinks slower than the rest, and never under this: the stated floor at 800x480.
TEXT_FLOOR_PX = 14
# Sizes at 1080p. The smallest text anywhere is readable from three metres on a television.
SMALL, BODY, LARGE, TITLE, HUGE = 28, 34, 46, 68, 110
# Advice names a command in backticks; in these fonts they look like gaps.
_COMMAND = re.compile(r"`([^`]+)`")
QUOTED = "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}"
DISPLAY_FROM = 36  # what is larger is there to be seen: names, titles, verdicts


class Box(NamedTuple):
    """A rectangle in whole pixels; never changed, only derived from."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def cx(self) -> int:
        return self.x + self.w // 2

    @property
    def cy(self) -> int:
        return self.y + self.h // 2

    def holds(self, point: tuple[int, int]) -> bool:
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def within(self, other: Box) -> bool:
        x_within = other.x <= self.x and self.right <= other.right
        return x_within and other.y <= self.y and self.bottom <= other.bottom

    def meets(self, other: Box) -> bool:
        x_meets = self.x < other.right and other.x < self.right
        return x_meets and self.y < other.bottom and other.y < self.bottom

    def around(self, other: Box) -> Box:
        """Return the smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def apart(self, other: Box) -> int:
        """Return the distance between two middles, sideways and up or down added."""
        return abs(self.cx - other.cx) + abs(self.cy - other.cy)

    def inset(self, dx: int, dy: int | None = None) -> Box:
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, max(1, self.w - 2 * dx), max(1, self.h - 2 * dy))

    def moved(self, dx: int, dy: int) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def centred(self, w: int, h: int) -> Box:
        return Box(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def fit(self, aspect: float) -> Box:
        """Return the largest box of `aspect` (width over height) in the middle of this one."""
        w = min(self.w, int(self.h * aspect))
        return self.centred(max(1, w), max(1, int(w / aspect)))

    def cut_top(self, h: int, gap: int = 0) -> tuple[Box, Box]:
        """Cut a strip of this height off the top; return the strip and the rest."""
        return Box(self.x, self.y, self.w, h), Box(self.x, self.y + h + gap, self.w, self.h - h - gap)

    def cut_bottom(self, h: int, gap: int = 0) -> tuple[Box, Box]:
        """Cut a strip of this height off the bottom; return the rest and the strip."""
        return self.cut_top(self.h - h - gap, gap)

    def cut_left(self, w: int, gap: int = 0) -> tuple[Box, Box]:
        """Cut a strip of this width off the left; return the strip and the rest."""
        return Box(self.x, self.y, w, self.h), Box(self.x + w + gap, self.y, self.w - w - gap, self.h)

    def cut_right(self, w: int, gap: int = 0) -> tuple[Box, Box]:
        """Cut a strip of this width off the right; return the rest and the strip."""
        return self.cut_left(self.w - w - gap, gap)

    def rows(self, weights: Sequence[float], gap: int = 0) -> list[Box]:
        """Cut into rows from top to bottom, by weight, with gaps between them."""
        room, total, y, used = self.h - gap * (len(weights) - 1), sum(weights), self.y, 0.0
        boxes: list[Box] = []
        for weight in weights:
            used += weight
            bottom = self.y + round(room * used / total) + gap * len(boxes)
            boxes.append(Box(self.x, y, self.w, max(1, bottom - y)))
            y = bottom + gap
        return boxes

    def columns(self, weights: Sequence[float], gap: int = 0) -> list[Box]:
        """Cut into columns from left to right, by weight, with gaps between them."""
        turned = Box(self.y, self.x, self.h, self.w).rows(weights, gap)
        return [Box(box.y, box.x, box.h, box.w) for box in turned]

    def grid(self, count: int, columns: int, gap: int) -> list[Box]:
        """Return `count` equal cells in rows of `columns`."""
        rows = -(-count // columns)
        cells = [cell for row in self.rows([1] * rows, gap) for cell in row.columns([1] * columns, gap)]
        return cells[:count]

    def fan(self, count: int, w: int, h: int, gap: int) -> list[Box]:
        """Return `count` boxes of one size side by side.

        If they are many they overlap, like a hand of cards.
        """
        if count == 0:
            return []
        step = min(w + gap, (self.w - w) // (count - 1) if count > 1 else 0)
        left = self.x + (self.w - (w + step * (count - 1))) // 2
        top = self.y + (self.h - h) // 2
        return [Box(left + step * index, top, w, h) for index in range(count)]


@dataclass(frozen=True, slots=True)
class Frame:
    """A window's size; lengths are given as at 1080p and scaled."""

    w: int
    h: int
    print_size: float = 1.0  # of words that have room to be larger

    @property
    def box(self) -> Box:
        return Box(0, 0, self.w, self.h)

    @property
    def unit(self) -> float:
        return min(self.w / 1920, self.h / 1080)

    def px(self, length: float) -> int:
        return max(1, round(length * self.unit))

    def text_px(self, size: float) -> int:
        return max(TEXT_FLOOR_PX, round(size * self.unit))


class Art(Hashable, Protocol):
    """A hashable description that can draw itself; the painter keeps the drawing."""

    def draw(self, w: int, h: int) -> pygame.Surface: ...


@dataclass(frozen=True, slots=True)
class Sprite:
    """One thing in one picture. The same name in the next picture is the same thing, perhaps elsewhere."""

    name: str
    box: Box
    art: Art
    glides: bool = False  # moves there smoothly instead of jumping
    above: bool = False  # lies over others on purpose (a flying card, a badge): no overlap mistake


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to be seen: it keeps a place in the order of a picture."""

    def draw(self, w: int, h: int) -> pygame.Surface:
        return pygame.Surface((w, h), pygame.SRCALPHA)


FLIGHTS = "flights"  # the name of the place in a picture up to which cards fly over everything but words


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box: wrapped, and shrunk if they must be, down to `smallest_px`."""

    words: str
    px: int
    smallest_px: int
    rgb: Rgb
    align: str = "center"  # or left, right
    style: Style = TEXT

    def settled(self, w: int, h: int) -> Settled:
        return settle(self.words, self.px, self.smallest_px, w, h, self.style)

    def ink(self, box: Box) -> Box:
        """Return the place of the letters themselves inside `box`."""
        text = self.settled(box.w, box.h)
        w, h = min(text.w, box.w), min(text.h, box.h)
        x = {"left": 0, "center": (box.w - w) // 2, "right": box.w - w}[self.align]
        return Box(box.x + x, box.y + min(max(0, self._top(text, box.h)), box.h - h), w, h)

    def _top(self, text: Settled, h: int) -> int:
        """Return where the first line begins: capitals stand in the middle, and no accent is cut off."""
        middle = (h - text.h) // 2 + sink(text.px, max(0, h - text.h) // 2)
        return max(middle, min(h - text.h, rise(text.lines[0], text.px)))

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        text = self.settled(w, h)
        y = self._top(text, h)
        for line in text.lines:
            if line:
                drawn = render(line, text.px, self.rgb, self.style)
                slack = w - drawn.get_width()
                x = {"left": 0, "center": slack // 2, "right": slack}[self.align]
                surface.blit(drawn, (x, y - accents(text.px)))
            y += line_h(text.px)
        return surface


ENDLESS = Box(0, 0, 10_000, 1000)


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be pressed: its place and the wish it stands for."""

    box: Box
    wish: object
    key: str = ""  # the key that stands on it
    name: str = ""
    scanned: bool = True  # whether one switch can choose it: what needs a keyboard is left out


@dataclass(slots=True)
class Easel:
    """A picture in the making. Names must differ; `targets` are in reading order."""

    frame: Frame
    ground: Art = field(default_factory=Felt)  # what everything lies on
    sprites: list[Sprite] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    unable: list[str] = field(default_factory=list)  # names of buttons that can't be pressed now

    def put(self, name: str, box: Box, art: Art, glides: bool = False, above: bool = False) -> None:
        self.sprites.append(Sprite(name, box, art, glides, above))

    def text(
        self,
        name: str,
        words: str,
        box: Box,
        size: float = BODY,
        rgb: Rgb = CHALK,
        align: str = "center",
        above: bool = False,
        figures: bool = False,
    ) -> None:
        """Put words into a box; they shrink if they must, but stay readable from across the room."""
        if words:
            px, smallest = self._wanted_px(size), self.frame.text_px(SMALL)
            words, style = _COMMAND.sub(QUOTED, with_command(words)), FIGURES if figures else _style(size)
            self.put(name, box, Text(words, max(px, smallest), smallest, rgb, align, style), above=above)

    def panel(
        self,
        name: str,
        box: Box,
        colour: Rgb = PANEL,
        rim: Rgb | None = None,
        alpha: int = 175,
        radius: float = 24,
    ) -> None:
        px = self.frame.px
        self.put(name, box, Panel(colour, rim, alpha, px(radius), max(2, px(4))))

    def button(
        self,
        name: str,
        words: str,
        box: Box,
        wish: object,
        lit: bool = False,
        size: float = BODY,
        key: str = "",
        able: bool = True,
        pad: float = 14,
        scanned: bool = True,
    ) -> None:
        """Put a button: a plate with words and perhaps its key. Unless `able`, it can't be pressed."""
        px = self.frame.px
        if lit:
            self.panel(f"{name}/plate", box, GOLD, (255, 245, 200), 255)
        else:
            self.panel(f"{name}/plate", box, PANEL_LIT if able else PANEL, RIM if able else None, 245)
        ink = INK if lit else CHALK if able else DARK_WORDS
        room = box.inset(px(pad), px(2))
        if key:
            # People on the sofa look for the key: large, if the words leave room.
            wide = self.width(key, BODY) + px(14) + self.width(words, size)
            key_size = BODY if wide <= room.w else SMALL
            place, room = room.cut_left(self.width(key, key_size) + px(6), px(8))
            self.text(f"{name}/key", key, place, key_size, ink if lit else GOLD, "left")
        self.text(f"{name}/words", words, room, size, ink)
        if able:
            self.target(box, wish, name, key, scanned)
        else:
            self.unable.append(name)

    def let_cards_fly_here(self) -> None:
        """Put cards in flight above everything so far, except its words, and below everything put later."""
        self.put(FLIGHTS, Box(0, 0, 1, 1), Nothing(), above=True)

    def cursor(self, box: Box) -> None:
        """Draw a bright ring around the thing that the arrow keys are at."""
        px = self.frame.px
        self.put(
            "cursor", box.inset(-px(6)), Panel(GOLD, CHALK, 0, px(28), max(3, px(6))), glides=True, above=True
        )

    def scrim(self, name: str, alpha: int = 150) -> None:
        """Dim everything so far, which can no longer be pressed; later things lie above."""
        self.put(name, self.frame.box, Fill((4, 14, 12), alpha), above=True)
        self.targets.clear()

    def target(self, box: Box, wish: object, name: str = "", key: str = "", scanned: bool = True) -> None:
        self.targets.append(Target(box, wish, key, name, scanned))

    def cut(self, words: str, room_px: int, keep_end: bool = False, size: float = SMALL) -> str:
        """Return as much of a name as fits: its beginning, or (`keep_end`, while it is typed) its end."""
        if self.narrowest(words, size) <= room_px:
            return words
        while len(words) > 1 and self.narrowest(words + ".", size) > room_px:
            words = words[1:] if keep_end else words[:-1]
        return words if keep_end else words + "."

    def narrowest(self, words: str, size: float) -> int:
        """Return the width of these words when text of this size is shrunk as far as it may be."""
        return self._settled_smallest(words, size, ENDLESS).w

    def fits(self, words: str, size: float, room: Box) -> bool:
        """Return whether these words fit into `room`, shrunk and wrapped as far as they may be."""
        return self._settled_smallest(words, size, room).fits

    def _wanted_px(self, size: float) -> int:
        """Return the size of words if they have room: in large print they fill what is kept for them."""
        return round(self.frame.text_px(size) * self.frame.print_size)

    def _settled_smallest(self, words: str, size: float, room: Box) -> Settled:
        """Return words of this size in `room`, shrunk as far as they may be."""
        smallest = self.frame.text_px(SMALL)
        return settle(words, smallest, smallest, room.w, room.h, _style(size))

    def width(self, words: str, size: float, room: Box = ENDLESS) -> int:
        """Return the width of these words at this size, or as they are shrunk to fit into `room`."""
        px, smallest = self.frame.text_px(size), self.frame.text_px(SMALL)
        if room != ENDLESS:
            px = self._wanted_px(size)
        return settle(words, max(px, smallest), smallest, room.w, room.h, _style(size)).w


def _style(size: float) -> Style:
    return DISPLAY if size >= DISPLAY_FROM else TEXT
