"""Paddles that were broken before the game, or are well after a restart: the game knows of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.table import opening
from slamomatic.units.base import Fault, UnitState, What
from support.scripted_unit import ScriptedUnit
from support.table import FOUR, Table

BROKEN = 3


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def break_paddle(pico: ScriptedUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unit has said so already, and only its state still tells."""
    well = pico.state

    def state() -> UnitState:
        return replace(well(), faults=(Fault(BROKEN, "stuck", ""),))

    monkeypatch.setattr(pico, "state", state)


def test_paddle_broken_before_the_game_is_distrusted_from_its_first_moment(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_paddle(table.pico, monkeypatch)
    table.sitting.close()
    table.sitting = opening.begin("hands-down", FOUR, table.unit, table.clock, home=tmp_path / "next", seed=3)
    table.pump(100_000)
    assert table.sitting.needs_a_key() == [BROKEN]


def test_paddle_that_broke_while_the_game_was_left_is_distrusted(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.sitting.close()
    break_paddle(table.pico, monkeypatch)
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.sitting = opening.resume(path, table.unit, table.clock)
    table.pump(100_000)
    assert table.sitting.needs_a_key() == [BROKEN]


def test_paddle_mended_while_the_game_was_left_is_trusted(table: Table, tmp_path: Path) -> None:
    table.pico.notice(What.FAULT, 100_000, paddle=BROKEN)
    table.pump(200_000)
    table.sitting.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.sitting = opening.resume(path, table.unit, table.clock)
    table.pump(300_000)
    assert table.sitting.needs_a_key() == []


def test_restarted_unit_says_anew_what_is_still_wrong(table: Table) -> None:
    for paddle in (1, BROKEN):
        table.pico.notice(What.FAULT, 100_000, paddle=paddle)
    table.pump(200_000)
    assert table.sitting.needs_a_key() == [1, BROKEN]
    table.pico.notice(What.RESTARTED, 300_000)
    table.pico.notice(What.FAULT, 300_000, paddle=1)
    table.pump(400_000)
    assert table.sitting.needs_a_key() == [1]


def test_fault_that_is_over_as_soon_as_it_is_told_is_over(table: Table) -> None:
    table.pico.notice(What.FAULT, 100_000, paddle=BROKEN)
    table.pico.notice(What.FAULT_OVER, 100_100, paddle=BROKEN)
    table.pump(200_000)
    assert table.sitting.needs_a_key() == []
