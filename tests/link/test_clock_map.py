"""The unit's clock on the host's: the bound holds under drift, lopsided delays and a host that slept."""

from __future__ import annotations

import random

import pytest

from slamomatic.messages import Down
from slamomatic.units.clock_map import ClockMap
from slamomatic.units.unit_record import UnitRecord
from support.two_clocks import DAY_S, SECOND_US, TwoClocks, ping, slap


@pytest.mark.parametrize(("there_s", "back_s"), [(0.0001, 0.0001), (0.004, 0.0001), (0.0001, 0.004)])
def test_a_week_of_drift_stays_under_the_stated_bound(there_s: float, back_s: float) -> None:
    clocks = TwoClocks(random.Random(f"{there_s} {back_s}"))
    clock_map = ClockMap()
    stated = []
    for _ in range(7 * DAY_S // 40):
        ping(clocks, clock_map, there_s, back_s)
        clocks.go(clocks.chance.uniform(0, 40))
        off_us, error_us = slap(clocks, clock_map)
        assert off_us <= error_us
        stated.append(error_us)
        clocks.go(clocks.chance.uniform(0, 40))
    assert clock_map.steps == 0
    settled = stated[len(stated) // 10 :]
    # A bound that is always true by being huge would be worth nothing.
    assert sorted(settled)[len(settled) // 2] < 1500 + (there_s + back_s) * SECOND_US
    assert clock_map.rate_ppm == pytest.approx(70, abs=8)


@pytest.mark.parametrize("slept_s", [0.5, 3.0, 600.0, 8 * 3600.0])
def test_a_host_that_slept_is_noticed_by_the_first_line_that_it_reads(slept_s: float) -> None:
    clocks = TwoClocks(random.Random(1))
    clock_map = ClockMap()
    for _ in range(100):
        ping(clocks, clock_map, 0.0002, 0.0002)
        clocks.go(1)
    before_us, host_before_us = int(clocks.unit_us), clocks.host_us
    clocks.go(slept_s / 2, host_sleeps=True)
    asleep_us = int(clocks.unit_us)
    clocks.go(slept_s / 2, host_sleeps=True)
    clocks.go(0.001)
    clock_map.note_line(int(clocks.unit_us), int(clocks.host_us) + 200)
    assert not clock_map.known, "the line contradicts the old offset: nothing may be stamped by it"
    assert clock_map.steps == 1
    ping(clocks, clock_map, 0.0002, 0.0002)
    off_us, error_us = slap(clocks, clock_map)
    assert off_us <= error_us < 10_000
    for unit_us in (before_us, asleep_us):
        stamp = clock_map.stamp(unit_us)
        assert abs(stamp.t_us - host_before_us) <= stamp.error_us
        assert stamp.error_us < 2 * SECOND_US


def test_a_line_of_a_sleeping_host_that_comes_late_does_not_prove_the_old_time() -> None:
    clocks = TwoClocks(random.Random(4))
    clock_map = ClockMap()
    for _ in range(30):
        ping(clocks, clock_map, 0.0002, 0.0002)
        clocks.go(1)
    clocks.go(0.2, host_sleeps=True)
    late_us = int(clocks.unit_us)  # of a line that the host reads much later: it fits the old time as well
    clocks.go(0.8, host_sleeps=True)
    slapped_us, host_us = int(clocks.unit_us), clocks.host_us
    clocks.go(0.9)
    clock_map.note_line(late_us, int(clocks.host_us))
    assert clock_map.known, "nothing is wrong with it yet"
    clock_map.note_line(int(clocks.unit_us), int(clocks.host_us) + 200)
    assert not clock_map.known
    ping(clocks, clock_map, 0.0002, 0.0002)
    stamp = clock_map.stamp(slapped_us)
    assert abs(stamp.t_us - host_us) <= stamp.error_us


def test_a_ping_that_was_out_while_the_host_slept_does_no_lasting_harm() -> None:
    clocks = TwoClocks(random.Random(2))
    clock_map = ClockMap()
    for _ in range(30):
        ping(clocks, clock_map, 0.0002, 0.0002)
        clocks.go(1)
    sent_us = int(clocks.host_us)
    clocks.go(0.0003)
    stamped_us = int(clocks.unit_us)
    clocks.go(60, host_sleeps=True)
    clocks.go(0.0003)
    clock_map.note_ping(sent_us, stamped_us, int(clocks.host_us) + 1)
    clock_map.note_line(int(clocks.unit_us), int(clocks.host_us) + 300)
    ping(clocks, clock_map, 0.0002, 0.0002)
    off_us, error_us = slap(clocks, clock_map)
    assert off_us <= error_us < 10_000


def test_first_ping_after_a_jump_proves_nothing_if_the_host_sleeps_under_its_way() -> None:
    clocks = TwoClocks(random.Random(2))
    clock_map = ClockMap()
    for _ in range(30):
        ping(clocks, clock_map, 0.0002, 0.0002)
        clocks.go(1)
    clocks.host_us += 0.3 * SECOND_US
    clocks.go(0.02)
    sent_us = int(clocks.host_us)
    clocks.go(0.004)
    slapped_us, host_us = int(clocks.unit_us), clocks.host_us
    clocks.go(0.008)
    clocks.go(0.003, host_sleeps=True)
    stamped_us = int(clocks.unit_us)
    clocks.go(12, host_sleeps=True)
    clocks.go(0.0003)
    clock_map.note_ping(sent_us, stamped_us, int(clocks.host_us) + 1)
    clock_map.note_line(int(clocks.unit_us), int(clocks.host_us) + 300)
    ping(clocks, clock_map, 0.0002, 0.0002)
    stamp = clock_map.stamp(slapped_us)
    assert abs(stamp.t_us - host_us) <= stamp.error_us


def test_slaps_in_quick_succession_keep_their_distance_whatever_the_pings_say() -> None:
    """The rules judge by distances of a millisecond: a better estimate must not stretch them."""
    clocks = TwoClocks(random.Random(3), drift_ppm=0, wander_ppm=0)
    clock_map = ClockMap()
    ping(clocks, clock_map, 0.02, 0.0001)  # a bad first guess, several milliseconds off
    last: tuple[int, int] | None = None
    for turn in range(2_000):
        unit_us = int(clocks.unit_us)
        stamp = clock_map.stamp(unit_us)
        if last is not None:
            assert stamp.t_us - last[0] == pytest.approx(unit_us - last[1], abs=2)
        last = (stamp.t_us, unit_us)
        if turn % 50 == 0:
            ping(clocks, clock_map, 0.0002, 0.0002)
            last = None  # the ping took its time; only neighbours are compared
        clocks.go(0.003)
        if last is not None and turn % 50 == 25:
            # Neighbours on both sides of a ping, 3 ms apart or so.
            before = clock_map.stamp(int(clocks.unit_us))
            before_us = int(clocks.unit_us)
            ping(clocks, clock_map, 0.0002, 0.0002)
            after = clock_map.stamp(int(clocks.unit_us))
            assert after.t_us - before.t_us == pytest.approx(int(clocks.unit_us) - before_us, abs=3)
            last = None


def test_host_that_slept_before_the_first_ping_of_a_boot_is_within_the_bound() -> None:
    clocks = TwoClocks(random.Random(5))
    clock_map = ClockMap()
    clocks.go(1)
    slapped_us, host_us = int(clocks.unit_us), clocks.host_us
    clocks.go(3, host_sleeps=True)
    ping(clocks, clock_map, 0.0002, 0.0002)
    stamp = clock_map.stamp(slapped_us)
    assert abs(stamp.t_us - host_us) <= stamp.error_us
    off_us, error_us = slap(clocks, clock_map)
    assert off_us <= error_us < 10_000


def test_nothing_is_stamped_before_the_first_ping() -> None:
    clock_map = ClockMap()
    clock_map.note_line(5, 10)
    with pytest.raises(ValueError, match="no ping"):
        clock_map.stamp(5)
    assert clock_map.error_us(5) is None


def test_a_clock_that_is_set_back_lets_no_slap_overtake_another() -> None:
    record = UnitRecord("unit")
    record.clock.note_ping(10_000_000, 1_000_000, 10_001_000)
    first = record.paddle_event(Down(seq=1, paddle=0, t_us=1_500_000, later_us=0), 10_600_000)
    record.clock.note_ping(9_000_000, 1_600_000, 9_001_000)
    second = record.paddle_event(Down(seq=2, paddle=1, t_us=1_700_000, later_us=0), 9_200_000)
    assert second.t_us >= first.t_us
    assert second.error_us >= second.t_us - 9_100_000  # and says how far that may be off
