"""The unit's clock on the host's: the bound holds under drift, lopsided delays and a host that slept."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import pytest

from slamomatic.unit.clock_map import ClockMap, Stamp

SECOND_US = 1_000_000
DAY_S = 86_400


@dataclass
class TwoClocks:
    """The true course of both clocks; nothing of it is told to the map but what goes over the wire."""

    chance: random.Random
    drift_ppm: float = 70.0
    wander_ppm: float = 2.0
    wander_s: float = 5_400.0
    host_us: float = 5_000_000.0
    unit_us: float = 123_456.0
    true_s: float = 0.0
    stretches: list[tuple[float, float]] = field(default_factory=list)

    def go(self, seconds: float, host_sleeps: bool = False) -> None:
        """Time passes, in steps short enough that the rate is as good as constant in each."""
        left = seconds
        while left > 0:
            step = min(left, 30.0)
            turn = 2 * math.pi * (self.true_s + step / 2) / self.wander_s
            rate = 1 + (self.drift_ppm + self.wander_ppm * math.sin(turn)) * 1e-6
            self.unit_us += step * SECOND_US * rate
            if not host_sleeps:
                self.host_us += step * SECOND_US
            self.true_s += step
            left -= step

    def delay_s(self, usual_s: float) -> float:
        """USB and the system: mostly short, with a long tail."""
        tail = 0.4 if self.chance.random() < 0.01 else 0.002
        return usual_s + self.chance.expovariate(1 / usual_s) + self.chance.random() * tail


def ping(clocks: TwoClocks, clock_map: ClockMap, there_s: float, back_s: float) -> None:
    sent_us = int(clocks.host_us)
    clocks.go(clocks.delay_s(there_s))
    unit_us = int(clocks.unit_us)
    clocks.go(clocks.delay_s(back_s))
    clock_map.ponged(sent_us, unit_us, int(clocks.host_us) + 1)


def off_by(clocks: TwoClocks, stamp: Stamp) -> float:
    return abs(stamp.t_us - clocks.host_us)


def slap(clocks: TwoClocks, clock_map: ClockMap) -> tuple[float, int]:
    """How far the map is off for a slap now, and how far it says it may be."""
    stamp = clock_map.stamp(int(clocks.unit_us))
    return off_by(clocks, stamp), stamp.error_us


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
    clock_map.heard(int(clocks.unit_us), int(clocks.host_us) + 200)
    assert not clock_map.known, "the line contradicts the old offset: nothing may be stamped by it"
    assert clock_map.steps == 1
    ping(clocks, clock_map, 0.0002, 0.0002)
    off_us, error_us = slap(clocks, clock_map)
    assert off_us <= error_us < 10_000
    for unit_us in (before_us, asleep_us):
        stamp = clock_map.stamp(unit_us)
        assert abs(stamp.t_us - host_before_us) <= stamp.error_us
        assert stamp.error_us < 2 * SECOND_US


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
    clock_map.ponged(sent_us, stamped_us, int(clocks.host_us) + 1)
    clock_map.heard(int(clocks.unit_us), int(clocks.host_us) + 300)
    ping(clocks, clock_map, 0.0002, 0.0002)
    off_us, error_us = slap(clocks, clock_map)
    assert off_us <= error_us < 10_000


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


def test_nothing_is_stamped_before_the_first_ping() -> None:
    clock_map = ClockMap()
    clock_map.heard(5, 10)
    with pytest.raises(ValueError, match="no ping"):
        clock_map.stamp(5)
    assert clock_map.error_us(5) is None
