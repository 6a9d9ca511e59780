"""Whatever the disk does costs no game, and can be read on the screen, whole, at every size."""

from __future__ import annotations

import errno
import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import Json
from slamomatic.errors import UserError
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.beginning import first_table
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_picture import ResumeScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store import journals
from slamomatic.store.disk import DISK
from slamomatic.store.history import History, Match
from slamomatic.store.journal import START, encode
from slamomatic.table import finish, opening
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.base import UnitNotice, What
from slamomatic.units.keyboard import KEYS
from support.page import Page, text_in, words_in
from support.paused_table import press, table_of
from support.pictures import SIZES, mistakes
from support.session import session_of
from support.table import Table

SEATS = [Seat("Anna", 0), Seat("Bo", 1, "easy"), Seat("Cy", 2, "easy")]
HOME = Path("/home/somebody-with-a-name/.local/share/slamomatic")
BUSY = (
    f"The history {HOME}/history.sqlite did not answer (database is locked). Close other slamomatic windows "
    "and try again. A game that ended is counted when you resume it."
)
BLOCKED = (
    "The finished game 2026-11-18-163600-yahtzee-hands-down.journal can't be moved to "
    f"{HOME}/journals/finished (Permission denied). Make that folder writable, then resume the game."
)


def mistakes_in(stage: BareStage, scene: Scene) -> list[str]:
    """Say what overlaps or is cut off, at any size."""
    return [what for size in SIZES for what in mistakes(stage.easel(scene, size).sprites, size)]


def full(fd: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def table_of_bots(stage: BareStage) -> TableScene:
    seats = [replace(seat, bot="easy") for seat in SEATS]
    session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=3, home=stage.home)
    table = TableScene(stage, session)
    stage.go(table)
    return table


def play_on(stage: BareStage, table: TableScene, events: int) -> Json:
    """Until so many more events are written, or the table is left; the last view that was shown."""
    until, shown = table.session.played.lines + events, table.session.view(None)
    while table.session.played.lines < until:
        stage.clock.at_us += 20_000
        table.pump()
        if stage.scene is not table:
            break
        shown = table.session.view(None)
    return shown


def test_full_disk_leads_to_the_start_and_the_game_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = BareStage(tmp_path)
    table = table_of_bots(stage)
    play_on(stage, table, 30)
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        shown = play_on(stage, table, 30)
        front = stage.scene
        assert isinstance(front, FrontScene)
        assert "The disk is full, so the game stopped." in text_in(stage, front)
        assert mistakes_in(stage, front) == []
        Page(stage, front).click("Resume")
        assert "The disk is full" in text_in(stage, front)
    Page(stage, front).click("Resume")
    again = stage.scene
    assert isinstance(again, TableScene)
    assert [again.session.view(None)[what] for what in ("hands", "turn", "scores")] == [
        shown[what] for what in ("hands", "turn", "scores")
    ]


def test_who_goes_while_the_disk_is_full_has_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = BareStage(tmp_path)
    table = table_of(stage, 3, paper=False)
    press(stage, table, "Anna leaves, a bot takes over")
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        press(stage, table, "Yes")
        assert isinstance(stage.scene, FrontScene)
        assert "The disk is full, so the game stopped." in text_in(stage, stage.scene)
    (path,) = journals.all_open(tmp_path)
    again = opening.resume(path, stage.unit, stage.clock)
    assert [seat.bot for seat in again.seats] == ["", "", ""]


