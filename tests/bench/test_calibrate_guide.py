"""Twenty guided drops find the late paddle, even with a warped board and uneven hands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import cast

import pytest

from slamomatic import messages as m
from slamomatic.bench.calibrate import instrument as calibrate
from slamomatic.bench.calibrate.offsets import Drop, offsets
from slamomatic.bench.stand import PortStand
from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES

CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
WARP_US = (2500.0, -1500.0, 900.0, -1900.0)


class Person:
    """Someone at the unit who follows the instructions; the board's mark is at its corner 0."""

    paddles = 4

    def __init__(self, late_us: tuple[float, ...] = (0.0,) * 4) -> None:
        self.said: list[str] = []
        self.late_us = late_us
        self.clumsy = False  # the next drop misses a paddle
        self.gone = False
        self._mark_above = 0
        self._chance = random.Random(4)
        self._now_us = 1_000_000.0
        self._seq = count(1)
        self._down: list[m.Down] = []

    def hear(self, words: str) -> None:
        self.said.append(words)
        if found := re.search(r"above (\w+)\.", words):
            self._mark_above = [paddle.name for paddle in PADDLES].index(found[1])
        self._now_us += 5_000_000
        tilt_us = [self._chance.gauss(0, 300) for _ in range(2)]
        falls = [
            (
                tilt_us[0] * x
                + tilt_us[1] * y
                + WARP_US[(paddle - self._mark_above) % 4]
                + self.late_us[paddle]
                + self._now_us,
                paddle,
            )
            for paddle, (x, y) in enumerate(CORNERS)
        ]
        if self.clumsy:
            falls, self.clumsy = falls[1:], False
        self._down = [m.Down(next(self._seq), paddle, round(t_us)) for t_us, paddle in sorted(falls)]

    def now_us(self) -> float:
        return self._now_us

    def listen(self, for_us: float, until: Callable[[m.Message], bool] | None = None) -> list[m.Message]:
        self._now_us += for_us
        if self.gone:
            return []
        first, rest = self._down[:1], self._down[1:]
        if until is not None:
            self._down = rest
            return list(first)
        heard, self._down = self._down, []
        return list(heard)


@pytest.fixture
def guided(monkeypatch: pytest.MonkeyPatch) -> Callable[[Person], list[list[Drop]]]:
    def lead(person: Person) -> list[list[Drop]]:
        monkeypatch.setattr(calibrate, "say", person.hear)
        return calibrate.drop_guided(cast(PortStand, person))

    return lead


def test_who_turns_the_board_as_told_has_its_warp_out_of_the_figures(
    guided: Callable[[Person], list[list[Drop]]],
) -> None:
    """The warp is five times the lateness: a quarter the wrong way round would drown it in its error."""
    late_us = (400.0, 0.0, 0.0, -400.0)
    found = offsets(guided(Person(late_us)))
    for one, true_us in zip(found, late_us, strict=True):
        assert abs(one.offset_us - true_us) <= 3 * one.error_us
        assert one.error_us < 120
    assert found[0].offered and found[3].offered


def test_twenty_drops_are_counted_and_the_board_goes_round_every_five(
    guided: Callable[[Person], list[list[Drop]]],
) -> None:
    person = Person()
    assert [len(drops) for drops in guided(person)] == [5, 5, 5, 5]
    assert [int(words.rsplit("Drop ")[1].split()[0]) for words in person.said] == list(range(1, 21))
    marks = [re.search(r"mark is above (\w+)", words) for words in person.said]
    assert [(n, mark[1]) for n, mark in enumerate(marks) if mark] == [
        (5, "blue"),
        (10, "green"),
        (15, "yellow"),
    ]
    assert "Mark the board's corner above red" in person.said[0]


def test_a_drop_that_missed_a_paddle_is_asked_for_again(
    guided: Callable[[Person], list[list[Drop]]],
) -> None:
    person = Person()
    person.clumsy = True
    assert sum(map(len, guided(person))) == 20
    assert len(person.said) == 21 and "Lift the board off" in person.said[1]
    assert "Drop 1 of 20" in person.said[0] and "Drop 1 of 20" in person.said[1]


def test_nobody_there_and_a_unit_of_two_paddles_are_one_sentence(
    guided: Callable[[Person], list[list[Drop]]],
) -> None:
    person = Person()
    person.gone = True
    with pytest.raises(UserError, match="Start the calibration again"):
        guided(person)
    with pytest.raises(UserError, match="this unit has 2"):
        calibrate.drop_guided(cast(PortStand, SimpleNamespace(paddles=2)))
