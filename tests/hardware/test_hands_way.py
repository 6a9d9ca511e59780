"""The model of a hand has the printed paddle's figures, and the emulator's contacts are the model's."""

from __future__ import annotations

import math
from typing import Any

import pytest
import trimesh
from hardware.mechanics.dimensions import Dimensions
from hardware.tools.facts import PRINTS

from slamomatic.emulator.bounce import KIT_SLAPS_US
from support import hand_model as hand

D = Dimensions()


def test_the_paddles_measures_are_those_of_the_parts() -> None:
    assert hand.REST_DEG[0] < D.rest_deg < hand.REST_DEG[1]
    assert pytest.approx((D.mark[0] - D.axis_x) / 1000) == hand.PALM_M
    assert pytest.approx(D.press_radius / 1000) == hand.PRESS_M
    assert pytest.approx((D.dome_at[0][0] - D.axis_x) / 1000) == hand.DOME_M
    assert pytest.approx(D.dome_give / 1000) == hand.DOME_GIVE_M
    assert hand.CLICK_M[0] < D.set_before / 1000 < hand.CLICK_M[1]
    assert 0 < hand.CLICK_BACK_M < D.switch.md / 1000


def test_mass_and_spring_turn_it_as_the_model_says() -> None:
    paddle: Any = trimesh.load(PRINTS / "paddle-red.stl")
    paddle.apply_translation((D.blade_end - D.axis_x - paddle.bounds[1][0], 0, -D.axis_up))
    paddle.density = 29.2e-3 / paddle.volume  # kg for each mm3: the slicer's grams, spread evenly
    x, _, z = paddle.center_mass
    inertia = (paddle.moment_inertia[1][1] + 29.2e-3 * (x * x + z * z)) * 1e-6
    assert inertia == pytest.approx(hand.INERTIA_KG_M2, rel=0.1)
    wire, across, free = D.spring
    rate = 79_000 * wire**4 / (8 * (across - wire) ** 3 * D.spring_turns)
    arm = D.spring_x - D.axis_x
    high = D.blade_bottom + D.spring_pocket[1] - D.spring_seat + arm * math.radians(D.rest_deg)
    lift = (rate * (free - high) * arm - 29.2e-3 * 9.81 * x) / 1000
    assert lift == pytest.approx(hand.LIFT_NM, rel=0.15)


@pytest.mark.parametrize("m_per_s", KIT_SLAPS_US)
def test_the_emulated_contacts_close_when_the_model_says(m_per_s: float) -> None:
    found = hand.clicks_us(m_per_s, push_n=20.0)
    wanted = KIT_SLAPS_US[m_per_s]
    assert len(found) == len(wanted)
    assert found == pytest.approx(wanted, rel=0.05, abs=200)
