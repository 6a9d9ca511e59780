"""Hands Down: the slap, who is last, clumps, pass, incidents, void, what is offered."""

import pytest

from rules.hands_down_sitting import Sitting, four, payers, the, words
from slamomatic.engine import Event
from slamomatic.engine.judging import OUT, WAITING
from slamomatic.engine.vocabulary import Refused

# --- a Hands Down -------------------------------------------------------------------------------------


def test_a_slap_with_a_pair_opens_a_hands_down_without_a_word() -> None:
    s = four()
    effects = s.down(0, 1000)
    assert the("hands-down", effects).public == {"waits_for": [1, 2, 3]}
    assert [s.may(seat) for seat in range(4)] == [set(), {"down"}, {"down"}, {"down"}]


def test_the_last_to_slap_loses_a_card_to_the_turn_player() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1200)
    assert s.pairs(0) == ""
    effects = s.down(1, 1300)
    assert the("lost", effects).seat == 1
    pays = the("pays", effects)
    assert (pays.seat, pays.public) == (1, {"to": 0, "why": "last"})
    assert s.counts() == [4, 1, 2, 2]


def test_the_lost_card_is_a_random_one_seen_by_two_only() -> None:
    lost = set()
    for seed in range(30):
        s = four(setup={"seed": seed})
        s.down(0, 1000)
        for t, seat in ((1100, 2), (1200, 3), (1300, 1)):
            effects = s.down(seat, t)
        pays = the("pays", effects)
        assert set(pays.only) == {0, 1}
        lost.add(pays.only[0]["card"])
    assert lost == {"1", "2"}


def test_a_curtain_does_not_darken_an_open_slap() -> None:
    s = four()
    s.down(0, 1000)
    for t, up in ((1050, True), (1060, False)):
        s.game.apply(Event("curtain", None, t * 1000, {"up": up}))
    s.down(2, 1100)
    s.down(3, 1200)
    assert the("lost", s.down(1, 1300)).seat == 1


def test_paddles_wait_for_a_curtain_that_went_up_in_an_open_slap() -> None:
    s = four()
    s.down(0, 1000)
    s.game.apply(Event("curtain", None, 1_050_000, {"up": True}))
    for t, seat in ((1100, 2), (1200, 3), (1300, 1)):
        s.down(seat, t)
    for seat in range(4):
        s.game.apply(Event("up", seat, 1_400_000))
    assert s.game.due_us is None
    s.game.apply(Event("curtain", None, 9_000_000, {"up": False}))
    assert s.game.due_us == 9_600_000


def test_the_order_of_all_is_told_for_the_photo_finish() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1200)
    effects = s.time(1300)
    assert the("lost", effects).public == {"race": [1_000_000, WAITING, 1_100_000, 1_200_000]}


def test_it_is_over_when_all_but_one_have_slapped_and_the_window_has_passed() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1200)
    assert s.game.due_us == 1_201_000
    assert s.time(1200.999) == []
    assert the("lost", s.time(1201)).seat == 1


def test_then_the_pair_lies_face_up() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1200)
    effects = s.time(1300)
    assert the("pair", effects).to_json() == {"what": "pair", "seat": 0, "t_us": 1_201_000, "number": "9"}
    assert s.game.view(None)["pairs"][0] == ["9"]
    assert words(effects).index("pair") < words(effects).index("pays")


def test_the_loser_may_be_any_of_the_others_never_the_turn_player() -> None:
    for loser in (1, 2, 3):
        s = four()
        s.down(0, 1000)
        for i, seat in enumerate(seat for seat in (1, 2, 3) if seat != loser):
            s.down(seat, 1100 + i * 50)
        assert the("lost", s.time(2000)).seat == loser
    s = four()
    s.down(0, 1000)
    assert s.down(0, 1500)[0].public == {"live": True}
    assert s.game.race.times_us[0] == 1_000_000


def test_the_losers_late_slap_is_recorded_until_the_paddles_are_live_again() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1200)
    s.time(1210)
    s.down(1, 1250)
    assert s.game.view(None)["race"] == [1_000_000, 1_250_000, 1_100_000, 1_200_000]
    assert s.counts() == [4, 1, 2, 2]
    s.up(1300)
    s.time(1900)
    assert s.game.view(None)["race"] == [OUT] * 4


def test_after_a_hands_down_another_may_follow_in_the_same_turn() -> None:
    s = four()
    for t in (1000, 3000):
        s.down(0, t)
        for seat in (1, 2, 3):
            s.down(seat, t + 100 * seat)
        s.up(t + 500)
        s.time(t + 1500)
    assert s.pairs(0) == "9 3"
    assert s.game.turn == 0


