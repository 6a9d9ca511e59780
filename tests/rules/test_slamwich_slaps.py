"""Slamwich: what is worth a slap, who was first, void, the table's settings."""

from __future__ import annotations

import pytest

from rules.slamwich_sitting import CLUMP, PAIR, PLAIN, SECOND, Sitting, paired, thieved
from slamomatic.engine import Event, Setup
from slamomatic.games.slamwich.cards import DECK
from slamomatic.games.slamwich.rules import Slamwich

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


# rules: SW-34
def test_anothers_leaving_does_not_take_back_a_slap_on_a_pair() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.say("drop", 3, 300)
    table.quiet()
    assert table.won_by() == 1


# rules: SW-34
def test_who_leaves_does_not_win_and_the_next_in_the_clump_does() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.slap(2, after_us=300)
    table.say("drop", 1, 200)
    table.quiet()
    assert table.won_by() == 2


# rules: SW-34
def test_a_pair_slapped_only_by_one_who_leaves_can_be_slapped_again() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.say("drop", 1, 200)
    table.quiet()
    assert table.won_by() is None
    table.slap(0)
    table.quiet()
    assert table.won_by() == 0


# rules: SW-34
def test_of_a_clump_the_one_who_stays_slaps_again() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.slap(2, after_us=300)
    table.quiet()
    table.say("drop", 1, 200_000)
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: SW-34
def test_when_all_of_a_clump_have_left_the_pile_is_open_to_all() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.slap(2, after_us=300)
    table.quiet()
    table.say("drop", 1, 200_000)
    table.say("drop", 2, 200_000)
    table.quiet()
    table.slap(3)
    table.quiet()
    assert table.won_by() == 3


# rules: SW-34
def test_when_all_who_slapped_again_have_left_the_others_of_the_clump_may_still() -> None:
    table = paired("cheese pepper")
    table.slap(1)
    table.slap(2, after_us=300)
    table.quiet()
    table.slap(1)
    table.say("drop", 1, 200)
    assert table.game.asked == [2]
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: SW-34
def test_anothers_leaving_does_not_take_back_a_slip() -> None:
    table = Sitting(*PLAIN, "cheese pepper")
    table.flip(0)
    table.slap(2)
    table.say("drop", 3, 300)
    table.quiet()
    assert [slip["seat"] for slip in table.heard("slip")] == [2]
    assert table.game.turn == 0


# rules: SW-34
def test_who_leaves_while_a_slip_is_judged_is_not_asked_to_slap_the_pair() -> None:
    """Seat 3 slapped in flight, before the pair had fallen; seat 0 leaves before that slip is settled."""
    table = Sitting("egg", "cheese egg", "cheese onion", "tomato bacon", pile="onion", rest=2)
    table.flip(0, 1, 2)
    assert table.game.asked == [0, 1, 2, 3]
    table.slap(3, after_us=100_000)
    table.say("drop", 0, 100)
    assert table.game.asked == [1, 2, 3]


# rules: SW-34
def test_a_slip_of_one_who_leaves_holds_nobody_up() -> None:
    table = Sitting(*PLAIN, "cheese pepper")
    table.flip(0)
    table.slap(2)
    table.say("drop", 2, 300)
    assert table.game.due_us == table.game.now_us + 600_000, "only the paddles are waited for"
    table.quiet()
    assert table.heard("slip") == []
    table.flip(1)
