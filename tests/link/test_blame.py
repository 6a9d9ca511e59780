"""A unit that makes slaps void too often sits out: how soon, and what a rare mishap costs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from slamomatic.units.base import UnitNotice, What
from slamomatic.units.blame import MOST_IN_A_ROW, Blame
from slamomatic.units.merge import GOOD_FOR_US, LONGER_EACH_TIME

RACE_US = 10_000_000
RACES = 200
PHONE = "the red phone"


def evening(voids: Callable[[int], bool], own: bool = True) -> tuple[int, int]:
    """So many races the phone made void, and so many it sat out, of an evening's.

    `voids`: whether it makes a race void, by how many it has played before.
    """
    blame, now_us, aside_until_us, sits_out_us = Blame(), 0, 0, 0
    played = void = 0
    for _ in range(RACES):
        now_us += RACE_US
        if now_us < aside_until_us:
            blame.count_judged()
            continue
        if aside_until_us:
            blame.put_on_probation(PHONE)
            aside_until_us = 0
        if not voids(played):
            blame.count_judged()
        else:
            void += 1
            if blame.count_void(UnitNotice(What.UNSURE, PHONE, now_us, ""), now_us, own):
                sits_out_us = LONGER_EACH_TIME * sits_out_us or GOOD_FOR_US
                aside_until_us = now_us + sits_out_us
        played += 1
    return void, RACES - played


@pytest.mark.parametrize("races", [2, 3, 4, 8, 12, 20])
def test_who_cheats_in_one_race_of_some_is_soon_out_for_good(races: int) -> None:
    void, sat_out = evening(lambda played: (played + 1) % races == 0)
    assert void <= 7
    assert sat_out > RACES // 3


def test_who_cheats_in_two_races_running_is_out_at_once() -> None:
    void, _ = evening(lambda played: played < MOST_IN_A_ROW)
    assert void == MOST_IN_A_ROW


def test_one_mishap_in_a_thousand_races_costs_an_honest_phone_nothing() -> None:
    chance = Random(1)
    evenings = [evening(lambda _: chance.random() < 0.001) for _ in range(100)]
    assert sum(void for void, _ in evenings) > 10
    assert sum(sat_out > 0 for _, sat_out in evenings) <= 2


def test_unit_of_several_players_is_forgiven_sooner() -> None:
    """It can't be made to fail for one of them, and all would have to do without."""
    void, sat_out = evening(lambda played: played % 5 == 0, own=False)
    assert void == RACES // 5 and sat_out == 0
