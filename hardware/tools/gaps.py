"""Gaps that a finger enters while a paddle moves, measured in slices of the solids."""

from __future__ import annotations

import numpy
from manifold3d import CrossSection

from hardware.mechanics import parts, places
from hardware.mechanics.dimensions import Dimensions
from hardware.mechanics.shapes import slab

FINGER_MM = 4.0  # thinner than any finger
STEPS = 5


def widest(d: Dimensions) -> float:
    """Return the widest opening between a paddle and its base, from rest to stop, that is open to above."""
    base, paddle = parts.base(d), parts.paddle(d)
    found = 0.0
    level = d.wall_top - d.edge - 0.2  # just below the walls' rounding
    tray = slab(d.corners, (0, 60), -d.wall + 0.05).slice(level)
    for deg in numpy.linspace(0.0, d.rest_deg, STEPS):
        blade = places.turned(paddle, d, float(deg))
        # what lies over an opening closes it: look at the paddle from above
        shade = blade.project()
        free = tray - shade - base.trim_by_plane([0, 0, 1], level - 4.0).project()
        found = max(found, _across(free))
    return found


def under(d: Dimensions) -> float:
    """Return how high a paddle's edge stands above its wall at rest, where a finger could get below it."""
    blade = places.turned(parts.paddle(d), d, d.rest_deg)
    edge = blade.trim_by_plane([1, 0, 0], d.blade_end - 6.0).bounding_box()[2]
    return max(0.0, float(edge) - d.wall_top)


def _across(area: CrossSection) -> float:
    """Return the diameter of the largest circle inside, to a tenth."""
    low, high = 0.0, 30.0
    while high - low > 0.05:
        middle = (low + high) / 2
        if area.offset(-middle / 2).area() > 1e-3:
            low = middle
        else:
            high = middle
    return low


def complaints(d: Dimensions) -> list[str]:
    """Return gaps that take a finger."""
    wrong = []
    if (wide := widest(d)) >= FINGER_MM:
        wrong.append(f"a gap of {wide:.1f} mm beside a paddle takes a finger")
    if (high := under(d)) > 0:
        wrong.append(f"a paddle at rest stands {high:.1f} mm above its wall: a finger gets below it")
    return wrong
