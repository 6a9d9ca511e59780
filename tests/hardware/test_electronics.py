"""The carrier: KiCad's files are the source, compared with firmware, parts list, wiring and hub."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hardware.mechanics.dimensions import Dimensions
from hardware.tools import checks, copper, fabrication, facts, kicad, kit, netlist, spice, wiring
from hardware.tools.checks import Row
from hardware.tools.netlist import Netlist
from hardware.tools.sexpr import child, children, dump, parse

import needs
from support import length

pytestmark = pytest.mark.hardware
D = Dimensions()


@pytest.fixture(scope="module")
def sheet() -> Netlist:
    needs.program("kicad-cli", "kicad")
    return netlist.of()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the KiCad project, to break."""
    needs.program("kicad-cli", "kicad")
    return Path(shutil.copytree(facts.ELECTRONICS, tmp_path / "electronics"))


def test_everything_agrees() -> None:
    needs.program("kicad-cli", "kicad")
    needs.program("ngspice")
    assert kit.electronics() == []


def test_the_project_mutes_nothing() -> None:
    settings = json.loads((facts.ELECTRONICS / "carrier.kicad_pro").read_text(encoding="utf-8"))
    severities = settings["board"]["design_settings"]["rule_severities"]
    assert severities["net_conflict"] == "error"
    assert "ignore" not in severities.values()
    assert "ignore" not in settings.get("erc", {}).get("rule_severities", {}).values()
    assert not settings["board"]["design_settings"].get("drc_exclusions")


def test_every_contact_is_quick_protected_and_like_the_others(sheet: Netlist) -> None:
    needs.program("ngspice")
    results = spice.all_contacts(sheet)
    assert len(results) == 5
    assert spice.complaints(results) == []
    text = (facts.HARDWARE / "guide" / "wiring.md").read_text(encoding="utf-8")
    red = results["RED_SLAP"]
    assert f"| carrier | {red.press_us:.0f} us | {red.release_us:.0f} us | {red.esd_pin_v:.1f} V |" in text
    bare = spice.simulate(spice.POINT_TO_POINT)
    assert f"| point-to-point | {bare.press_us:.0f} us | {bare.release_us:.0f} us | unprotected |" in text


def test_a_jig_output_pulls_its_input_surely_low(sheet: Netlist) -> None:
    for n, paddle in enumerate(facts.UNIT_PADDLES, start=1):
        pull_up = spice.network_of(sheet, f"{paddle.name.upper()}_SLAP").pull_up
        jig = spice.number(sheet.parts[f"R{30 + n}"][0])
        assert 3.3 * jig / (jig + pull_up) < spice.LOW_V
        assert 3.3 / jig < 0.012, "more than 12 mA, the strongest drive of a pin, if it ever met 3.3 V"


def test_the_fuse_and_what_charges_from_usb(sheet: Netlist) -> None:
    assert facts.light_cap_ma() <= 200, "more than F1 holds"
    caps = [
        name for name, nodes in sheet.nets.items() if name == "+5V" for name, _ in nodes if name[0] == "C"
    ]
    assert sum(spice.number(sheet.parts[ref][0]) for ref in caps) * 1.2 < 10e-6, "more than USB allows"


def swapped(sheet: Netlist, one: str, other: str) -> Netlist:
    names = {one: other, other: one}
    return Netlist(sheet.parts, {names.get(net, net): nodes for net, nodes in sheet.nets.items()})


def moved(sheet: Netlist, ref: str, pin: str, net: str) -> Netlist:
    nets = {name: frozenset(n for n in nodes if n != (ref, pin)) for name, nodes in sheet.nets.items()}
    return Netlist(sheet.parts, {**nets, net: nets.get(net, frozenset()) | {(ref, pin)}})


def valued(sheet: Netlist, ref: str, value: str) -> Netlist:
    return Netlist({**sheet.parts, ref: (value, *sheet.parts[ref][1:])}, sheet.nets)


def said(sheet: Netlist) -> list[str]:
    return [*checks.sheet_pins(sheet, facts.pins()), *checks.sheet_contacts(sheet), *checks.sheet_legs(sheet)]


