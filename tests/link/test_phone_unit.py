"""A phone as a paddle: its times hold what is stated of them, and it never says too early what it knows."""

from __future__ import annotations

import random
from itertools import count
from threading import Thread

import pytest

from slamomatic.phone.touch_unit import MOST_DOUBT_US, SILENT_US, TOUCH_ERROR_US, PhoneUnit
from slamomatic.units.base import Do, Link, PaddleEvent, UnitNotice, What
from support import length
from support.simulated_phone import STALL_US, SimulatedPhone

SLAPS = length.count(1_000, 10_000)  # of each phone


class Clock:
    def __init__(self) -> None:
        self.us = 0

    def __call__(self) -> int:
        return self.us

    def put(self, us: int) -> None:
        self.us = us


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def unit(clock: Clock) -> PhoneUnit:
    return PhoneUnit(3, clock)


def simulated(seed: int) -> tuple[PhoneUnit, SimulatedPhone]:
    clock = Clock()
    unit = PhoneUnit(3, clock)
    return unit, SimulatedPhone(unit, clock.put, seed)


@pytest.mark.parametrize("seed", range(8))
def test_true_time_of_every_slap_is_inside_its_stated_error(seed: int) -> None:
    unit, phone = simulated(seed)
    chance = random.Random(seed)
    at_us, true_us, heard = 3_000_000, list[int](), list[PaddleEvent]()
    phone.run(at_us - 1)
    known_us = 0
    for _ in range(SLAPS):
        at_us += chance.randint(150_000, 1_500_000)
        phone.slap(at_us)
        true_us.append(at_us)
        if chance.random() < 0.01:
            phone.stall(at_us + chance.randint(0, 200_000))
        unit.ask(at_us)
        phone.run(at_us + 100_000)
        heard += told_after(unit, known_us)
        known_us = unit.known_us()
    phone.run(at_us + 2 * STALL_US)
    heard += told_after(unit, known_us)
    assert len(heard) == len(true_us)
    worst = max(abs(slap.t_us - true) / slap.error_us for slap, true in zip(heard, true_us, strict=True))
    assert worst <= 1
    usual_us = sorted(slap.error_us for slap in heard)[len(heard) // 2]
    assert usual_us < 2 * TOUCH_ERROR_US, "a bound that says nothing would hold too"


def told_after(unit: PhoneUnit, known_us: int) -> list[PaddleEvent]:
    """The slaps that are new; none is from before what was known already."""
    slaps = [item for item in unit.drain() if isinstance(item, PaddleEvent) and item.do is Do.DOWN]
    assert all(slap.t_us >= known_us for slap in slaps), "it had said that nothing so early was to come"
    return slaps


@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_follows_the_clock_and_waits_while_the_network_stalls(seed: int) -> None:
    unit, phone = simulated(seed)
    phone.run(5_000_000)
    unit.ask(5_000_000)
    phone.run(5_500_000)
    assert 5_000_000 <= unit.known_us() <= 5_500_000
    phone.stall(5_500_000)
    phone.run(5_550_000)
    before_us = unit.known_us()
    phone.run(5_500_000 + STALL_US - 10_000)
    assert unit.known_us() <= before_us + 100_000, "what was under way may still have come"
    phone.run(5_500_000 + STALL_US + 800_000)
    assert unit.known_us() > 5_500_000 + STALL_US
    assert unit.state().link is Link.CONNECTED, "a stall of two seconds is no reason to give up"


def ponged(unit: PhoneUnit, clock: Clock, phone_us: int, after_us: int = 4_000) -> None:
    """A ping goes out and comes back."""
    clock.us += 600_000
    number = unit.ping()
    assert number is not None
    clock.us += after_us
    unit.note_pong(number, phone_us)


def test_it_is_no_paddle_until_a_page_says_so(unit: PhoneUnit, clock: Clock) -> None:
    assert unit.state().link is Link.ENDED and unit.ping() is None
    unit.note_touch(True, 5)
    assert unit.drain() == []
    unit.begin(100)
    assert unit.state().link is Link.ENDED, "its clock is not known yet"
    ponged(unit, clock, 77_000_000)
    assert unit.state().link is Link.CONNECTED
    error_us = unit.state().error_us
    assert error_us is not None and TOUCH_ERROR_US / 2 < error_us < TOUCH_ERROR_US


def test_touches_before_the_first_answer_are_kept(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    unit.note_touch(True, 76_900_000)
    unit.note_touch(False, 76_950_000)
    ponged(unit, clock, 77_000_000)
    does = [item.do for item in unit.drain() if isinstance(item, PaddleEvent)]
    assert does == [Do.DOWN, Do.UP]


def test_finger_that_is_down_already_is_no_second_slap(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    ponged(unit, clock, 77_000_000)
    unit.drain()
    for down in (True, True, False, False):
        unit.note_touch(down, 77_100_000)
    assert [item.do for item in unit.drain() if isinstance(item, PaddleEvent)] == [Do.DOWN, Do.UP]


def notices(unit: PhoneUnit) -> list[What]:
    return [item.what for item in unit.drain() if isinstance(item, UnitNotice)]


def test_page_that_sleeps_is_lost_at_once_and_back_with_nothing_open(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    ponged(unit, clock, 77_000_000)
    assert notices(unit) == [What.CONNECTED]
    unit.note_touch(True, 77_100_000)
    unit.end()
    assert unit.state().link is Link.LOST and "wake it up" in unit.state().text
    assert notices(unit) == [What.LOST]
    unit.begin(100)
    ponged(unit, clock, 5_000)
    assert notices(unit) == [What.RESTARTED], "hands that were down are not known to be"
    assert unit.state().link is Link.CONNECTED


def test_page_that_answers_no_ping_is_lost_until_it_answers_again(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    ponged(unit, clock, 77_000_000)
    unit.drain()
    clock.us += SILENT_US + 1
    number = unit.ping()
    assert unit.state().link is Link.LOST
    assert number is not None, "its socket is open, so it is asked on"
    clock.us += 3_000_000
    assert unit.ping() is not None
    assert notices(unit) == [What.LOST], "said once"
    unit.note_pong(number, 84_000_000)
    assert notices(unit) == [What.RESTARTED] and unit.state().link is Link.CONNECTED
    unit.note_touch(True, 84_100_000)
    assert any(isinstance(item, PaddleEvent) for item in unit.drain())


def test_answer_to_a_ping_of_the_page_before_says_nothing(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    clock.us += 600_000
    number = unit.ping()
    assert number is not None
    unit.begin(100)
    unit.note_pong(number, 77_000_000)
    assert unit.state().link is Link.ENDED


def test_touch_that_comes_long_after_it_was_made_is_doubted_and_nothing_else_is(
    unit: PhoneUnit, clock: Clock
) -> None:
    unit.begin(100)
    ponged(unit, clock, 77_000_000)
    before_us = unit.state().error_us
    unit.drain()
    made_us = clock.us - 2_000  # by the host's clock, as the page has it
    clock.us += 120_000
    unit.note_touch(True, 77_000_000)
    slap = next(item for item in unit.drain() if isinstance(item, PaddleEvent))
    assert slap.doubted
    assert slap.t_us - slap.error_us <= made_us - TOUCH_ERROR_US and slap.t_us + slap.error_us >= clock.us
    assert unit.state().error_us == before_us, "the next touch is believed as this one would have been"


def test_browser_with_a_coarse_clock_says_so(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100_000)
    ponged(unit, clock, 77_000_000)
    error_us = unit.state().error_us
    assert error_us == MOST_DOUBT_US // 2, "the most that any phone is judged by"
    unit.note_sampling(4_000)
    assert unit.quality_us is not None and unit.quality_us[0] > TOUCH_ERROR_US + 90_000


def test_nobody_is_told_of_a_phone_that_stopped_on_purpose(unit: PhoneUnit, clock: Clock) -> None:
    unit.begin(100)
    ponged(unit, clock, 77_000_000)
    unit.drain()
    unit.leave()
    unit.end()
    assert unit.drain() == [] and unit.state().link is Link.ENDED


def test_phone_that_is_taken_away_while_it_answers_stays_away(unit: PhoneUnit, clock: Clock) -> None:
    """The frame loop takes it away, the server's thread hears its answer: one after the other."""
    unit.begin(100)
    clock.us += 600_000
    number = unit.ping()
    assert number is not None
    leaves = Thread(target=unit.leave)
    looks = count()

    def in_the_middle() -> int:
        """The second time that the answer looks at the clock, it is being put to use."""
        if next(looks) == 1:
            leaves.start()
            leaves.join(0.2)
        return clock.us

    unit._clock = in_the_middle
    unit.note_pong(number, 77_000_000)
    leaves.join()
    assert unit.state().link is Link.ENDED
