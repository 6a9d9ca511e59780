"""Hands Down: who was early, fakes, fouls, touch contacts."""

from rules.hands_down_sitting import Sitting, four, payers, the, words
from slamomatic.engine.judging import OUT, WAITING
from slamomatic.engine.vocabulary import Event

# --- early --------------------------------------------------------------------------------------------


def test_a_slap_before_yours_costs_a_random_card_at_once() -> None:
    s = four()
    assert words(s.down(2, 900)) == ["slap"]
    effects = s.time(901)
    pays = the("pays", effects)
    assert (pays.seat, pays.public, pays.t_us) == (2, {"to": 0, "why": "early"}, 901_000)
    assert s.counts() == [6, 2, 1, 2]
    assert s.game.turn == 0


def test_a_touch_before_yours_costs_a_card_too() -> None:
    s = four()
    s.do("touch", 2, 900)
    s.down(2, 900.4)
    assert s.game.due_us == 901_000, "the touch came first"
    assert payers(s.time(1000)) == [2]
    assert s.counts() == [6, 2, 1, 2]


def test_early_players_pay_in_time_order() -> None:
    s = four()
    s.down(3, 900)
    s.down(1, 900.3)
    assert payers(s.time(1000)) == [3, 1]
    s = four()
    s.down(3, 900)
    s.down(1, 900.3)
    assert payers(s.passes(0, 900.5)) == [3, 1]


def test_everybody_who_is_fooled_in_one_incident_pays_once() -> None:
    s = four()
    s.do("feint", 0, 800)
    effects = []
    for seat, t in ((1, 900), (2, 1000), (1, 1100), (3, 1200), (2, 1300)):
        effects += s.down(seat, t)
        effects += s.up(t + 20, seat)
    effects += s.time(1400)
    assert payers(effects) == [1, 2, 3]
    assert s.counts() == [8, 1, 1, 1]


def test_the_incident_ends_when_the_paddles_come_live_again() -> None:
    s = four()
    s.down(1, 900)
    s.up(950, 1)
    assert the("live", s.time(1550)).public == {"seats": [1]}
    s.down(1, 1600)
    assert payers(s.time(1700)) == [1]
    assert s.counts() == [7, 0, 2, 2]


def test_any_press_restarts_the_wait() -> None:
    s = four()
    s.down(1, 900)
    s.up(950, 1)
    s.down(1, 1400)
    s.up(1450, 1)
    assert s.time(2049) == []
    assert s.game.paid[1]
    s.time(2050)
    assert not s.game.paid[1]


def test_faking_changes_nothing_whether_you_hold_a_pair_or_not() -> None:
    for hand in ("3 3 5", "3 4 5"):
        s = four(hand)
        before = s.game.to_json()
        for t in (1, 2, 3):
            assert words(s.do("feint", 0, t)) == ["feint"]
        after = s.game.to_json()
        assert {**after, "now_us": 0} == {**before, "now_us": 0}


def test_your_own_slap_stays_live_through_an_incident() -> None:
    s = four()
    s.down(1, 900)
    s.time(950)
    assert s.game.view(None)["live"] == [True, False, True, True]
    effects = s.down(0, 1000)
    assert the("hands-down", effects).public == {"waits_for": [2, 3]}


def test_who_is_early_and_down_counts_as_having_slapped_first() -> None:
    s = four()
    s.down(1, 900)
    s.down(0, 1000)
    s.down(2, 1100)
    effects = s.time(1200)
    assert the("lost", effects).seat == 3
    assert the("lost", effects).public == {"race": [1_000_000, 900_000, 1_100_000, WAITING]}


def test_who_was_early_but_lifted_again_must_slap_again_and_may_lose() -> None:
    s = four()
    s.down(1, 900)
    s.up(950, 1)
    assert the("live", s.down(0, 1000)).public == {"seats": [1]}
    assert s.game.asked == [1, 2, 3]
    s.down(2, 1100)
    s.down(3, 1150)
    assert the("lost", s.time(1200)).seat == 1
    assert s.counts()[1] == 0


