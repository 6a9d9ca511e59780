"""The input network in ngspice, with the values that the sheet has. Wrong values: electronic_faults."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hardware.tools import checks, facts, netlist, spice
from hardware.tools.netlist import Netlist
from hardware.tools.parts import VARIANTS, Variant

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    needs.program("kicad-cli", "kicad")
    needs.program("ngspice")
    return netlist.of(work=tmp_path_factory.mktemp("netlist"))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_contact_is_quick_protected_and_like_the_others(variant: Variant, tmp_path: Path) -> None:
    results = spice.all_contacts(netlist.of(variant.schematic, tmp_path))
    assert len(results) == 9
    assert spice.complaints(results) == []


@pytest.mark.parametrize("ref", ["R4", "R14", "C4", "D4"])
def test_a_missing_part_is_found(sheet: Netlist, ref: str) -> None:
    nets = {net: frozenset(n for n in nodes if n[0] != ref) for net, nodes in sheet.nets.items()}
    with pytest.raises(LookupError, match="BLUE_SLAP"):
        spice.all_contacts(Netlist(sheet.parts, nets))


def test_the_guide_says_what_the_simpler_build_costs(tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    needs.program("ngspice")
    text = (facts.HARDWARE / "guide" / "wiring.md").read_text(encoding="utf-8")
    for variant in VARIANTS:
        board = spice.simulate(spice.network_of(netlist.of(variant.schematic, tmp_path), "RED_SLAP"))
        row = f"| {board.press_us:.0f} us | {board.release_us:.0f} us | {board.esd_pin_v:.1f} V |"
        assert f"| {variant.build} {row}" in text
    bare = spice.simulate(spice.POINT_TO_POINT)
    assert f"| point-to-point | {bare.press_us:.0f} us | {bare.release_us:.0f} us | unprotected |" in text
    assert bare.esd_pin_v > 100


def test_a_jig_output_pulls_its_input_surely_low(sheet: Netlist) -> None:
    for n, paddle in enumerate(facts.UNIT_PADDLES, start=1):
        pull_up = spice.network_of(sheet, f"{paddle.name.upper()}_SLAP").pull_up
        jig = spice.number(sheet.parts[f"R{30 + n}"][0])
        assert 3.3 * jig / (jig + pull_up) < spice.LOW_V
        assert 3.3 / jig < 0.012, "more than 12 mA, the strongest drive of a pin, if it ever met 3.3 V"


def test_values_are_read_as_they_are_written() -> None:
    assert [spice.number(value) for value in ("2k2", "1k", "10n", "330")] == [2200, 1000, 10e-9, 330]


def test_the_guide_says_what_the_tolerances_do_to_a_discharge(
    sheet: Netlist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The TVS breaks down as late, resistor and capacitor are as small as their tolerances allow."""
    right = spice.network_of(sheet, "RED_SLAP")
    late = spice._SURGE["P6KE12A"].replace("BV=12 ", "BV=12.6 ")
    assert late != spice._SURGE["P6KE12A"]
    monkeypatch.setitem(spice._SURGE, "P6KE12A", late)
    worst = spice.simulate(
        dataclasses.replace(right, series=right.series * 0.95, filter=right.filter * 0.90)
    ).esd_pin_v
    assert worst > spice.PIN_LIMIT_V
    text = (facts.HARDWARE / "guide" / "safety.md").read_text(encoding="utf-8")
    assert f"If all tolerances fall the wrong way, it leaves {worst:.1f} V." in text


def test_the_parts_tolerances_give_no_paddle_an_advantage(sheet: Netlist) -> None:
    """Two paddles at opposite ends of 5 % resistors and 10 % capacitors: microseconds, a clump is 1000."""
    right = spice.network_of(sheet, "RED_SLAP")
    slow, fast = (
        spice.simulate(
            dataclasses.replace(
                right,
                pull_up=right.pull_up * (1 + 0.05 * way),
                series=right.series * (1 + 0.05 * way),
                filter=right.filter * (1 + 0.10 * way),
            )
        )
        for way in (1, -1)
    )
    apart = slow.press_us - fast.press_us
    assert 0 < apart < 5
    text = (facts.HARDWARE / "guide" / "wiring.md").read_text(encoding="utf-8")
    assert f"apart by {apart:.0f} us at most" in text


@pytest.mark.parametrize(
    ("one", "other"),
    [("RED_SLAP", "YELLOW_SLAP"), ("RED_SLAP", "RED_SLAP_LEAD"), ("GND", "+3V3"), ("BLUE_SLAP_LEAD", "+5V")],
)
def test_nets_swapped_alike_on_sheet_and_board_are_a_sentence(sheet: Netlist, one: str, other: str) -> None:
    """KiCad compares sheet with board, so it is content; our own checks complain and none of them breaks."""
    names = {one: other, other: one}
    swapped = Netlist(sheet.parts, {names.get(net, net): nodes for net, nodes in sheet.nets.items()})
    table = facts.pins()
    found = [
        *checks.sheet_pins(swapped, table),
        *checks.sheet_contacts(swapped),
        *checks.sheet_legs(swapped),
        *spice.checked(swapped),
    ]
    assert found
