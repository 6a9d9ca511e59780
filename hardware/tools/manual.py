"""The manual's numbered steps from `manual.yml`: each part is used up once, as many as the model shows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import yaml  # type: ignore[import-untyped]

from hardware.tools import assembly, checks
from hardware.tools.unit import Unit


@dataclass(frozen=True)
class Step:
    """One step of the manual."""

    number: int
    title: str
    do: str
    check: str
    tools: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    put: list[str] = field(default_factory=list)
    pale: list[str] = field(default_factory=list)  # put in here, but not what the picture is about
    carried: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)  # screws that were put in before
    section: str = ""
    build: str = "both"
    optional: bool = False
    bench: bool = False
    alone: bool = False  # its picture shows only what is put together here, and on one side
    near: list[str] = field(default_factory=list)  # pale beside it where it is alone
    angle: float = 30.0
    eye: list[float] = field(default_factory=lambda: [-60, 40])
    picture: str = ""  # one that is drawn otherwise, see `things`
    show: str = ""  # one that is there already

    @property
    def image(self) -> str:
        """Its picture, from the guides' folder of pictures."""
        return f"steps/{self.number:02}.png" if self.put or self.picture else self.show

    def taken(self) -> Counter[str]:
        """Reference -> how many of it this step takes; 0 means all of that row."""
        found: Counter[str] = Counter()
        for word in self.parts:
            ref, _, count = word.partition(" x ")
            found[ref] = int(count or 0)
        return found


def load(unit: Unit) -> tuple[dict[str, Any], list[Step]]:
    manual = yaml.safe_load(unit.manual.read_text(encoding="utf-8"))
    steps = []
    numbers = {row["title"]: number for number, row in enumerate(manual["steps"], start=1)}
    grams = round(checks.filament_g(checks.bom_rows(unit.bom)), -1)
    measures = {**unit.n, "grams": grams, "step": numbers}
    manual["intro"] = manual["intro"].strip().format(**measures)
    for number, row in enumerate(manual["steps"], start=1):
        words = {key: row[key].strip().format(**measures) for key in ("do", "check")}
        steps.append(Step(number=number, **{**row, **words}))
    return manual, steps


BUILDS = ("board", "point-to-point")  # that the manual tells; the assembled board is the first one, half done
ELSEWHERE = ("laser", "light sensor")  # parts that have a page of their own


def has_own_page(row: checks.Row) -> bool:
    return any(words in f"{row}" for words in ELSEWHERE)


def belongs(build: str, which: str) -> bool:
    return build in ("both", which) or (build == "boards" and which != "point-to-point")


def part_complaints(steps: list[Step], rows: list[checks.Row]) -> list[str]:
    """Every row of the parts list is used up by the steps of each build, and nothing else is."""
    wrong = []
    for build in BUILDS:
        have: dict[str, int] = {}
        for row in rows:
            if belongs(row["build"], build) and not has_own_page(row):
                refs = checks.references(row)
                have |= (
                    {refs[0]: int(row["quantity"])}
                    if row["reference"].startswith("M")
                    else dict.fromkeys(refs, 1)
                )
        left = dict(have)
        for step in (step for step in steps if belongs(step.build, build)):
            for ref, count in step.taken().items():
                if ref not in have:
                    wrong.append(f"{build}: step {step.number} takes {ref}, which is not in the parts list")
                    continue
                left[ref] -= count or have[ref]
        wrong += [f"{build}: {ref}: {count} left over" for ref, count in left.items() if count > 0]
        wrong += [f"{build}: {ref}: {-count} too few" for ref, count in left.items() if count < 0]
    return wrong


def model_counts(unit: Unit, build: str) -> Counter[str]:
    """What the model shows in this build, in the parts list's words."""
    other = {"board": "pico", "point-to-point": "board"}[build]
    keys = {
        "pico": {"pico", "pico screw"},
        "board": {"board", "board screw", "pico h", "touch switch", "touch screw", "ring", "next"},
    }
    found: Counter[str] = Counter()
    for place in unit.places:
        if place.key not in keys[other]:
            found[place.what] += len(place.sides)
    return found


_ELECTRONIC = ("circuit board", "Pico", "Pico H", "WS2812 x8", "LED", "NEXT")


def count_complaints(unit: Unit, rows: list[checks.Row]) -> list[str]:
    """Every screw, nut, pad, foot and printed part of the model is bought, and as often."""
    wrong = []
    for build in BUILDS:
        bought: Counter[str] = Counter()
        for row in rows:
            if belongs(row["build"], build) and not has_own_page(row):
                bought[row["value"]] += int(row["quantity"])
        shown = model_counts(unit, build)
        wrong += [
            f"{build}: the model shows {count} x {what}, the parts list has {bought[what]}"
            for what, count in shown.items() if what not in _ELECTRONIC and bought[what] != count
        ]  # fmt: skip
        hardware = re.compile(r"screw|nut |bumper|foot|felt|spring|tie|printed")
        wrong += [
            f"{build}: the parts list has {what}, the model shows none"
            for what in bought if hardware.search(what) and what not in shown and what != "printed jig"
        ]  # fmt: skip
    return wrong


def step_count_complaints(unit: Unit, steps: list[Step], rows: list[checks.Row]) -> list[str]:
    """What a step puts in is what its own parts are."""
    by_ref = {row["reference"] + row["build"]: row for row in rows}
    wrong = []
    shown: Counter[str] = Counter()
    for step in steps:
        put: Counter[str] = Counter()
        for place in unit.places:
            if place.key in step.put:
                put[place.what] += len(place.sides)
        for ref, count in step.taken().items():
            row = by_ref.get(f"{ref}both") or by_ref.get(f"{ref}boards") or by_ref.get(f"{ref}{step.build}")
            if (
                row
                and row["value"] in {place.what for place in unit.places}
                and row["value"] not in _ELECTRONIC
            ):
                put[row["value"]] -= count or int(row["quantity"])
        own = {place.what for place in unit.places if place.key in step.put and place.key not in step.pale}
        wrong += [
            f"step {step.number}: {count:+} x {what} between picture and parts"
            for what, count in put.items()
            if count and what in own and what not in _ELECTRONIC and not what.startswith("D3V")
        ]
        shown.update(dict.fromkeys(step.put, 1))
    missing = {place.key for place in unit.places} - set(shown)
    return wrong + [f"no step puts in the {key}" for key in sorted(missing)]


def assembly_steps(steps: list[Step], build: str) -> list[assembly.Step]:
    return [
        assembly.Step(f"step {s.number}", tuple(s.put), s.angle, tuple(s.carried), s.bench, tuple(s.turned))
        for s in steps if (s.put or s.turned) and belongs(s.build, build)
    ]  # fmt: skip
