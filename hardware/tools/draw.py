"""Pictures of solids, drawn here: the same on every machine, no display, no graphics card.

Each triangle is filled into a depth buffer; where object, slope or depth changes, a dark line is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from manifold3d import Manifold
from PIL import Image, ImageDraw

from hardware.tools import solid

Colour = tuple[int, int, int]
PAPER: Colour = (250, 250, 248)
PALE: Colour = (206, 208, 212)
INK = 0.35
STYLE = 2  # count up when pictures are drawn in another way: all are drawn again
GAP = 8  # between pictures on one sheet
FINER = 2  # drawn this much larger, then made smaller: smooth edges
LIGHT = numpy.array([-0.35, 0.45, 0.82]) / numpy.linalg.norm([-0.35, 0.45, 0.82])  # in the eye's frame


@dataclass(frozen=True, slots=True)
class Thing:
    """A solid and its colour; a see-through one is drawn as its edges only."""

    shape: Manifold
    colour: Colour


@dataclass(frozen=True, slots=True)
class Eye:
    """From where one looks: degrees around and above, and how many mm the picture is wide."""

    around: float
    above: float
    middle: tuple[float, float, float] = (0.0, 0.0, 30.0)
    wide_mm: float = 340.0

    @property
    def frame(self) -> Any:
        """Rows: right, up, and towards the eye."""
        a, e = math.radians(self.around), math.radians(self.above)
        back = numpy.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
        right = numpy.array([-math.sin(a), math.cos(a), 0.0])
        return numpy.stack([right, numpy.cross(back, right), back])


def picture(things: Sequence[Thing], eye: Eye, size: tuple[int, int] = (900, 640)) -> Image.Image:
    width, height = size[0] * FINER, size[1] * FINER
    scale = width / eye.wide_mm
    depth = numpy.full((height, width), -numpy.inf)
    owner = numpy.full((height, width), -1, dtype=numpy.int32)
    slope = numpy.zeros((height, width, 3), dtype=numpy.float32)
    for number, thing in enumerate(things):
        corners, triangles = solid.mesh(thing.shape)
        seen = (corners - numpy.asarray(eye.middle)) @ eye.frame.T
        seen[:, 0] = width / 2 + seen[:, 0] * scale
        seen[:, 1] = height / 2 - seen[:, 1] * scale
        _fill(seen[triangles], number, depth, owner, slope)
    return _shade(things, depth, owner, slope).resize(size, Image.Resampling.LANCZOS)


PIXELS_AT_ONCE = 1_500_000


def _fill(faces: Any, number: int, depth: Any, owner: Any, slope: Any) -> None:
    """Fill triangles row by row, all of them at once: no pixel outside a triangle is looked at."""
    height, width = depth.shape
    normal = numpy.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    facing = normal[:, 2] < -1e-9  # y points down in the picture: what faces the eye is negative
    faces, normal = faces[facing], normal[facing]
    normal = normal / numpy.linalg.norm(normal, axis=1, keepdims=True)
    top = numpy.maximum(numpy.ceil(faces[:, :, 1].min(axis=1) - 0.5), 0).astype(int)
    below = numpy.minimum(numpy.ceil(faces[:, :, 1].max(axis=1) - 0.5), height).astype(int)
    row_of, y = _runs(top, below)
    left, right = numpy.full(len(y), numpy.inf), numpy.full(len(y), -numpy.inf)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        a, b = faces[row_of, one], faces[row_of, other]
        crosses = (a[:, 1] <= y + 0.5) != (b[:, 1] <= y + 0.5)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            x = a[:, 0] + (y + 0.5 - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
        left = numpy.where(crosses, numpy.minimum(left, x), left)
        right = numpy.where(crosses, numpy.maximum(right, x), right)
    seen = right > left
    row_of, y, left, right = row_of[seen], y[seen], left[seen], right[seen]
    start = numpy.maximum(numpy.ceil(left - 0.5), 0).astype(int)
    end = numpy.minimum(numpy.ceil(right - 0.5), width).astype(int)
    cuts = numpy.searchsorted(
        numpy.cumsum(numpy.maximum(end - start, 0)), numpy.arange(0, 10**9, PIXELS_AT_ONCE)
    )
    for first, last in zip(cuts, [*cuts[1:], len(y)], strict=True):
        if first >= len(y):
            break
        rows = slice(first, max(last, first + 1))
        row, px = _runs(start[rows], end[rows])
        triangle, py = row_of[rows][row], y[rows][row]
        corner, tilt = faces[triangle, 0], normal[triangle]
        z = (
            corner[:, 2]
            - (tilt[:, 0] * (px + 0.5 - corner[:, 0]) + tilt[:, 1] * (py + 0.5 - corner[:, 1])) / tilt[:, 2]
        )
        order = numpy.argsort(z, kind="stable")
        px, py, z, triangle = px[order], py[order], z[order], triangle[order]
        nearer = z > depth[py, px]
        px, py, z, triangle = px[nearer], py[nearer], z[nearer], triangle[nearer]
        depth[py, px] = z  # later ones are nearer and win
        owner[py, px] = number
        slope[py, px] = normal[triangle]


def _runs(start: Any, end: Any) -> tuple[Any, Any]:
    """Every whole number of each run from start to end, and which run it is of."""
    counts = numpy.maximum(end - start, 0)
    run = numpy.repeat(numpy.arange(len(counts)), counts)
    return run, numpy.arange(counts.sum()) - (numpy.cumsum(counts) - counts)[run] + start[run]


def _shade(things: Sequence[Thing], depth: Any, owner: Any, slope: Any) -> Image.Image:
    colours = numpy.array([*(thing.colour for thing in things), PAPER], dtype=float)
    eyes = slope * numpy.array([1, -1, 1])
    eyes[..., 2] = -eyes[..., 2]
    eyes[..., 0] = -eyes[..., 0]
    eyes[..., 1] = -eyes[..., 1]
    bright = 0.62 + 0.42 * numpy.clip(eyes @ LIGHT, -0.6, 1)
    image = colours[owner] * numpy.where(owner >= 0, bright, 1)[..., None]
    ink = numpy.zeros(depth.shape, dtype=bool)
    flat = numpy.where(numpy.isfinite(depth), depth, -1e6)
    for axis in (0, 1):
        a = tuple(slice(1, None) if n == axis else slice(None) for n in range(2))
        b = tuple(slice(None, -1) if n == axis else slice(None) for n in range(2))
        change = owner[a] != owner[b]
        change |= (slope[a] * slope[b]).sum(axis=-1) < 0.86
        change |= numpy.abs(flat[a] - flat[b]) > 4.0 + 6 * (1 - numpy.abs(slope[a][..., 2]))
        change &= (owner[a] >= 0) | (owner[b] >= 0)
        ink[a] |= change
    image[ink] *= INK
    return Image.fromarray(numpy.clip(image, 0, 255).astype(numpy.uint8))


def sheet(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    """Several pictures of one size on one sheet, with a gap between them."""
    width, height = (side + GAP for side in pictures[0].size)
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (width * columns - GAP, height * rows - GAP), PAPER)
    for n, one in enumerate(pictures):
        whole.paste(one, (n % columns * width, n // columns * height))
    return whole


def dots(image: Image.Image, colours: Sequence[Colour]) -> None:
    """A row of dots in the lower left corner: the order, first to last."""
    pen = ImageDraw.Draw(image)
    for n, colour in enumerate(colours):
        pen.ellipse(
            (8 + 20 * n, image.height - 24, 24 + 20 * n, image.height - 8), fill=colour, outline=(40, 40, 40)
        )


def save(image: Image.Image, target: Path) -> Path:
    """A small PNG: 64 colours are enough for drawings."""
    target.parent.mkdir(parents=True, exist_ok=True)
    image.quantize(96, dither=Image.Dither.NONE).save(target, optimize=True)
    return target
