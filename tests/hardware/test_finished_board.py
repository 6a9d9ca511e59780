"""Both finished boards: planes, holes, packages, supply, words. What breaks them: electronic_faults."""

from __future__ import annotations

import copy

import pytest
from hardware.tools import board_checks, checks, copper, facts, netlist, placement
from hardware.tools.checks import Row
from hardware.tools.copper import Board
from hardware.tools.netlist import Netlist
from hardware.tools.parts import TEST_POINTS, VARIANTS, Variant

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def variant(request: pytest.FixtureRequest) -> Variant:
    found: Variant = request.param
    return found


@pytest.fixture(scope="module")
def board(variant: Variant) -> Board:
    return copper.read(variant.board)


@pytest.fixture(scope="module")
def sheet(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    needs.program("kicad-cli", "kicad")
    return netlist.of(variant.schematic, tmp_path_factory.mktemp("netlist"))


@pytest.fixture
def rows() -> list[Row]:
    return copy.deepcopy(checks.bom_rows())


def test_both_planes_are_there_and_every_ground_pad_hangs_on_them(board: Board) -> None:
    assert board_checks.ground_planes(board) == []


def test_the_board_fits_the_enclosure(board: Board) -> None:
    assert board_checks.fits_the_lid(board) == []


def test_every_part_that_is_bought_fits_its_pads(board: Board, rows: list[Row], variant: Variant) -> None:
    assert board_checks.packages(board, rows, variant.build) == []


def test_what_the_board_takes_is_bought(board: Board, rows: list[Row], variant: Variant) -> None:
    assert board_checks.counts(board, rows, variant.build) == []


def test_each_chip_has_its_capacitor_at_its_supply_pin(board: Board) -> None:
    assert board_checks.decoupling(board) == []


def test_no_via_stands_in_a_flat_pad(board: Board) -> None:
    assert board_checks.vias_beside_pads(board) == []


def test_power_runs_on_wide_tracks(board: Board) -> None:
    assert board_checks.power_tracks(board) == []


def test_every_plug_and_test_point_says_what_it_carries(board: Board) -> None:
    assert board_checks.labels(board, placement.PLUG_WORDS, TEST_POINTS) == []


def test_no_more_charges_from_usb_than_a_port_allows(sheet: Netlist) -> None:
    assert board_checks.inrush(sheet) == []
    first_edition = Netlist({**sheet.parts, "C13": ("470u 10V", *sheet.parts["C13"][1:])}, sheet.nets)
    assert any(line.startswith("56") for line in board_checks.inrush(first_edition))


def test_the_fuse_protects_a_usb_port_and_carries_the_lights(rows: list[Row], variant: Variant) -> None:
    assert board_checks.fuse(rows, variant.build, facts.light_cap_ma()) == []
    assert any("may draw 300 mA" in line for line in board_checks.fuse(rows, variant.build, 300))


def test_both_boards_take_the_same_place(variant: Variant, board: Board) -> None:
    """Holes, plugs, Pico and test points: the enclosure and the leads know one board."""
    first = copper.read(VARIANTS[0].board)
    for ref in ("A1", "H1", "H2", "H3", "H4", *placement.PLUGS, "J7", *TEST_POINTS):
        assert board.places[ref] == first.places[ref], ref
