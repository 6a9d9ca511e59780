"""Slamwich: what is worth a slap, who was first, thieves and calls, slip slaps."""

from __future__ import annotations

import pytest

from rules.slamwich_sitting import CLUMP, SECOND, Sitting
from slamomatic.games import Event, Refused, Setup
from slamomatic.games.slamwich import Slamwich
from slamomatic.games.slamwich_cards import DECK

PLAIN = ("egg pickle onion", "tomato jelly pepper", "lettuce cheese bacon")
PAIR = ("egg pickle onion", "egg jelly pepper", "lettuce cheese bacon")
THIEF = ("thief pickle onion", "tomato jelly pepper", "lettuce cheese bacon")


def paired(*more: str) -> Sitting:
    """An egg lies on an egg; seat 2 is to flip."""
    table = Sitting(*PAIR, *more, pile="onion")
    table.flip(0, 1)
    return table


def thieved() -> Sitting:
    """A thief lies on top; seat 1 is to flip."""
    table = Sitting(*THIEF, pile="onion")
    table.flip(0)
    return table


# --- what is worth a slap ---------------------------------------------------------------------------


# rules: 12 13 16
def test_the_first_to_slap_a_double_decker_wins_the_pile() -> None:
    table = paired()
    table.slap(2, 0)
    table.quiet()
    assert table.won_by() == 2
    assert table.game.pile == [] and table.game.slips == []
    assert table.counts == [2, 2, 51]


# rules: 12 14 16
def test_the_first_to_slap_a_slamwich_wins_the_pile() -> None:
    table = Sitting("lettuce egg", "tomato egg", "lettuce egg")
    table.flip(0, 1, 2)
    table.slap(1)
    table.quiet()
    assert table.won_by() == 1


# rules: 14
def test_two_cards_between_make_no_slamwich() -> None:
    table = Sitting("lettuce lettuce", "tomato egg", "pickle egg")
    table.flip(0, 1, 2, 0)
    assert table.game.asked == []
    table.slap(1)
    table.quiet()
    assert table.heard("slip")[0]["seat"] == 1


# rules: 12 15
@pytest.mark.parametrize("below", ["", "egg", "egg thief", "egg pickle thief onion thief tomato"])
def test_any_thief_is_worth_a_slap(below: str) -> None:
    table = Sitting("thief egg", "tomato jelly", pile=below)
    table.flip(0)
    table.slap(1)
    table.quiet()
    assert table.game.first == 1


# rules: 12 SW-32
def test_nothing_public_points_at_a_combination() -> None:
    pair, plain = paired(), Sitting(*PLAIN, pile="onion")
    plain.flip(0, 1)
    assert pair.game.asked == [0, 1, 2] and plain.game.asked == []
    for eye in (None, 0, 1, 2):
        assert pair.game.view(eye)["asked"] == plain.game.view(eye)["asked"] == []
    assert pair.game.legal(None) == plain.game.legal(None)
    pair.slap(0)
    pair.slap(1, after_us=10)
    pair.quiet()
    assert pair.game.view(None)["asked"] == [0, 1]
    assert [choice.seat for choice in pair.game.legal(None)] == [0, 1]


# rules: SW-5
def test_a_combination_is_good_only_while_its_last_card_is_uppermost() -> None:
    table = paired()
    table.flip(2)
    table.slap(0)
    table.quiet()
    assert table.heard("slip")[0]["seat"] == 0


# rules: SW-3
def test_left_overs_count_in_rows_with_the_first_flip() -> None:
    middle = list(DECK)
    middle.remove("egg")
    middle.remove("egg")
    game = Slamwich(Setup(4, 1, {"dealer": 3}, deck=["egg", *middle, "egg"]))
    assert game.pile[-1] == "egg"
    game.apply(Event("flip", 0, SECOND))
    assert game.asked == [0, 1, 2, 3]


# rules: SW-3
def test_before_the_first_flip_nothing_is_live() -> None:
    game = Slamwich(Setup(4, 1, {"dealer": 3}))
    counts = game.scores()
    assert game.view(None)["live"] == [False] * 4
    told = [*game.apply(Event("down", 2, SECOND)), *game.apply(Event("time", None, 2 * SECOND))]
    assert not {"slip", "won"} & {effect.what for effect in told}
    assert game.scores() == counts
    game.apply(Event("up", 2, 2 * SECOND))
    game.apply(Event("flip", 0, 3 * SECOND))
    assert game.view(None)["live"] == [True] * 4
    told = [*game.apply(Event("down", 2, 3 * SECOND + 149_999)), *game.apply(Event("time", None, 4 * SECOND))]
    assert not {"slip", "won"} & {effect.what for effect in told}


