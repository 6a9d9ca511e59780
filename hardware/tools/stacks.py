"""Four paddles on top of each other in every order: does the last one still close its switch?

Each paddle comes down until its mesh meets those below or the domes of its stops. Nothing bends.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy
from manifold3d import Manifold, OpType

from hardware.tools.unit import Unit, once, overlap_mm3

TOUCH_MM3 = 0.02  # meshes that overlap by less only touch
MARGIN_MM = 0.3  # what prints may add below the last blade's GO height: three tongues of 0.1 each
Order = tuple[int, ...]


def resting_angle(unit: Unit) -> float:
    """A blade that lies softly on its two domes."""
    return math.degrees(math.asin(unit.n["bumper_give"] / unit.n["stop_x"]))


def front(unit: Unit, side: int, angle: float) -> Manifold:
    """The part of a paddle that can meet another one, raised by an angle."""
    box = Manifold.cube((200, 200, 100)).translate((45, -100, -50))
    return unit.at_side(side, (unit.level() ^ box).rotate((0, -angle, 0)), unit.n["axis_z"])


def lands(unit: Unit, side: int, below: Manifold | None, lowest: float) -> float:
    """The angle at which a paddle that comes down meets what lies below."""

    def meets(angle: float) -> bool:
        return below is not None and overlap_mm3(front(unit, side, angle), below) >= TOUCH_MM3

    rest = float(unit.n["rest"])
    way = [*numpy.arange(rest, 8, -2.0), *numpy.arange(8, lowest, -0.8), lowest]
    if meets(way[0]):
        return math.inf
    for high, low in itertools.pairwise(way):
        if meets(low):
            for _ in range(8):
                middle = (low + high) / 2
                low, high = (middle, high) if meets(middle) else (low, middle)
            return float(high)
    return lowest


def angles(unit: Unit, order: Iterable[int], known: dict[Order, float]) -> list[float]:
    """The angle of each paddle of a stack, first slapped first."""
    found: list[float] = []
    placed: list[Manifold] = []
    done: Order = ()
    for side in order:
        done = (*done, side)
        if done not in known:
            below = Manifold.batch_boolean(placed, OpType.Add) if placed else None
            known[done] = lands(unit, side, below, resting_angle(unit))
        found.append(known[done])
        if known[done] == math.inf:
            return found
        placed.append(front(unit, side, known[done]))
    return found


@once
def all_orders(unit: Unit) -> dict[Order, list[float]]:
    known: dict[Order, float] = {}
    return {order: angles(unit, order, known) for order in itertools.permutations(range(4))}


def last_heights(unit: Unit) -> dict[Order, float]:
    """Order -> height of the last blade above the rims of its stops, in mm."""
    return {
        order: unit.height_at_stop(found[-1]) if found[-1] < 90 else math.inf
        for order, found in all_orders(unit).items()
    }


def complaints(unit: Unit) -> list[str]:
    allowed = unit.n["gauge_go"] - MARGIN_MM
    wrong = {order: height for order, height in last_heights(unit).items() if height > allowed}
    if not wrong:
        return []
    return [
        f"{len(wrong)} of 24 stacks: the last blade stands {max(wrong.values()):.2f} mm high, "
        f"{allowed:.2f} is allowed"
    ]


@once
def neighbour_free(unit: Unit) -> float:
    """From this angle on, a hovering paddle is not met by a neighbour or the opposite one that comes down."""
    moving = [front(unit, side, angle) for side in (1, 2) for angle in range(0, int(unit.n["rest"]) + 1, 2)]
    swept = Manifold.batch_boolean(moving, OpType.Add)
    low, high = 0.0, float(unit.n["rest"])
    for _ in range(9):
        middle = (low + high) / 2
        low, high = (
            (low, middle) if overlap_mm3(front(unit, 0, middle), swept) < TOUCH_MM3 else (middle, high)
        )
    return high


def neighbour_complaints(unit: Unit) -> list[str]:
    """A paddle that another can push down must be one whose touch contact already shows a hand."""
    free, touched = neighbour_free(unit), unit.n["rest"] * 2 / 3
    if free <= touched:
        return []
    return [
        f"a slap can push down a neighbour that hovers below {free:.1f} degrees; "
        f"its touch shows only below {touched:.1f}"
    ]
