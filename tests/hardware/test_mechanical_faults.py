"""Faults put into the kit's mechanics, each in a copy of the files: a check that it touches catches it.

Every day each sixth fault of the list; with SLAMOMATIC_FULL=1 all of them, which takes minutes.
`PYTHONPATH=.:tests python tests/hardware/test_mechanical_faults.py` writes down what found each.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from hardware.tools import kit
from hardware.tools.facts import HARDWARE
from hardware.tools.unit import Unit

import needs

pytestmark = pytest.mark.hardware
LIST = Path(__file__).parent / "mechanical_faults.yml"
FOUND = HARDWARE / "faults-mechanics.csv"
FAULTS: list[dict[str, Any]] = yaml.safe_load(LIST.read_text(encoding="utf-8"))["faults"]
FULL = bool(os.environ.get("SLAMOMATIC_FULL"))
ONLY_HERE = [
    "blade",
    "board",
    "counts",
    "meets",
    "jig",
]  # every other check meets the sound kit in test_physics.py or test_manual.py


def copy_of(folder: Path) -> Unit:
    today = Unit()
    shutil.copytree(today.folder, folder / "mechanics")
    for path in (today.manual, today.bom):
        shutil.copy(path, folder / path.name)
    return Unit(folder / "mechanics", manual=folder / today.manual.name, bom=folder / today.bom.name)


def put_in(fault: dict[str, Any], folder: Path) -> None:
    """Change one place of one file; a fault that no longer finds its place is an error of the list."""
    path = folder / "mechanics" / fault["in"]
    path = path if path.exists() else folder / fault["in"]
    text = path.read_text(encoding="utf-8")
    if "swap" in fault:
        manual = yaml.safe_load(text)
        one, other = (
            next(n for n, s in enumerate(manual["steps"]) if s["title"] == title) for title in fault["swap"]
        )
        manual["steps"][one], manual["steps"][other] = manual["steps"][other], manual["steps"][one]
        path.write_text(yaml.safe_dump(manual), encoding="utf-8")
        return
    assert text.count(fault["find"]) == 1, f"{fault['find']} stands {text.count(fault['find'])} times"
    path.write_text(text.replace(fault["find"], fault["put"]), encoding="utf-8")


def caught(fault: dict[str, Any], unit: Unit) -> list[str]:
    """What its checks say; where the model's own asserts refuse the measure, that."""
    try:
        return kit.complaints(unit, fault["checks"])
    except RuntimeError as refused:
        return [f"refused: {refused}"]


@pytest.mark.parametrize(
    "fault", FAULTS if FULL else FAULTS[::6], ids=lambda fault: fault["name"].replace(" ", "-")
)
def test_a_fault_is_caught(fault: dict[str, Any], tmp_path: Path) -> None:
    needs.program("openscad")
    unit = copy_of(tmp_path)
    put_in(fault, tmp_path)
    found = caught(fault, unit)
    assert any(re.search(fault["says"], line) for line in found), found


def test_every_fault_finds_its_place(tmp_path: Path) -> None:
    """The whole list, every day: a measure that was renamed would leave its fault without effect."""
    for number, fault in enumerate(FAULTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        copy_of(folder)
        put_in(fault, folder)


def test_without_a_fault_nothing_is_caught(tmp_path: Path) -> None:
    """The copy itself is sound: every day in the checks that nothing else tries on it, else in all."""
    needs.program("openscad")
    named = {check for fault in FAULTS for check in fault["checks"]}
    assert named <= set(kit.CHECKS)
    assert kit.complaints(copy_of(tmp_path), sorted(named) if FULL else ONLY_HERE) == []


def test_the_list_is_long_and_names_each_once() -> None:
    names = [fault["name"] for fault in FAULTS]
    assert len(names) == len(set(names)) >= 50


def test_the_committed_result_names_every_fault_and_what_found_it() -> None:
    with FOUND.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["fault"] for row in rows] == [fault["name"] for fault in FAULTS]
    for row, fault in zip(rows, FAULTS, strict=True):
        assert re.search(fault["says"], row["what it said"]), fault["name"]


def write_down() -> None:
    with FOUND.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["fault", "file", "what it said"])
        for fault in FAULTS:
            with tempfile.TemporaryDirectory() as folder:
                unit = copy_of(Path(folder))
                put_in(fault, Path(folder))
                found = [line for line in caught(fault, unit) if re.search(fault["says"], line)]
            said = re.sub(r"refused: .*?ERROR: ", "refused: ", found[0]) if found else ""
            writer.writerow([fault["name"], fault["in"], said.replace(folder, "")])
            print(f"{fault['name']}: {said or 'NOT FOUND'}", flush=True)


if __name__ == "__main__":
    write_down()