def test_players_without_cards_take_no_part() -> None:
    s = Sitting("3 3 5 6", "", "4 6", "7 8", drawpile="10")
    assert s.game.view(None)["live"] == [True, False, True, True]
    s.down(1, 500)
    s.time(700)
    assert s.counts() == [4, 0, 2, 2]
    s.up(710, 1)
    s.down(0, 2000)
    assert s.game.asked == [2, 3]
    assert s.may(1) == set()
    s.down(1, 2050)
    s.down(3, 2100)
    assert the("lost", s.time(2200)).seat == 2


def test_if_nobody_can_take_part_the_pair_is_played_and_no_card_taken() -> None:
    s = Sitting("3 3 5 6", "", "", drawpile="10")
    effects = s.down(0, 1000)
    assert the("pair", effects).seat == 0
    assert payers(effects) == []
    assert s.counts() == [2, 0, 0]


def test_the_chosen_pair_is_played_else_the_highest() -> None:
    s = four("3 3 10 10 9 9")
    s.do("choose", 0, 1, number="3")
    s.down(0, 1000)
    for seat in (1, 2, 3):
        s.down(seat, 1100 + seat * 10)
    assert s.pairs(0) == "3"
    s.up(1200)
    s.time(2000)
    s.down(0, 2100)
    for seat in (1, 2, 3):
        s.down(seat, 2200 + seat * 10)
    assert s.pairs(0) == "3 10"


def test_a_choice_is_for_one_pair_only() -> None:
    s = four("3 3 3 3 9 9")
    s.do("choose", 0, 1, number="3")
    for t in (1000, 3000):
        s.down(0, t)
        for seat in (1, 2, 3):
            s.down(seat, t + 100 * seat)
        s.up(t + 500)
        s.time(t + 1500)
    assert s.pairs(0) == "3 9"


def test_only_a_pair_in_hand_can_be_chosen_and_not_in_an_open_slap() -> None:
    s = four("3 3 9 9 5")
    with pytest.raises(Refused, match="no pair of 5s"):
        s.do("choose", 0, 1, number="5")
    s.down(0, 1000)
    with pytest.raises(Refused, match="open"):
        s.do("choose", 0, 1001, number="3")


def test_the_choice_and_the_pair_in_play_are_not_shown_until_they_count() -> None:
    s = four()
    effects = s.do("choose", 0, 1, number="3")
    assert the("chosen", effects).public is None
    s.down(0, 1000)
    for seat in (None, 1, 2, 3):
        view = s.game.view(seat)
        assert view.get("chosen") is None
        assert view.get("playing") is None
    assert s.game.view(0)["playing"] == "3"


def test_a_choice_is_forgotten_when_the_turn_ends() -> None:
    s = four()
    s.do("choose", 0, 1, number="3")
    s.passes(0, 2)
    assert s.game.chosen is None


# --- clumps ---------------------------------------------------------------------------------------------


def test_a_clump_of_the_last_two_does_not_count() -> None:
    s = four()
    s.down(0, 1000)
    s.down(1, 1100)
    s.down(2, 1200)
    effects = s.down(3, 1200.999)
    assert the("clump", effects).public == {"seats": [2, 3], "window_us": 1000}
    assert s.counts() == [5, 2, 2, 2]
    assert s.pairs(0) == ""
    assert s.game.view(None)["pairs"] == [[]] * 4


def test_exactly_the_window_apart_is_apart() -> None:
    s = four()
    s.down(0, 1000)
    s.down(1, 1100)
    s.down(2, 1200)
    assert the("lost", s.down(3, 1201)).seat == 3


def test_after_a_clump_it_is_still_your_turn_and_you_may_slap_again() -> None:
    s = four()
    s.do("choose", 0, 1, number="3")
    s.down(0, 1000)
    for seat in (1, 2, 3):
        s.down(seat, 1200)
    assert s.game.turn == 0
    s.up(1300)
    s.time(2000)
    assert "down" in s.may(0)
    s.down(0, 2100)
    for seat in (1, 2, 3):
        s.down(seat, 2200 + seat * 20)
    assert s.pairs(0) == "3"


def test_all_of_a_bigger_clump_are_named() -> None:
    s = four()
    s.down(0, 1000)
    s.down(1, 1200)
    s.down(2, 1200.5)
    effects = s.down(3, 1200.9)
    assert the("clump", effects).public == {"seats": [1, 2, 3], "window_us": 1000}


def test_the_delivery_order_of_the_slaps_does_not_matter() -> None:
    s = four()
    s.down(0, 1000)
    s.down(3, 1300)
    s.down(1, 1100)
    assert the("lost", s.down(2, 1200)).seat == 3


