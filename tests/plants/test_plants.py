"""Every plant can still be put in, and a test that notices it is heard; `python3 tests/plants` tries all."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

from plants import importing
from plants.patching import KINDS, Change, all_plants
from slamomatic.firmware_files import firmware_sources
from unit.firmware_source import module as firmware

PLANTS = all_plants()
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
UNTOUCHABLE_HERE = (
    "capture",
    "lights",
    "safety",
    "unit",
    "commands",
    "timebase",
    "bench.selftest",
    "bench.edges",
)  # need a Pico

# A few tests that are quick, and a plant that each of them notices.
NOTICED = {
    "the quicker hand is named as the loser": "tests/rules/test_judging.py",
    "a lost line is not asked for again": "tests/link/test_conversation.py",
    "the unit takes static for a slap": "tests/unit/test_debounce.py",
}


def test_there_are_plants_of_every_kind() -> None:
    assert {plant.kind for plant in PLANTS.values()} == set(KINDS)
    assert len(PLANTS) >= 120


def test_what_a_plant_breaks_is_there() -> None:
    gone = []
    for plant in PLANTS.values():
        for change in plant.changes:
            try:
                _find(change)
            except (AttributeError, ImportError) as error:
                gone.append(f"{plant.kind}: {plant.name}: {error}")
    assert not gone


def _find(change: Change) -> None:
    if change.module.startswith("slap."):
        name = change.module.removeprefix("slap.")
        if name not in UNTOUCHABLE_HERE:
            firmware(name)
        return
    *owners, last = change.name.split(".")
    inspect.getattr_static(reduce(getattr, owners, importlib.import_module(change.module)), last)


def with_plant(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, with this plant in it."""
    path = os.pathsep.join([str(HERE / "everywhere"), str(HERE.parent)])
    surroundings = {**os.environ, importing.PLANT: name, "PYTHONPATH": path}
    surroundings.pop("PYTEST_ADDOPTS", None)  # meant for the run outside
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)


def pytest_with(name: str, *files: str) -> int:
    return with_plant(name, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files).returncode


@pytest.mark.parametrize("name", NOTICED)
def test_a_plant_is_noticed(name: str) -> None:
    assert pytest_with(name, NOTICED[name]) == pytest.ExitCode.TESTS_FAILED


def test_without_a_plant_nothing_is_noticed() -> None:
    assert pytest_with("", *NOTICED.values()) == pytest.ExitCode.OK


def test_a_plant_holds_in_a_process_that_a_test_starts() -> None:
    asks = "from rules.races import Paddles, race_of; print(race_of(Paddles(2, 0, 0), [5, 5]).first())"
    assert with_plant("of two who were first together one is named", "-c", asks).stdout.strip() == "[0]"


def test_a_plant_holds_on_the_emulated_unit() -> None:
    asks = (
        "from slamomatic.firmware_files import firmware_files as f; print(f()['slap/debounce.py'].decode())"
    )
    told = with_plant("the unit takes static for a slap", "-c", asks).stdout
    assert told.startswith(firmware_sources()["slap/debounce.py"].decode())
    assert told.rstrip().endswith("return cells")
