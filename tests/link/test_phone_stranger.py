"""A phone is a stranger: whatever its page claims, no time is stated that the host has not checked."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from slamomatic.phone.touch_unit import MOST_DOUBT_US, TOUCH_ERROR_US, PhoneUnit
from slamomatic.units.base import Do, Link, PaddleEvent
from support.length import count
from support.scripted_unit import HandClock
from support.simulated_phone import HostilePhone, Network, steady

SLAPS = count(150, 2_000)
NETWORKS = {"5 ms": steady(5_000), "20 ms": steady(20_000), "80 ms": steady(80_000)}


@dataclass
class Told:
    """One slap as it truly was, and as the unit told it."""

    true_us: int
    slap: PaddleEvent

    @property
    def latest_us(self) -> int:
        return self.slap.t_us + self.slap.error_us

    @property
    def earliest_us(self) -> int:
        return self.slap.t_us - self.slap.error_us


def slapped(
    network: Network, seed: int, before_each: Callable[[HostilePhone, random.Random], None]
) -> list[Told]:
    """Return the news of many slaps, with something that the page does before each."""
    clock = HandClock(0)
    unit = PhoneUnit(3, clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), seed, network)
    chance, told = random.Random(seed), list[Told]()
    phone.run(3_000_000)
    for _ in range(SLAPS):
        before_each(phone, chance)
        at_us = phone.now_us + chance.randint(300_000, 1_200_000)
        phone.slap(at_us)
        unit.ask(at_us)
        phone.run(at_us + 4_000_000)
        told += [
            Told(at_us, item) for item in unit.drain() if isinstance(item, PaddleEvent) and item.do is Do.DOWN
        ]
    assert len(told) == SLAPS
    return told


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_slap_dated_back_is_never_stated_to_be_certainly_earlier_than_it_was(network: Network) -> None:
    """Then nobody who was truly faster can be named in the liar's stead."""

    def lie(phone: HostilePhone, chance: random.Random) -> None:
        phone.dates_back_us = chance.choice([0, 20_000, 60_000, 100_000, 400_000, 2_500_000])
        phone.holds_answers_us = chance.choice([0, 0, 50_000, 500_000])

    assert [told for told in slapped(network, 1, lie) if told.latest_us < told.true_us] == []


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_lie_beyond_the_network_s_own_doubt_is_doubted(network: Network) -> None:
    """Then it makes its slap void where it matters, and never a tie."""

    def lie(phone: HostilePhone, chance: random.Random) -> None:
        phone.dates_back_us = network.slowest_us * 2 + chance.randint(45_000, 500_000)

    assert all(told.slap.doubted for told in slapped(network, 2, lie))


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_honest_slap_is_inside_what_is_stated_and_not_doubted(network: Network) -> None:
    told = slapped(network, 3, lambda *_: None)
    assert [each for each in told if not each.earliest_us <= each.true_us <= each.latest_us] == []
    assert sum(each.slap.doubted for each in told) <= len(told) // 100


def test_pretended_bad_network_gains_no_more_than_what_is_still_believed() -> None:
    def lie(phone: HostilePhone, chance: random.Random) -> None:
        phone.holds_answers_us = 300_000
        phone.dates_back_us = chance.randint(0, 600_000)

    for told in slapped(NETWORKS["5 ms"], 4, lie):
        assert told.slap.doubted or told.true_us - told.earliest_us <= MOST_DOUBT_US


def test_stall_makes_a_slap_doubted_and_not_earlier() -> None:
    def stall(phone: HostilePhone, chance: random.Random) -> None:
        phone.stall(phone.now_us + chance.randint(200_000, 300_000), 1_500_000)

    for told in slapped(NETWORKS["20 ms"], 5, stall):
        assert told.earliest_us <= told.true_us <= told.latest_us


def test_touch_dated_forward_was_when_it_arrived_at_the_latest() -> None:
    def lie(phone: HostilePhone, chance: random.Random) -> None:
        phone.dates_back_us = -chance.randint(50_000, 900_000)

    for told in slapped(NETWORKS["5 ms"], 6, lie):
        assert told.true_us <= told.latest_us < told.true_us + 60_000


@pytest.mark.parametrize("lie_us", [5_000_000, -5_000_000, 40_000])
def test_one_wrong_time_in_an_answer_is_forgotten_within_ten_seconds(lie_us: int) -> None:
    clock = HandClock(0)
    unit = PhoneUnit(3, clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), 7, NETWORKS["20 ms"])
    phone.run(10_000_000)
    before_us = unit.state().error_us
    phone.lies_once_us = lie_us
    phone.run(20_000_000)
    after_us = unit.state().error_us
    assert before_us is not None and after_us is not None
    assert after_us <= before_us + 2_000
    assert unit.state().link is Link.CONNECTED


def test_page_that_says_nothing_of_its_touches_holds_no_number_back() -> None:
    """Known is what the host can derive: an answer comes behind all touches before the question."""
    clock = HandClock(0)
    unit = PhoneUnit(3, clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), 8, NETWORKS["5 ms"])
    phone.run(3_000_000)
    unit.ask(3_000_000)
    phone.run(3_100_000)
    assert 3_000_000 <= unit.known_us() < 3_100_000
    phone.answers = False
    phone.run(5_000_000)
    assert unit.known_us() < 3_200_000


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_no_touch_is_called_known_before_it_was_told(network: Network) -> None:
    clock = HandClock(0)
    unit = PhoneUnit(3, clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), 11, network)
    chance = random.Random(11)
    phone.run(3_000_000)
    for _ in range(SLAPS):
        at_us = phone.now_us + chance.randint(100_000, 600_000)
        phone.slap(at_us)
        unit.ask(at_us)
        while not any(isinstance(item, PaddleEvent) for item in unit.drain()):
            assert unit.known_us() < at_us, "by then the table may have judged without it"
            phone.run(phone.now_us + 1_000)


def test_pings_come_faster_while_a_race_is_open() -> None:
    def asked(open_race: bool) -> int:
        clock = HandClock(0)
        unit = PhoneUnit(3, clock)
        phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), 9, NETWORKS["5 ms"])
        phone.run(5_000_000)
        before = phone.asked
        for at_us in range(5_000_000, 7_000_000, 10_000):
            if open_race:
                unit.ask(at_us)
            phone.run(at_us)
        return phone.asked - before

    assert asked(True) > 3 * asked(False)


def test_screen_that_claims_to_be_slow_gains_no_ties_beyond_the_limit() -> None:
    clock = HandClock(0)
    unit = PhoneUnit(3, clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), 10, NETWORKS["5 ms"])
    phone.run(3_000_000)
    unit.note_sampling(200_000)
    phone.slap(3_500_000)
    phone.run(4_000_000)
    (down, *_) = [item for item in unit.drain() if isinstance(item, PaddleEvent)]
    assert down.doubted and down.error_us > TOUCH_ERROR_US
    assert (unit.state().error_us or 0) <= MOST_DOUBT_US // 2, "nor are all its slaps ties from now on"
    assert unit.state().blind_us == 0, "a coarse clock of one paddle makes nobody else's slaps a tie"
