"""The history: every finished game once, and never in the way of a new one."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slamomatic.cli import main
from slamomatic.errors import UserError
from slamomatic.store.history import DamagedHistory, Match, SeatResult, open_history

PAGE = 4096  # SQLite's


def match(name: str = "a", ended_at: float = 1000.0, ada_us: tuple[int, ...] = (310_000, 290_000)) -> Match:
    seats = (
        SeatResult("Ada", False, 7, True, ada_us),
        SeatResult("Ben", False, 4, False, (400_000,)),
        SeatResult("Robin", True, 9, False, (100_000,)),
    )
    return Match(name, "hands-down", ended_at, 12.5, "keyboard", seats)


def test_a_match_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        assert history.add(match())
    with open_history(tmp_path) as history:
        assert history.matches() == [match()]


def test_a_game_resumed_after_its_end_is_counted_once(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        assert history.add(match())
        assert not history.add(match())
        assert len(history.matches()) == 1
        assert history.reactions_us("Ada") == [310_000, 290_000]


def test_players_have_records_and_bots_have_none(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        history.add(match("a", 1000.0))
        history.add(match("b", 2000.0, ada_us=(250_000,)))
        ada, ben = history.players()
    assert (ada.name, ada.matches, ada.wins, ada.best_us, ada.median_us, ada.slaps) == (
        "Ada",
        2,
        2,
        250_000,
        290_000,
        3,
    )
    assert (ben.name, ben.wins) == ("Ben", 0)


def test_reactions_are_plotted_oldest_first_whatever_the_order_of_keeping(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        history.add(match("late", 2000.0, ada_us=(3, 4)))
        history.add(match("early", 1000.0, ada_us=(1, 2)))
        assert history.reactions_us("Ada") == [1, 2, 3, 4]
        assert [kept.journal for kept in history.matches()] == ["late", "early"]


def assert_set_aside_once(home: Path, damaged: bytes) -> None:
    """One sentence tells of it; the new one works."""
    path = home / "history.sqlite"
    path.write_bytes(damaged)
    with pytest.raises(DamagedHistory, match="set aside") as said, open_history(home):
        pass
    assert "\n" not in str(said.value)
    assert damaged in [aside.read_bytes() for aside in home.glob("history.sqlite.damaged-*")]
    with open_history(home) as history:
        assert history.players() == []
        assert history.add(match())
    with open_history(home) as history:
        assert history.matches() == [match()]


def test_a_damaged_history_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    assert_set_aside_once(tmp_path, b"this was a history once" * 100)


def test_damage_of_any_page_sets_the_history_aside(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with open_history(tmp_path) as history:
        for number in range(20):
            history.add(match(f"whole {number}", float(number), tuple(range(100_000, 100_060))))
    whole = path.read_bytes()
    pages = len(whole) // PAGE
    assert pages > 8
    chance = random.Random(1)
    for page in range(pages):
        noise = chance.randbytes(PAGE)
        assert_set_aside_once(tmp_path, whole[: page * PAGE] + noise + whole[(page + 1) * PAGE :])


def test_history_that_can_not_be_read_though_its_pages_are_whole_is_set_aside(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        history.add(match())
    db = sqlite3.connect(tmp_path / "history.sqlite")
    with db:
        db.execute("UPDATE seat SET player = CAST(x'ff' AS TEXT)")
    db.close()
    with pytest.raises(DamagedHistory, match="set aside"), open_history(tmp_path) as history:
        history.matches()
    with open_history(tmp_path) as history:
        assert history.matches() == []


def test_history_is_not_set_aside_for_a_mistake_of_the_program(tmp_path: Path) -> None:
    none: Any = None
    with pytest.raises(sqlite3.IntegrityError), open_history(tmp_path) as history:
        history.add(replace(match(), game=none))
    assert not list(tmp_path.glob("*damaged*"))


def test_a_newer_history_is_left_alone(tmp_path: Path) -> None:
    with open_history(tmp_path) as history:
        history.add(match())
    db = sqlite3.connect(tmp_path / "history.sqlite")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(UserError, match="newer slamomatic"), open_history(tmp_path):
        pass
    assert not list(tmp_path.glob("*damaged*"))


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX's")
def test_the_history_is_private_to_its_user(tmp_path: Path) -> None:
    with open_history(tmp_path):
        assert stat.S_IMODE((tmp_path / "history.sqlite").stat().st_mode) == 0o600


def test_the_command_shows_players_matches_and_one_json_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))
    assert main(["history"]) == 0
    assert "No game has ended yet" in capsys.readouterr().out
    with open_history(tmp_path) as history:
        history.add(match())
    assert main(["history"]) == 0
    assert "290 ms" in capsys.readouterr().out
    assert main(["history", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in answer["players"]] == ["Ada", "Ben"]
    assert answer["matches"][0]["seats"][0]["score"] == 7
    assert main(["history", "--player", "Ada"]) == 0
    assert "2 slaps" in capsys.readouterr().out
    assert main(["history", "--player", "Nobody"]) == 1
    assert "Ada, Ben" in capsys.readouterr().err
    assert main(["history", "--player", "\udcff"]) == 1, "a byte that is no text"
    assert "Ada, Ben" in capsys.readouterr().err
