"""Contrast by WCAG on a picture's real pixels, and the picture as colour-blind people see it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from slamomatic.face.cards import CardArt
from slamomatic.face.paddle import PaddleArt, StackedHand
from slamomatic.games.hit_the_deck import art as hit_the_deck
from slamomatic.games.lowdown import art as lowdown
from slamomatic.games.yahtzee_hands_down import art as yahtzee
from slamomatic.kit.easel import LARGE, Easel, Sprite, Text
from slamomatic.kit.painter import Painter
from slamomatic.kit.palette import Rgb
from slamomatic.kit.surfaces import Dust
from slamomatic.paddles import PADDLES
from support.pictures import overlap

Pixels = NDArray[np.float64]

# WCAG 2.2, 1.4.3. Its "large" is 24 px on a desk. Seen from a sofa only titles are large.
LEAST, LEAST_LARGE = 4.5, 3.0
WORST_SHARE = 0.05  # of the background: a speck of cloth makes no word unreadable
CORE = 250  # of 255: a pixel that is all letter

# Machado, Oliveira and Fernandes 2009, severity 1, for linear light.
BLINDNESS: dict[str, Pixels] = {
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = TO_XYZ.sum(axis=1)


MOMENTARY = ("scrim", "slap-show/", "torn/")  # over the table
PASSING = (PaddleArt, CardArt, StackedHand, Dust)


@dataclass(frozen=True, slots=True)
class Reading:
    """How one text stands out from what is behind it."""

    name: str
    words: str
    contrast: float
    large: bool

    @property
    def enough(self) -> bool:
        return self.contrast >= (LEAST_LARGE if self.large else LEAST)


def linear(rgb: Pixels) -> Pixels:
    """Light from 0..255 of a screen."""
    share = np.asarray(rgb, dtype=np.float64) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def luminance(rgb: Pixels) -> Pixels:
    return np.asarray(linear(rgb) @ TO_XYZ[1])


def contrast(one: Pixels, other: Pixels) -> Pixels:
    light, dark = np.maximum(one, other), np.minimum(one, other)
    return np.asarray((light + 0.05) / (dark + 0.05))


def seen_by(rgb: Pixels, blindness: str) -> Pixels:
    """Return the colours as these eyes see them, 0..255 of a screen."""
    light = np.clip(linear(rgb) @ BLINDNESS[blindness].T, 0, 1)
    share = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(share * 255)


def lab(rgb: Pixels) -> Pixels:
    """CIE Lab: a distance of 2 or 3 is just noticed side by side."""
    xyz = linear(rgb) @ TO_XYZ.T / WHITE
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def distance(one: Pixels, other: Pixels) -> float:
    """Between two colours of a screen, as CIE76 counts it."""
    return float(np.linalg.norm(lab(one) - lab(other)))


# Colours that mean something on one table.
TOLD_APART: dict[str, dict[str, Rgb]] = {
    "paddles of the unit": {paddle.name: paddle.rgb for paddle in PADDLES[:4]},
    "all paddles": {paddle.name: paddle.rgb for paddle in PADDLES},
    "cards of Hit the Deck": {name: rgb for name, rgb, _ in hit_the_deck.COLOURS.values()},
    "cards of Yahtzee Hands Down": {name: rgb for name, rgb, _ in yahtzee.COLOURS.values()},
    "cards of Lowdown": {name: rgb for name, rgb, _ in lowdown.COLOURS.values()},
}
SHAPES: dict[str, list[str]] = {
    "paddles": [paddle.shape for paddle in PADDLES],
    "cards of Hit the Deck": [shape for _, _, shape in hit_the_deck.COLOURS.values()],
    "cards of Yahtzee Hands Down": [shape for _, _, shape in yahtzee.COLOURS.values()],
    "cards of Lowdown": [shape for _, _, shape in lowdown.COLOURS.values()],
}


def nearest(colours: Mapping[str, Rgb], blindness: str = "") -> tuple[float, str]:
    """The two colours that are least apart for these eyes, and how far."""
    seen = {
        n: seen_by(np.array(rgb), blindness) if blindness else np.array(rgb) for n, rgb in colours.items()
    }
    pairs = itertools.combinations(seen, 2)
    return min((distance(seen[one], seen[other]), f"{one}, {other}") for one, other in pairs)


def readings(easel: Easel, painter: Painter) -> Iterator[Reading]:
    """Every text of a picture that is not dimmed on purpose, against the pixels that it stands on."""
    frame, sprites = easel.frame, easel.sprites
    painter.lay(easel.ground)
    painter.show(sprites)
    for index, sprite in enumerate(sprites):
        if not isinstance(sprite.art, Text) or _dimmed(index, sprites):
            continue
        drawing, x, y = painter.drawing(sprite.art, sprite.box.w, sprite.box.h)
        place = pygame.Rect(sprite.box.x + x, sprite.box.y + y, *drawing.get_size())
        place = place.clip(painter.surface.get_rect())
        if not place.w or not place.h:
            continue
        core = pygame.surfarray.array_alpha(drawing)[: place.w, : place.h] >= CORE
        behind = _without(painter, sprites, index, place)
        shown = pygame.surfarray.array3d(painter.surface.subsurface(place)).astype(float)
        letters = core & (np.abs(shown - behind).sum(axis=-1) > 0)
        if not letters.any():
            continue  # all of it is covered
        glyph = luminance(np.median(shown[letters], axis=0))
        against = np.sort(contrast(luminance(behind), glyph).ravel())
        px = sprite.art.settled(sprite.box.w, sprite.box.h).px
        worst = float(against[int(len(against) * WORST_SHARE)])
        yield Reading(sprite.name, sprite.art.words, worst, px >= frame.text_px(LARGE))


def _dimmed(index: int, sprites: Sequence[Sprite]) -> bool:
    """Under a scrim, in a seat that a shout is not about, or beside what flies or falls by for a moment."""
    box = sprites[index].box
    above = any(
        overlap(other.box, box) and any(word in other.name for word in MOMENTARY)
        for other in sprites[index + 1 :]
    )
    return above or any(
        other.above and isinstance(other.art, PASSING) and overlap(other.box, box) for other in sprites
    )


def _without(painter: Painter, sprites: Sequence[Sprite], index: int, place: pygame.Rect) -> Pixels:
    """The pixels here if that text were not there."""
    surface = pygame.Surface(place.size)
    surface.blit(painter.ground, (0, 0), place)
    for number, sprite in enumerate(sprites):
        if number == index or not place.colliderect(sprite.box):
            continue
        drawing, x, y = painter.drawing(sprite.art, sprite.box.w, sprite.box.h)
        surface.blit(drawing, (sprite.box.x + x - place.x, sprite.box.y + y - place.y))
    return pygame.surfarray.array3d(surface).astype(float)
