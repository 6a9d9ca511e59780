"""The finished board: planes, holes, packages and what it takes, and that each fault in it is found."""

from __future__ import annotations

import copy

import pytest
from hardware.tools import board_checks, checks, copper, facts, netlist, placement
from hardware.tools.checks import Row
from hardware.tools.copper import Board
from hardware.tools.netlist import Netlist
from hardware.tools.parts import TEST_POINTS, VARIANTS, Variant
from hardware.tools.sexpr import Node, child, children, parse

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def variant(request: pytest.FixtureRequest) -> Variant:
    found: Variant = request.param
    return found


@pytest.fixture(scope="module")
def source(variant: Variant) -> Node:
    return parse(variant.board.read_text(encoding="utf-8"))


@pytest.fixture
def tree(source: Node) -> Node:
    """KiCad's own file, to break."""
    return copy.deepcopy(source)


@pytest.fixture(scope="module")
def board(source: Node) -> Board:
    return copper.of(source)


@pytest.fixture
def rows() -> list[Row]:
    return copy.deepcopy(checks.bom_rows())


def part(tree: Node, ref: str) -> Node:
    return next(
        found
        for found in children(tree, "footprint")
        if any(p[1] == "Reference" and p[2] == ref for p in children(found, "property"))
    )


def moved(tree: Node, ref: str, dx: float, dy: float = 0.0) -> Board:
    at = child(part(tree, ref), "at")
    at[1], at[2] = str(float(at[1]) + dx), str(float(at[2]) + dy)
    return copper.of(tree)


def test_both_planes_are_there_and_every_ground_pad_hangs_on_them(board: Board) -> None:
    assert board_checks.ground_planes(board) == []


def test_a_board_without_its_ground_planes_is_found(tree: Node) -> None:
    for zone in children(tree, "zone"):
        if child(zone, "net_name")[1] == "GND":
            tree.remove(zone)
    found = board_checks.ground_planes(copper.of(tree))
    assert sum("covers 0%" in line for line in found) == 2


@pytest.mark.parametrize("layer", copper.COPPER)
def test_one_missing_plane_is_found(tree: Node, layer: str) -> None:
    for zone in children(tree, "zone"):
        if children(zone, "layer") and child(zone, "layer")[1] == layer:
            tree.remove(zone)
    assert any(layer in line for line in board_checks.ground_planes(copper.of(tree)))


def test_a_plane_that_was_never_filled_is_found(tree: Node) -> None:
    for zone in children(tree, "zone"):
        for fill in children(zone, "filled_polygon"):
            zone.remove(fill)
    assert board_checks.ground_planes(copper.of(tree))


def test_a_ground_pad_that_leaves_the_planes_is_found(board: Board, tree: Node) -> None:
    far = moved(tree, "C1", 0.0, 200.0)  # its tracks stay behind
    assert any("C1 " in line for line in board_checks.ground_planes(far))


def test_the_board_fits_the_enclosure(board: Board) -> None:
    assert board_checks.fits_the_lid(board) == []


@pytest.mark.parametrize("ref", ["H1", "H2", "H3", "H4"])
def test_a_hole_that_misses_its_post_is_found(tree: Node, ref: str) -> None:
    assert any(ref in line for line in board_checks.fits_the_lid(moved(tree, ref, 2.0)))


def test_a_hole_for_another_screw_is_found(tree: Node) -> None:
    for pad in children(part(tree, "H2"), "pad"):
        child(pad, "drill")[1] = "2.2"
    assert any("H2" in line for line in board_checks.fits_the_lid(copper.of(tree)))


def test_a_missing_hole_is_found(tree: Node) -> None:
    tree.remove(part(tree, "H3"))
    assert any("H3" in line for line in board_checks.fits_the_lid(copper.of(tree)))


def test_a_usb_socket_beside_its_opening_is_found(tree: Node) -> None:
    assert any("USB" in line for line in board_checks.fits_the_lid(moved(tree, "A1", 2.0)))


def test_a_pico_too_far_from_the_edge_is_found(tree: Node) -> None:
    assert any("no USB plug" in line for line in board_checks.fits_the_lid(moved(tree, "A1", 0.0, 2.0)))


def test_another_board_size_is_found(tree: Node) -> None:
    for line in children(tree, "gr_line"):
        for end in ("start", "end"):
            if child(line, "layer")[1] == "Edge.Cuts":
                child(line, end)[1] = str(float(child(line, end)[1]) * 1.1)
    assert any("enclosure's" in line for line in board_checks.fits_the_lid(copper.of(tree)))


def test_every_part_that_is_bought_fits_its_pads(board: Board, rows: list[Row], variant: Variant) -> None:
    assert board_checks.packages(board, rows, variant.build) == []


@pytest.mark.parametrize("ref", ["D1", "R12", "C3", "F1", "U1", "J6", "J7"])
def test_pads_for_another_package_are_found(tree: Node, rows: list[Row], ref: str, variant: Variant) -> None:
    pad = next(pad for pad in children(part(tree, ref), "pad") if pad[1] == "2")
    at = child(pad, "at")
    at[1] = str(float(at[1]) + 2.54)
    assert any(line.startswith(ref) for line in board_checks.packages(copper.of(tree), rows, variant.build))


def test_holes_too_narrow_for_the_leads_are_found(tree: Node, rows: list[Row], variant: Variant) -> None:
    for pad in children(part(tree, "J2"), "pad"):
        child(pad, "drill")[1] = "0.6"
    assert any("J2: holes" in line for line in board_checks.packages(copper.of(tree), rows, variant.build))


