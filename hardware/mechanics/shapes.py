"""Shapes that the parts are made of: rounded, hulled, cut. Thin words for manifold3d. SPDX: CERN-OHL-P-2.0"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from manifold3d import CrossSection, Manifold, OpType, set_circular_segments

set_circular_segments(48)
Corner = tuple[float, float, float]
STEPS = 6  # of a rounding


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Manifold:
    """Return a box between these limits."""
    return Manifold.cube([x[1] - x[0], y[1] - y[0], z[1] - z[0]]).translate([x[0], y[0], z[0]])


def rod(
    d: float, z: tuple[float, float], at: tuple[float, float] = (0.0, 0.0), d_top: float = -1.0
) -> Manifold:
    """Return an upright cylinder or cone."""
    top = d if d_top < 0 else d_top
    return Manifold.cylinder(z[1] - z[0], d / 2, top / 2).translate([*at, z[0]])


def lying(d: float, y: tuple[float, float], x: float, z: float) -> Manifold:
    """Return a cylinder along y."""
    return Manifold.cylinder(y[1] - y[0], d / 2, d / 2).rotate([-90, 0, 0]).translate([x, y[0], z])


def join(parts: Iterable[Manifold]) -> Manifold:
    """Return all of them as one."""
    return Manifold.batch_boolean(list(parts), OpType.Add)


def mirrored(part: Manifold) -> Manifold:
    """Return a part and its mirror image across y = 0."""
    return part + part.mirror([0, 1, 0])


def outline(corners: Sequence[Corner], grow: float = 0.0) -> np.ndarray:
    """Return the points of a hull round circles, mirrored across y = 0, grown or shrunk."""
    angles = np.linspace(0, 2 * math.pi, 64, endpoint=False)
    points = [
        (x + max(r + grow, 0.05) * math.cos(a), side * y + max(r + grow, 0.05) * math.sin(a))
        for x, y, r in corners
        for side in (1, -1)
        for a in angles
    ]
    return np.asarray(CrossSection.hull_points(points).to_polygons()[0])


def slab(corners: Sequence[Corner], z: tuple[float, float], grow: float = 0.0) -> Manifold:
    """Return an outline with straight sides."""
    return CrossSection([outline(corners, grow)]).extrude(z[1] - z[0]).translate([0, 0, z[0]])


def layered(corners: Sequence[Corner], profile: Sequence[tuple[float, float]]) -> Manifold:
    """Return the convex body whose outline grows by `profile`'s second figure at each height of its first."""
    points = [(x, y, z) for z, grow in profile for x, y in outline(corners, grow)]
    return Manifold.hull_points(points)


def rounded(
    corners: Sequence[Corner],
    z: tuple[float, float],
    grow: float = 0.0,
    top: float = 0.0,
    chamfer: float = 0.0,
) -> Manifold:
    """Return a convex body with its upper edge rounded and its lower one chamfered."""
    profile = [(z[0], grow - chamfer), (z[0] + chamfer, grow)]
    for step in range(STEPS + 1):
        angle = math.pi / 2 * step / STEPS
        profile.append((z[1] - top + top * math.sin(angle), grow - top + top * math.cos(angle)))
    return layered(corners, profile)


def flared(corners: Sequence[Corner], z: tuple[float, float], grow: float, edge: float) -> Manifold:
    """Return a cavity whose upper edge opens in a round; it reaches a little above."""
    parts = [slab(corners, (z[0], z[1] - edge + 0.001), grow)]
    previous = (z[1] - edge, grow)
    for step in range(1, STEPS + 1):
        angle = math.pi / 2 * step / STEPS
        now = (z[1] - edge + edge * math.sin(angle), grow + edge - edge * math.cos(angle))
        parts.append(layered(corners, [previous, now]))
        previous = now
    parts.append(slab(corners, (z[1] - 0.001, z[1] + 5), previous[1]))
    return join(parts)


def _section(points: Sequence[tuple[float, float]]) -> CrossSection:
    """Return a polygon whichever way round its points go."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
    return CrossSection([np.asarray(points if area > 0 else points[::-1], dtype=float)])


def prism(points: Sequence[tuple[float, float]], y: tuple[float, float]) -> Manifold:
    """Return a polygon of the xz plane, extruded along y."""
    solid = _section(points).extrude(y[1] - y[0])
    return solid.rotate([90, 0, 0]).translate([0, y[1], 0])


def upright(points: Sequence[tuple[float, float]], z: tuple[float, float]) -> Manifold:
    """Return a polygon of the xy plane, extruded upwards."""
    return _section(points).extrude(z[1] - z[0]).translate([0, 0, z[0]])
