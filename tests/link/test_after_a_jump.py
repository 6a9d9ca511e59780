"""After a clock jumped (the computer slept): nothing is known too early, and nothing stays coarse."""

from __future__ import annotations

import pytest

from evenings.clocks import HostClock
from evenings.port import PortUnit
from evenings.twin import NEW
from evenings.wired import Wired
from evenings.world import World
from slamomatic import messages as m
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.units.base import PaddleEvent, UnitNotice, What
from slamomatic.units.clock_map import ClockMap
from slamomatic.units.merge import Units
from slamomatic.units.unit_record import UnitRecord
from support.scripted_unit import HandClock

SECOND_US = 1_000_000
OFFSET_US = 40 * SECOND_US  # of the host's clock to the unit's
TRIP_US = 1_000


def timed(record: UnitRecord, from_us: int, offset_us: int) -> int:
    """Four pings on a quick cable; the unit's time afterwards."""
    for _ in range(4):
        from_us += 10_000
        host_us = from_us + offset_us
        record.note_ping(host_us - TRIP_US, from_us, host_us + TRIP_US)
    return from_us


def hello() -> m.Hello:
    body = b"HELLO,1,0.2,1.26,e661aaaabbbbcccc,b1,4,pio,1,1,100,3000,1,1"
    said = m.parse(body)
    assert isinstance(said, m.Hello)
    return said


@pytest.mark.parametrize("jump_us", [-2 * SECOND_US, 5 * SECOND_US])
def test_no_slap_of_before_a_jump_is_put_before_what_is_known(jump_us: int) -> None:
    """Else it would come too late for what was judged by it."""
    clock_map = ClockMap()
    for at_us in (0, 10_000, 20_000):
        clock_map.note_ping(at_us + OFFSET_US - TRIP_US, at_us, at_us + OFFSET_US + TRIP_US)
    slapped_us = 500_000
    for at_us in (SECOND_US, SECOND_US + 10_000):
        host_us = at_us + OFFSET_US + jump_us
        clock_map.note_ping(host_us - TRIP_US, at_us, host_us + TRIP_US)
    assert clock_map.steps == 1
    stamp = clock_map.stamp(slapped_us)
    assert clock_map.earliest_us(slapped_us) <= stamp.t_us
    assert clock_map.earliest_us(20_000) <= clock_map.stamp(20_000).t_us


def test_sleep_leaves_a_unit_as_true_as_it_was() -> None:
    record = UnitRecord("unit")
    record.note_hello(hello())
    at_us = timed(record, 0, OFFSET_US)
    before_us = record.clock.error_us(at_us)
    slept_us = -2 * SECOND_US  # the host's clock stood meanwhile
    at_us = timed(record, at_us + 3 * SECOND_US, OFFSET_US + slept_us)
    assert record.clock_broke(at_us + OFFSET_US + slept_us)
    assert record.extra_error.at(at_us + OFFSET_US) == 0
    after_us = record.clock.error_us(at_us)
    assert before_us is not None and after_us is not None and after_us <= before_us + TRIP_US


def test_bound_that_was_missed_by_a_little_is_believed_less_for_a_while() -> None:
    record = UnitRecord("unit")
    record.note_hello(hello())
    at_us = timed(record, 0, OFFSET_US)
    at_us = timed(record, at_us, OFFSET_US + 10_000)
    now_us = at_us + OFFSET_US
    assert record.clock_broke(now_us)
    assert 5_000 < record.extra_error.at(now_us) <= 10_000
    assert record.extra_error.at(now_us + 70 * SECOND_US) == 0


@pytest.mark.parametrize("says_known", [True, False])
def test_answer_to_since_tells_only_of_a_unit_that_says_nothing_itself(says_known: bool) -> None:
    """A unit that says up to when it knows everything may still have a slap in doubt when it answers."""
    record = UnitRecord("unit")
    record.note_hello(hello())
    record.says_known = says_known
    at_us = timed(record, 0, OFFSET_US)
    now_us = at_us + OFFSET_US
    record.note_running(at_us, now_us)
    record.note_answer([1, 0], now_us, now_us)
    assert (record.known_us >= now_us - 3_000) is not says_known


@pytest.mark.parametrize("stamped_later_us", [0, 16_300])
def test_touch_told_after_a_jump_may_have_been_before_it(stamped_later_us: int) -> None:
    """The computer slept right after the finger came down; the page answers a ping before it tells."""
    clock, page_ahead_us = HandClock(SECOND_US), 7_000_000
    phone = PhoneUnit(3, clock)
    phone.begin(1_000)

    def answer_a_ping() -> None:
        number = phone.ping()
        assert number is not None
        phone_us = clock.us + 2_000 + page_ahead_us
        clock.us += 5_000
        phone.note_pong(number, phone_us)

    for _ in range(20):
        answer_a_ping()
        clock.us += SECOND_US
    touched_us, stamp_us = clock.us, clock.us + page_ahead_us + stamped_later_us
    clock.us, page_ahead_us = clock.us + 463_000, page_ahead_us - 463_000
    clock.us += 8_000
    answer_a_ping()
    clock.us += 5_000
    phone.note_touch(True, stamp_us)
    (slap,) = [news for news in phone.drain() if isinstance(news, PaddleEvent)]
    assert slap.t_us - slap.error_us <= touched_us <= slap.t_us + slap.error_us
    assert slap.doubted


@pytest.mark.parametrize("jump_at_us", range(4_000_000, 5_000_000, 90_000))
@pytest.mark.parametrize("by_us", [-1_700_000, 837_161])
def test_one_unit_that_sees_the_hosts_clock_jump_has_all_timed_again(jump_at_us: int, by_us: int) -> None:
    """A Pico that was pinged before the jump would place a slap wrongly for up to a second."""
    world = World(f"{jump_at_us} {by_us}")
    clock = HostClock(world)
    wired = [Wired(world, number, ppm, NEW) for number, ppm in ((1, -20.0), (2, 60.0))]
    ports = [PortUnit(world, clock, world.chance(f"port {one.number}"), one.cable, one.twin) for one in wired]
    units = Units(ports, clock=clock)
    units.start()
    world.run(jump_at_us)
    units.drain()
    clock.crystal.jump(world.now_us, by_us)
    while not any(isinstance(news, UnitNotice) and news.what is What.UNSURE for news in units.drain()):
        world.run(world.now_us + 16_000)
    world.run(world.now_us + 70_000)
    slapped_us = {}
    for number, one in enumerate(wired):
        slapped_us[4 * number] = clock.crystal.at(world.now_us)
        one.twin.edge(0, True)
    told: dict[int, PaddleEvent] = {}
    while len(told) < len(wired):
        world.run(world.now_us + 16_000)
        told |= {news.paddle: news for news in units.drain() if isinstance(news, PaddleEvent)}
    for paddle, slap in told.items():
        assert abs(slap.t_us - slapped_us[paddle]) <= slap.error_us < 5_000