def test_a_slap_together_with_the_turn_players_is_neither_early_nor_the_last() -> None:
    s = four()
    s.down(1, 999.5)
    effects = s.down(0, 1000)
    assert payers(effects) == []
    assert s.game.asked == [2, 3]
    s.down(2, 1100)
    assert the("lost", s.time(1200)).seat == 3


def test_with_one_other_in_play_a_slap_together_with_the_turn_players_is_a_clump() -> None:
    s = Sitting("3 3 5 6", "1", "", drawpile="10")
    s.down(0, 1000)
    effects = s.down(1, 1000.4)
    assert the("clump", effects).public == {"seats": [0, 1], "window_us": 1000}


# --- pass, incidents, void ---------------------------------------------------------------------------------


def test_pass_is_refused_while_a_slap_is_open() -> None:
    s = four()
    s.down(0, 1000)
    with pytest.raises(Refused, match="all must slap first"):
        s.passes(0, 1500)


def test_pass_is_allowed_before_an_incident_has_re_armed() -> None:
    s = four()
    s.down(1, 900)
    s.time(950)
    s.passes(0, 960)
    assert s.game.turn == 1
    assert s.game.view(None)["live"] == [False] * 4


def test_there_is_no_time_out_and_the_missing_are_named() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    s.time(3_600_000)
    assert s.game.view(None)["asked"] == [1, 3]
    assert s.game.due_us is None


def test_an_optional_time_out_calls_it_off() -> None:
    s = four(timeout_ms=5000)
    s.down(0, 1000)
    s.down(2, 1100)
    assert s.game.due_us == 6_000_000
    effects = s.time(6000)
    assert the("timed-out", effects).public == {"seats": [1, 3]}
    assert s.game.turn == 0
    assert s.counts() == [5, 2, 2, 2]


def test_void_takes_back_an_open_hands_down() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    assert the("void", s.do("void", None, 1200)).public == {"open": True}
    assert s.counts() == [5, 2, 2, 2]
    assert s.game.turn == 0
    assert s.game.asked == []
    s.up(1300)
    s.time(2000)
    assert "down" in s.may(0)


def test_void_saves_even_the_last_one_missing() -> None:
    s = four()
    s.down(0, 1000)
    s.down(1, 1100)
    s.down(2, 1100.2)
    effects = s.do("void", None, 1100.5)
    assert words(effects) == ["dark", "void"]
    assert s.counts() == [5, 2, 2, 2]
    assert s.game.race.times_us == [OUT] * 4


def test_void_takes_back_contacts_not_yet_judged() -> None:
    s = four()
    s.down(2, 1000)
    assert the("void", s.do("void", None, 1000.5)).public == {"open": True}
    assert payers(s.time(2000)) == []


def test_void_with_nothing_open_changes_nothing() -> None:
    s = four()
    assert the("void", s.do("void", None, 1)).public == {"open": False}
    assert s.game.view(None)["live"] == [True] * 4


def test_who_leaves_an_open_hands_down_is_not_waited_for() -> None:
    s = four()
    s.down(0, 1000)
    s.down(2, 1100)
    assert s.game.asked == [1, 3]
    assert the("lost", s.do("drop", 3, 1150)).seat == 1


def test_when_the_slapping_turn_player_leaves_the_hands_down_is_off() -> None:
    s = four()
    s.down(0, 1000)
    s.do("drop", 0, 1100)
    assert s.game.turn == 1
    assert s.game.asked == []
    assert s.game.pairs == [[], [], [], []]


# --- what is offered ------------------------------------------------------------------------------------


def test_the_public_offer_does_not_tell_whether_there_is_a_pair() -> None:
    with_pair, without = four("3 3 5"), four("3 4 5")
    assert with_pair.game.legal(None) == without.game.legal(None)
    assert {choice.do for choice in without.game.legal(None)} == {"pass", "choose", "down"}
    assert with_pair.may(0) == {"pass", "choose", "down"}
    assert without.may(0) == {"pass"}


def test_a_head_start_is_taken_off_the_slap_but_never_before_the_turn_players() -> None:
    s = four(setup={"handicap_ms": [0, 200, 0, 0]})
    s.down(0, 1000)
    s.down(2, 1100)
    s.down(3, 1150)
    assert s.game.due_us == 1_351_000  # seat 1 may still be before seat 3
    assert the("lost", s.down(1, 1320)).seat == 3
    assert s.game.race.times_us[1] == 1_120_000
    s = four(setup={"handicap_ms": [0, 200, 0, 0]})
    s.down(0, 1000)
    s.down(1, 1100)
    assert s.game.race.times_us[1] == 1_000_000
