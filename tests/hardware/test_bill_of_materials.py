"""The bill of materials: every row whole, and against the sheet both ways."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest
from hardware.tools import checks, facts, mechanics, netlist, reach
from hardware.tools.checks import Row
from hardware.tools.netlist import Netlist
from hardware.tools.parts import VARIANTS, Variant
from hardware.tools.unit import PETG_G_PER_MM3, Unit

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def variant(request: pytest.FixtureRequest) -> Variant:
    found: Variant = request.param
    return found


@pytest.fixture(scope="module")
def sheet(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    needs.program("kicad-cli", "kicad")
    return netlist.of(variant.schematic, tmp_path_factory.mktemp("netlist"))


@pytest.fixture
def rows() -> list[Row]:
    return copy.deepcopy(checks.bom_rows())


def test_every_row_is_priced_counted_and_numbered(rows: list[Row]) -> None:
    assert checks.bom_rows_whole(rows) == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("price_eur", ""), ("price_eur", "0.00"), ("part_number", ""), ("quantity", "7"),
        ("need", "maybe"), ("note", ""), ("build", "third"),
    ],
)  # fmt: skip
def test_a_row_that_lacks_something_is_found(rows: list[Row], column: str, value: str) -> None:
    rows[0][column] = value
    assert checks.bom_rows_whole(rows)


def test_sheet_and_bill_name_the_same_parts(rows: list[Row], sheet: Netlist, variant: Variant) -> None:
    assert checks.bom_against_sheet(rows, sheet, variant.build) == []


def test_a_part_that_nobody_buys_is_found(rows: list[Row], sheet: Netlist, variant: Variant) -> None:
    for number, row in enumerate(rows):
        if not row["reference"].startswith("M") and variant.build in checks.builds_of(row):
            short = rows[:number] + rows[number + 1 :]
            assert checks.bom_against_sheet(short, sheet, variant.build), row["reference"]


def test_a_part_that_is_not_on_the_sheet_is_found(rows: list[Row], sheet: Netlist, variant: Variant) -> None:
    for ref in ("R1", "SW3", "U2"):
        short = Netlist({name: part for name, part in sheet.parts.items() if name != ref}, sheet.nets)
        assert checks.bom_against_sheet(rows, short, variant.build)


def test_another_value_or_need_is_found(rows: list[Row], sheet: Netlist, variant: Variant) -> None:
    for change in ((0, "Pico 9"), (2, "optional")):
        parts = dict(sheet.parts)
        part = list(parts["A1"])
        part[change[0]] = change[1]
        parts["A1"] = (part[0], part[1], part[2])
        assert checks.bom_against_sheet(rows, Netlist(parts, sheet.nets), variant.build)


def test_every_printed_part_is_in_the_bill_as_often_as_it_is_needed(rows: list[Row]) -> None:
    bought = {row["value"].removeprefix("printed "): int(row["quantity"]) for row in rows}
    counts: dict[str, int] = {}
    for name, (_, count) in mechanics.PRINTED.items():
        kind = name.split("-")[0]
        counts[kind] = counts.get(kind, 0) + count
    assert counts == {name: bought[name] for name in counts}


def test_the_simplest_build_costs_less_than_40_euros(rows: list[Row]) -> None:
    need, _ = checks.totals(rows)["point-to-point"]
    assert need < 40
    dearer = next(row for row in rows if row["value"] == "Pico")
    dearer["price_eur"] = "5.00"
    assert checks.totals(rows)["point-to-point"][0] > 40


def test_filament_is_counted_by_the_gram_at_the_cited_price(rows: list[Row], unit: Unit) -> None:
    """Arms and paddles are printed solid, the rest with 30 % infill: no part is lighter than its shell."""
    text = " ".join((facts.HARDWARE / "README.md").read_text(encoding="utf-8").split())
    printed = [row for row in rows if row["value"].startswith("printed ")]
    cited = re.search(r"price \(([\d.]+) for 1 kg of PETG\): http", printed[0]["sources"])
    assert cited is not None and {row["sources"] for row in printed[1:]} == {"as M7"}
    for row in printed:
        grams = checks.printed_g(row)
        assert abs(float(row["price_eur"]) - grams * float(cited[1]) / 1000) < 0.01, row["value"]
        part = mechanics.PRINTED[Path(row["part_number"]).stem][0]
        solid_g = unit.part(**{"name": part["part"], **{k: part[k] for k in part if k != "part"}}).volume()
        solid_g *= PETG_G_PER_MM3
        least = 0.98 if "printed solid" in row["note"] else 0.7
        assert least * solid_g < grams < 1.02 * solid_g, (row["value"], solid_g)
    total, cost = checks.filament_g(rows), sum(int(r["quantity"]) * float(r["price_eur"]) for r in printed)
    assert f"{total:.0f} g of filament, {cost:.2f} euros" in text


def test_the_list_describes_the_models_spring(rows: list[Row], unit: Unit) -> None:
    wire, across, free = unit.n["spring"]
    rate, wound = reach.spring_rate(unit)
    note = next(row["note"] for row in rows if row["value"] == "extension spring")
    assert f"wire {wire:g} mm, {across:g} mm across, {free:g} mm inside the loops" in note
    assert f"about {unit.n['spring_turns']} turns, {rate:.1f} N/mm from {wound:.1f} N on" in note


@pytest.mark.parametrize("spring", [(0.6, 6, 24), (0.6, 6, 26), (0.5, 5, 24)])
def test_the_other_springs_on_the_list_fit_too(spring: tuple[float, float, float], rows: list[Row]) -> None:
    note = next(row["note"] for row in rows if row["value"] == "extension spring")
    assert "0.6 x 6 x 24 to 26 and 0.5 x 5 x 24 mm fit too" in note
    needs.program("openscad")
    wire, across, free = spring
    other = Unit()
    turns = (free - 2 * (across - wire)) / wire - 1  # what lies between its loops, turn beside turn
    other.n.update(spring=list(spring), spring_turns=turns)
    assert reach.spring_complaints(other) == []
    other.n.update(spring=[wire, across, 30], spring_turns=turns)
    assert reach.spring_complaints(other)


def test_the_guide_names_the_totals(rows: list[Row]) -> None:
    text = (facts.HARDWARE / "README.md").read_text(encoding="utf-8")
    for build, (need, every) in checks.totals(rows).items():
        assert f"| {build} | {need:.2f} | {every:.2f} |" in text
    rows[0]["price_eur"] = "99.00"
    need, every = checks.totals(rows)["board"]
    assert f"| board | {need:.2f} | {every:.2f} |" not in text
