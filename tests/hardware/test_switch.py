"""The switch that is drawn is the one in the texts: its maker's, and two that others made of it."""

from __future__ import annotations

from typing import Any

from hardware.mechanics import bought
from hardware.mechanics.dimensions import Dimensions, Switch

S = Switch()
# Omron's data sheet, texts of the hinge lever models on page 5; ss-01gl2d/datasheet-english.
SHEET: dict[str, Any] = {
    "body": (19.8, 6.4, 10.2), "holes apart": 9.5, "hole": 2.35, "hole above bottom": 2.5, "first hole": 5.1,
    "C to NO": 8.8, "NO to NC": 7.3, "terminal": (0.5, 3.2), "lever": (14.5, 3.6, 0.3), "OP": (8.8, 0.8),
    "FP": 13.6, "OT": 1.2, "MD": 0.8, "OF": 0.49, "RF": 0.06, "plunger to second hole": 7.5,
}  # fmt: skip
# NopSCADlib, vitamins/microswitches.scad, medium_microswitch "SS-01 or SS-5GL"; from the body's middle.
NOPSCADLIB: dict[str, Any] = {
    "body": (6.4, 10.2, 19.8), "holes": ((-4.8, -2.6), (4.7, -2.6)), "legs": (-8.05, 0.75, 8.05),
    "leg": (0.5, 3.9, 3.2), "leg middle": -7.05, "button": -2.8,
}  # fmt: skip
# MicroSwitch v1.0 by Gyrobot, SS-01GLT: datum at the hole beside NC.
GYROBOT: dict[str, Any] = {
    "tab from hole": 6.4,
    "lever": (14.5, 3.6, 0.3),
    "terminals": (1.6, 10.4, 17.7),
    "OP": 8.8,
}


def test_the_makers_sheet() -> None:
    c, no, nc = S.terminal_from_first
    assert (S.body, S.hole_pitch, S.hole_d) == (SHEET["body"], SHEET["holes apart"], SHEET["hole"])
    assert (S.hole_above_bottom, S.first_hole) == (SHEET["hole above bottom"], SHEET["first hole"])
    assert (round(no - c, 6), round(nc - no, 6)) == (SHEET["C to NO"], SHEET["NO to NC"])
    assert (S.terminal, S.lever, (S.op, S.op_spread)) == (SHEET["terminal"], SHEET["lever"], SHEET["OP"])
    assert (S.fp, S.ot, S.md, S.of_n, S.rf_n) == tuple(SHEET[k] for k in ("FP", "OT", "MD", "OF", "RF"))
    assert S.plunger_from_second == SHEET["plunger to second hole"]


def test_a_second_and_a_third_text_agree() -> None:
    middle = S.body[0] / 2 - S.first_hole
    assert NOPSCADLIB["body"] == (S.body[1], S.body[2], S.body[0])
    for x, leg in zip(S.terminal_from_first, NOPSCADLIB["legs"], strict=True):
        assert abs(x - middle - leg) < 0.01
    assert abs(-middle - NOPSCADLIB["holes"][0][0]) < 0.01
    assert abs(S.hole_pitch - S.plunger_from_second - middle - NOPSCADLIB["button"]) < 0.01
    low = NOPSCADLIB["leg middle"] - NOPSCADLIB["leg"][1] / 2
    assert abs(-S.body[2] / 2 - S.terminal_down - low) < 0.11
    assert abs(S.hole_above_bottom + S.terminal_down - GYROBOT["tab from hole"]) < 0.01
    assert GYROBOT["lever"] == S.lever and GYROBOT["OP"] == S.op
    for x, tab in zip(S.terminal_from_first, GYROBOT["terminals"], strict=True):
        assert abs(x + S.first_hole - tab) <= S.spread


def test_the_terminals_leave_the_face_opposite_the_lever() -> None:
    """The second edition drew another switch's terminals on the wrong face."""
    solid = bought.switch_parts(S)
    body, terminals, lever = (solid[name].bounding_box() for name in ("body", "terminals", "lever"))
    assert terminals[2] < body[2] - 3.5, "below the body"
    assert terminals[0] > body[0] and terminals[3] < body[3], "not beyond its ends"
    assert lever[5] > body[5], "above the body"


def test_its_place_in_the_module() -> None:
    """The lever's end lies under the grub screw, its hinge towards the paddle's own."""
    d = Dimensions()
    lever = bought.switch(d)["lever"].bounding_box()
    assert lever[3] - d.press_from_tip == d.press_x or abs(lever[3] - d.press_from_tip - d.press_x) < 0.05
    assert lever[0] < d.press_x - 10
