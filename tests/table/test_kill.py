"""Killed at any moment, or cut at any byte: what was shown is there again, and nothing ever fails to open."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from slamomatic.engine import GAMES, find
from slamomatic.store.journal import read_lines
from slamomatic.store.journals import latest_open, read_file, reopen
from slamomatic.table import opening, outcome
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.length import count

KILLS = count(40, 200)
MOST_SHOWN = 120  # pumps before the kill: deep into a game, and not for ever
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def digest(state: Any) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def state_after(entries: Sequence[dict[str, Any]]) -> str:
    return digest(outcome.replayed(entries)[0].to_json())


def play(home: Path, game: str, seed: int, report: int) -> None:
    """Bots play as fast as they can; after every picture the pipe hears how much of the game it showed."""
    clock = StoppedClock()
    unit = Units([KeyboardUnit(clock=clock)], clock=clock)
    unit.start()
    seats = [Seat(f"bot {n}", n, "random" if n else "careful") for n in range(find(game).SEATS[0])]
    sitting = opening.begin(game, seats, unit, clock, home=home, seed=seed)
    while not sitting.over:
        wakes_us = sitting.wakes_at_us()
        if wakes_us is None:
            break
        clock.at_us = max(clock.at_us + 1, wakes_us)
        sitting.pump()
        sitting.take_moments()
        shown = digest(sitting._game.to_json())
        os.write(report, f"{sitting.lines} {shown}\n".encode())


def killed_game(home: Path, game: str, seed: int, after: int) -> tuple[int, str]:
    """A child plays and is killed after so many pictures; the last one it told of."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            play(home, game, seed, write)
        finally:
            os._exit(0)
    os.close(write)
    last = (0, "")
    with os.fdopen(read) as pipe:
        for number, line in enumerate(pipe):
            if line.endswith("\n"):
                shown, state = line.split()
                last = (int(shown), state)
            if number >= after:
                os.kill(child, signal.SIGKILL)
                break
        for line in pipe:  # told before the kill reached it
            if line.endswith("\n"):
                shown, state = line.split()
                last = (int(shown), state)
    os.waitpid(child, 0)
    return last


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
