"""Slamwich: thieves and their calls."""

from __future__ import annotations

import pytest

from rules.slamwich_sitting import THIEF, Sitting, thieved
from slamomatic.engine import Choice, Refused


# rules: 17 18 SW-12
def test_slapped_first_and_called_wins_the_pile_at_once() -> None:
    table = thieved()
    table.slap(2, 0)
    assert table.won_by() is None
    table.say("call", 0, 100_000)
    assert table.won_by() is None
    table.say("call", 2, 100_000)
    assert table.won_by() == 2
    assert table.heard("won")[0]["how"] == "call"


# rules: 19 SW-12
def test_without_the_first_slappers_call_the_earliest_other_call_wins_at_the_windows_end() -> None:
    table = thieved()
    table.slap(2)
    slapped_us = table.game.now_us
    table.say("call", 1, 300_000)
    table.say("call", 0, 300_000)
    table.ring()
    assert table.game.now_us == slapped_us + 1_500_000
    assert table.won_by() == 1


# rules: 17 SW-12
def test_without_any_call_the_pile_stays_and_the_thief_may_be_slapped_again() -> None:
    table = thieved()
    table.slap(2)
    table.ring(2)
    assert table.heard("uncalled")
    assert len(table.game.pile) == 2
    table.quiet()
    assert table.game.turn == 1
    table.slap(0)
    table.say("call", 0, 100_000)
    assert table.won_by() == 0


# rules: SW-10
def test_a_thief_on_a_thief_needs_the_call_too() -> None:
    table = Sitting("thief pickle", "tomato jelly", pile="egg thief")
    table.flip(0)
    table.slap(1)
    table.ring(2)
    assert table.won_by() is None


# rules: SW-11
def test_the_call_counts_from_the_first_slap_for_less_than_a_second_and_a_half() -> None:
    table = thieved()
    with pytest.raises(Refused, match="no thief has been slapped"):
        table.say("call", 2)
    table.slap(2)
    table.say("call", 2, 1_499_999)
    assert table.won_by() == 2
    table = thieved()
    table.slap(2)
    with pytest.raises(Refused, match="time for the call is over"):
        table.say("call", 2, 1_500_000)
    table.say("call", 1, 10)
    with pytest.raises(Refused, match="called already"):
        table.say("call", 1, 10)


# rules: SW-11
def test_no_card_falls_while_the_call_is_awaited() -> None:
    table = thieved()
    table.slap(2)
    table.ring()
    with pytest.raises(Refused, match="slap is open"):
        table.say("flip", 1, 500_000)
    assert {choice.do for choice in table.game.legal(1)} == {"call"}


# rules: SW-13
def test_the_first_slappers_second_slap_is_the_call() -> None:
    table = thieved()
    table.slap(2)
    table.again(2)
    assert table.won_by() == 2


# rules: SW-13
def test_anothers_first_slap_is_no_call_but_the_second_is() -> None:
    table = thieved()
    table.slap(2)
    table.slap(1, after_us=200_000)
    assert table.heard("called") == []
    table.again(1)
    assert table.heard("called")[0]["seat"] == 1
    table.ring()
    assert table.won_by() == 1


# rules: SW-13
def test_a_second_slap_after_the_window_is_no_call() -> None:
    table = thieved()
    table.slap(2)
    table.say("up", 2, 100)
    table.say("down", 2, 1_499_900)
    assert table.heard("called") == []


# rules: SW-14
def test_clumped_first_slaps_on_a_thief_are_slapped_off_and_then_called() -> None:
    table = thieved()
    table.slap(2)
    table.slap(1, after_us=500)
    table.quiet()
    assert table.game.asked == [1, 2]
    with pytest.raises(Refused, match="no thief has been slapped"):
        table.say("call", 1, 10)
    table.slap(1)
    table.ring()
    assert table.won_by() is None
    assert table.game.first == 1
    table.slap(0, after_us=10)
    table.again(0)
    table.say("call", 1, 10)
    assert table.won_by() == 1


# rules: SW-14
def test_clumped_earliest_calls_are_slapped_off_without_a_further_call() -> None:
    table = thieved()
    table.slap(2)
    table.say("call", 0, 300_000)
    table.say("call", 1, 400)
    table.ring()
    assert table.won_by() is None
    table.quiet()
    assert table.game.asked == [0, 1]
    table.slap(1)
    table.ring()
    assert table.won_by() == 1


# rules: SW-4 SW-10
def test_a_thief_slapped_in_flight_is_still_called() -> None:
    table = thieved()
    table.flip(1)
    table.slap(2, after_us=100_000)
    table.say("call", 2, 100_000)
    assert table.won_by() == 2


# rules: SW-34
def test_anothers_leaving_leaves_a_slapped_thief_open_for_the_call() -> None:
    table = Sitting(*THIEF, "cheese pepper", pile="onion")
    table.flip(0)
    table.slap(0)
    table.ring()
    table.say("drop", 3, 100_000)
    table.say("call", 0, 100_000)
    assert table.won_by() == 0


# rules: SW-34
def test_when_the_first_slapper_leaves_the_earliest_other_call_wins() -> None:
    table = Sitting(*THIEF, "cheese pepper", pile="onion")
    table.flip(0)
    table.slap(0)
    table.ring()
    table.say("drop", 0, 100_000)
    assert table.game.asked == []
    table.say("call", 2, 100_000)
    table.ring()
    assert table.won_by() == 2


# rules: SW-34
def test_the_call_of_one_who_leaves_counts_no_more() -> None:
    table = Sitting(*THIEF, "cheese pepper", pile="onion")
    table.flip(0)
    table.slap(0)
    table.ring()
    table.say("call", 3, 100_000)
    table.say("drop", 3, 100_000)
    table.ring()
    assert table.won_by() is None
    assert table.heard("uncalled")


# rules: SW-34
def test_nobody_calls_any_more_once_too_few_are_left() -> None:
    table = Sitting("thief pickle", "tomato jelly", pile="onion")
    table.flip(0)
    table.slap(0)
    table.ring()
    table.say("drop", 1, 100_000)
    assert table.game.abandoned
    assert table.game.legal(0) == table.game.legal(None) == []


def test_a_call_is_offered_while_it_is_possible_and_no_longer() -> None:
    table = thieved()
    table.game.paddles.source, table.game.paddles.error_us = [0, 0, 1], [0, 500_000]  # the race stays open
    table.slap(0)
    assert Choice(1, "call") in table.game.legal(1)
    table.say("feint", 2, 1_499_000)
    assert Choice(1, "call") in table.game.legal(1)
    table.say("feint", 2, 2_000)
    offered = table.game.legal(1)
    with pytest.raises(Refused):
        table.say("call", 1, 0)
    assert Choice(1, "call") not in offered
