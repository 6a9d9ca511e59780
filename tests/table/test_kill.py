"""Killed at any moment, or cut at any byte: what was shown is there again, and nothing ever fails to open."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.store.journal import read_lines
from slamomatic.store.journals import latest_open, read_file, reopen
from slamomatic.table import outcome
from support.killed_game import killed_game, state_after
from support.length import count

KILLS = count(40, 200)
MOST_SHOWN = 120  # pumps before the kill: deep into a game, and not for ever
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


@posix
def test_kill_at_random_moments_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    chance = random.Random(20)
    for number in range(KILLS):
        home = tmp_path / str(number)
        game = list(GAMES)[number % len(GAMES)]
        shown, state = killed_game(home, game, number, chance.randrange(MOST_SHOWN))
        path = latest_open(home)
        assert path is not None
        journal, contents = reopen(path)
        journal.close()
        assert len(contents.entries) - 1 >= shown, f"game {number}: shown events are missing"
        if state:
            assert state_after(contents.entries[: 1 + shown]) == state, f"game {number}: another state"
        outcome.replayed(contents.entries)  # and whatever was written after that fits too


@posix
@pytest.mark.parametrize("game", GAMES)
def test_journal_cut_at_every_byte_opens_as_the_game_before_the_cut(game: str, tmp_path: Path) -> None:
    killed_game(tmp_path, game, 7, 25)
    path = latest_open(tmp_path)
    assert path is not None
    data = path.read_bytes()
    whole = read_file(path).entries
    counts = set()
    for cut in range(len(data)):
        contents = read_lines(data[:cut])
        assert contents.entries == whole[: len(contents.entries)]
        assert len(contents.entries) >= data[:cut].count(b"\n")
        counts.add(len(contents.entries))
    assert counts == set(range(len(whole) + 1)) or counts == set(range(len(whole)))
    for lines in range(1, len(whole) + 1):
        outcome.replayed(whole[:lines])
