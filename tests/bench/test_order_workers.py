"""Ctrl-C while several processes play: all stop, and what each has measured is reported."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence

import pytest

from slamomatic.bench.order.workers import play_together
from slamomatic.bench.progress import Facts, Progress


class StopsAt(Progress):
    """A person who presses Ctrl-C once so much is done."""

    def __init__(self, enough: int) -> None:
        super().__init__("order", 1_000_000)
        self._enough = enough

    def at(self, done: int, facts: Facts | None = None) -> None:
        if done >= self._enough:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)  # the signal ends this at once


def endless(numbers: Sequence[int], step: int, at: Callable[[int], None]) -> list[int]:
    """Counts what it has done. A terminal's Ctrl-C comes to each process too."""
    done: list[int] = []
    try:
        while True:
            done.append(numbers[0] + step * len(done))
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            at(len(done))
    except KeyboardInterrupt:
        return done


def short(numbers: Sequence[int], step: int, at: Callable[[int], None]) -> list[int]:
    for number in numbers:
        at(number)
    return [step * number for number in numbers]


def test_ctrl_c_stops_every_process_and_loses_nothing() -> None:
    try:
        brought = play_together(endless, [[0], [1]], (2,), StopsAt(20))
    except KeyboardInterrupt:  # pytest itself would stop
        pytest.fail("what was measured was not reported")
    assert len(brought) == 2 and all(brought)
    assert sum(map(len, brought)) >= 20
    for first, share in enumerate(sorted(brought)):
        assert share == [first + 2 * n for n in range(len(share))]


def test_without_ctrl_c_every_share_comes_back_whole() -> None:
    assert play_together(short, [[1, 3], [2]], (10,), Progress("order", 3)) == [[10, 30], [20]]
