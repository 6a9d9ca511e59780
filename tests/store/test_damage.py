"""Damaged journals: only what was once shown is resumed, and every loss is reported."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from slamomatic.cli import main
from slamomatic.engine.log import replay
from slamomatic.errors import UserError
from slamomatic.store import journal, journals
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from store import damaged_journals
from support.length import count

OLD = Path(__file__).with_name("first_edition.journal")
ENTRIES: list[dict[str, Any]] = [{"log": 1}, *({"do": "down", "seat": n % 4, "t_us": n} for n in range(11))]


def written(home: Path, closed: bool = True) -> Path:
    book = journals.create("hands-down", home)
    for entry in ENTRIES:
        book.append(entry)
    book.close()
    data = book.path.read_bytes()
    if not closed:
        data = data[: data.rindex(b"\n", 0, -1) + 1]
    book.path.write_bytes(data)
    return book.path


def test_no_damaged_journal_is_resumed_as_a_state_that_never_was_or_without_a_word(tmp_path: Path) -> None:
    *_, result = damaged_journals.trials(count(300, 5000), 1, tmp_path)
    assert result.wrong == []
    assert result.outcomes["loss said, counted exactly"] > count(150, 2500)


@pytest.mark.parametrize(("at", "lost"), [(4, 8), (10, 2), (11, 1)])
def test_a_line_that_is_gone_ends_the_journal_and_is_counted(tmp_path: Path, at: int, lost: int) -> None:
    path = written(tmp_path)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:at] + whole[at + 1 :]))
    contents = journals.read_file(path)
    assert contents.entries == ENTRIES[:at]
    words = "slap or move is" if lost == 1 else f"{lost} slaps and moves are"
    assert journals.damage_words(contents) == f"The saved game is damaged. The last {words} lost."


def test_two_lines_that_changed_places_end_the_journal(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes().splitlines(keepends=True)
    whole[5], whole[6] = whole[6], whole[5]
    path.write_bytes(b"".join(whole))
    assert journals.read_file(path).entries == ENTRIES[:5]
    assert "last 7 slaps" in journals.damage_words(journals.read_file(path))


def test_what_a_game_goes_on_with_is_chained_to_what_was_kept(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:5] + whole[6:]))
    book, contents = journals.reopen(path)
    book.append({"do": "up"})
    book.close()
    again = journals.read_file(path)
    assert again.entries == [*contents.entries, {"do": "up"}]
    assert journals.damage_words(again) == ""


def test_a_closed_journal_says_nothing(tmp_path: Path) -> None:
    assert journals.damage_words(journals.read_file(written(tmp_path)), "another boot") == ""


def test_a_journal_that_was_not_closed_has_lost_nothing_unless_the_power_failed(tmp_path: Path) -> None:
    contents = journals.read_file(written(tmp_path, closed=False))
    assert contents.entries == ENTRIES
    assert journals.damage_words(contents, contents.boot or "") == "", (
        "every slap was written before it was shown"
    )
    if contents.boot:  # the system has a word for each of its starts
        assert journals.damage_words(contents, "another boot").startswith("The computer went off")


def test_a_journal_of_the_first_edition_replays_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(OLD)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "hands-down: 40 events, scores [3, 1, 0], not over"
    assert err == ""
    path = tmp_path / OLD.name
    shutil.copy(OLD, path)
    book, contents = journals.reopen(path)
    assert journals.damage_words(contents) == ""
    game = [game for game, _, _ in replay(contents.entries)][-1]
    book.append({"do": "time", "t_us": game.now_us + 1})
    book.close()
    again = journals.read_file(path)
    assert again.entries == [*contents.entries, {"do": "time", "t_us": game.now_us + 1}]
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == 41


def test_old_lines_exchanged_after_the_game_went_on_are_seen(tmp_path: Path) -> None:
    path = tmp_path / OLD.name
    shutil.copy(OLD, path)
    book, _ = journals.reopen(path)
    book.append({"do": "time", "t_us": 1})
    book.close()
    whole = path.read_bytes().splitlines(keepends=True)
    whole[5], whole[6] = whole[6], whole[5]
    path.write_bytes(b"".join(whole))
    assert "The last slap or move is lost" in journals.damage_words(journals.read_file(path))


def test_an_old_line_put_behind_chained_ones_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    old = OLD.read_bytes().splitlines(keepends=True)[1]
    path.write_bytes(path.read_bytes() + old)
    contents = journals.read_file(path)
    assert contents.entries == ENTRIES
    assert contents.lost == journal.Loss(1, False)


@pytest.mark.parametrize(
    "players", [None, [], [{}], [{"name": "Ada", "colour": 0}], {"a": 1}, "abc", [1, 2, 3]]
)
def test_a_journal_that_does_not_say_who_played_is_one_sentence(tmp_path: Path, players: object) -> None:
    entries = journals.read_file(OLD).entries
    with closing(journals.create("hands-down", tmp_path)) as book:
        book.append({**entries[0], "players": players})
    clock = StoppedClock()
    with pytest.raises(UserError, match="can't be resumed"):
        opening.resume(book.path, Units([KeyboardUnit(clock=clock)], clock=clock), clock)


def test_replay_says_how_much_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.journal"
    with closing(journals.create("hands-down", tmp_path)) as book:
        for entry in journals.read_file(OLD).entries:
            book.append(entry)
    whole = book.path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:20] + whole[21:]))
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "hands-down: 19 events" in out
    assert err == f"slamomatic: {path}: The saved game is damaged. The last 21 slaps and moves are lost.\n"
