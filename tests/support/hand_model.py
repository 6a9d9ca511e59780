"""A hand that slaps a paddle of the second revision: when it touches, when it is down, how fast it was.

What differs from hand to hand and from switch to switch is left open.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

REST = math.radians(36)
PALM_M = 0.045
STOP_M = 0.050
INERTIA_KG_M2 = 8e-5
LIFT_NM = 0.009  # the spring less the weight
HAND_KG, FLESH_N_PER_M, FLESH_NS_PER_M = 0.5, 15_000.0, 60.0
STEP_S = 1e-5
# Where the touch contact shows and where the click is set, as far as the guide lets them be.
TOUCH_DEG = (26.3, 32.9)
CLICK_M = (0.0042, 0.0059)


@dataclass(frozen=True, slots=True)
class HandSlap:
    """One slap, from the touch on."""

    way_us: float
    mean_mm_per_s: float  # the hand's, between touch and down


def slap(m_per_s: float, push_n: float, touch_deg: float, click_m: float) -> HandSlap:
    """A hand that comes down on a resting paddle, and an arm that goes on pressing."""
    touch, click = math.radians(touch_deg), math.asin(click_m / STOP_M)
    angle, turning, speed = REST, 0.0, m_per_s
    hand = PALM_M * math.sin(angle)
    t_s, began_s, began_m = 0.0, None, 0.0
    while angle > click:
        squeeze = PALM_M * math.sin(angle) - hand
        press = FLESH_N_PER_M * squeeze + FLESH_NS_PER_M * (speed + PALM_M * turning) if squeeze > 0 else 0.0
        press = max(0.0, press)
        turning += (LIFT_NM - press * PALM_M) / INERTIA_KG_M2 * STEP_S
        angle = min(angle + turning * STEP_S, REST)
        speed += (push_n - press) / HAND_KG * STEP_S
        hand -= speed * STEP_S
        t_s += STEP_S
        if began_s is None and angle <= touch:
            began_s, began_m = t_s, hand
    assert began_s is not None
    way_s = t_s - began_s
    return HandSlap(way_s * 1e6, (began_m - hand) / way_s * 1000)


def any_slap(chance: Random, m_per_s: float) -> HandSlap:
    """Draw a hand of this speed, on any paddle that the guide allows."""
    return slap(m_per_s, chance.uniform(0, 20), chance.uniform(*TOUCH_DEG), chance.uniform(*CLICK_M))
