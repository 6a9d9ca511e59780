"""Keys that press the emulated unit's paddles: each slap has the time of the key that made it."""

from __future__ import annotations

import random

import pytest

from slamomatic.emulator.desk import Hand
from slamomatic.table.clock import StoppedClock
from slamomatic.units.base import Do, Link, News, PaddleEvent, UnitNotice, UnitState, What
from slamomatic.units.emulated import EmulatedUnit

BEGUN_US = 10_000_000
BEHIND_US = 9_000_000  # the emulated Pico's clock shows less than the host's


class Desk:
    """In the place of the emulator's process: it plays the keys when the test says so."""

    trouble = ""
    name = "the emulated unit"

    def __init__(self) -> None:
        self.ended = False
        self.deaf = False  # not started yet
        self.waiting = 0
        self._said: list[int] = []

    def press(self, paddle: int, pressed: bool) -> bool:
        self.waiting += not self.deaf
        return not self.deaf

    def plays(self, *unit_us: int) -> None:
        self.waiting -= len(unit_us)
        self._said += unit_us

    def take_played(self) -> list[int]:
        said, self._said = self._said, []
        return said


class Wire:
    """In the place of the emulated unit's serial side."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.known_unit_us = -1
        self.link = Link.CONNECTED

    def drain(self) -> list[News]:
        news, self.news = self.news, []
        return news

    def state(self) -> UnitState:
        return UnitState("emulated", self.link, "", 4)

    def tells(self, do: Do, paddle: int, unit_us: int) -> None:
        t_us = unit_us + BEHIND_US
        self.news.append(PaddleEvent(do, paddle, t_us, 300, "emulated", unit_us, t_us))
        self.known_unit_us = max(self.known_unit_us, unit_us)


class Evening:
    """One emulated unit, its keys, and a clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = StoppedClock()
        self.clock.at_us = BEGUN_US
        self.wire, self.desk = Wire(), Desk()
        self.unit = EmulatedUnit(clock=self.clock)
        monkeypatch.setattr(self.unit, "_serial", self.wire)
        monkeypatch.setattr(self.unit, "_source", self.desk)

    def key(self, pressed: bool, t_us: int, paddle: int = 0) -> int:
        """A key goes down or up, and its edge is played 2 ms later; when, by the unit's clock."""
        self.clock.at_us = t_us
        self.unit.key(paddle, pressed, t_us)
        unit_us = t_us + 2_000 - BEHIND_US
        self.desk.plays(unit_us)
        return unit_us

    def slaps(self, paddle: int = 0) -> list[PaddleEvent]:
        return [
            news
            for news in self.unit.drain()
            if isinstance(news, PaddleEvent) and (news.do, news.paddle) == (Do.DOWN, paddle)
        ]

    def known_us(self) -> int:
        """Once its keys have been looked for just now."""
        self.unit.polled(self.clock.at_us)
        return self.unit.known_us()


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(monkeypatch)


def test_a_press_that_the_unit_swallowed_leaves_the_next_slaps_as_exact_as_ever(evening: Evening) -> None:
    down_us = evening.key(True, 10_000_000)
    evening.key(False, 10_080_000)
    evening.key(True, 10_110_000)  # within the lockout
    up_us = evening.key(False, 10_160_000)
    evening.wire.tells(Do.DOWN, 0, down_us)
    evening.wire.tells(Do.UP, 0, up_us)
    first = evening.slaps()
    second_us = evening.key(True, 12_000_000)
    evening.key(False, 12_080_000)
    evening.wire.tells(Do.DOWN, 0, second_us)
    second = evening.slaps()
    third_us = evening.key(True, 14_000_000)
    evening.wire.tells(Do.DOWN, 0, third_us)
    third = evening.slaps()
    told = [(slap.t_us, slap.later_us) for slap in (*first, *second, *third)]
    assert told == [(10_000_000, 0), (12_000_000, 0), (14_000_000, 0)]
    assert evening.known_us() == evening.clock.at_us


def test_a_key_that_the_unit_swallowed_and_that_is_held_keeps_nobody_waiting(evening: Evening) -> None:
    down_us = evening.key(True, 10_000_000)
    evening.key(False, 10_080_000)
    swallowed_us = evening.key(True, 10_110_000)
    evening.wire.tells(Do.DOWN, 0, down_us)
    evening.slaps()
    evening.clock.at_us = 10_400_000
    assert evening.known_us() < 10_110_000, "it may still be told"
    evening.wire.known_unit_us = swallowed_us + 50_000
    evening.slaps()
    assert evening.known_us() == 10_400_000