# rules: SW-4
def test_a_hand_in_flight_wins_by_the_pile_before_the_flip_and_takes_the_fallen_card() -> None:
    table = paired()
    table.flip(2)
    table.slap(0, after_us=149_999)
    table.quiet()
    assert table.won_by() == 0
    assert table.game.hands[0][-1] == "lettuce"


# rules: SW-4
def test_a_slap_too_soon_after_a_pair_is_a_slip_by_the_pile_before() -> None:
    table = Sitting(*PAIR)
    table.flip(0, 1)
    table.slap(2, after_us=149_999)
    table.quiet()
    assert table.heard("slip")[0]["seat"] == 2
    table = Sitting(*PAIR)
    table.flip(0, 1)
    table.slap(2, after_us=150_000)
    table.quiet()
    assert table.won_by() == 2


# rules: SW-6
def test_a_slip_card_at_the_bottom_makes_no_pair() -> None:
    table = Sitting("egg egg egg", "onion jelly pepper", "lettuce cheese bacon", pile="pickle")
    table.game.slips = []
    table.slap(0)
    table.quiet()
    assert table.game.slips == ["egg"]
    table = Sitting("egg egg egg", "onion jelly pepper", "egg cheese bacon", rest=1)
    table.slap(1)
    table.quiet()
    assert table.game.slips == ["onion"] and table.game.turn == 2
    table.game.slips, table.game.hands[2] = ["egg"], ["egg", *table.game.hands[2]]
    table.flip(2)
    assert table.game.asked == []


# --- first ------------------------------------------------------------------------------------------


# rules: 20 SW-7
def test_a_won_pile_goes_under_the_stack_lowest_card_first() -> None:
    table = Sitting(*PAIR, pile="onion bacon", rest=2)
    table.slap(2)
    table.quiet()
    table.flip(0, 1)
    table.slap(0)
    table.quiet()
    assert table.game.hands[0] == ["pickle", "onion", "lettuce", "onion", "bacon", "egg", "egg"]


# rules: 21 34
def test_the_winner_starts_the_next_round() -> None:
    table = paired()
    table.slap(0)
    table.quiet()
    assert table.game.turn == 0
    table.flip(0)
    assert table.game.turn == 1


# rules: 16
def test_the_first_is_judged_by_time_not_by_delivery() -> None:
    table = paired()
    at_us = table.game.now_us + 400_000
    for seat, after_us in ((1, 900), (0, 1), (2, 1001)):
        table.say("down", seat, at_us + after_us - table.game.now_us)
    table.ring()
    assert table.heard("clump")[0]["seats"] == [0, 1]
    table = paired()
    for seat, after_us in ((1, 1999), (0, 1000)):
        table.say("down", seat, at_us + after_us - table.game.now_us)
    table.say("down", 2, at_us - table.game.now_us)
    table.ring()
    assert table.won_by() == 2


# rules: SW-8
def test_good_slaps_after_the_first_are_no_slip_slaps_until_the_next_flip() -> None:
    table = paired()
    table.slap(0, 1, 2)
    table.quiet()
    table.slap(2)
    table.quiet()
    assert table.counts == [50, 2, 3]
    table.flip(0)
    table.slap(1, after_us=149_999)
    table.quiet()
    assert table.heard("slip") == []
    table.slap(1)
    table.quiet()
    assert table.heard("slip")[0]["seat"] == 1


# rules: SW-9
def test_a_clump_of_first_slaps_slaps_again_and_the_earliest_takes_it() -> None:
    table = paired()
    table.slap(0)
    table.slap(1, after_us=CLUMP - 1)
    table.quiet()
    assert table.won_by() is None
    assert table.heard("again")[0]["seats"] == [0, 1]
    assert table.game.asked == [0, 1]
    table.slap(2, 1, 0)
    table.ring()
    assert table.won_by() == 1
    assert table.heard("slip") == []


# rules: SW-9
def test_exactly_the_window_apart_is_apart() -> None:
    table = paired()
    table.slap(0)
    table.slap(1, after_us=CLUMP)
    table.quiet()
    assert table.won_by() == 0


# rules: SW-9
def test_a_clump_that_does_not_slap_again_in_two_seconds_opens_the_pile_to_all() -> None:
    table = paired()
    table.slap(0)
    table.slap(1, after_us=10)
    table.quiet()
    assert table.game.due_us == table.game.now_us + 2 * SECOND
    table.slap(2)
    table.quiet()
    assert table.heard("slip") == [] and table.won_by() is None
    table.ring()
    assert table.heard("open")
    assert table.game.asked == [0, 1, 2]
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: SW-9
def test_a_second_clump_slaps_again_once_more() -> None:
    table = paired()
    for _ in range(3):
        table.slap(0)
        table.slap(1, after_us=10)
        table.quiet()
        assert table.game.asked == [0, 1]
    table.slap(1)
    table.ring()
    assert table.won_by() == 1


# --- thieves ----------------------------------------------------------------------------------------


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


