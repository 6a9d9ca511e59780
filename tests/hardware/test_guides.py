"""Read as a new builder: every part, screw, file, picture, step and command that a guide names exists."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest
from hardware.tools import checks, manual, pictures, prints, wiring
from hardware.tools.facts import HARDWARE, PICTURES, ROOT, SETTINGS

from hardware import __main__ as command
from slamomatic.cli import VERBS
from slamomatic.commands.bench import INSTRUMENTS
from slamomatic.words.languages import SOURCE, languages

GUIDES = [HARDWARE / "README.md", *sorted((HARDWARE / "guide").glob("*.md"))]
REFERENCES = {ref for row in checks.bom_rows() for ref in checks.references(row)}
SCREWS = {match for row in checks.bom_rows() for match in re.findall(r"M\d x \d+", row["value"])}
MADE = {"hardware/out/"}
DRAWN = {*pictures.MADE, "schematic.svg", "carrier.svg", "wiring.svg"}


def unknown_commands(text: str) -> list[str]:
    wrong = []
    for verb in re.findall(r"(?:python3 host|`slamomatic) ([a-z][a-z0-9]*)", text):
        if verb not in VERBS or importlib.util.find_spec(f"slamomatic.commands.{verb}") is None:
            wrong.append(f"command {verb}")
    wrong += [
        f"instrument {n}"
        for n in re.findall(r"(?:host |slamomatic |`)bench ([a-z]+)", text)
        if n not in INSTRUMENTS
    ]
    return wrong + [
        f"word {w}" for w in re.findall(r"python3 hardware (\w+)", text) if w not in command.WORDS
    ]


def unknown_references(text: str) -> list[str]:
    named = set(re.findall(r"\b(?:R|C|D|J|U|SW|F|LS|A)\d+\b", text))
    for letter, first, last in re.findall(r"\b([A-Z]+)(\d+) to [A-Z]+(\d+)\b", text):
        if letter in ("R", "C", "D", "J", "SW"):
            named |= {f"{letter}{n}" for n in range(int(first), int(last) + 1)}
    return sorted(named - REFERENCES)


def missing_files(text: str, guide: Path) -> list[str]:
    wrong = [
        target
        for target in re.findall(r"\]\(([^)#]+)\)", text)
        if "://" not in target and not (guide.parent / target).exists()
    ]
    for path in re.findall(r"`((?:hardware|firmware|host|tests)/[\w./-]*)`", text):
        if path not in MADE and not (ROOT / path).exists():
            wrong.append(path)
    return wrong


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_everything_that_a_guide_names_exists(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert unknown_commands(text) == []
    assert unknown_references(text) == []
    assert missing_files(text, guide) == []
    assert sorted(set(re.findall(r"M\d x \d+", text)) - SCREWS) == []


def test_what_does_not_exist_is_found() -> None:
    assert unknown_commands("`python3 host fly` `python3 host bench juggle` `python3 hardware sew`") == [
        "command fly", "instrument juggle", "word sew",
    ]  # fmt: skip
    assert unknown_references("solder R99 and D1 to D4") == ["D3", "D4", "R99"]
    assert missing_files("[x](nowhere.md) `hardware/nothing.txt`", GUIDES[0]) == [
        "nowhere.md",
        "hardware/nothing.txt",
    ]


def test_it_is_said_once_that_nobody_has_built_one() -> None:
    found = [
        guide.name for guide in (ROOT / "README.md", *GUIDES)
        if re.search(r"[Nn]obody has built", guide.read_text(encoding="utf-8"))
    ]  # fmt: skip
    assert found == ["build.md"], "where it matters: to who builds"


def test_the_build_begins_with_a_slap_and_checks_each_step() -> None:
    text = (HARDWARE / "guide" / "build.md").read_text(encoding="utf-8")
    steps = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
    assert len(steps) >= 14
    assert [step.splitlines()[0] for step in steps if "**Check**" not in step] == []
    assert steps[3].startswith("1.4 Slap"), "the first slap is the fourth step"


def test_every_picture_is_made_and_shown() -> None:
    shown = {
        Path(name).name for guide in GUIDES
        for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", guide.read_text(encoding="utf-8"))
    }  # fmt: skip
    assert shown == DRAWN == {path.name for path in PICTURES.iterdir()}


def test_every_setting_that_a_guide_sets_is_the_firmwares() -> None:
    tree = ast.parse(SETTINGS.read_text(encoding="utf-8"))
    table = next(
        n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "TABLE"
    )
    assert isinstance(table, ast.Dict)
    rows = {
        ast.literal_eval(key): ast.unparse(row)
        for key, row in zip(table.keys, table.values, strict=True)
        if key
    }
    found = 0
    for guide in GUIDES:
        for key, value in re.findall(r"SET,(\w+),(\w+)", guide.read_text(encoding="utf-8")):
            span = re.search(r"_whole\((\d+), (\d+)\)", rows[key])
            assert (
                int(span[1]) <= int(value) <= int(span[2])
                if span and value.isdigit()
                else f"'{value}'" in rows[key]
            )
            found += 1
    assert found == 2 * len(manual.CHECKS) + 2


def test_the_guides_list_of_parts_is_the_parts_list() -> None:
    text = (HARDWARE / "guide" / "build.md").read_text(encoding="utf-8")
    rows = {row["reference"]: row for row in checks.bom_rows()}
    for reference, words, unit in (
        ("SW1 SW2 SW3 SW4", "switch SS-5GL", ""), ("LS1", "ring of eight", ""),
        ("M10", "grub screw M3 x 6", ""), ("M11", "compression spring", ""),
        ("M9", "rubber dome 8 x 2.2", ""), ("M12", "stranded wire", " m"), ("M13", "cable tie 2.5 mm", ""),
        ("M19", "resistor 330 ohm", ""), ("M14", "USB cable", ""),
    ):  # fmt: skip
        assert re.search(
            rf"^\| {words}[^|]*\| {rows[reference]['quantity']}{unit} \|$", text, re.MULTILINE
        ), words
    assert f"| {prints.grams(prints.read_table()):.0f} g |" in text


def test_the_parts_list_knows_what_the_slicer_weighs_and_how_many_spools_that_takes() -> None:
    weighed = {f"hardware/prints/{row['part']}.stl": float(row["grams"]) for row in prints.read_table()}
    printed = [row for row in checks.bom_rows() if row["value"].startswith("printed")]
    for row in printed:
        said = re.search(r"(\d+) g of PETG", row["note"])
        assert said and int(said[1]) == round(weighed[row["part_number"]]), row["reference"]
    spools = [row for row in printed if row["need"] == "required" and not row["pack_with"]]
    assert len(spools) == 6
    assert "Six spools" in (HARDWARE / "guide" / "order.md").read_text(encoding="utf-8")


def test_the_print_settings_are_those_that_the_slicer_was_given() -> None:
    given = dict(line.split(" = ") for line in prints.SETTINGS.read_text(encoding="utf-8").splitlines())
    text = (HARDWARE / "guide" / "build.md").read_text(encoding="utf-8")
    layers, walls, infill = given["layer_height"], given["perimeters"], given["fill_density"].rstrip("%")
    assert f"{layers} mm, {walls} walls, {infill} % infill, no supports" in text
    assert {row["supports"] for row in prints.read_table()} == {"0"}


def test_the_wires_to_buy_reach() -> None:
    text = (HARDWARE / "guide" / "build.md").read_text(encoding="utf-8")
    said = re.search(r"stranded wire 0\.25 mm²: black ([\d.]+) m; ([\w, ]+) ([\d.]+) m each \| (\d+) m", text)
    assert said
    bought = {"BK": float(said[1])}
    codes = {"red": "RD", "yellow": "YE", "green": "GN", "blue": "BU", "white": "WH"}
    bought |= {codes[name]: float(said[3]) for name in said[2].split(", ")}
    assert sum(bought.values()) == float(said[4])
    needed: dict[str, float] = {}
    for cable in wiring.read()["cables"].values():
        for colour in cable["colors"]:
            needed[colour] = needed.get(colour, 0.0) + float(cable["length"])
    assert needed.keys() == bought.keys()
    assert all(bought[colour] >= length for colour, length in needed.items()), needed


@pytest.mark.parametrize("language", manual.CHECKS)
def test_the_page_holds_all_of_the_guide(language: str) -> None:
    page = manual.page(language)
    text = manual.guide(language).read_text(encoding="utf-8")
    assert page.count("<img ") == text.count("![") and page.count('src="data:image/') == text.count("![")
    assert page.count("<h3>") == text.count("\n### ")
    assert page.count("class=check") == text.count(f"\n**{manual.CHECKS[language]}**")
    assert 'src="pictures' not in page and "**" not in page and "](" not in page


def steps(text: str) -> list[list[str]]:
    """Return what no translation may change in each step: numbers, commands, pictures, lines to type."""
    return [
        [
            *sorted(re.findall(r"\d+", step)), *re.findall(r"`([^`]+)`", step),
            *re.findall(r"\]\(([^)]+)\)", step), *re.findall(r"^    (.+)$", step, re.MULTILINE),
            *sorted(re.findall(r"\b(?:NO|NC|DI|DO|GND|VBUS|BOOTSEL|GP\d+)\b", step)),
        ]
        for step in re.split(r"^#+ ", text, flags=re.MULTILINE)
    ]  # fmt: skip


@pytest.mark.parametrize("language", [code for code in manual.CHECKS if code != "en"])
def test_each_language_has_the_same_steps(language: str) -> None:
    english, other = (steps(manual.guide(code).read_text(encoding="utf-8")) for code in ("en", language))
    assert len(other) == len(english)
    for ours, theirs in zip(english, other, strict=True):
        assert sorted(theirs) == sorted(ours)


def test_the_manual_speaks_the_programs_languages() -> None:
    assert set(manual.CHECKS) == {SOURCE, *languages()}
