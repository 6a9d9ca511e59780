"""What must touch does: blade and rims, pusher and hard stop, felt, domes, feet; and the jig's measures.

The measures say where these should be. Here the solids themselves are tested.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from manifold3d import Manifold

from hardware.tools.unit import Unit, overlap_mm3

TOUCH_MM3 = 0.05
OFF_MM = 0.15
REST_OFF_DEG = 1.5
JIG_OFF_DEG = 0.15  # 0.13 mm at the stop
JIG_CLASH_MM3 = 0.3
Way = tuple[float, float, float]


def gap_mm(moving: Manifold, fixed: Manifold, way: Way, most: float = 1.5) -> float:
    """How far a thing can go this way until it meets the other; below zero when it is already inside."""

    def meets(mm: float) -> bool:
        return overlap_mm3(moving.translate(tuple(mm * part for part in way)), fixed) > TOUCH_MM3

    low, high = -most, most
    if not meets(high):
        return most
    for _ in range(10):
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    return high


def _gaps(unit: Unit) -> Iterator[tuple[str, float, float]]:
    """What meets what, its gap in mm, and the one that the measures ask for."""
    n, arm = unit.n, unit.arm(0)
    level = unit.paddle(0, 0.0)
    ways: dict[str, tuple[str, Way]] = {
        "felt": ("arm", (0, 0, -1)), "bumper": ("arm", (0, 0, -1)), "foot": ("lid", (0, 0, 1)),
    }  # fmt: skip
    lid = unit.placed(next(place for place in unit.places if place.key == "lid"))
    for place in unit.places:
        if place.key in ways:
            other, way = ways[place.key]
            fixed = {"arm": arm, "lid": lid}[other]
            yield f"{place.key} and {other}", gap_mm(unit.placed(place), fixed, way), 0.0
    yield "blade and rims", gap_mm(level, arm, (0, 0, -1)), 0.0
    yield "pusher and its hard stop", gap_mm(level, arm, (-1, 0, 0)), n["pusher_gap"]
    anvil = unit.placed(next(place for place in unit.places if place.key == "anvil"))
    yield "tongue and anvil", gap_mm(level, anvil, (0, 0, -1)), n["anvil_gap"]


def complaints(unit: Unit) -> list[str]:
    wrong = {
        f"{what}: {gap:.1f} mm between them, not {wanted:.1f}": None
        for what, gap, wanted in _gaps(unit)
        if abs(gap - wanted) > OFF_MM
    }
    felt = next(place for place in unit.places if place.key == "felt")
    on_it, above = (
        overlap_mm3(unit.paddle(0, unit.n["rest"] + turn), unit.placed(felt)) > TOUCH_MM3
        for turn in (REST_OFF_DEG, -REST_OFF_DEG)
    )
    if not on_it or above:
        wrong["the paddle does not come to rest on its felt at the angle of rest"] = None
    return list(wrong)


def jig_complaints(unit: Unit) -> list[str]:
    """Each end of the jig goes around a dome and holds the blade at its gauge, in reach of nothing else."""
    n, jig = unit.n, unit.part("jig")
    box = jig.bounding_box()
    dome = Manifold.cylinder(30, n["bumper"][0] / 2, n["bumper"][0] / 2, 48, True)
    wrong: dict[str, None] = {}
    turned = jig.mirror((1, 0, 0)).translate((box[0] + box[3], 0, 0))
    for name, thick, shape in (("GO", n["gauge_go"], jig), ("NO GO", n["gauge_no"], turned)):
        end = shape.translate((-box[0] - n["jig_fork"][2], 0, 0))
        ridge = end ^ Manifold.cube((0.6, 60, 60), True)
        height = 0.0 if ridge.is_empty() else ridge.bounding_box()[5] - ridge.bounding_box()[2]
        if abs(height - thick) > 0.05:
            wrong[f"the jig's {name} end is {height:.1f} mm thick, not {thick}"] = None
        if overlap_mm3(dome, end) > TOUCH_MM3:
            wrong[f"the jig's {name} end does not go around a dome"] = None
        for side in (-1, 1):
            wrong |= dict.fromkeys(_jig_in_use(unit, name, thick, jig_at(unit, end, side)))
    return list(wrong)


def jig_at(unit: Unit, end: Manifold, side: int = -1) -> Manifold:
    """The jig on the rim of the first paddle's stop, pointing to the middle; given around the origin."""
    n = unit.n
    on_rim = (n["stop_x"], side * n["stop_y"], n["sheet"] + n["axis_h"] + n["blade_z"])
    return unit.at_side(0, end.translate(on_rim), n["deck_z"])


def _jig_in_use(unit: Unit, name: str, thick: float, jig: Manifold) -> Iterator[str]:
    """What keeps the first paddle off the jig at its gauge, with the others at rest."""
    angle = math.degrees(math.asin(thick / unit.n["stop_x"]))
    above = overlap_mm3(unit.paddle(0, angle + JIG_OFF_DEG), jig)
    below = overlap_mm3(unit.paddle(0, angle - JIG_OFF_DEG), jig)
    if above > TOUCH_MM3 or below < TOUCH_MM3:
        yield f"a blade on the jig's {name} end does not stand {thick} mm above its stop"
    for place in unit.places:
        for side in place.sides:
            own = place.key == "paddle" and side == 0
            found = 0.0 if own else overlap_mm3(unit.placed(place, side, unit.n["rest"]), jig)
            if found > JIG_CLASH_MM3:
                yield f"the {place.key} is in the way of the jig's {name} end"
