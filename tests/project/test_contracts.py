"""What an addition must do stands in a docstring with the smallest example: each is taken at its word here.

A unit's is tried at a table in tests/link/test_a_new_unit.py.
"""

from __future__ import annotations

import doctest
import inspect
import json
import sys
from types import ModuleType
from typing import Any

import pytest

from bench.schemas import mismatches
from slamomatic import bench, preferences
from slamomatic.bench.schema import run_schema
from slamomatic.check import check_game
from slamomatic.cli import main
from slamomatic.commands.bench import INSTRUMENTS
from slamomatic.engine import Game, core, vocabulary
from support.length import count


@pytest.mark.parametrize("module", [core, vocabulary, preferences], ids=lambda module: module.__name__)
def test_examples_do_what_they_show(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted and not result.failed


def test_the_smallest_game_keeps_what_every_game_must_keep() -> None:
    known: dict[str, Any] = {"__name__": __name__}
    for example in doctest.DocTestParser().get_examples(Game.__doc__ or "")[:3]:
        exec(example.source, known)
    checks = check_game(known["CountDown"], 0, lambda number: number >= count(100, 1000))
    assert {check.name: (check.broken, check.replay) for check in checks if not check.ok} == {}


@pytest.mark.emulator
def test_the_smallest_instrument_measures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = inspect.getdoc(bench) or ""
    code = lines[lines.index("    import argparse") : lines.index("- `run` returns")]
    module = ModuleType("slamomatic.bench.quiet.instrument")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(inspect.cleandoc(code), vars(module))
    monkeypatch.setitem(INSTRUMENTS, "quiet", "count slaps that nobody made")
    assert main(["bench", "quiet", "--unit", "emulated", "--seconds", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["slaps"] == 0 and answer["ok"]
    assert mismatches("quiet", answer, run_schema(*module.ANSWERS)) == []
