"""The way of the pusher after the click, with everything that gives: does the switch survive a slap?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.tools import strength
from hardware.tools.unit import Unit

RUBBER_MPA = 4.0  # a bumper of about 70 Shore A, an estimate


@dataclass(frozen=True, slots=True)
class Travel:
    """The way in mm at the pusher, from a click at the NO GO height to the end of a palm's push."""

    rigid: float
    rubber: float
    paddle: float
    base: float
    limit: float  # what the hard stop lets through after the blade has met its stop
    allowed: float

    @property
    def total(self) -> float:
        return self.rigid + min(self.rubber + self.paddle + max(self.base, 0), self.limit)


def travel(unit: Unit) -> Travel:
    n = unit.n
    at_no_go = math.asin(n["gauge_no"] / n["stop_x"])
    rigid = n["lever_r"] * math.sin(at_no_go)
    bend, sag = strength.paddle_bend(unit), strength.base_sag(unit)[0]
    per_mm = n["lever_r"] / n["stop_x"]
    hard_rim = n["bumper_give"] > 0
    area = math.pi / 4 * n["bumper"][0] ** 2
    squash = 0.0 if hard_rim else bend.stop_n / 2 / (RUBBER_MPA * area / n["bumper"][1])
    limit = n["pusher_gap"] + n["pusher_gap_spread"] if "pusher_gap" in n else math.inf
    return Travel(rigid, squash * per_mm, bend.pusher_mm, sag.pusher_mm, limit, n["switch_ot"])


def complaints(unit: Unit) -> list[str]:
    found = travel(unit)
    if found.total <= found.allowed:
        return []
    return [f"the pusher goes {found.total:.2f} mm beyond the click, the switch takes {found.allowed:.2f}"]