SHEET_FAULTS: dict[str, Callable[[Netlist], Netlist]] = {
    **{f"{a} and {b} swapped at the pins": partial(swapped, one=a, other=b) for a, b in (
        ("RED_SLAP", "YELLOW_SLAP"), ("GREEN_SLAP", "BLUE_SLAP"), ("RED_SLAP", "NEXT"), ("RING", "NEXT"),
        ("RED_JIG", "BLUE_JIG"), ("RED_SLAP_LEAD", "BLUE_SLAP_LEAD"), ("+5V", "+3V3"), ("+5V", "VBUS"),
    )},
    **{f"{ref} pin {pin} on {net}": partial(moved, ref=ref, pin=pin, net=net) for ref, pin, net in (
        ("SW1", "NO", "GND"), ("SW2", "C", "YELLOW_SLAP_LEAD"), ("SW3", "NC", "GREEN_SLAP_LEAD"),
        ("J1", "1", "RED_SLAP_LEAD"), ("J4", "2", "GND"), ("J6", "1", "GND"), ("J6", "2", "+5V"),
        ("LS1", "3", "+5V"), ("U1", "1", "+5V"), ("U1", "2", "GND"), ("U1", "5", "GND"), ("R41", "2", "GND"),
        ("F1", "2", "VBUS"), ("D1", "2", "+3V3"), ("D2", "1", "GND"), ("A1", "33", "GND"),
        ("C13", "2", "+3V3"),
        ("J7", "2", "GND"), ("R33", "1", "GND"), ("J5", "2", "GND"), ("A1", "40", "+5V"), ("R4", "1", "GND"),
    )},
    **{f"{ref} is {value}": partial(valued, ref=ref, value=value) for ref, value in (
        ("R1", "22k"), ("R12", "10k"), ("C3", "100n"), ("D2", "none"), ("R31", "33"), ("R41", "3k3"),
        ("C13", "47u"),
    )},
}  # fmt: skip


@pytest.mark.parametrize("name", SHEET_FAULTS)
def test_a_fault_on_the_sheet_is_found(name: str, sheet: Netlist) -> None:
    assert said(sheet) == []
    assert said(SHEET_FAULTS[name](sheet))


def test_another_pin_in_the_firmware_is_found(sheet: Netlist) -> None:
    table = copy.deepcopy(facts.pins())
    for key, value in (("paddles", (3, 2, 4, 5)), ("next", 9), ("ws2812", 16), ("jig", (19, 18, 17, 16))):
        assert checks.sheet_pins(sheet, {**table, key: value}), key
        if key in ("paddles", "ws2812"):
            assert checks.wiring(wiring.read(), {**table, key: value}), key
    assert checks.inputs({**table, "next": 12})
    text = (facts.HARDWARE / "guide" / "wiring.md").read_text(encoding="utf-8")
    assert checks.guide_pins(text, table) == []
    assert checks.guide_pins(text, {**table, "paddles": (3, 2, 4, 5)})


@pytest.mark.parametrize(
    ("old", "new"),
    [("[4, 3]", "[5, 3]"), ("[7, 18]", "[7, 19]"), ("[40, 20, 38]", "[40, 19, 38]"),
     ("[40, 20, 38]", "[36, 20, 38]"),
     ("- SW2: [2, 1]", "- SW2: [1, 2]"), ("green ■ square", "green ■ circle")],
)  # fmt: skip
def test_a_fault_in_the_wiring_is_found(old: str, new: str) -> None:
    import yaml  # type: ignore[import-untyped]

    source = wiring.SOURCE.read_text(encoding="utf-8")
    assert source.count(old) == 1
    assert checks.wiring(yaml.safe_load(source.replace(old, new)), facts.pins())


def test_the_carrier_fits_the_hub() -> None:
    board = copper.read()
    assert checks.board_fits(board, D) == []
    from dataclasses import replace

    assert checks.board_fits(board, replace(D, hub=36.0, hub_corner=42.0))
    assert checks.board_fits(board, replace(D, pico_hole=(45.0, 11.4)))
    assert checks.board_fits(board, replace(D, peg=4.2))
    wide = replace(board, outline=[(x + 3 if x > 40 else x, y) for x, y in board.outline])
    assert checks.board_fits(wide, D)


def with_board(project: Path, change: Callable[[list[Any]], None]) -> list[str]:
    path = project / "carrier.kicad_pcb"
    tree = parse(path.read_text(encoding="utf-8"))
    change(tree)
    path.write_text(dump(tree), encoding="utf-8")
    return fabrication.design_rules(path, project / "drc.txt")


def part(tree: list[Any], ref: str) -> list[Any]:
    return next(
        f for f in children(tree, "footprint")
        if any(p[1] == "Reference" and p[2] == ref for p in children(f, "property"))
    )  # fmt: skip


def swap_pads(tree: list[Any]) -> None:
    pads = {pad[1]: pad for pad in children(part(tree, "A1"), "pad")}
    one, other = child(pads["4"], "net"), child(pads["5"], "net")
    one[1:], other[1:] = other[1:], one[1:]


def drop_part(tree: list[Any]) -> None:
    tree.remove(part(tree, "R41"))


def cut_track(tree: list[Any]) -> None:
    tree.remove(
        max(
            children(tree, "segment"),
            key=lambda s: abs(float(child(s, "start")[1]) - float(child(s, "end")[1])),
        )
    )


def short(tree: list[Any]) -> None:
    at = child(part(tree, "R1"), "at")
    at[1] = f"{float(at[1]) - 2.5}"


