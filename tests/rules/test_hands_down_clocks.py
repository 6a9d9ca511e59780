"""Hands Down told by several clocks: what they can't place takes a card from nobody."""

from __future__ import annotations

import pytest

from rules.hands_down_sitting import Sitting, four, payers, the, words
from slamomatic.engine import Event

OFF_MS = 10
CLOCKS = {"source": [0, 1, 0, 0], "error_us": [0, OFF_MS * 1000]}


def lying(**more: object) -> Sitting:
    """Seat 1's hand lies on its paddle since it was early; play has gone live without it."""
    table = four(setup={**CLOCKS, **more})
    table.down(1, 100)
    table.time(4_000)
    assert table.paddles.named[1]
    return table


@pytest.mark.parametrize(
    ("lift_ms", "said"), [(-OFF_MS, "asked"), (-OFF_MS + 1, "void"), (OFF_MS - 1, "void"), (OFF_MS, "pays")]
)
def test_a_lying_hand_pays_once_it_is_known_that_it_lay_there(lift_ms: int, said: str) -> None:
    table = lying()
    slaps = [(5_000 + lift_ms, "up", 1), (5_000, "down", 0), (5_050, "down", 2), (5_100, "down", 3)]
    told = [effect for ms, do, seat in sorted(slaps) for effect in table.do(do, seat, ms)]
    told += table.time(5_200)
    assert payers(told) == {"pays": [1, 3], "void": [], "asked": [1]}[said]
    assert [effect.seat for effect in told if effect.what == "lost"] == {
        "pays": [3],
        "void": [],
        "asked": [1],
    }[said]


def test_a_lying_hand_s_lift_may_be_told_late() -> None:
    table = lying(up_us=(0, 60_000))
    told = table.down(0, 5_000)
    for ms, seat in ((5_010, 2), (5_020, 3)):
        told += table.down(seat, ms)
    told += table.game.apply(Event("up", 1, 4_980_000))
    assert payers(told) == [] and table.game.asked == [1], "it was up before: it must slap as all others"


def test_a_slap_on_a_dark_paddle_is_none_however_close_a_lift_is() -> None:
    """Nothing is void of it, and nobody is told to slap again."""
    table = four(setup=CLOCKS)
    for ms, seat in ((1_000, 0), (1_050, 1), (1_100, 2), (1_200, 3)):
        table.down(seat, ms)
    table.time(1_300)
    assert not table.paddles.live[0]
    told = table.up(1_350, 0) + table.up(1_400, 1) + table.down(0, 1_401)
    assert "void" not in words(told) and the("slap", told).public == {"live": False}


def test_of_two_hands_on_one_clock_the_order_is_known() -> None:
    table = four(setup={"source": [0, 0, 1, 1], "error_us": [5_000, 5_000]})
    table.down(1, 1_000)
    told = table.up(1_099, 1) + table.down(0, 1_100)
    assert "void" not in words(told) and table.game.asked == [1, 2, 3]


@pytest.mark.parametrize(
    ("late_ms", "said"),
    [(-OFF_MS - 1, "lost"), (-OFF_MS, "void"), (OFF_MS - 1, "void"), (OFF_MS, "timed-out")],
)
def test_a_slap_that_may_be_too_late_for_the_time_out_makes_nobody_lose(late_ms: int, said: str) -> None:
    table = four(setup=CLOCKS, timeout_ms=1_000)
    told = table.down(0, 1_000) + table.down(2, 1_500)
    told += table.down(1, 2_000 + late_ms) + table.time(2_100)
    assert {"lost", "void", "timed-out"}.intersection(words(told)) == {said}


def test_a_loose_press_meanwhile_is_no_time_out() -> None:
    table = four()
    told = table.down(0, 1_000) + table.down(2, 1_050) + table.down(3, 1_060) + table.up(1_060.2, 3)
    told += table.do("down", 3, 1_060.5, later_us=4_000)
    told += table.time(1_500)
    assert "timed-out" not in words(told)
    assert the("lost", told).seat == 1
