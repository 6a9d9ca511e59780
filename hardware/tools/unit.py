"""The unit as the model describes it: its measures, its parts and where they stand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

from manifold3d import Manifold

from hardware.tools import solid
from hardware.tools.facts import HARDWARE, UNIT_PADDLES

SCAD = HARDWARE / "mechanics"
PETG_G_PER_MM3 = 1.27e-3


@dataclass(frozen=True, slots=True)
class Place:
    """One row of `places.scad`."""

    key: str
    what: str
    frame: str
    at: tuple[float, float, float]
    turn: tuple[float, float, float]
    comes_from: tuple[float, float, float]

    @property
    def sides(self) -> range:
        return range(4 if self.frame == "side" else 1)


@dataclass
class Unit:
    """The model in one folder, with some of its measures changed if wanted."""

    folder: Path = SCAD
    values: dict[str, str] = field(default_factory=dict)
    manual: Path = HARDWARE / "guide" / "manual.yml"
    bom: Path = HARDWARE / "bom.csv"
    board: Path = HARDWARE / "electronics" / "slamomatic.kicad_pcb"
    figures: dict[str, Any] = field(default_factory=dict)  # what took long to work out, by function
    _made: dict[tuple[tuple[str, str], ...], Manifold] = field(default_factory=dict)

    @cached_property
    def n(self) -> dict[str, Any]:
        """Every measure by its name in `dimensions.scad`."""
        return solid.numbers(self.folder, self.values)

    def part(self, name: str, **more: str) -> Manifold:
        """A printed part as it lies on the bed."""
        return self.piece("parts.scad", part=name, **more)

    def piece(self, source: str, **words: str) -> Manifold:
        key = (("", source), *sorted(words.items()))
        if key not in self._made:
            self._made[key] = solid.solid(self.folder / source, **{**self.values, **words})
        return self._made[key]

    def level(self, shape: str = "circle") -> Manifold:
        """A paddle in its own frame: blade level, origin on the hinge axis."""
        top = self.n["blade_z"] + self.n["sheet"]
        return self.part("paddle", shape=shape).translate((0, 0, -top)).rotate((180, 0, 0))

    def paddle(self, side: int, angle: float) -> Manifold:
        """The paddle of one side (0 to 3), raised by an angle in degrees."""
        shape = UNIT_PADDLES[side].shape
        return self.at_side(side, self.level(shape).rotate((0, -angle, 0)), self.n["axis_z"])

    def at_side(self, side: int, shape: Manifold, z: float) -> Manifold:
        """Something in a paddle's own frame, put in its place at this height."""
        return shape.translate((-self.n["hinge_r"], 0, z)).rotate((0, 0, 90 * side))

    def arm(self, side: int) -> Manifold:
        return self.at_side(side, self.part("arm"), self.n["deck_z"])

    def base(self) -> Manifold:
        """The base as it stands on the table, its own underside at zero."""
        return self.part("base").rotate((180, 0, 180)).translate((0, 0, self.n["height"]))

    def feet(self) -> list[tuple[float, float]]:
        """Where the outer feet stand, going round."""
        x, y = self.n["foot_at"]
        corners = {(sx * a, sy * b) for sx in (-1, 1) for sy in (-1, 1) for a, b in ((x, y), (y, x))}
        if (self.folder / "places.scad").exists():
            corners = {(place.at[0], place.at[1]) for place in self.places if place.key == "foot"}
        return sorted(corners, key=lambda at: math.atan2(at[1], at[0]))

    @cached_property
    def places(self) -> list[Place]:
        """Everything in the unit and where it stands, from `places.scad`."""
        rows = solid.numbers(self.folder, self.values, "places.scad")["places"]
        return [Place(*row) for row in rows]

    def placed(self, place: Place, side: int = 0, angle: float = 0.0) -> Manifold:
        """One thing in its place; a paddle and what hangs on it raised by an angle."""
        n = self.n
        if place.key == "spring":
            return self.at_side(side, self.spring(angle), n["deck_z"])
        name = place.what.removeprefix("printed ")
        if place.key == "paddle":
            return self.paddle(side, angle)
        if name == "cover":
            shape = self.part("cover").translate((0, 0, -n["cover_h"] - 2)).rotate((180, 0, 0))
        elif place.what.startswith("printed "):
            shape = self.part(name)
        else:
            shape = self.piece("bought.scad", what=place.what)
        shape = shape.rotate(tuple(place.turn))
        if place.key == "hinge nut":  # it turns with the paddle
            x, y, z = place.at
            shape = shape.translate((0, y, 0)).rotate((0, -angle, 0)).translate((x, 0, z))
        else:
            shape = shape.translate(tuple(place.at))
        return self.at_side(side, shape, n["deck_z"]) if place.frame == "side" else shape

    def spring_ends(self, angle: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """x and z of the spring's two eyes, on the paddle and on the arm, from the hinge axis."""
        x, z = self.n["spring_eye"]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return (x * c - z * s, x * s + z * c), (
            self.n["spring_post"][0],
            self.n["spring_post"][1] - self.n["axis_h"],
        )

    def spring(self, angle: float, what: str = "extension spring") -> Manifold:
        (x, z), (post_x, post_z) = self.spring_ends(angle)
        body = self.piece("bought.scad", what=what, length=f"{math.hypot(post_x - x, post_z - z):.3f}")
        slope = math.degrees(math.atan2(post_z - z, post_x - x))
        up = self.n["sheet"] + self.n["axis_h"]
        return body.rotate((0, -slope, 0)).translate((x, self.n["spring_y"], z + up))

    def height_at_stop(self, angle: float) -> float:
        return float(self.n["stop_x"] * math.sin(math.radians(angle)))


Found = TypeVar("Found")


def once(work: Callable[[Unit], Found]) -> Callable[[Unit], Found]:
    """A figure that takes long is worked out once for each unit."""

    @wraps(work)
    def kept(unit: Unit) -> Found:
        if work.__name__ not in unit.figures:
            unit.figures[work.__name__] = work(unit)
        found: Found = unit.figures[work.__name__]
        return found

    return kept


def overlap_mm3(one: Manifold, other: Manifold) -> float:
    return float((one ^ other).volume())