# --- slip slaps -------------------------------------------------------------------------------------


# rules: 42 43 44
def test_a_slip_slap_pays_the_top_card_to_the_bottom_of_the_pile() -> None:
    table = Sitting(*PLAIN, pile="hd bacon")
    below = list(table.game.slips)
    table.flip(0)
    table.slap(2)
    table.quiet()
    assert table.heard("slip") == [
        {"what": "slip", "t_us": table.heard("slip")[0]["t_us"], "seat": 2, "card": "lettuce"}
    ]
    assert table.game.slips == ["lettuce", *below]
    assert table.game.pile == ["hot-dog", "bacon", "egg"]
    assert table.game.hands[2] == ["cheese", "bacon"]


# rules: 45
def test_the_slippers_left_goes_on() -> None:
    for slipper in range(3):
        table = Sitting(*PLAIN)
        table.flip(0)
        table.slap(slipper)
        table.quiet()
        assert table.game.turn == (slipper + 1) % 3


# rules: 45 SW-22
def test_a_slippers_left_without_cards_is_passed_over() -> None:
    table = Sitting(*PLAIN, "")
    table.flip(0)
    table.slap(2)
    table.quiet()
    assert table.game.turn == 0


# rules: SW-15
def test_several_slippers_each_pay_once_and_left_of_the_earliest_flips() -> None:
    table = Sitting(*PLAIN)
    below = list(table.game.slips)
    table.flip(0)
    table.slap(1, after_us=200_000)
    table.slap(0, after_us=200_000)
    table.say("up", 1, 10)
    table.slap(1, after_us=200_000)
    table.quiet()
    assert table.counts == [1, 2, 3]
    assert table.game.slips == ["pickle", "tomato", *below]
    assert table.game.turn == 2
    table.slap(1)
    table.quiet()
    assert table.counts == [1, 1, 3]


# rules: SW-15
def test_a_slipper_live_again_pays_no_second_time_while_the_incident_lasts() -> None:
    table = Sitting(*PLAIN)
    table.flip(0)
    table.slap(1, after_us=200_000)
    table.say("up", 1, 100_000)
    table.slap(0, after_us=100_000)
    table.say("time", None, 700_000)
    assert table.game.paddles.live == [False, True, True]
    table.slap(1, after_us=100_000)
    table.quiet()
    assert table.counts == [1, 2, 3]


# rules: SW-16
def test_clumped_earliest_slip_slaps_leave_the_turn_where_it_was() -> None:
    for order in ((2, 1), (1, 2)):
        table = Sitting(*PLAIN)
        table.flip(0)
        table.slap(order[0])
        table.slap(order[1], after_us=300)
        table.quiet()
        assert table.counts == [2, 2, 2]
        assert table.game.turn == 1


def test_slip_slaps_of_one_instant_pay_in_table_order() -> None:
    for order in ((2, 0), (0, 2)):
        table = Sitting(*PLAIN)
        table.flip(0)
        table.slap(order[0])
        table.slap(order[1], after_us=0)
        table.quiet()
        assert table.game.slips[:2] == ["pickle", "lettuce"]


# rules: SW-17
def test_after_a_slip_in_flight_the_right_hand_still_wins_the_pair() -> None:
    table = Sitting(*PAIR)
    table.flip(0, 1)
    table.slap(0, after_us=100_000)
    table.slap(2, after_us=200_000)
    table.quiet()
    assert [effect.seat for effect in table.told if effect.what == "won"] == [2]
    assert table.counts == [1, 2, 52]


# rules: SW-17 SW-2
def test_the_slippers_own_paddle_goes_dark_and_no_card_falls_until_it_is_quiet() -> None:
    table = Sitting(*PLAIN)
    table.flip(0)
    table.slap(2)
    table.ring()
    assert table.game.paddles.live == [True, True, False]
    with pytest.raises(Refused):
        table.say("flip", 0, 10)
    table.quiet()
    table.flip(0)


# rules: SW-18
def test_while_a_muncher_is_stopped_a_slip_is_paid_and_the_stopping_goes_on() -> None:
    table = Sitting("m2 egg pepper", "tomato jelly pickle", "lettuce cheese bacon")
    table.flip(0, 1)
    table.slap(2)
    table.quiet()
    assert table.counts == [2, 2, 2]
    assert (table.game.muncher, table.game.turn, table.game.throws) == (0, 1, 1)


# rules: SW-18 SW-23
def test_a_stopper_who_pays_the_last_card_has_thrown_the_last() -> None:
    table = Sitting("m3 egg pepper", "tomato jelly", "lettuce cheese bacon")
    table.flip(0, 1)
    table.slap(1)
    table.quiet()
    assert table.game.turn is None
    assert table.game.due_us == table.game.now_us + 2 * SECOND
    table.ring()
    assert table.won_by() == 0


