"""Read as a new builder: every part, tool, screw, file, picture and command that a guide names exists."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hardware.tools import checks, manual_pictures, mechanics, pictures
from hardware.tools.facts import HARDWARE, PICTURES, ROOT, SETTINGS
from hardware.tools.parts import TEST_POINTS

from slamomatic.cli import VERBS
from slamomatic.commands.bench import INSTRUMENTS

GUIDES = [HARDWARE / "README.md", *sorted((HARDWARE / "guide").glob("*.md"))]
REFERENCES = {ref for row in checks.bom_rows() for ref in checks.references(row)} | set(TEST_POINTS)
SCREWS = {match for row in checks.bom_rows() for match in re.findall(r"M\d x \d+", row["value"])}
TOOLS = (
    "soldering iron", "solder", "multimeter", "wire stripper", "side cutters", "screwdriver", "pliers",
    "caliper", "crimping tool", "3D printer", "drill", "glue", "tweezers", "oscilloscope", "heat gun",
    "hex key",
)  # fmt: skip
MADE = {
    "hardware/out/", "hardware/out/gerbers", "hardware/out/gerbers-smd",
    "hardware/out/placement/placement.html", "hardware/out/stl",
    "hardware/out/laser", "hardware/out/manual/manual.html", "hardware/out/manual/manual.pdf",
    *(f"hardware/out/stl/{name}.stl" for name in mechanics.PRINTED),
}  # fmt: skip


def words_of_hardware() -> set[str]:
    source = (HARDWARE / "__main__.py").read_text(encoding="utf-8")
    found = re.search(r"^WORDS = \{(.*?)^\}", source, re.MULTILINE | re.DOTALL)
    assert found is not None
    return set(re.findall(r'"(\w+)":', found.group(1)))


def unknown_commands(text: str) -> list[str]:
    wrong = []
    for verb in re.findall(r"(?:python3 host|`slamomatic) ([a-z][a-z0-9]*)", text):
        if verb not in VERBS or importlib.util.find_spec(f"slamomatic.commands.{verb}") is None:
            wrong.append(f"command {verb}")
    for name in re.findall(r"(?:host |slamomatic |`)bench ([a-z]+)", text):
        if name not in INSTRUMENTS or importlib.util.find_spec(f"slamomatic.bench.{name}") is None:
            wrong.append(f"instrument {name}")
    known = words_of_hardware()
    wrong += [f"word {word}" for word in re.findall(r"python3 hardware (\w+)", text) if word not in known]
    return wrong


def unknown_options(text: str) -> list[str]:
    """`python3 host flash --check`: the verb's or instrument's own source must name the option."""
    wrong = []
    for verb, instrument, option in re.findall(r"python3 host (\w+)(?: (\w+))?[^`\n]*? (--[a-z-]+)", text):
        name = f"slamomatic.bench.{instrument}" if verb == "bench" else f"slamomatic.commands.{verb}"
        spec = importlib.util.find_spec(name)
        source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
        if f'"{option}"' not in source and option != "--json":
            wrong.append(f"{verb} {instrument} {option}")
    return wrong


def unknown_references(text: str) -> list[str]:
    """R1, SW5 and the like; `R1 to R4` names all between."""
    named: set[str] = set(re.findall(r"\b(?:R|C|D|J|U|SW|F|LS|A|TP)\d+\b", text))
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
    for path in re.findall(r"`((?:hardware|firmware|host|tests|\.venv)/[\w./-]*)`", text):
        if path not in MADE and not (ROOT / path).exists() and not path.startswith(".venv"):
            wrong.append(path)
    return wrong


def unknown_screws(text: str) -> list[str]:
    return sorted(set(re.findall(r"M\d x \d+", text)) - SCREWS)


def tools_without_a_row(texts: Iterable[str]) -> list[str]:
    table = set(
        re.findall(r"^\| ([\w ]+) \|", (HARDWARE / "guide" / "build.md").read_text("utf-8"), re.MULTILINE)
    )
    everything = " ".join(texts)
    return [tool for tool in TOOLS if tool in everything and tool not in table]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_everything_that_a_guide_names_exists(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert unknown_commands(text) == []
    assert unknown_options(text) == []
    assert unknown_references(text) == []
    assert missing_files(text, guide) == []
    assert unknown_screws(text) == []


def test_every_tool_is_listed() -> None:
    assert tools_without_a_row(guide.read_text(encoding="utf-8") for guide in GUIDES) == []
    assert tools_without_a_row(["take a hex key and an oscilloscope"]) == ["oscilloscope", "hex key"]


def test_what_does_not_exist_is_found() -> None:
    assert unknown_commands("run `python3 host fly` and `python3 host bench juggle`") == [
        "command fly", "instrument juggle",
    ]  # fmt: skip
    assert unknown_commands("`python3 hardware embroider`") == ["word embroider"]
    assert unknown_options("`python3 host flash --turbo`") == ["flash  --turbo"]
    assert unknown_references("solder R99 and D1 to D12") == ["D10", "D11", "D12", "R99"]
    assert missing_files("[x](nowhere.md) `hardware/nothing.txt`", GUIDES[0]) == [
        "nowhere.md",
        "hardware/nothing.txt",
    ]
    assert unknown_screws("a screw M3 x 99") == ["M3 x 99"]


def test_every_guide_says_that_nobody_has_built_one() -> None:
    for guide in GUIDES:
        text = guide.read_text(encoding="utf-8")
        assert re.search(r"[Nn]obody has", text) or guide.name == "troubleshooting.md", guide.name


def unknown_settings(text: str) -> list[str]:
    """`SET,touch,1`: the firmware must know the key and take the value."""
    tree = ast.parse(SETTINGS.read_text(encoding="utf-8"))
    table = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TABLE"
    )
    assert isinstance(table, ast.Dict)
    checks_of = {
        ast.literal_eval(key): ast.unparse(row)
        for key, row in zip(table.keys, table.values, strict=True)
        if key
    }
    wrong = []
    for key, value in re.findall(r"SET,(\w+),(\w+)", text):
        row = checks_of.get(key, "")
        span = re.search(r"_whole\((\d+), (\d+)\)", row)
        fits = int(span[1]) <= int(value) <= int(span[2]) if span and value.isdigit() else f"'{value}'" in row
        if not fits:
            wrong.append(f"{key} {value}")
    return wrong


def test_every_setting_that_a_guide_sets_is_the_firmwares() -> None:
    text = (HARDWARE / "guide" / "first-test.md").read_text(encoding="utf-8")
    assert len(re.findall(r"SET,", text)) == 4
    assert unknown_settings(text) == []
    assert unknown_settings("SET,touch,7 SET,lamps,on SET,lights,neon") == [
        "touch 7",
        "lamps on",
        "lights neon",
    ]


def test_every_step_has_its_check() -> None:
    steps = re.split(
        r"^\d+\. ", (HARDWARE / "guide" / "build.md").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert len(steps) > 20
    assert [step[:40] for step in steps[1:] if "**Check**" not in step] == []


def test_every_picture_is_made_and_shown() -> None:
    shown = set()
    for guide in GUIDES:
        shown |= {
            Path(name).relative_to("guide/pictures" if guide.name == "README.md" else "pictures").as_posix()
            for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", guide.read_text(encoding="utf-8"))
        }
    drawn = set(json.loads(manual_pictures.DIGESTS.read_text(encoding="utf-8")))
    assert shown == set(pictures.MADE) | drawn
    assert {path.relative_to(PICTURES).as_posix() for path in PICTURES.rglob("*.*g")} == shown


def test_the_print_table_counts_like_the_bill() -> None:
    text = (HARDWARE / "guide" / "print.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `hardware/prints/([\w-]+)\.stl` \| (\d+) \|", text, re.MULTILINE))
    assert rows == {name: str(count) for name, (_, count) in mechanics.PRINTED.items()}


def test_the_heights_in_the_guides_are_the_models() -> None:
    scad = (HARDWARE / "mechanics" / "dimensions.scad").read_text(encoding="utf-8")

    def measure(name: str) -> float:
        found = re.search(rf"^{name} = ([\d.]+);", scad, re.MULTILINE)
        assert found is not None
        return float(found.group(1))

    go, no_go = measure("gauge_go"), measure("gauge_no")
    for name, words in (
        ("build.md", f"one notch, {go} mm"), ("build.md", f"two notches, {no_go} mm"),
        ("print.md", f"at one end measure {go} mm, at the other end {no_go} mm"),
        ("log.md", f"{go} mm, {no_go} mm"),
        ("troubleshooting.md", f"{measure('bumper_give')} mm above its rim"),
    ):  # fmt: skip
        assert words in (HARDWARE / "guide" / name).read_text(encoding="utf-8"), (name, words)
