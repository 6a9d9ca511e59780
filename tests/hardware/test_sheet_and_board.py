"""Sheets and boards: KiCad's own checks at every severity. More of what breaks them: electronic_faults."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from hardware.tools import fabrication, schematic
from hardware.tools.facts import ELECTRONICS
from hardware.tools.parts import VARIANTS, Variant
from hardware.tools.sexpr import Text, child, children, dump, parse

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the KiCad project, to break."""
    needs.program("kicad-cli", "kicad")
    return Path(shutil.copytree(ELECTRONICS, tmp_path / "electronics"))


def rewrite(path: Path, old: str, new: str, times: int = 1) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count(old) >= times, f"{old} is not in {path.name}"
    path.write_text(source.replace(old, new, times), encoding="utf-8")


def design_rules(project: Path) -> list[str]:
    return fabrication.design_rules(project / "slamomatic.kicad_pcb", project / "drc.txt")


def electrical_rules(project: Path) -> list[str]:
    return fabrication.electrical_rules(project / "slamomatic.kicad_sch", project / "erc.txt")


both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


@both
def test_the_sheet_is_what_its_description_draws(variant: Variant) -> None:
    needs.program("kicad-cli", "kicad")  # the stock symbols come with it
    assert schematic.draw_sheet(variant).source() == variant.schematic.read_text(encoding="utf-8")


@both
def test_the_sheet_passes_every_electrical_rule(variant: Variant, tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    assert fabrication.electrical_rules(variant.schematic, tmp_path / "erc.txt") == []


@both
def test_the_board_passes_every_design_rule_and_equals_the_sheet(variant: Variant, tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    assert fabrication.design_rules(variant.board, tmp_path / "drc.txt") == []


@both
def test_the_project_raises_the_parity_check_to_an_error_and_mutes_nothing(variant: Variant) -> None:
    settings = json.loads(variant.board.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
    severities = settings["board"]["design_settings"]["rule_severities"]
    assert severities["net_conflict"] == "error"
    assert "ignore" not in severities.values()
    assert "ignore" not in settings.get("erc", {}).get("rule_severities", {}).values()
    assert not settings["board"]["design_settings"].get("drc_exclusions")


def test_joining_agnd_is_found(project: Path) -> None:
    sheet = project / "slamomatic.kicad_sch"
    tree = parse(sheet.read_text(encoding="utf-8"))
    pico = next(s for s in children(tree, "symbol") if "RaspberryPi_Pico" in child(s, "lib_id")[1])
    x, y = (float(value) for value in child(pico, "at")[1:3])
    at = (x + 22.86, y + 22.86)
    flag = next(f for f in children(tree, "no_connect") if tuple(map(float, child(f, "at")[1:3])) == at)
    tree.remove(flag)
    label = next(item for item in children(tree, "label") if item[1] == "VBUS")
    tree.append([*label[:1], Text("VBUS"), ["at", *at, 0], *label[3:-1], ["uuid", Text("a" * 8)]])
    sheet.write_text(dump(tree), encoding="utf-8")
    assert any("pin_to_pin" in line for line in electrical_rules(project))


def test_two_swapped_pins_on_the_board_are_a_parity_error(project: Path) -> None:
    board = project / "slamomatic.kicad_pcb"
    tree = parse(board.read_text(encoding="utf-8"))
    pico = next(f for f in children(tree, "footprint") if "RaspberryPi_Pico" in f[1])
    red, yellow = (next(pad for pad in children(pico, "pad") if pad[1] == n) for n in ("4", "5"))
    here, there = child(red, "net"), child(yellow, "net")
    here[1:], there[1:] = there[1:], here[1:]
    board.write_text(dump(tree), encoding="utf-8")
    found = design_rules(project)
    assert any("net_conflict" in line for line in found)
    report = (project / "drc.txt").read_text(encoding="utf-8")
    assert re.search(r"\[net_conflict\][^\[]*?error", report), "net_conflict is an error here, not a warning"


@pytest.mark.long
def test_two_swapped_labels_on_the_sheet_leave_the_board_behind(project: Path) -> None:
    sheet = project / "slamomatic.kicad_sch"
    rewrite(sheet, '(label "RED_SLAP"', '(label "SWAP"')
    rewrite(sheet, '(label "YELLOW_SLAP"', '(label "RED_SLAP"')
    rewrite(sheet, '(label "SWAP"', '(label "YELLOW_SLAP"')
    assert any("net_conflict" in line for line in design_rules(project))