@pytest.mark.parametrize("over", ["the menu", "another scene"])
def test_unit_that_fails_in_a_pause_while_the_disk_is_full_leads_to_the_start(
    over: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = BareStage(tmp_path)
    table = table_of(stage, 3, paper=False)
    lost = UnitNotice(What.UNSURE, KEYS, stage.clock(), "The keys jam.")
    monkeypatch.setattr(os, "write", full)
    if over == "the menu":
        assert stage.unit.keyboard is not None
        stage.unit.keyboard.news.append(lost)
        press(stage, table, "Continue")
        for _ in range(50):
            stage.clock.at_us += 100_000
            if stage.scene is not None:
                stage.scene.pump()
    else:
        table.overhear([lost])
    assert isinstance(stage.scene, FrontScene)
    assert "The disk is full, so the game stopped." in text_in(stage, stage.scene)


def test_no_game_begins_on_a_full_disk_and_nothing_is_left_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = BareStage(tmp_path)
    start = StartScene(stage)
    stage.go(start)
    monkeypatch.setattr(os, "write", full)
    start.play()
    assert "No game can begin" in text_in(stage, start)
    assert mistakes_in(stage, start) == []
    assert list((tmp_path / "journals" / "open").iterdir()) == []


def test_game_that_can_not_be_counted_for_want_of_room_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(history: History, match: Match) -> bool:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(History, "add", no_room)
    stage = BareStage(tmp_path)
    table = table_of_bots(stage)
    result = ResultScene(stage, table.session.outcome(), session_of(table))
    stage.go(result)
    assert "The disk is full, so this game is not counted yet." in text_in(stage, result)
    assert mistakes_in(stage, result) == []


def cut_short(path: Path, lines: int, boot: str = "") -> None:
    """The journal as a killed program or a power loss leaves it: without its last lines."""
    entries = journals.read_file(path).entries[:-lines]
    chain, data = START, b""
    for entry in entries:
        line, chain = encode({**entry, "boot": boot} if entry is entries[0] else entry, chain)
        data += line
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("power", "The computer went off during this game."),
        ("damage", "The saved game is damaged. The last 5 slaps and moves are lost. It goes on with "),
    ],
)
def test_what_is_lost_is_said_before_the_game_goes_on(tmp_path: Path, what: str, words: str) -> None:
    stage = BareStage(tmp_path)
    table = table_of_bots(stage)
    play_on(stage, table, 30)
    table.session.close()
    (path,) = journals.all_open(tmp_path)
    if what == "power":
        if not DISK.boot:
            pytest.skip("this system has no word for its starts")
        cut_short(path, 3, "an earlier start of this computer")
    else:
        whole = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(whole[:-6] + whole[-5:]))
    again = first_table(stage, opening.resume(path, stage.unit, stage.clock))
    stage.go(again)
    assert words in text_in(stage, again)
    assert "'s turn." in text_in(stage, again)
    assert mistakes_in(stage, again) == []
    stage.clock.at_us += 10_000_000
    lines = again.session.played.lines
    again.pump()
    assert again.session.played.lines == lines  # it waits until that was read
    assert words in stage.said[-1]
    again.complaint = ""  # as the window does at any key
    again.key("pause")
    assert "Welcome back! " in text_in(stage, again)
    again.key("confirm")
    play_on(stage, again, 10)
    assert words not in text_in(stage, again)


def test_a_game_that_was_closed_goes_on_without_a_word(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    table = table_of_bots(stage)
    play_on(stage, table, 30)
    table.session.close()
    (path,) = journals.all_open(tmp_path)
    again = first_table(stage, opening.resume(path, stage.unit, stage.clock))
    assert again.complaint == ""
    again.key("confirm")  # without waiting for the count
    assert not again.session.clock.paused


def test_a_listed_game_that_is_gone_by_now_is_one_sentence(tmp_path: Path) -> None:
    """Another window finished it meanwhile."""
    stage = BareStage(tmp_path)
    for _ in range(2):
        table_of_bots(stage).session.close()
    kept = journals.all_open(tmp_path)
    assert len(kept) == 2
    kept[0].unlink()
    start = StartScene(stage)
    listed = ResumeScene(stage, start, start, kept)
    stage.go(listed)
    listed.wish(stage.easel(listed, SIZES[0]).targets[0].wish)
    start.pump()
    assert "can't be opened" in text_in(stage, start)


@pytest.mark.parametrize("trouble", [BUSY, BLOCKED])
def test_why_a_game_is_not_counted_can_be_read(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(session: GameSession, home: Path | None = None) -> str:
        raise UserError(trouble)

    monkeypatch.setattr(finish, "count_and_put_away", refuses)
    stage, session = BareStage(tmp_path), Table(tmp_path).session
    result = ResultScene(stage, session.outcome(), session)
    stage.go(result)
    assert trouble in words_in(stage, result)
    assert [what for size in SIZES for what in mistakes(stage.easel(result, size).sprites, size)] == []


def test_damaged_history_says_so_once_and_is_empty_then(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    (tmp_path / "history.sqlite").write_bytes(b"this was a history once" * 100)
    scene = HistoryScene(stage, StartScene(stage))
    stage.go(scene)
    assert any("set aside" in words for words in words_in(stage, scene))
    again = HistoryScene(stage, StartScene(stage))
    stage.go(again)
    assert any("No finished games yet" in words for words in words_in(stage, again))


def test_trouble_of_the_history_can_be_read(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = HistoryScene(stage, StartScene(stage))
    scene.trouble = BUSY
    assert BUSY in words_in(stage, scene)
    assert [what for size in SIZES for what in mistakes(stage.easel(scene, size).sprites, size)] == []
