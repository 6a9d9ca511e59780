"""Boxes and scale: every layout is a pure function of the window's size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

SMALLEST = (800, 480)
# Below 1080p text shrinks slower than the rest, and never under this: the stated floor at 800x480.
TEXT_FLOOR_PX = 14
# The smallest text anywhere, at 1080p: readable from three metres on a television.
TEXT_SMALLEST = 28


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

    def apart(self, other: Box) -> int:
        """How far the middles are from each other, along the sides."""
        return abs(self.cx - other.cx) + abs(self.cy - other.cy)

    def inset(self, dx: int, dy: int | None = None) -> Box:
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, max(1, self.w - 2 * dx), max(1, self.h - 2 * dy))

    def moved(self, dx: int, dy: int) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def centred(self, w: int, h: int) -> Box:
        return Box(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def fit(self, aspect: float) -> Box:
        """The largest box of `aspect` (width over height) in the middle of this one."""
        w = min(self.w, int(self.h * aspect))
        return self.centred(max(1, w), max(1, int(w / aspect)))

    def cut_top(self, h: int, gap: int = 0) -> tuple[Box, Box]:
        """A strip of this height, and what is left below it."""
        return Box(self.x, self.y, self.w, h), Box(self.x, self.y + h + gap, self.w, self.h - h - gap)

    def cut_bottom(self, h: int, gap: int = 0) -> tuple[Box, Box]:
        """What is left above it, and a strip of this height."""
        return self.cut_top(self.h - h - gap, gap)

    def cut_left(self, w: int, gap: int = 0) -> tuple[Box, Box]:
        """A strip of this width, and what is left beside it."""
        return Box(self.x, self.y, w, self.h), Box(self.x + w + gap, self.y, self.w - w - gap, self.h)

    def cut_right(self, w: int, gap: int = 0) -> tuple[Box, Box]:
        """What is left beside it, and a strip of this width."""
        return self.cut_left(self.w - w - gap, gap)

    def rows(self, weights: Sequence[float], gap: int = 0) -> list[Box]:
        """Cut from top to bottom by weight."""
        room, total, y, used = self.h - gap * (len(weights) - 1), sum(weights), self.y, 0.0
        boxes: list[Box] = []
        for weight in weights:
            used += weight
            bottom = self.y + round(room * used / total) + gap * len(boxes)
            boxes.append(Box(self.x, y, self.w, max(1, bottom - y)))
            y = bottom + gap
        return boxes

    def columns(self, weights: Sequence[float], gap: int = 0) -> list[Box]:
        """Cut from left to right by weight."""
        turned = Box(self.y, self.x, self.h, self.w).rows(weights, gap)
        return [Box(box.y, box.x, box.h, box.w) for box in turned]

    def grid(self, count: int, columns: int, gap: int) -> list[Box]:
        """`count` equal cells in rows of `columns`."""
        rows = -(-count // columns)
        cells = [cell for row in self.rows([1] * rows, gap) for cell in row.columns([1] * columns, gap)]
        return cells[:count]

    def fan(self, count: int, w: int, h: int, gap: int) -> list[Box]:
        """`count` boxes of one size side by side, drawn together like a hand of cards when they are many."""
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
