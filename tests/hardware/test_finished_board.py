"""The finished board: planes, holes, packages and what it takes, and that each fault in it is found."""

from __future__ import annotations

import copy

import pytest
from hardware.tools import board_checks, checks, copper, facts
from hardware.tools.checks import Row
from hardware.tools.copper import Board
from hardware.tools.sexpr import Node, child, children, parse

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module")
def source() -> Node:
    return parse(facts.BOARD.read_text(encoding="utf-8"))


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
    far = moved(tree, "C1", 0.0, 200.0)
    assert any("C1" in line for line in board_checks.ground_planes(far))


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


def test_another_board_size_is_found(tree: Node) -> None:
    for line in children(tree, "gr_line"):
        for end in ("start", "end"):
            if child(line, "layer")[1] == "Edge.Cuts":
                child(line, end)[1] = str(float(child(line, end)[1]) * 1.1)
    assert any("enclosure's" in line for line in board_checks.fits_the_lid(copper.of(tree)))


def test_every_part_that_is_bought_fits_its_pads(board: Board, rows: list[Row]) -> None:
    assert board_checks.packages(board, rows) == []


@pytest.mark.parametrize(
    ("ref", "pitch"),
    [("D1", "10.16"), ("D9", "5.08"), ("R12", "7.62"), ("C3", "2.5"), ("F1", "10")],
)
def test_pads_for_another_package_are_found(tree: Node, rows: list[Row], ref: str, pitch: str) -> None:
    pad = next(pad for pad in children(part(tree, ref), "pad") if pad[1] == "2")
    child(pad, "at")[1] = pitch
    assert any(line.startswith(ref) for line in board_checks.packages(copper.of(tree), rows))


def test_holes_too_narrow_for_the_leads_are_found(tree: Node, rows: list[Row]) -> None:
    for pad in children(part(tree, "D2"), "pad"):
        child(pad, "drill")[1] = "0.8"
    assert any("D2: holes" in line for line in board_checks.packages(copper.of(tree), rows))


def test_a_part_number_of_another_package_is_found(board: Board, rows: list[Row]) -> None:
    for row in rows:
        if row["part_number"] == "P6KE12A":
            row["package"] = "axial 6.3 x 2.5"
    found = board_checks.packages(board, rows)
    assert any("comes in DO-15" in line for line in found)
    assert any(line.startswith("D1: pads") for line in found)


def test_a_part_whose_package_nobody_named_is_found(board: Board, rows: list[Row]) -> None:
    for row in rows:
        row["package"] = ""
    assert any(line.startswith("R1:") for line in board_checks.packages(board, rows))


def test_what_the_board_takes_is_bought(board: Board, rows: list[Row]) -> None:
    assert board_checks.counts(board, rows) == []


@pytest.mark.parametrize(
    "value", ["circuit board", "socket 1x20", "screw M3 x 10", "XHP-4", "XHP-3", "XHP-2"]
)
def test_what_is_missing_from_the_list_is_found(board: Board, rows: list[Row], value: str) -> None:
    short = [row for row in rows if (row["value"], row["build"]) != (value, "board")]
    assert len(short) == len(rows) - 1
    assert any(line.startswith(value) for line in board_checks.counts(board, short))


def test_one_too_few_is_found(board: Board, rows: list[Row]) -> None:
    next(row for row in rows if row["value"] == "socket 1x20")["quantity"] = "1"
    assert board_checks.counts(board, rows)