# rules: SW-24
def test_the_slap_time_starts_again_when_paddles_come_live() -> None:
    table = Sitting("m1 egg pepper", "tomato jelly", "lettuce cheese bacon")
    table.flip(0, 1)
    table.slap(2, after_us=1_900_000)
    table.quiet()
    assert table.won_by() is None
    assert table.game.due_us == table.game.now_us + 2 * SECOND


# rules: SW-20
def test_a_slip_slap_without_cards_puts_out_the_one_that_pays_the_last_card_does_not() -> None:
    table = Sitting("egg pickle onion", "tomato", "lettuce cheese bacon")
    table.flip(0)
    table.slap(1)
    table.quiet()
    assert table.counts[1] == 0
    assert table.game.out == [False, False, False]
    table.slap(1)
    table.quiet()
    assert table.heard("slip")[1]["card"] is None
    assert table.game.out == [False, True, False]
    table.flip(2)


# rules: SW-20 48
def test_a_slip_that_leaves_one_player_ends_the_game() -> None:
    table = Sitting("egg pickle", "")
    table.flip(0)
    table.slap(1)
    table.ring()
    assert table.game.over
    assert table.game.winners == [0]
    assert table.counts == [55, 0]


# rules: SW-21
def test_clumped_slips_of_everybody_left_put_nobody_out() -> None:
    table = Sitting("egg", "pickle")
    table.flip(0, 1)
    table.slap(0)
    table.slap(1, after_us=200)
    table.quiet()
    assert not table.game.over
    table.slap(0)
    table.quiet()
    assert table.game.winners == [1]


def test_with_a_slip_the_turn_of_one_who_paid_the_last_card_passes_on() -> None:
    table = Sitting(*PLAIN[:1], "tomato", "lettuce cheese bacon")
    table.flip(0)
    table.slap(0)
    table.slap(1, after_us=300)
    table.quiet()
    assert table.counts == [1, 0, 3]
    assert table.game.turn == 2


# --- void -------------------------------------------------------------------------------------------


# rules: SW-28
def test_void_takes_back_an_open_slap() -> None:
    for slapper in (paired, thieved):
        table = slapper()
        turn = table.game.turn
        table.slap(0)
        table.say("void", None, 100)
        assert table.heard("void")[0]["open"] is True
        table.quiet()
        assert table.won_by() is None
        assert table.game.turn == turn
        assert table.game.asked == [0, 1, 2]


# rules: SW-28
def test_void_takes_back_an_open_slip() -> None:
    table = Sitting(*PLAIN)
    table.flip(0)
    table.slap(2)
    table.say("void", None, 100)
    table.quiet()
    assert table.counts == [2, 3, 3]
    assert table.game.turn == 1
    table.flip(1)
    table.slap(2)
    table.quiet()
    assert table.counts == [2, 2, 2]


# rules: SW-28
def test_after_a_void_a_thief_can_be_slapped_afresh() -> None:
    table = thieved()
    table.slap(2)
    table.say("call", 1, 100_000)
    table.say("void")
    table.quiet()
    table.slap(0)
    table.ring(2)
    assert table.won_by() is None
    assert table.heard("uncalled")


# rules: SW-28
def test_void_with_no_slap_open_changes_nothing() -> None:
    table = paired()
    table.say("void")
    assert table.heard("void")[0]["open"] is False
    assert table.game.asked == [0, 1, 2]


# --- the table's settings ---------------------------------------------------------------------------


def test_a_head_start_can_win_the_pile() -> None:
    table = paired()
    table.game.paddles.handicap_us[2] = 100_000
    table.slap(0)
    table.slap(2, after_us=90_000)
    table.quiet()
    assert table.won_by() == 2


def test_two_sources_share_first_place_within_the_sum_of_their_errors() -> None:
    table = paired()
    table.game.paddles.source = [0, 1, 0]
    table.game.paddles.error_us = [2000, 5000]
    table.slap(0)
    table.slap(1, after_us=6999)
    table.quiet()
    assert table.game.asked == [0, 1]


# rules: SW-16
def test_slip_slaps_of_two_sources_clump_within_the_sum_of_their_errors() -> None:
    table = Sitting(*PLAIN)
    table.game.paddles.source = [0, 0, 1]
    table.game.paddles.error_us = [2000, 5000]
    table.flip(0)
    table.slap(2)
    table.slap(0, after_us=6999)
    table.quiet()
    assert table.game.turn == 1


# rules: 46
def test_a_slap_right_after_a_munch_is_a_slip() -> None:
    table = Sitting("m1 egg pepper", "tomato jelly", "lettuce cheese bacon")
    table.flip(0, 1)
    table.ring()
    assert table.won_by() == 0
    table.slap(2)
    table.quiet()
    assert table.game.slips == ["lettuce"]
    assert table.game.turn == 0
