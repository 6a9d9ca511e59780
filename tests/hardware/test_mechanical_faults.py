"""Faults put into the model on purpose: each is found by the check that is there for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hardware.mechanics.dimensions import Dimensions, Switch
from hardware.tools import fits, gaps, loads, tolerance

from support import length

pytestmark = pytest.mark.hardware
D = Dimensions()


def switch(**changes: Any) -> Dimensions:
    return replace(D, switch=replace(Switch(), **changes))


def tolerances(d: Dimensions) -> list[str]:
    return tolerance.complaints(d, loads.TYPICAL_BENDING_MM, 2_000)


def quick_loads(d: Dimensions) -> list[str]:
    return loads.complaints(d, quick=True)


Check = Callable[[Dimensions], list[str]]
FAULTS: dict[str, tuple[Dimensions, Check]] = {
    "the ribs are lower than the domes' seats allow": (replace(D, dome_give=2.4), fits.landing),
    "the domes lie below the ribs": (replace(D, dome_give=0.1), fits.landing),
    "the blade lands on a narrow strip": (replace(D, rib_x=(80.0, 90.0)), fits.landing),
    "the ribs stand together": (replace(D, rib_y=8.0, post_y=8.0), fits.landing),
    "ledges that the blade does not meet": (replace(D, ledge=(8.6, 22.6, 3.5)), fits.landing),
    "the click is set after the domes": (replace(D, quarters=1), fits.landing),
    "the blade hits the nib at rest": (replace(D, nib=3.0), fits.way_up),
    "the lip can't go below the nib": (replace(D, nib=2.4), fits.way_in),
    "the walls meet the tilted paddle": (replace(D, gap=-0.4), fits.way_in),
    "no nib": (replace(D, nib=-1.5), fits.way_up),
    "the spring is too short": (replace(D, spring=(0.5, 6.0, 12.5)), fits.spring_lifts),
    "the spring is too thin": (replace(D, spring=(0.25, 6.0, 15.0)), fits.spring_lifts),
    "the spring goes solid": (replace(D, spring_seat=17.6), fits.spring_lifts),
    "a turned switch goes in": (replace(D, rest_gap=2.2), fits.turned_switch),
    "the rests stand under the terminals": (replace(D, rest_gap=-0.4), fits.module_clashes),
    "the switch stands on the floor": (replace(D, terminal_room=-2.0), fits.module_clashes),
    "the paddle rubs at the wall": (replace(D, gap=-0.5), fits.module_clashes),
    "the pin is thicker than the ears' bore": (replace(D, pin_d=7.0), fits.module_clashes),
    "the bore is narrower than the pin": (replace(D, bore=4.0), fits.module_clashes),
    "the blade is lower than the switch": (replace(D, blade_bottom=16.0), fits.module_clashes),
    "no pocket over the switch": (
        replace(D, pocket=(30.0, 11.0, 0.0), blade_bottom=18.2), fits.module_clashes),
    "the spring stands in the switch": (replace(D, spring_x=40.0), fits.module_clashes),
    "a nose too low for the notch": (replace(D, tongue=(9.0, 8.0, 0.1)), fits.pin_stays),
    "a nose too high for the notch": (replace(D, tongue=(9.0, 8.0, 0.8)), fits.pin_stays),
    "a notch like a scratch": (replace(D, notch=(3.0, 0.05)), fits.pin_stays),
    "a pin that fits no ear": (replace(D, pin_d=5.4), fits.pin_stays),
    "a blank wider than its side": (replace(D, blank=(3.0, -14.0, 21.5), rail_fit=-0.3), fits.hub_clashes),
    "the grub screw is too long": (replace(D, grub_length=10.0), tolerances),
    "the grub screw is too short": (replace(D, grub_length=4.0), tolerances),
    "the rail is wider than its slot": (replace(D, rail_fit=-0.3), fits.hub_clashes),
    "the rail has no foot": (replace(D, rail_foot=-9.0), fits.hub_clashes),
    "the ring meets the Pico": (replace(D, ring_z=9.0), fits.hub_clashes),
    "the Pico stands in the wall": (replace(D, pico_end=46.0), fits.hub_clashes),
    "the pillars stand in a narrow ring": (replace(D, pillars=(4.8, 3.0, 3.6)), fits.hub_clashes),
    "the pillars stand on the chip": (replace(D, pico_bottom=14.0), fits.hub_clashes),
    "a base that fits no small bed": (
        replace(D, corners=((4, 25, 4), (120, 24, 20), (150, 20, 24))), fits.complaints),
    "a wide gap beside the paddle": (replace(D, gap=4.6), gaps.complaints),
    "low walls": (replace(D, wall_top=21.5), gaps.complaints),
    "a long way": (replace(D, rest_deg=4.5), gaps.complaints),
    "one turn too many": (replace(D, quarters=8), tolerances),
    "no turn after the click": (replace(D, quarters=0), tolerances),
    "a short way": (replace(D, rest_deg=1.2), tolerances),
    "a switch that ends soon": (switch(ot=0.5), tolerances),
    "a switch that clicks back late": (switch(md=2.0), tolerances),
    "a switch of any height": (switch(op_spread=3.0), tolerances),
    "a coarse thread": (replace(D, pitch=1.25), tolerances),
    "the screw near the pin": (replace(D, press_x=20.0), tolerances),
    "feet at the hub only": (replace(D, feet=((12, 21),)), quick_loads),
    "feet in the middle only": (replace(D, feet=((26, 10), (80, 10))), quick_loads),
    "no feet at the end": (replace(D, feet=((26, 23), (70, 38.5))), quick_loads),
    "a pin like a nail": (replace(D, pin_d=3.4), quick_loads),
    "a tongue that does not give way": (replace(D, tongue=(4.0, 8.0, 0.8)), quick_loads),
    "cheeks as thick as the walls": (replace(D, cheek=(1.6, 1.6)), quick_loads),
    "nubs that reach far into the switch": (replace(D, nub=0.6), quick_loads),
    "a short pin": (replace(D, pin_length=50.0), quick_loads),
    "ears as thin as paper": (replace(D, ear_top=26.52), quick_loads),
}  # fmt: skip
NAMES = list(FAULTS)


def test_today_nothing_is_found() -> None:
    for check in {check for _, check in FAULTS.values()}:
        assert check(D) == []


@pytest.mark.parametrize("name", NAMES[:: length.count(4, 1)])
def test_the_fault_is_found(name: str) -> None:
    d, check = FAULTS[name]
    assert check(d), "nothing said"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "d"),
    [
        ("a thin blade", replace(D, blade=3.0, axis_up=1.5, pin_d=2.0, bore=2.2, blade_edge=1.0,
                                 pocket=(30.0, 11.0, 1.0), tongue=(9.0, 8.0, 0.2))),
        ("a skin for a cover", replace(D, cover_skin=0.4, cover_rib=(0.8, 2.0, 43.0))),
        ("a thin floor, no ribs to speak of", replace(D, rib=0.8, floor=0.8)),
        ("feet beside the ribs, under a thin floor",
         replace(D, feet=((26, 26), (86, 38.5), (104.5, 28)), floor=1.2, foot_pad=(13.0, 1.3))),
        ("ledges that the blade hardly meets", replace(D, ledge=(14.0, 21.0, 1.0))),
    ],
)  # fmt: skip
def test_a_weak_part_is_found(name: str, d: Dimensions) -> None:
    assert any("MPa" in line or "on the pin" in line for line in loads.complaints(d)), name
