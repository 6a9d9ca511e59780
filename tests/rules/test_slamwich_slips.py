"""Slamwich: slip slaps, who pays and who flips next."""

from __future__ import annotations

import pytest

from rules.slamwich_sitting import CLUMP, PAIR, PLAIN, SECOND, Sitting
from slamomatic.engine import Refused


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


# rules: SW-33
def test_a_muncher_who_is_put_out_munches_no_more() -> None:
    table = Sitting("m1", "tomato egg", "jelly pepper", pile="lettuce")
    table.flip(0, 1)
    table.slap(0)
    table.quiet()
    assert table.game.out == [True, False, False]
    assert table.game.muncher is None
    assert table.game.turn == 1
    assert table.game.pile == ["lettuce", "m1", "tomato"]
    table.flip(1, 2)


# rules: SW-33 SW-26
def test_a_last_flipper_who_is_put_out_takes_nothing_and_the_game_ends() -> None:
    table = Sitting("egg", "pickle", "tomato")
    table.flip(0, 1, 2)
    table.slap(2)
    table.quiet()
    assert table.game.out == [False, False, True]
    table.ring()
    assert table.game.over
    assert table.game.winners == [1]
    assert table.counts == [0, 55, 0]


# rules: SW-33
def test_with_a_time_limit_too_the_game_ends_when_the_last_flipper_is_out() -> None:
    table = Sitting("egg", "pickle", "tomato", minutes=1)
    table.game.wait("limit", 50 * SECOND)
    table.flip(0, 1, 2)
    table.slap(2)
    table.quiet()
    table.say("time", None, 60 * SECOND)
    assert table.game.winners == [1]


# rules: SW-33 SW-21
def test_when_all_slip_without_cards_the_last_to_slip_wins() -> None:
    table = Sitting("egg", "pickle")
    table.flip(0, 1)
    table.slap(0)
    table.slap(1, after_us=CLUMP)
    table.quiet()
    assert table.game.out == [True, False]
    assert table.game.winners == [1]


# rules: SW-33 SW-20
def test_who_slips_out_wins_no_race_with_a_second_slap() -> None:
    table = Sitting("", "egg pickle", "egg onion", pile="lettuce")
    table.game.turn = 1
    table.flip(1, 2)
    table.say("down", 0, 149_700)
    table.say("up", 0, 100)
    table.say("down", 0, 300)
    table.quiet()
    assert table.game.out == [True, False, False]
    assert table.heard("won") == []
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2