BOARD_FAULTS = {
    "two pads swapped": swap_pads,
    "a part dropped": drop_part,
    "a track cut": cut_track,
    "a part moved": short,
}


@pytest.mark.parametrize("name", list(BOARD_FAULTS)[: length.count(2, 4)])
def test_a_fault_on_the_board_is_found(name: str, project: Path) -> None:
    assert with_board(project, BOARD_FAULTS[name])


def test_two_swapped_labels_on_the_sheet_leave_the_board_behind(project: Path) -> None:
    path = project / "carrier.kicad_sch"
    source = path.read_text(encoding="utf-8")
    for old, new in (("RED_SLAP", "SWAP"), ("YELLOW_SLAP", "RED_SLAP"), ("SWAP", "YELLOW_SLAP")):
        source = source.replace(f'(label "{old}"', f'(label "{new}"')
    path.write_text(source, encoding="utf-8")
    assert any(
        "net_conflict" in line
        for line in fabrication.design_rules(project / "carrier.kicad_pcb", project / "drc.txt")
    )


def moved_in_kicad(project: Path, ref: str, mm: float) -> Path:
    """Open the board, move a part, fill the zones, save: as one does it in KiCad's window."""
    try:
        python = kicad.python()
    except FileNotFoundError:
        needs.left_out("no Python with KiCad's pcbnew")
        raise
    path = project / "carrier.kicad_pcb"
    script = (
        "import pcbnew, sys\nb = pcbnew.LoadBoard(sys.argv[1])\n"
        "b.FindFootprintByReference(sys.argv[2]).Move(pcbnew.VECTOR2I(int(float(sys.argv[3]) * 1e6), 0))\n"
        "pcbnew.ZONE_FILLER(b).Fill(b.Zones())\nb.Save(sys.argv[1])\n"
    )
    words = [python, "-c", script, str(path), ref, str(mm)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.long
@pytest.mark.parametrize(("mm", "good"), [(0.0, True), (0.2, True), (3.0, False)])
def test_a_part_is_moved_in_kicad(mm: float, good: bool, project: Path) -> None:
    """No test wants the file byte for byte: a part moved a little still agrees, one moved off does not."""
    path = moved_in_kicad(project, "C13", mm)
    assert path.read_bytes() != facts.BOARD.read_bytes()
    assert (fabrication.design_rules(path, project / "drc.txt") == []) is good
    board = copper.read(path)
    assert checks.board_fits(board, D) == [] and len(board.places) == len(copper.read().places)


@pytest.fixture
def rows() -> list[Row]:
    return copy.deepcopy(checks.bom_rows())


def test_a_row_that_lacks_something_is_found(rows: list[Row]) -> None:
    assert checks.bom_rows_whole(rows) == []
    for column, value in (
        ("pack_eur", ""), ("pack_eur", "0.00"), ("part_number", ""), ("quantity", "7"), ("need", "maybe"),
        ("note", ""), ("build", "third"), ("text", ""), ("pack", "some"), ("read", ""), ("read", "today"),
    ):  # fmt: skip
        broken = copy.deepcopy(rows)
        broken[0][column] = value
        assert checks.bom_rows_whole(broken), column
    sold_with = next(row for row in rows if row["pack_eur"] == "0.00")
    sold_with["pack_with"] = "M99"
    assert checks.bom_rows_whole(rows), "sold with what is not in the list"


def test_sheet_and_list_name_the_same_parts(rows: list[Row], sheet: Netlist) -> None:
    assert checks.bom_against_sheet(rows, sheet) == []
    for number, row in enumerate(rows):
        if not row["reference"].startswith("M") and "carrier" in checks.builds_of(row):
            assert checks.bom_against_sheet(rows[:number] + rows[number + 1 :], sheet), row["reference"]
    for ref in ("R1", "SW3", "U1"):
        fewer = Netlist({name: part for name, part in sheet.parts.items() if name != ref}, sheet.nets)
        assert checks.bom_against_sheet(rows, fewer)


def test_printed_parts_are_listed_as_often_as_the_model_has_them(rows: list[Row]) -> None:
    assert checks.guide_counts(rows) == []
    rows[[row["value"] for row in rows].index("printed base")]["quantity"] = "3"
    assert checks.guide_counts(rows)


def test_prices_are_those_of_the_guides(rows: list[Row]) -> None:
    for build in checks.BUILDS:
        assert len(checks.unread(rows, build)) <= 3, build
    for name in ("README.md", "guide/order.md"):
        text = (facts.HARDWARE / name).read_text(encoding="utf-8")
        for build, (paid, used) in checks.totals(rows).items():
            assert f"| {build} | {paid:.2f} EUR | {used:.2f} EUR |" in text, name


def test_values_are_read_as_they_are_written() -> None:
    assert [spice.number(v) for v in ("2k2", "330", "10n", "4u7")] == pytest.approx([2200, 330, 1e-8, 4.7e-6])
