"""A slap whose own time is not sure, such as a key taken by a slow frame: too close, never a guess."""

from __future__ import annotations

import pytest

from rules.hands_down_sitting import four
from slamomatic.engine import Event
from slamomatic.engine.judging import OUT, WAITING, Paddles
from support.referee import ask

S = 1_000_000


def judge() -> Paddles:
    return Paddles(4, 1000, 600)


def test_a_loose_slap_is_as_much_less_sure_on_both_sides() -> None:
    p = judge()
    assert p.loosen(1, 40_000) == 20_000, "its middle is the best guess, and half of it the error"
    assert not p.before(1, 100_000, 2, 120_999)
    assert p.before(1, 100_000, 2, 121_000)
    assert not p.before(0, 79_001, 1, 100_000)
    assert p.before(0, 79_000, 1, 100_000)
    assert p.before(0, 0, 2, 1000), "of the others nothing has changed"


def test_between_two_loose_slaps_both_count() -> None:
    p = judge()
    p.loosen(1, 20_000)
    p.loosen(2, 40_000)
    assert p.window_us(1, 2) == 31_000


def test_between_two_sources_it_comes_on_top_of_what_they_state() -> None:
    p = judge()
    p.source, p.error_us = [0, 0, 1, 0], [1000, 2000]
    p.loosen(2, 10_000)
    assert p.window_us(1, 2) == 8_000


def test_a_race_closes_as_much_later() -> None:
    p = judge()
    p.loosen(1, 40_000)
    assert p.closes_us([OUT, 20_000, WAITING, OUT]) == 41_000
    assert p.widest_us() == 21_000


def test_once_the_paddle_is_live_again_it_is_judged_as_finely_as_before() -> None:
    p = judge()
    p.loosen(1, 40_000)
    p.darken(0)
    p.settle(600_000)
    assert p.window_us(1, 2) == 1000


@pytest.mark.parametrize("later_us", [-5, 0])
def test_no_slap_is_surer_than_its_source(later_us: int) -> None:
    p = judge()
    assert p.loosen(1, later_us) == 0
    assert p.window_us(1, 2) == 1000


def lost(last_us: int, later_us: int) -> list[int | None]:
    """Who lost when seat 2 slapped 110 ms after seat 0, perhaps later, and seat 1 so long after."""
    game = four().game
    start_us = game.now_us + S
    slaps = [
        Event("down", 0, start_us),
        Event("down", 3, start_us + 50_000),
        Event("down", 2, start_us + 110_000, {"later_us": later_us} if later_us else {}),
        Event("down", 1, start_us + last_us),
    ]
    told = [effect for slap in sorted(slaps, key=lambda slap: slap.t_us) for effect in game.apply(slap)]
    told += game.apply(Event("time", None, start_us + 2 * S))
    return [effect.seat for effect in told if effect.what == "lost"]


def test_where_its_earliest_and_its_latest_time_name_others_nobody_is_named() -> None:
    assert lost(115_000, 0) == [1]
    assert lost(105_000, 0) == [2]
    assert lost(115_000, 10_000) == lost(117_000, 10_000) == lost(120_900, 10_000) == []


def test_where_both_its_times_name_the_same_player_that_one_has_lost() -> None:
    assert lost(122_000, 10_000) == [1]
    assert lost(100_000, 10_000) == [2]


def test_the_referee_takes_it_as_any_field() -> None:
    _, answer = ask({"do": "down", "seat": 1, "t_us": 5, "later_us": 90})
    assert answer["ok"] and answer["state"]["paddles"]["loose_us"][1] == 45
    _, answer = ask({"do": "down", "seat": 1, "t_us": 5, "later_us": "long"})
    assert not answer["ok"] and "later_us" in answer["error"]
