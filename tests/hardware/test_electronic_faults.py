"""Every fault put into the electronics is found by its check, and the untouched files raise none."""

from __future__ import annotations

import csv

import pytest
from hardware.tools import electronic_faults
from hardware.tools.electronic_faults import (
    FAULTS,
    Bench,
    Fault,
    in_firmware,
    in_list,
    in_wiring,
    on_board,
    on_sheet,
)
from hardware.tools.parts import VARIANTS, Variant

import needs
from support.length import count

pytestmark = pytest.mark.hardware
SHEET_CHECKS = ("pins", "contacts", "legs", "input network", "inrush", "parts list")
BOARD_CHECKS = (
    "ground planes", "lid", "packages", "decoupling", "vias", "power tracks", "labels",
    "KiCad's design rules",
)  # fmt: skip
LIST_CHECKS = ("rows", "parts list", "fuse", "counts", "packages")
FIRMWARE_CHECKS = ("inputs", "pins", "wiring", "guide")


@pytest.fixture(scope="module")
def benches() -> dict[str, Bench]:
    needs.program("kicad-cli", "kicad")
    needs.program("ngspice")
    return electronic_faults.benches()


@pytest.mark.parametrize(
    "fault",
    count([fault for fault in FAULTS if fault.check != "KiCad's design rules"], FAULTS),
    ids=lambda fault: fault.what,
)
def test_the_fault_is_found(fault: Fault, benches: dict[str, Bench]) -> None:
    assert fault.find(benches[fault.variant.name]), f"{fault.check} says nothing"


def test_the_committed_list_names_every_fault_and_what_found_it() -> None:
    with electronic_faults.LIST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["fault"], row["board"], row["check"]) for row in rows] == [
        (fault.what, fault.variant.build, fault.check) for fault in FAULTS
    ]
    assert [row["fault"] for row in rows if not row["what it said"]] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.long
def test_what_nobody_touched_passes_every_check(variant: Variant, benches: dict[str, Bench]) -> None:
    bench = benches[variant.name]
    untouched = [
        *(on_sheet("", lambda sheet: sheet, check, variant) for check in SHEET_CHECKS),
        *(on_board("", lambda tree: None, check, variant) for check in BOARD_CHECKS),
        *(in_list("", lambda rows: rows, check) for check in LIST_CHECKS),
        in_wiring("", lambda harness: None),
        *(in_firmware("", lambda table: None, check) for check in FIRMWARE_CHECKS),
    ]
    assert {fault.check for fault in untouched} == {fault.check for fault in FAULTS} - {
        "KiCad's electrical rules"
    }
    assert [(fault.check, found) for fault in untouched if (found := fault.find(bench))] == []
