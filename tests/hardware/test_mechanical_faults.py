"""Faults put into the kit's mechanics, each in a copy of the files: a check that it touches catches it.

The quick command tries one fault of each check that is soon done, the long one all of them.
`python3 tools/mechanical_faults.py` writes down what found each.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from hardware.tools import kit

import needs
from support.length import count
from support.mechanical_faults import FAULTS, FOUND, caught, copy_of, put_in

pytestmark = pytest.mark.hardware
# Finite elements, and a finger that is tried everywhere.
SLOW = {"overtravel", "deck", "blade", "tongue", "cheek", "parts", "finger"}
# Every other check meets the sound kit in test_physics.py or test_manual.py.
ONLY_HERE = ["board", "counts", "meets", "jig"]
FIRST = {fault["checks"][0]: fault for fault in reversed(FAULTS) if not SLOW & {*fault["checks"]}}


@pytest.mark.parametrize(
    "fault", count([*FIRST.values()], FAULTS), ids=lambda fault: fault["name"].replace(" ", "-")
)
def test_a_fault_is_caught(fault: dict[str, Any], tmp_path: Path) -> None:
    needs.program("openscad")
    unit = copy_of(tmp_path)
    put_in(fault, tmp_path)
    found = caught(fault, unit)
    assert any(re.search(fault["says"], line) for line in found), found


def test_every_fault_finds_its_place(tmp_path: Path) -> None:
    """A measure that was renamed would leave its fault without effect."""
    for number, fault in enumerate(FAULTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        copy_of(folder)
        put_in(fault, folder)


def test_without_a_fault_nothing_is_caught(tmp_path: Path) -> None:
    """The copy itself is sound: in the checks that nothing else tries on it, or in all."""
    needs.program("openscad")
    named = {check for fault in FAULTS for check in fault["checks"]}
    assert named <= set(kit.CHECKS)
    assert kit.complaints(copy_of(tmp_path), count(ONLY_HERE, sorted(named))) == []


def test_the_list_is_long_and_names_each_once() -> None:
    names = [fault["name"] for fault in FAULTS]
    assert len(names) == len(set(names)) >= 50


def test_the_committed_result_names_every_fault_and_what_found_it() -> None:
    with FOUND.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["fault"] for row in rows] == [fault["name"] for fault in FAULTS]
    for row, fault in zip(rows, FAULTS, strict=True):
        assert re.search(fault["says"], row["what it said"]), fault["name"]