def test_a_slap_that_is_here_before_the_word_of_its_key_may_be_any_of_those_under_way(
    evening: Evening,
) -> None:
    for pressed, t_us in ((True, 10_000_000), (False, 10_080_000), (True, 10_300_000)):
        evening.clock.at_us = t_us
        evening.unit.key(0, pressed, t_us)
    evening.wire.tells(Do.DOWN, 0, 1_002_000)
    (slap,) = evening.slaps()
    assert (slap.t_us, slap.later_us) == (10_000_000, 300_000)
    assert evening.known_us() < 10_000_000
    evening.desk.plays(1_002_000, 1_082_000, 1_302_000)
    evening.wire.known_unit_us = 1_200_000
    evening.slaps()
    assert 10_080_000 < evening.known_us() < 10_300_000, "the second press is still on its way"


def test_a_press_that_the_unit_has_not_told_of_for_long_is_not_taken_for_none(evening: Evening) -> None:
    evening.clock.at_us = BEGUN_US
    evening.unit.key(0, True, BEGUN_US)
    evening.clock.at_us = BEGUN_US + 8_000_000  # this computer is busy
    assert evening.known_us() < BEGUN_US
    evening.slaps()
    assert evening.known_us() < BEGUN_US
    evening.desk.ended = True
    assert evening.known_us() < BEGUN_US, "its port has not said so yet"
    evening.wire.link = Link.LOST
    assert evening.known_us() == evening.clock.at_us


def test_a_key_before_the_unit_has_started_presses_nothing_and_releases_nothing(evening: Evening) -> None:
    evening.desk.deaf = True
    evening.unit.key(0, True, BEGUN_US)
    evening.desk.deaf = False
    evening.unit.key(0, False, BEGUN_US + 100_000)
    assert evening.desk.waiting == 0
    assert evening.known_us() == evening.clock.at_us


def test_what_was_pressed_before_a_restart_is_not_waited_for(evening: Evening) -> None:
    evening.key(True, BEGUN_US)
    assert evening.slaps() == []
    evening.wire.news.append(UnitNotice(What.RESTARTED, "emulated", BEGUN_US, "it started again"))
    evening.clock.at_us += 100_000
    evening.slaps()
    assert evening.known_us() == evening.clock.at_us


def test_what_is_chosen_after_a_key_comes_after_its_slap_however_late_the_unit_tells_of_it(
    evening: Evening,
) -> None:
    """The table goes by when the slap's key was read (`SlapIntake.take`)."""
    down_us = evening.key(True, BEGUN_US)
    evening.clock.at_us = BEGUN_US + 700_000
    evening.wire.tells(Do.DOWN, 0, down_us)
    (slap,) = evening.slaps()
    assert slap.read_us == BEGUN_US


def test_presses_of_two_paddles_keep_their_own_times(evening: Evening) -> None:
    first_us, second_us = evening.key(True, 10_000_000, 2), evening.key(True, 10_009_000, 1)
    evening.wire.tells(Do.DOWN, 2, first_us)
    evening.wire.tells(Do.DOWN, 1, second_us)
    slaps = [(news.paddle, news.t_us) for news in evening.unit.drain() if isinstance(news, PaddleEvent)]
    assert slaps == [(2, 10_000_000), (1, 10_009_000)]


@pytest.mark.parametrize(("up_for_s", "gap_us"), [(1.0, 100_000), (0.03, 30_000), (0.001, 5_000)])
def test_a_hand_that_was_up_for_long_slaps_again_however_slow_the_emulator_is(
    up_for_s: float, gap_us: int
) -> None:
    hand = Hand(random.Random(1))
    hand.edges(True, 2_000_000, 10.0)
    up = hand.edges(False, 2_030_000, 10.09)
    down = hand.edges(True, 2_030_000, 10.09 + up_for_s)  # the Pico's time stood still meanwhile
    assert down[0][0] - up[-1][0] == pytest.approx(gap_us)
    assert hand.edges(False, 3_000_000, 11.5)[0][0] == pytest.approx(3_000_100), "a fast one delays nothing"
