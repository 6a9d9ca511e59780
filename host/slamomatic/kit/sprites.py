"""What a scene hands to the painter: a flat list of things, each with a name, a box and its art."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

import pygame

from slamomatic.kit import fonts
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import Rgb


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
    over_flights: bool = False  # to be read: whatever flies passes below it


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box: wrapped, shrunk only as far as `smallest_px`."""

    words: str
    px: int
    smallest_px: int
    rgb: Rgb
    align: str = "center"  # or left, right
    style: fonts.Style = fonts.TEXT

    def settled(self, w: int, h: int) -> fonts.Settled:
        return fonts.settle(self.words, self.px, self.smallest_px, w, h, self.style)

    def ink(self, box: Box) -> Box:
        """Where the letters themselves stand inside `box`."""
        text = self.settled(box.w, box.h)
        w, h = min(text.w, box.w), min(text.h, box.h)
        x = {"left": 0, "center": (box.w - w) // 2, "right": box.w - w}[self.align]
        return Box(box.x + x, box.y + min(max(0, self._top(text, box.h)), box.h - h), w, h)

    def _top(self, text: fonts.Settled, h: int) -> int:
        """Where the first line begins. Lines have their air below: the capitals stand in the middle."""
        return (h - text.h) // 2 + fonts.sink(text.px, max(0, h - text.h) // 2)

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        text = self.settled(w, h)
        y = self._top(text, h)
        for line in text.lines:
            if line:
                drawn = fonts.render(line, text.px, self.rgb, self.style)
                slack = w - drawn.get_width()
                x = {"left": 0, "center": slack // 2, "right": slack}[self.align]
                surface.blit(drawn, (x, y - fonts.accents(text.px)))
            y += fonts.line_h(text.px)
        return surface
