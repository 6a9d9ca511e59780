"""The manual follows the model: every part used once, every way free, every picture and page of today."""

from __future__ import annotations

import copy
import itertools
from dataclasses import replace

import pytest
from hardware.tools import assembly, checks, draw, manual, manual_pages, manual_pictures
from hardware.tools.checks import Row
from hardware.tools.manual import Step
from hardware.tools.unit import Unit
from manifold3d import Manifold

pytestmark = pytest.mark.hardware


@pytest.fixture
def steps(unit: Unit) -> list[Step]:
    return manual.load(unit)[1]


@pytest.fixture
def rows() -> list[Row]:
    return copy.deepcopy(checks.bom_rows())


def test_the_steps_use_up_the_parts_list(steps: list[Step], rows: list[Row]) -> None:
    assert manual.part_complaints(steps, rows) == []


def test_the_parts_list_counts_like_the_model(unit: Unit, steps: list[Step], rows: list[Row]) -> None:
    assert manual.count_complaints(unit, rows) == []
    assert manual.step_count_complaints(unit, steps, rows) == []


def test_a_missing_or_miscounted_row_is_found(unit: Unit, steps: list[Step], rows: list[Row]) -> None:
    """Each row of parts that are no electronics: taken out, and with one piece more than the model shows."""
    shown = {place.what for place in unit.places}
    for number, row in enumerate(rows):
        if not row["reference"].startswith("M") or manual.has_own_page(row) or row["build"] == "smd":
            continue
        without = rows[:number] + rows[number + 1 :]
        assert manual.part_complaints(steps, without), row["value"]
        more = copy.deepcopy(rows)
        more[number]["quantity"] = str(int(row["quantity"]) + 1)
        if row["value"] in shown and row["value"] != "circuit board":
            assert manual.count_complaints(unit, more), row["value"]


def test_a_step_that_forgets_a_part_is_found(unit: Unit, steps: list[Step], rows: list[Row]) -> None:
    for number, step in enumerate(steps):
        for part in step.parts:
            short = replace(step, parts=[other for other in step.parts if other != part])
            assert manual.part_complaints([*steps[:number], short, *steps[number + 1 :]], rows), part
        for key in step.put:
            if sum(key in other.put for other in steps) == 1:
                bare = replace(step, put=[other for other in step.put if other != key])
                assert manual.step_count_complaints(
                    unit, [*steps[:number], bare, *steps[number + 1 :]], rows
                ), key


@pytest.mark.parametrize("build", checks.BUILDS)
def test_every_part_gets_to_its_place_in_the_manuals_order(unit: Unit, steps: list[Step], build: str) -> None:
    assert assembly.path_complaints(unit, manual.assembly_steps(steps, build)) == []


@pytest.mark.parametrize(
    ("early", "late", "words"),
    [
        ("Hang the paddles", "Screw the arms to the base", "no screwdriver reaches the arm screw"),
        ("Put on the covers", "Screw on the slap switches", "cover is in the way of the slap switch"),
        ("Test, then close the lid", "Put in the anvil", "lid is in the way of the anvil screw"),
        ("Hang the paddles", "Hook in the springs", ""),
    ],
)
def test_steps_in_another_order_are_found(
    unit: Unit, steps: list[Step], early: str, late: str, words: str
) -> None:
    """The first of the two moved in front of the second; hanging the paddles before the springs is right."""
    moved = next(step for step in steps if step.title == early)
    rest = [step for step in steps if step is not moved]
    at = next(number for number, step in enumerate(rest) if step.title == late)
    order = [*rest[:at], moved, *rest[at:]]
    found = assembly.path_complaints(unit, manual.assembly_steps(order, "point-to-point"))
    assert any(words in line for line in found) if words else found == []


def test_pages_and_pictures_are_of_today(unit: Unit) -> None:
    assert manual_pages.BUILD.read_text(encoding="utf-8") == manual_pages.markdown(unit)
    assert list(manual_pictures.stale_pictures(unit)) == []


@pytest.mark.long
def test_a_picture_of_another_model_is_found() -> None:
    assert any(
        "stacked.png" in line for line in manual_pictures.stale_pictures(Unit(values={"tongue_t": "1.5"}))
    )


def test_every_step_has_tools_that_are_listed(unit: Unit, steps: list[Step]) -> None:
    listed = set(manual.load(unit)[0]["tools"])
    assert {tool for step in steps for tool in step.tools} <= listed


def test_only_the_new_is_in_colour(unit: Unit, steps: list[Step]) -> None:
    step = next(step for step in steps if step.title == "Stick on the rubber domes and the felt")
    shown = manual_pictures.things(unit, steps, step)
    assert sum(thing.colour == manual_pictures.FRESH for thing in shown) == 12
    assert {thing.colour for thing in shown} == {manual_pictures.FRESH, draw.PALE}


# ---- the drawing itself


def test_what_is_nearer_hides_what_is_behind() -> None:
    near = draw.Thing(Manifold.cube((10, 10, 10), True).translate((0, 0, 20)), (255, 0, 0))
    far = draw.Thing(Manifold.cube((30, 30, 10), True), (0, 0, 255))
    for things in itertools.permutations((near, far)):
        image = draw.picture(things, draw.Eye(0, 90, (0, 0, 0), 60), (60, 60))
        red, _, blue = image.getpixel((30, 30))  # type: ignore[misc]
        assert red > 150 > blue
        red, _, blue = image.getpixel((18, 30))  # type: ignore[misc]
        assert blue > 150 > red
        assert image.getpixel((3, 3)) == draw.PAPER


def test_a_cube_is_drawn_in_its_place_and_size() -> None:
    image = draw.picture(
        [draw.Thing(Manifold.cube((20, 10, 5)), (0, 0, 0))], draw.Eye(-90, 0, (10, 0, 2.5), 40), (80, 40)
    )
    dark = [(x, y) for x in range(80) for y in range(40) if image.getpixel((x, y)) < (90, 90, 90)]  # type: ignore[operator]
    assert (min(dark)[0], max(dark)[0]) == pytest.approx((20, 59), abs=1)
    assert (min(y for _, y in dark), max(y for _, y in dark)) == pytest.approx((15, 24), abs=1)
