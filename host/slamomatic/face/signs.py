"""Small signs of the table: which way play goes, a ring around a cell, a colour with its shape."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from slamomatic.kit.brush import Brush, Painted
from slamomatic.kit.palette import INK, PAPER, Rgb, mix, words_on
from slamomatic.kit.shapes import shape


@dataclass(frozen=True, slots=True)
class Arrow:
    """Along the row of seats, to the right or back to the left."""

    rgb: Rgb
    right: bool = True

    def draw(self, w: int, h: int) -> pygame.Surface:
        b = Brush(w, h)
        middle, head = b.height / 2, min(30.0, b.height * 0.6)
        tall = b.height * 0.42
        b.stroke([(8, middle), (94 - head, middle)], self.rgb, b.height * 0.26)
        b.poly([(98, middle), (98 - head, middle - tall), (98 - head, middle + tall)], self.rgb)
        arrow = b.done()
        return arrow if self.right else pygame.transform.flip(arrow, True, False)


@dataclass(frozen=True, slots=True)
class Ring(Painted):
    """Around something small that must be found from across the room."""

    rgb: Rgb

    def paint(self, b: Brush) -> None:
        b.rect(0, 0, 100, b.height, INK, 16, line=15)
        b.rect(2.5, 2.5, 95, b.height - 5, self.rgb, 14, line=10)


@dataclass(frozen=True, slots=True)
class Sign(Painted):
    """A colour as a plate with its own shape: nobody needs to tell colours apart."""

    rgb: Rgb
    shape: str

    def paint(self, b: Brush) -> None:
        b.rect(2, 2, 96, b.height - 4, mix(self.rgb, PAPER, 0.5), 22)
        b.rect(7, 7, 86, b.height - 14, self.rgb, 18)
        shape(b, self.shape, 50, b.height / 2, 28, words_on(self.rgb))
