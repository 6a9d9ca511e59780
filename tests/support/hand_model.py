"""A hand that slaps a paddle of the kit: when it meets it, when the switch clicks, and how often.

What differs from hand to hand and from unit to unit is left open. `tests/hardware/test_hands_way.py` holds
the paddle's figures against the printed parts; hand, flesh and rubber are assumptions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

REST_DEG = (2.4, 2.8)  # how far the nib lets a paddle up
PALM_M, PRESS_M, DOME_M, RIB_M = 0.058, 0.046, 0.074, 0.060  # from the pin: palm, screw, rubber, ribs
INERTIA_KG_M2 = 9.8e-5
LIFT_NM = 0.028  # of the spring at rest, less the paddle's weight
CLICK_M = (0.00025, 0.00075)  # at the screw before the stop: where the guide lets a builder set the click
CLICK_BACK_M = 0.0005  # the switch opens that much later than it closed, at the screw
DOME_GIVE_M, DOME_N_PER_M, DOME_NS_PER_M = 0.0007, 80_000.0, 16.0
RIB_N_PER_M, RIB_NS_PER_M = 1.0e6, 150.0
HAND_KG, FLESH_N_PER_M, FLESH_NS_PER_M = 0.5, 15_000.0, 60.0
STEP_S = 5e-6
WATCHED_S = 0.15


@dataclass(frozen=True, slots=True)
class HandSlap:
    """One slap, from where the hand meets the paddle."""

    way_us: float
    mean_mm_per_s: float  # the hand's, between touch and down


def _moments(m_per_s: float, push_n: float, rest_deg: float) -> Iterator[tuple[float, float, float]]:
    """Each moment's time, the paddle's angle above its stop, and how far the hand has come."""
    rest = math.radians(rest_deg)
    angle, turning, speed = rest, 0.0, m_per_s
    start = hand = PALM_M * math.sin(rest)
    t_s = 0.0
    while t_s < WATCHED_S:
        squeeze = PALM_M * angle - hand
        press = FLESH_N_PER_M * squeeze + FLESH_NS_PER_M * (speed + PALM_M * turning) if squeeze > 0 else 0.0
        press = max(0.0, press)
        turn_nm = LIFT_NM - press * PALM_M
        for at_m, give_m, stiff, slow in (
            (DOME_M, DOME_GIVE_M, DOME_N_PER_M, DOME_NS_PER_M), (RIB_M, 0.0, RIB_N_PER_M, RIB_NS_PER_M)
        ):  # fmt: skip
            if (sunk := give_m - at_m * angle) > 0:
                turn_nm += max(0.0, stiff * sunk - slow * at_m * turning) * at_m
        turning += turn_nm / INERTIA_KG_M2 * STEP_S
        angle += turning * STEP_S
        if angle > rest:
            angle, turning = rest, min(turning, 0.0)
        speed += (push_n - press) / HAND_KG * STEP_S
        hand -= speed * STEP_S
        t_s += STEP_S
        yield t_s, angle, start - hand


def slap(m_per_s: float, push_n: float, rest_deg: float, click_m: float) -> HandSlap:
    """A hand that comes down on a resting paddle, and an arm that goes on pressing."""
    for t_s, angle, way_m in _moments(m_per_s, push_n, rest_deg):
        if angle <= click_m / PRESS_M:
            return HandSlap(t_s * 1e6, way_m / t_s * 1000)
    raise AssertionError("the paddle never got down to its click")


def clicks_us(m_per_s: float, push_n: float, rest_deg: float = 2.6, click_m: float = 0.0005) -> list[int]:
    """When the switch closes, opens again because the hand springs back, and so on; from its first click."""
    found: list[float] = []
    for t_s, angle, _ in _moments(m_per_s, push_n, rest_deg):
        closed = len(found) % 2 == 1
        if (not closed and angle < click_m / PRESS_M) or (
            closed and angle > (click_m + CLICK_BACK_M) / PRESS_M
        ):
            found.append(t_s)
    return [round((t_s - found[0]) * 1e6) for t_s in found]


def any_slap(chance: Random, m_per_s: float) -> HandSlap:
    """Return a slap of this speed on any paddle that the guide allows."""
    return slap(m_per_s, chance.uniform(0, 20), chance.uniform(*REST_DEG), chance.uniform(*CLICK_M))