def test_whom_the_payment_left_without_cards_is_out_of_that_hands_down() -> None:
    s = Sitting("3 3 5 6", "1", "4 6", "7 8", drawpile="10")
    s.down(1, 900)
    s.up(950, 1)
    s.down(0, 1000)
    assert s.game.asked == [2, 3]
    assert s.game.race.times_us[1] == OUT


def test_if_everybody_else_was_early_the_pair_is_played_and_no_further_card_taken() -> None:
    s = four()
    for seat in (1, 2, 3):
        s.down(seat, 900 + seat)
    effects = s.down(0, 1000)
    assert words(effects)[-3:] == ["hands-down", "dark", "pair"]
    assert s.counts() == [6, 1, 1, 1]
    assert s.pairs(0) == "9"


def test_a_touch_that_a_window_can_not_place_before_yours_is_not_before_it() -> None:
    for gap_ms, pays in ((0.999, []), (1.0, [2])):
        s = four()
        effects = s.down(2, 1000)
        effects += s.down(0, 1000 + gap_ms)
        assert payers(effects) == pays


def test_the_hand_that_counts_is_the_one_held_when_the_incident_began() -> None:
    s = Sitting("3 4 5", "3", "4 6", "7 8", drawpile="10 10")
    s.down(1, 900)
    s.up(910, 1)
    s.time(950)
    assert s.hand(0) == "3 3 4 5"
    assert "down" not in s.may(0)
    effects = s.down(0, 1000)
    assert the("foul", effects).public == {"why": "no-pair"}
    s = Sitting("3 4 5", "3", "4 6", "7 8", drawpile="10 10")
    s.down(1, 900)
    s.up(910, 1)
    s.time(2000)
    assert "down" in s.may(0)


def test_a_paddle_left_down_counts_as_an_early_touch_when_the_turn_player_slaps() -> None:
    s = four()
    s.down(0, 1000)
    for seat in (1, 2, 3):
        s.down(seat, 1100 + seat * 20)
    s.up(1300, 0, 1, 3)
    named = s.time(4300)
    assert the("named", named).seat == 2
    assert s.game.view(None)["live"] == [True, True, False, True]
    effects = s.down(0, 5000)
    assert payers(effects) == [2]
    assert s.game.asked == [1, 3]
    s.down(1, 5100)
    assert the("lost", s.time(5200)).seat == 3


def test_a_paddle_in_fault_that_stays_down_does_not_pay() -> None:
    s = four()
    s.do("fault", 2, 1, on=True)
    s.down(0, 1000)
    for seat in (1, 2, 3):
        s.down(seat, 1100 + seat * 20)
    s.up(1300, 0, 1, 3)
    assert "live" in words(s.time(1900))
    effects = s.down(0, 2000)
    assert payers(effects) == []
    assert s.game.asked == [1, 2, 3]
    s.down(2, 2050)
    assert s.game.asked == [1, 3]


# --- fouls --------------------------------------------------------------------------------------------


def test_a_slap_without_a_pair_is_a_foul_and_the_turn_ends() -> None:
    s = four("3 4 5")
    effects = s.down(0, 1000)
    assert the("foul", effects).public == {"why": "no-pair"}
    assert s.game.turn == 1
    assert s.game.view(None)["live"] == [False] * 4


def test_a_touch_not_all_the_way_down_is_a_foul_even_with_pairs_in_hand() -> None:
    s = four()
    s.do("touch", 0, 1000)
    assert s.game.due_us == 1_300_000
    assert s.time(1299) == []
    effects = s.time(1300)
    assert the("foul", effects).public == {"why": "not-down"}
    assert s.game.turn == 1
    assert s.pairs(0) == ""


def test_a_touch_while_faking_is_a_foul_though_the_hand_leaves_again() -> None:
    s = four()
    s.do("feint", 0, 999)
    s.do("touch", 0, 1000)
    s.do("release", 0, 1020)
    assert "foul" in words(s.time(1400))


def test_a_touch_that_becomes_a_slap_in_time_is_no_foul() -> None:
    s = four()
    s.do("touch", 0, 1000)
    effects = s.down(0, 1299.9)
    assert "hands-down" in words(effects)
    assert "foul" not in words(s.time(1400))


