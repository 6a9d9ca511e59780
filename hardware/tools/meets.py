"""What must touch does: blade and rims, pusher and hard stop, felt, domes, feet; and the jig's measures.

The measures say where these should be. Here the solids themselves are asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from manifold3d import Manifold

from hardware.tools.unit import Unit, overlap_mm3

TOUCH_MM3 = 0.05
OFF_MM = 0.15
REST_OFF_DEG = 1.5
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
    """Each end of the jig is as thick as it says, and goes around a dome."""
    n, jig = unit.n, unit.part("jig")
    box = jig.bounding_box()
    dome = Manifold.cylinder(30, n["bumper"][0] / 2, n["bumper"][0] / 2, 48, True)
    wrong = []
    for name, thick, x in (("GO", n["gauge_go"], box[0] + 6), ("NO GO", n["gauge_no"], box[3] - 6)):
        prong = jig ^ Manifold.cube((4, 60, 60), True).translate((x, 0, 0))
        height = prong.bounding_box()[5] - prong.bounding_box()[2]
        if prong.is_empty() or abs(height - thick) > 0.05:
            wrong.append(f"the jig's {name} end is {height:.1f} mm thick, not {thick}")
        if overlap_mm3(dome.translate((x, 0, 0)), jig) > TOUCH_MM3:
            wrong.append(f"the jig's {name} end does not go around a dome")
    return wrong
