"""A game that ended is counted once, whatever the disk says on that evening."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.errors import UserError
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store import journals
from slamomatic.store.history import open_history
from slamomatic.table import finish, opening
from slamomatic.table.session import GameSession
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.scripted_unit import ScriptedUnit
from support.table import FOUR, Table


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a game that bots played to its end; nobody has counted it."""
    table = Table(tmp_path_factory.mktemp("ended"), [replace(seat, bot="to-win") for seat in FOUR])
    while not table.session.over:
        table.pump(max(table.clock.at_us + 10_000, table.session.wakes_at_us() or 0))
    table.session.close()
    return table.session.journal.path


class Evening:
    """That game at its end, on a table of its own."""

    def __init__(self, ended: Path, home: Path) -> None:
        self.home = home
        self.stage = BareStage(home)
        self.path = journals.open_folder(home) / ended.name
        shutil.copy(ended, self.path)
        pico, keys = ScriptedUnit(self.stage.clock), KeyboardUnit(clock=self.stage.clock)
        self.stage.unit = Units([pico, keys], clock=self.stage.clock)
        self.stage.unit.start()
        self.session = self.resumed()
        assert self.session.over

    def resumed(self) -> GameSession:
        return opening.resume(self.path, self.stage.unit, self.stage.clock)

    def result(self) -> ResultScene:
        scene = ResultScene(self.stage, self.session.outcome(), self.session)
        self.stage.go(scene)
        return scene

    def counted_and_put_away(self) -> tuple[int, bool]:
        return counted(self.home), journals.latest_open(self.home) is None


@pytest.fixture
def evening(ended: Path, tmp_path: Path) -> Evening:
    return Evening(ended, tmp_path)


def counted(home: Path) -> int:
    with open_history(home) as history:
        return len(history.matches())


@contextlib.contextmanager
def busy_history(home: Path) -> Iterator[None]:
    """Another window writes to it, and does not end."""
    assert counted(home) == 0
    other = sqlite3.connect(home / "history.sqlite")
    other.execute("BEGIN IMMEDIATE")
    yield
    other.rollback()
    other.close()


def test_game_that_could_not_be_counted_is_counted_when_it_is_resumed(evening: Evening) -> None:
    with busy_history(evening.home), pytest.raises(UserError, match="counted when you resume it"):
        finish.count_and_put_away(evening.session, evening.home)
    assert evening.counted_and_put_away() == (0, False)
    assert finish.count_and_put_away(evening.resumed(), evening.home) == ""
    assert evening.counted_and_put_away() == (1, True)


def test_game_that_was_counted_but_not_put_away_is_counted_once(evening: Evening) -> None:
    in_the_way = evening.home / "journals" / "finished" / evening.path.name
    in_the_way.mkdir(parents=True)
    with pytest.raises(UserError, match="resume the game"):
        finish.count_and_put_away(evening.session, evening.home)
    in_the_way.rmdir()
    assert evening.counted_and_put_away() == (1, False)
    finish.count_and_put_away(evening.resumed(), evening.home)
    assert evening.counted_and_put_away() == (1, True)


def test_result_says_why_a_game_is_not_counted_and_resume_counts_it(evening: Evening) -> None:
    with busy_history(evening.home):
        assert "counted when you resume it" in evening.result().trouble
    start = StartScene(evening.stage)
    assert start.resumable
    start.ask_to_resume()
    start.pump()
    table = evening.stage.scene
    assert isinstance(table, TableScene)
    for _ in range(200):
        if evening.stage.scene is not table:
            break
        evening.stage.clock.at_us += 100_000
        table.pump()
    result = evening.stage.scene
    assert isinstance(result, ResultScene)
    assert result.trouble == ""
    assert evening.counted_and_put_away() == (1, True)


def test_games_that_end_in_the_same_second_are_both_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "2026-11-18-163600")
    for _ in range(2):
        table = Table(tmp_path)
        assert finish.count_and_put_away(table.session, tmp_path) == ""
    assert counted(tmp_path) == 2


def test_game_is_counted_in_the_new_history_when_the_old_one_broke(evening: Evening) -> None:
    (evening.home / "history.sqlite").write_bytes(b"this was a history once" * 100)
    assert "set aside" in evening.result().trouble
    assert evening.counted_and_put_away() == (1, True)