def test_after_the_fouls_first_contact_nobody_else_pays() -> None:
    s = four()
    s.do("touch", 0, 1000)
    s.down(2, 1100)
    s.do("touch", 3, 1150)
    effects = s.time(1300)
    assert "foul" in words(effects)
    assert payers(effects) == []


def test_early_touches_before_a_foul_still_pay() -> None:
    s = four()
    effects = s.down(2, 998)
    effects += s.down(3, 999.5)
    effects += s.do("touch", 0, 1000)
    assert payers(effects + s.time(1400)) == [2]
    s = four("3 4 5")
    s.down(2, 999)
    s.down(1, 999.6)
    assert payers(s.down(0, 1000)) == [2]


def test_pass_after_a_touch_is_the_foul() -> None:
    s = four()
    s.do("touch", 0, 1000)
    effects = s.passes(0, 1100)
    assert the("foul", effects).public == {"why": "not-down"}
    assert s.game.turn == 1


def test_a_contact_just_before_the_pass_still_pays() -> None:
    s = four()
    s.down(2, 1000)
    effects = s.passes(0, 1000.5)
    assert payers(effects) == [2]
    assert s.game.turn == 1


# --- touch contacts: like with like ----------------------------------------------------------------------


def test_touch_is_compared_with_touch() -> None:
    s = four()
    s.do("touch", 0, 1000)
    s.do("touch", 2, 1010)
    s.down(2, 1020)
    effects = s.down(0, 1030)
    assert payers(effects) == []  # his touch was later, though he was down first
    assert s.game.asked == [1, 3]


def test_where_touch_and_down_disagree_the_touch_decides() -> None:
    s = four()
    effects = s.do("touch", 2, 999.5)
    effects += s.do("touch", 0, 1000.5)
    effects += s.down(0, 1020)
    effects += s.down(2, 1040)
    assert payers(effects) == [2]  # he touched first, though he was down later


def test_without_a_touch_contact_down_is_compared_with_down() -> None:
    s = four()
    s.do("touch", 0, 1000)
    s.down(2, 1010)
    effects = s.down(0, 1030)
    assert payers(effects) == [2]


NO_CONTACT = {"touch": [False, False, True, True]}  # seats 0, on turn, and 1 have none


def test_each_seats_own_contact_decides_whether_its_touch_costs() -> None:
    s = four(setup=NO_CONTACT)
    effects = s.do("touch", 2, 1000)
    assert s.game.due_us == 1_050_000, "a hand's way to the paddle"
    effects += s.down(0, 1060)
    assert payers(effects) == [2]
    assert s.game.view(None)["touch_fitted"] == [False, False, True, True]
    s = four(setup={"touch": [True, False, True, True]})
    assert payers(s.do("touch", 2, 1000) + s.down(0, 1020)) == [2]


def test_without_the_turn_players_touch_one_within_a_hands_way_is_not_before_the_slap() -> None:
    for gap_ms, pays in ((20, []), (50, []), (50.001, [2])):
        s = four(setup=NO_CONTACT)
        effects = s.do("touch", 2, 1000)
        effects += s.down(0, 1000 + gap_ms)
        assert payers(effects) == pays
        assert s.game.asked == [1, 2, 3]


def test_a_touch_that_no_slap_of_the_turn_player_follows_costs_a_card() -> None:
    s = four(setup=NO_CONTACT)
    s.do("feint", 0, 800)
    assert payers(s.do("touch", 2, 1000)) == []
    assert payers(s.time(1050)) == [2]
    s = four(setup=NO_CONTACT)
    s.do("touch", 2, 1000)
    assert payers(s.passes(0, 1010)) == [2]


def test_between_two_clocks_a_hands_way_is_longer_by_their_errors() -> None:
    clocks = {"source": [0, 1, 1, 1], "error_us": [4000, 6000]}
    for gap_ms, pays in ((59.9, []), (60.1, [2])):
        s = four(setup={**NO_CONTACT, **clocks})
        assert payers(s.do("touch", 2, 1000) + s.down(0, 1000 + gap_ms)) == pays


