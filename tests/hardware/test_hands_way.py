"""The way of a hand on a paddle, from touch to down, by the measures of the kit."""

from __future__ import annotations

import math

import pytest
from hardware.tools import facts, slap

from support import hand_model

pytestmark = pytest.mark.hardware


def measure(name: str) -> float:
    return facts.dimension(name)[0]


def touch_angle(moved_mm: float) -> float:
    """Where the pusher has left the touch switch's lever by so much, in degrees."""
    below_mm = measure("axis_h") - measure("touch_pad") - facts.dimension("switch_body")[2] / 2

    def face_mm(angle: float) -> float:
        return measure("sheet") / 2 / math.cos(angle) + below_mm * math.tan(angle)

    low, high = 0.0, math.radians(measure("rest"))
    at_rest = face_mm(high)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if at_rest - face_mm(middle) > moved_mm else (low, middle)
    return math.degrees(low)


def test_the_model_of_the_hand_turns_the_kits_paddle() -> None:
    press_mm = measure("touch_press")
    angles = (touch_angle(press_mm + measure("switch_md")), touch_angle(press_mm))
    assert pytest.approx(angles, abs=0.1) == hand_model.TOUCH_DEG
    clicks_mm = (measure("gauge_go"), measure("gauge_no"))
    assert tuple(1000 * click_m for click_m in hand_model.CLICK_M) == pytest.approx(clicks_mm)
    assert math.degrees(hand_model.REST) == pytest.approx(measure("rest"))
    assert pytest.approx(measure("stop_x")) == 1000 * hand_model.STOP_M


def test_the_hand_is_the_one_of_the_kits_figures() -> None:
    assert (hand_model.HAND_KG, hand_model.FLESH_N_PER_M, hand_model.FLESH_NS_PER_M) == (
        slap.HAND_KG,
        slap.FLESH_N_PER_M,
        slap.FLESH_NS_PER_M,
    )
    assert 1000 * hand_model.PALM_M == slap.PALM_R_MM
