"""Does a slap tip the unit over? Compare every point of the four blades with the polygon of the feet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from hardware.tools import fe, solid
from hardware.tools.unit import PETG_G_PER_MM3, Unit

PALM_N = 300.0  # an assumption: a hard slap of an adult
BOUGHT_G = 120.0  # switches, screws, Pico, leads and feet together, an estimate
GRAVITY = 9.81


@dataclass(frozen=True, slots=True)
class Stance:
    """The least force on a blade that tips the unit, and how much of the blades lies outside the feet."""

    least_n: float
    outside_share: float
    weight_n: float


def weight_g(unit: Unit, fill: float = 0.75) -> float:
    """The printed parts at this share of solid plastic, and what is bought."""
    counts = unit.n.get("printed", [])
    volume_mm3 = float(sum(count * unit.part(name).volume() for name, count in counts))
    return volume_mm3 * PETG_G_PER_MM3 * fill + BOUGHT_G


def stance(unit: Unit) -> Stance:
    corners = numpy.array(unit.feet())
    edges = numpy.roll(corners, -1, axis=0) - corners
    outward = numpy.stack([edges[:, 1], -edges[:, 0]], axis=1) / numpy.linalg.norm(edges, axis=1)[:, None]
    reach = (outward * corners).sum(axis=1)  # of each edge from the middle
    weight = weight_g(unit) / 1000 * GRAVITY
    cut = unit.level().slice(unit.n["blade_z"] + unit.n["sheet"] - 0.2)
    low_x, low_y, high_x, high_y = cut.bounds()
    xs, ys = numpy.linspace(low_x, high_x, 121), numpy.linspace(low_y, high_y, 81)
    points = numpy.argwhere(fe.inside(list(solid.paths(cut)), xs, ys))
    at = numpy.stack([xs[points[:, 0]] - unit.n["hinge_r"], ys[points[:, 1]]], axis=1)
    beyond = (at @ outward.T - reach).max(axis=1)
    edge = reach[(at @ outward.T - reach).argmax(axis=1)]
    outside = beyond > 0
    least = float((weight * edge[outside] / beyond[outside]).min()) if outside.any() else numpy.inf
    return Stance(least, float(outside.mean()), weight)


def complaints(unit: Unit) -> list[str]:
    found = stance(unit)
    if found.least_n < PALM_N:
        return [
            f"a slap of {found.least_n:.0f} N tips the unit: "
            f"{found.outside_share:.0%} of a blade lies outside the feet"
        ]
    return []