def test_a_slap_before_the_turn_players_is_early_by_its_down_whatever_the_touch() -> None:
    s = four(setup=NO_CONTACT)
    s.do("touch", 2, 1000)
    s.down(2, 1010)
    assert s.game.due_us == 1_011_000
    assert payers(s.down(0, 1011)) == [2]


def test_a_touch_within_a_hands_way_of_a_foul_costs_nothing() -> None:
    for gap_ms, pays in ((30, []), (51, [2])):
        s = four("3 4 5", setup=NO_CONTACT)
        s.do("touch", 2, 1000)
        effects = s.down(0, 1000 + gap_ms)
        assert "foul" in words(effects)
        assert payers(effects) == pays


def test_the_next_turns_draw_does_not_wait_for_live_paddles() -> None:
    s = four("3 4 5")
    effects = s.down(0, 1000)
    assert the("draw", effects).t_us == 1_000_000
    assert s.counts()[1] == 3
    assert s.game.view(None)["live"] == [False] * 4


def test_a_slap_at_exactly_the_re_arm_time_counts() -> None:
    for us_before, pays in ((1, []), (0, [1])):
        s = four()
        s.down(1, 900)
        s.up(950, 1)
        s.time(1000)
        s.down(1, 1550 - us_before / 1000)
        assert payers(s.time(1600)) == pays


# --- an up that is told only after its bounce ---------------------------------------------------------


def bouncy() -> Sitting:
    """All players slap on a unit that may report an `up` half a second late."""
    s = four()
    s.game.paddles.up_us = [500_000]
    return s


def test_who_lifted_before_the_slap_must_slap_again_however_late_the_lift_is_told() -> None:
    s = bouncy()
    s.down(2, 900)
    s.time(1000)
    s.down(0, 1100)
    assert s.game.race.times_us[2] >= 0, "its hand seemed to be down"
    told = s.up(1090, 2)
    assert s.game.race.times_us[2] == WAITING and s.game.asked == [1, 2, 3]
    assert the("live", told).public == {"seats": [2]}, "so its player is told to slap"
    s.down(3, 1200)
    s.down(2, 1300)
    assert the("lost", s.time(3000)).seat == 1


def test_lift_is_told_late_too_by_what_a_seat_moved_to() -> None:
    """A phone that came in play, for instance."""
    s = four()
    s.game.apply(Event("source", 2, 0, {"error_us": 0, "up_us": 500_000}))
    s.down(2, 900)
    s.time(1000)
    s.down(0, 1100)
    s.down(3, 1200)
    s.down(1, 1300)
    assert "lost" not in words(s.time(1599)), "it may have been up before the slap"
    assert the("lost", s.time(3000)).seat == 1


def test_nobody_is_named_while_a_lift_before_the_slap_may_still_be_told() -> None:
    s = bouncy()
    s.down(2, 900)
    s.time(1000)
    s.down(0, 1100)
    s.down(3, 1200)
    assert "lost" not in words(s.time(1599))
    s.up(1090, 2)
    assert the("lost", s.down(1, 1590)).seat == 2


def test_a_hand_that_stayed_down_counts_as_first_once_that_is_known() -> None:
    s = bouncy()
    s.down(2, 900)
    s.time(1000)
    s.down(0, 1100)
    s.down(3, 1200)
    s.up(1300, 2)
    lost = the("lost", s.time(3000))
    assert (lost.seat, lost.t_us) == (1, 1_600_000)


def test_where_all_were_early_the_pair_is_played_once_that_is_known() -> None:
    s = bouncy()
    for seat in (1, 2, 3):
        s.down(seat, 900 + seat)
    s.time(1000)
    assert "pair" not in words(s.down(0, 1100))
    assert the("pair", s.time(1601)).t_us == 1_600_000


def test_an_early_hand_that_comes_up_after_the_end_ends_nothing_again() -> None:
    s = bouncy()
    s.down(1, 900)
    s.time(1000)
    s.down(0, 1100)
    s.do("drop", 2, 1200)
    s.do("drop", 3, 1300)
    assert s.game.over
    assert words(s.up(1350, 1)) == ["lift"]
