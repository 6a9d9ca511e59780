"""A game of bots in a process of its own, which is killed in the middle."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections.abc import Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import pytest

from slamomatic.engine import find
from slamomatic.table import opening, outcome
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.waiting import PATIENCE_S

TESTS = Path(__file__).parents[1]


def digest(state: Any) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def state_after(entries: Sequence[dict[str, Any]]) -> str:
    return digest(outcome.replayed(entries)[0].to_json())


def killed_game(home: Path, game: str, seed: int, after: int) -> tuple[int, str]:
    """Play, and kill it after so many pictures. Return how many events the last one showed, and its state."""
    forks = _forks()
    hears, tells = forks.Pipe(duplex=False)
    child = forks.Process(target=_play, args=(home, game, seed, tells), daemon=True)
    child.start()
    tells.close()
    last, pictures = (0, ""), 0
    try:
        while hears.poll(PATIENCE_S):
            last = hears.recv()
            pictures += 1
            if pictures == after + 1:
                child.kill()  # what it told before the kill reached it is still read
    except (EOFError, ConnectionError):
        pass
    child.join(PATIENCE_S)
    assert child.exitcode is not None, f"{game} of seed {seed} neither ended nor told of a picture"
    hears.close()
    return last


@cache
def _forks() -> ForkServerContext:
    """Fork from a server without threads: a fork of pytest's own process, which has some, may hang."""
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload([__name__])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(TESTS))  # of the server, to find this module
        forkserver.ensure_running()
    return forks


def _play(home: Path, game: str, seed: int, tells: Connection) -> None:
    """Bots play as fast as they can; after every picture the pipe hears how much of the game it showed."""
    clock = StoppedClock()
    unit = Units([KeyboardUnit(clock=clock)], clock=clock)
    unit.start()
    seats = [Seat(f"bot {n}", n, "random" if n else "careful") for n in range(find(game).SEATS[0])]
    session = opening.begin(game, seats, unit, clock, home=home, seed=seed)
    while not session.over:
        wakes_us = session.wakes_at_us()
        if wakes_us is None:
            break
        clock.at_us = max(clock.at_us + 1, wakes_us)
        session.pump()
        session.take_moments()
        tells.send((session.played.lines, digest(session.played.game.to_json())))
