"""One pin table: sheet, wiring and guides against the firmware's settings, pin by pin."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from hardware.tools import checks, facts, netlist, wiring
from hardware.tools.netlist import Netlist

import needs

pytestmark = pytest.mark.hardware
GUIDE = facts.HARDWARE / "guide" / "wiring.md"


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    needs.program("kicad-cli", "kicad")
    return netlist.of(work=tmp_path_factory.mktemp("netlist"))


@pytest.fixture
def table() -> dict[str, Any]:
    return copy.deepcopy(facts.pins())


@pytest.fixture
def harness() -> dict[str, Any]:
    loaded = yaml.safe_load(wiring.SOURCE.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def swapped(table: dict[str, Any], key: str) -> dict[str, Any]:
    first, second, *rest = table[key]
    return {**table, key: (second, first, *rest)}


def without(sheet: Netlist, ref: str) -> Netlist:
    """The same sheet, one part left out."""
    return Netlist(
        {name: part for name, part in sheet.parts.items() if name != ref},
        {net: frozenset(node for node in nodes if node[0] != ref) for net, nodes in sheet.nets.items()},
    )


def test_the_inputs_are_consecutive(table: dict[str, Any]) -> None:
    assert checks.inputs(table) == []


def test_a_gap_between_the_inputs_is_found(table: dict[str, Any]) -> None:
    assert checks.inputs({**table, "next": table["next"] + 1})


def test_every_pin_of_the_sheet_is_the_firmwares(sheet: Netlist, table: dict[str, Any]) -> None:
    assert checks.sheet_pins(sheet, table) == []


@pytest.mark.parametrize("key", ["paddles", "touch", "leds", "jig"])
def test_a_swapped_pin_in_the_firmware_is_found(sheet: Netlist, table: dict[str, Any], key: str) -> None:
    assert len(checks.sheet_pins(sheet, swapped(table, key))) == 2


def test_every_contact_has_its_four_parts(sheet: Netlist) -> None:
    assert checks.sheet_contacts(sheet) == []


@pytest.mark.parametrize("ref", ["R1", "R11", "C1", "D1", "R9", "D9", "SW1", "SW8", "J2", "R33", "J7"])
def test_a_missing_part_is_found(sheet: Netlist, ref: str) -> None:
    assert checks.sheet_contacts(without(sheet, ref))


def test_every_leg_is_where_it_belongs(sheet: Netlist) -> None:
    assert checks.sheet_legs(sheet) == []


def turned_round(sheet: Netlist, ref: str, one: str, other: str) -> Netlist:
    """The same sheet, two legs of one part changed over."""
    legs = {(ref, one): (ref, other), (ref, other): (ref, one)}
    return Netlist(
        sheet.parts, {net: frozenset(legs.get(n, n) for n in nodes) for net, nodes in sheet.nets.items()}
    )


@pytest.mark.parametrize(
    ("ref", "one", "other"),
    [
        ("D1", "1", "2"), ("D9", "1", "2"), ("D24", "1", "2"), ("C13", "1", "2"), ("J6", "1", "3"),
        ("U1", "2", "3"), ("U1", "7", "14"), ("U2", "2", "3"), ("SW3", "C", "NO"), ("J7", "1", "3"),
        ("A1", "36", "40"),
    ],
)  # fmt: skip
def test_a_part_turned_round_is_found(sheet: Netlist, ref: str, one: str, other: str) -> None:
    assert checks.sheet_legs(turned_round(sheet, ref, one, other))


def test_the_wiring_is_the_firmwares(harness: dict[str, Any], table: dict[str, Any]) -> None:
    assert checks.wiring(harness, table) == []
    assert harness == yaml.safe_load(yaml.safe_dump(wiring.harness())), "run `python3 hardware files`"


@pytest.mark.parametrize("key", ["paddles", "leds"])
def test_a_swapped_wire_is_found(harness: dict[str, Any], table: dict[str, Any], key: str) -> None:
    assert len(checks.wiring(harness, swapped(table, key))) == 2


def test_a_cut_wire_is_found(harness: dict[str, Any], table: dict[str, Any]) -> None:
    for run in range(len(harness["connections"])):
        cut = copy.deepcopy(harness)
        for part in cut["connections"][run]:
            for legs in part.values():
                del legs[0]
        assert checks.wiring(cut, table), f"run {run} cut and not missed"


def test_a_switch_without_ground_is_found(harness: dict[str, Any], table: dict[str, Any]) -> None:
    harness["connections"][0][0]["PICO"][1] = 36  # 3.3 V
    assert checks.wiring(harness, table)


def test_the_guides_pin_table_is_the_firmwares(table: dict[str, Any]) -> None:
    assert checks.guide_pins(GUIDE.read_text(encoding="utf-8"), table) == []


@pytest.mark.parametrize("key", ["paddles", "touch", "leds", "jig"])
def test_a_stale_pin_table_in_the_guide_is_found(table: dict[str, Any], key: str) -> None:
    assert checks.guide_pins(GUIDE.read_text(encoding="utf-8"), swapped(table, key))


def jig_words(table: dict[str, Any]) -> list[tuple[Path, str]]:
    """Where guides and bill of materials speak of the jig's resistors in words."""
    ends = f"GP{table['jig'][0]} to GP{table['jig'][-1]}"
    rows = [
        f"| {paddle.name.upper()}_JIG | 330 ohm to GP{gpio},"
        for paddle, gpio in zip(facts.UNIT_PADDLES, table["paddles"], strict=True)
    ]
    return [(GUIDE, row) for row in rows] + [(GUIDE.with_name("bench-test.md"), ends), (checks.BOM, ends)]


def test_the_jigs_resistors_go_where_the_firmware_says(table: dict[str, Any]) -> None:
    def missing(about: dict[str, Any]) -> int:
        return sum(words not in path.read_text(encoding="utf-8") for path, words in jig_words(about))

    assert missing(table) == 0
    assert missing(swapped(table, "paddles")) == 2
    assert missing({**table, "jig": tuple(gpio + 1 for gpio in table["jig"])}) == 2


def test_a_row_missing_from_the_guide_is_found(table: dict[str, Any]) -> None:
    rows = GUIDE.read_text(encoding="utf-8").splitlines()
    short = [row for row in rows if not row.startswith(f"| GP{table['next']} ")]
    assert len(short) < len(rows)
    assert checks.guide_pins("\n".join(short), table)


def test_the_pin_table_is_read_and_not_run(tmp_path: Path) -> None:
    stray = tmp_path / "settings.py"
    stray.write_text("import machine\nPINS = {'next': 3}\n", encoding="utf-8")
    assert facts.pins(stray) == {"next": 3}