def test_a_part_number_of_another_package_is_found(board: Board, rows: list[Row], variant: Variant) -> None:
    for row in rows:
        if row["reference"].startswith("D1 "):
            row["package"] = "axial 6.3 x 2.5"
    found = board_checks.packages(board, rows, variant.build)
    assert any("comes in" in line for line in found)
    assert any(line.startswith("D1") for line in found)


def test_a_part_whose_package_nobody_named_is_found(board: Board, rows: list[Row], variant: Variant) -> None:
    for row in rows:
        row["package"] = ""
    assert any(line.startswith("R1:") for line in board_checks.packages(board, rows, variant.build))


def test_what_the_board_takes_is_bought(board: Board, rows: list[Row], variant: Variant) -> None:
    assert board_checks.counts(board, rows, variant.build) == []


@pytest.mark.parametrize(
    "value",
    ["circuit board", "socket 1x20", "XHP-4", "XHP-3", "XHP-2", "SXH-001T-P0.6"],
)
def test_what_is_missing_from_the_list_is_found(
    board: Board, rows: list[Row], value: str, variant: Variant
) -> None:
    short = [row for row in rows if row["value"] != value or row["build"] == "both"]
    assert len(short) < len(rows)
    assert any(line.startswith(value) for line in board_checks.counts(board, short, variant.build))


def test_missing_screws_of_the_board_are_found(board: Board, rows: list[Row], variant: Variant) -> None:
    short = [row for row in rows if row["note"] != "hold the circuit board"]
    assert len(short) == len(rows) - 1
    assert any("screws" in line for line in board_checks.counts(board, short, variant.build))


def test_one_too_few_is_found(board: Board, rows: list[Row], variant: Variant) -> None:
    next(row for row in rows if row["value"] == "socket 1x20")["quantity"] = "1"
    assert board_checks.counts(board, rows, variant.build)


def test_each_chip_has_its_capacitor_at_its_supply_pin(board: Board) -> None:
    assert board_checks.decoupling(board) == []


@pytest.mark.parametrize("ref", ["C11", "C12"])
def test_a_capacitor_far_from_its_chip_is_found(tree: Node, ref: str) -> None:
    assert len(board_checks.decoupling(moved(tree, ref, 14.5))) == 1


def test_power_runs_on_wide_tracks(board: Board) -> None:
    assert board_checks.power_tracks(board) == []


@pytest.mark.parametrize("net", board_checks.POWER_NETS)
def test_a_thin_power_track_is_found(tree: Node, net: str) -> None:
    number = next(n[1] for n in children(tree, "net") if n[2].removeprefix("/") == net)
    track = next(t for t in children(tree, "segment") if child(t, "net")[1] == number)
    child(track, "width")[1] = "0.35"
    assert any(net in line for line in board_checks.power_tracks(copper.of(tree)))


def test_every_plug_and_test_point_says_what_it_carries(board: Board) -> None:
    assert board_checks.labels(board, placement.PLUG_WORDS, TEST_POINTS) == []


def test_a_missing_label_is_found(tree: Node) -> None:
    tree.remove(next(text for text in children(tree, "gr_text") if text[1] == "DATA"))
    assert any("J6 pin 2" in line for line in board_checks.labels(
        copper.of(tree), placement.PLUG_WORDS, TEST_POINTS))  # fmt: skip


def test_labels_in_the_wrong_order_are_found(board: Board) -> None:
    turned = {**placement.PLUG_WORDS, "J6": ("GND", "DATA", "+5V")}
    assert len(board_checks.labels(board, turned, TEST_POINTS)) == 2


def test_a_label_that_lies_is_found(tree: Node) -> None:
    """Plug and word agree with the plan, and the net is another."""
    for pad in children(part(tree, "J5"), "pad"):
        if pad[1] == "2":
            child(pad, "net")[2] = "/RED_SLAP_LEAD"
    assert any("J5 pin 2" in line for line in board_checks.labels(
        copper.of(tree), placement.PLUG_WORDS, TEST_POINTS))  # fmt: skip


@pytest.fixture(scope="module")
def sheet(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    needs.program("kicad-cli", "kicad")
    return netlist.of(variant.schematic, tmp_path_factory.mktemp("netlist"))


def test_no_more_charges_from_usb_than_a_port_allows(sheet: Netlist) -> None:
    assert board_checks.inrush(sheet) == []


def test_too_large_a_capacitor_on_vbus_is_found(sheet: Netlist) -> None:
    large = {**sheet.parts, "C13": ("470u", *sheet.parts["C13"][1:])}
    assert "564.2 uF" in board_checks.inrush(Netlist(large, sheet.nets))[0]


def test_the_fuse_protects_a_usb_port_and_carries_the_lights(rows: list[Row], variant: Variant) -> None:
    assert board_checks.fuse(rows, variant.build, facts.light_cap_ma()) == []


def test_a_fuse_that_protects_no_port_is_found(rows: list[Row], variant: Variant) -> None:
    for row in rows:
        if row["reference"] == "F1":
            row["part_number"] = "0ZRE0075FF1A"
    assert any("trips at 1.5 A" in line for line in board_checks.fuse(rows, variant.build, 100))


def test_a_fuse_too_weak_for_the_lights_is_found(rows: list[Row], variant: Variant) -> None:
    assert any("may draw 300 mA" in line for line in board_checks.fuse(rows, variant.build, 300))
