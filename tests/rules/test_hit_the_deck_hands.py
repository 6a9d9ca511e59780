"""Hit the Deck: hands on the deck, the call, who is last, who is faked out."""

from __future__ import annotations

import pytest

from rules.hit_the_deck_sitting import CLUMP, SECOND, Sitting
from slamomatic.engine import Event, Refused, Setup
from slamomatic.games.hit_the_deck.rules import HitTheDeck

HANDS = ("H R1", "R2 R3", "R4 G1", "B1 B2")


def raced() -> Sitting:
    """Seat 0 has just played a hand card; four at the table."""
    table = Sitting(*HANDS)
    table.play(0, "H")
    return table


# rules: 49 50
def test_a_hand_card_asks_everybody_for_a_hand() -> None:
    table = raced()
    assert table.game.caller == 0
    assert table.game.asked == [0, 1, 2, 3]
    assert table.game.turn is None
    with pytest.raises(Refused, match="the hands on the deck come first"):
        table.play(1, "R2")


# rules: 51 52 HTD-10
def test_the_last_hand_on_the_deck_draws_four() -> None:
    table = raced()
    table.slap(0, 2, 1)
    table.ring()
    assert table.heard("last") == [{"what": "last", "t_us": table.game.now_us, "seat": 3, "draws": 4}]
    assert table.counts == [1, 2, 2, 6]


# rules: HTD-10
def test_the_last_is_judged_when_the_clump_window_has_passed() -> None:
    table = raced()
    table.slap(0, 2, 1)
    third_us = table.game.now_us
    assert table.game.caller == 0
    assert table.game.due_us == third_us + CLUMP
    table.slap(3, apart_us=CLUMP)
    assert table.heard("last")[0]["seat"] == 3
    assert table.counts[3] == 6


# rules: HTD-11
def test_a_clump_of_the_last_two_draw_two_each() -> None:
    table = raced()
    table.slap(0, 2, 1)
    table.slap(3, apart_us=CLUMP - 1)
    assert [last["seat"] for last in table.heard("last")] == [1, 3]
    assert table.counts == [1, 4, 2, 4]


# rules: HTD-11
def test_a_clump_of_three_last_hands_draw_two_each() -> None:
    table = raced()
    table.slap(0)
    table.slap(2)
    table.slap(1, 3, apart_us=CLUMP // 2 - 1)
    assert table.counts == [1, 4, 4, 4]


# rules: HTD-11
def test_the_hands_before_a_clump_pay_nothing() -> None:
    table = raced()
    for seat, after_us in ((0, 1000), (1, 1000), (2, 1000), (3, 999)):
        table.say("down", seat, after_us)
    assert table.counts == [1, 2, 4, 4]


# rules: 53 HTD-10
def test_the_player_after_the_caller_goes_on() -> None:
    table = raced()
    table.slap(0, 3, 2)
    table.ring()
    assert table.game.turn == 1


# rules: 53
def test_the_player_after_the_caller_goes_on_in_the_turned_direction() -> None:
    table = Sitting(*HANDS, step=-1)
    table.play(0, "H")
    table.slap(0, 1, 2)
    table.ring()
    assert table.game.turn == 3


# rules: 54
def test_any_card_may_be_played_after_the_race() -> None:
    table = raced()
    table.slap(0, 3, 2)
    table.quiet()
    assert table.plays(1)[:2] == ["R2", "R3"]
    table.play(1, "R3")
    assert table.top == "R3"


# rules: 50 HTD-14
def test_the_callers_own_paddle_is_a_call() -> None:
    table = raced()
    table.slap(0)
    assert table.heard("called")[0]["seat"] == 0
    assert table.game.called


# rules: 50 HTD-14
def test_a_called_key_is_no_hand_on_the_deck() -> None:
    table = raced()
    table.say("call", 0, 100)
    assert table.game.asked == [0, 1, 2, 3]
    table.slap(1, 2, 3)
    table.ring()
    assert table.heard("last")[0]["seat"] == 0
    assert table.counts == [5, 2, 2, 2]


# rules: 55 HTD-12
def test_a_forgotten_call_costs_its_player_four_and_the_race_is_off() -> None:
    table = raced()
    started_us = table.game.now_us
    table.slap(1, 2)
    table.ring()
    assert table.game.now_us == started_us + 2 * SECOND
    assert table.heard("uncalled")[0]["seat"] == 0
    assert table.heard("last") == []
    assert table.counts == [5, 2, 2, 2]
    assert table.game.turn == 1


# rules: HTD-12
def test_the_call_comes_less_than_two_seconds_after_the_hand_card() -> None:
    table = raced()
    table.say("call", 0, 2 * SECOND - 1)
    assert table.game.called
    table = raced()
    with pytest.raises(Refused, match="time for the call is over"):
        table.say("call", 0, 2 * SECOND)
    table.say("down", 0, 2 * SECOND)
    assert table.heard("uncalled")[0]["seat"] == 0


# rules: HTD-12
def test_all_hands_but_the_silent_callers_he_draws_four_once() -> None:
    table = raced()
    table.slap(1, 2, 3)
    table.ring(5)
    assert table.counts == [5, 2, 2, 2]


# rules: HTD-12
def test_a_called_race_waits_for_the_hands_however_long() -> None:
    table = raced()
    table.slap(0, 1)
    assert table.game.due_us is None
    table.say("time", None, 60 * SECOND)
    assert table.game.asked == [2, 3]


# rules: HTD-13
def test_hands_before_the_call_are_good() -> None:
    table = raced()
    table.slap(3, 2)
    table.say("call", 0, 300_000)
    table.slap(0)
    table.ring()
    assert table.heard("last")[0]["seat"] == 1


# rules: HTD-14
def test_nobody_else_can_call_and_the_public_is_not_offered_it() -> None:
    table = raced()
    with pytest.raises(Refused, match="only the player of the hand card"):
        table.say("call", 1)
    assert [choice.do for choice in table.game.legal(0)] == ["down", "call"]
    for eye in (None, 1, 2, 3):
        assert {choice.do for choice in table.game.legal(eye)} == {"down"}
    table.say("call", 0, 100)
    assert [choice.do for choice in table.game.legal(0)] == ["down"]
    with pytest.raises(Refused, match="called already"):
        table.say("call", 0, 100)


# rules: HTD-14
def test_without_a_hand_card_there_is_nothing_to_call() -> None:
    table = Sitting(*HANDS)
    with pytest.raises(Refused, match="no hand card is out"):
        table.say("call", 0)


# rules: HTD-15
def test_a_hand_card_as_last_card_ends_the_hand_without_a_race() -> None:
    table = Sitting("H", "R2 R3", "R4")
    table.play(0, "H")
    assert table.game.points == [0, 5, 4]
    assert table.heard("race") == []


# --- fake-outs --------------------------------------------------------------------------------------


# rules: 56 57 HTD-16
def test_a_hand_with_no_hand_card_out_draws_two() -> None:
    table = Sitting(*HANDS)
    table.slap(2)
    table.ring()
    assert table.heard("faked-out") == [
        {"what": "faked-out", "t_us": table.game.now_us, "seat": 2, "draws": 2}
    ]
    assert table.counts == [2, 2, 4, 2]


# rules: 58 HTD-16
def test_a_fake_out_skips_nobody() -> None:
    table = Sitting(*HANDS)
    table.slap(0)
    table.quiet()
    assert table.game.turn == 0
    table.play(0, "R1")
    table.slap(3)
    table.quiet()
    assert table.game.turn == 1


# rules: HTD-16
def test_everybody_who_follows_is_faked_out_too_but_once() -> None:
    table = Sitting(*HANDS)
    table.slap(2, 3)
    table.say("up", 2, 1000)
    table.slap(2)
    table.ring(2)
    assert table.counts == [2, 2, 4, 4]
    table.quiet()
    table.slap(2)
    table.ring()
    assert table.counts == [2, 2, 6, 4]


# rules: HTD-16
def test_who_is_live_again_pays_no_second_time_while_the_incident_lasts() -> None:
    table = Sitting(*HANDS)
    table.slap(1)
    table.say("up", 1, 100_000)
    table.slap(3)
    table.say("time", None, 700_000)
    assert table.game.paddles.live == [True, True, True, False]
    table.slap(1)
    table.quiet()
    assert table.counts == [2, 4, 2, 4]


# rules: HTD-16
def test_a_fake_out_darkens_its_own_paddle_only() -> None:
    table = Sitting(*HANDS)
    table.slap(2)
    table.ring()
    assert table.game.paddles.live == [True, True, False, True]


# rules: HTD-17
def test_no_card_falls_until_a_fake_out_is_over() -> None:
    table = Sitting(*HANDS)
    table.slap(2)
    for _ in range(2):
        with pytest.raises(Refused, match="wait until they are live"):
            table.play(0, "H", 100)
        assert table.game.legal(0) == []
        table.ring()
    table.quiet()
    table.play(0, "H")
    assert table.game.caller == 0


def test_fake_outs_in_one_instant_draw_from_the_player_to_move_on() -> None:
    hands = []
    for order in ((3, 1), (1, 3)):
        table = Sitting(*HANDS, then="Y1 Y2 Y3 Y4")
        table.say("down", order[0])
        table.say("down", order[1], 0)
        table.ring()
        hands.append(table.game.hands)
        assert table.game.hands[1][2:] == ["Y1", "Y2"]
        assert table.game.hands[3][2:] == ["Y3", "Y4"]
    assert hands[0] == hands[1]


def test_fake_outs_in_one_instant_draw_in_the_direction_of_play() -> None:
    table = Sitting(*HANDS, then="Y1 Y2 Y3 Y4", step=-1)
    table.say("down", 1)
    table.say("down", 3, 0)
    table.ring()
    assert table.game.hands[3][2:] == ["Y1", "Y2"]
    assert table.game.hands[1][2:] == ["Y3", "Y4"]


def test_a_hand_on_a_dark_paddle_does_not_count() -> None:
    table = raced()
    table.game.paddles.live[2] = False
    table.slap(2)
    assert table.game.asked == [0, 1, 2, 3]


# rules: HTD-17
def test_after_a_race_the_late_hand_is_no_fake_out() -> None:
    table = raced()
    table.slap(0, 1, 2)
    table.ring()
    table.slap(3)
    table.quiet()
    assert table.counts == [1, 2, 2, 6]


# rules: HTD-17
def test_a_reflex_on_the_last_card_is_no_fake_out_in_the_next_hand() -> None:
    table = Sitting("H", "R2 R3", "R4")
    table.play(0, "H")
    counts = table.counts
    table.slap(1, 2)
    assert table.game.legal(table.game.turn) == []
    table.ring()
    assert table.counts == counts


# rules: HTD-17 HTD-3
def test_a_hand_card_that_the_deal_exposes_waits_for_live_paddles() -> None:
    dealt = (HitTheDeck(Setup(2, seed)) for seed in range(3000))
    game = next(game for game in dealt if game.caller is not None)
    caller = game.caller
    assert game.turn is None
    assert game.asked == [] and game.legal(caller) == []
    with pytest.raises(Refused, match="no hand card is out"):
        game.apply(Event("call", caller, 100_000))
    assert game.due_us == 600_000
    told = game.apply(Event("time", None, 600_000))
    assert [effect.what for effect in told] == ["live", "race"]
    assert game.due_us == 600_000 + 2 * SECOND
    assert game.asked == [0, 1]


# rules: HTD-20
def test_void_calls_the_race_off_and_the_next_player_is_on() -> None:
    table = raced()
    table.slap(0, 1)
    table.say("void")
    assert table.heard("void")[0]["open"] is True
    assert table.game.turn == 1
    assert table.counts == [1, 2, 2, 2]
    table.quiet()
    assert table.plays(1)


# rules: HTD-20
def test_void_takes_open_fake_outs_back() -> None:
    table = Sitting(*HANDS)
    table.slap(2)
    table.say("void", None, 100)
    assert table.heard("void")[0]["open"] is True
    table.quiet()
    assert table.counts == [2, 2, 2, 2]
    assert table.game.turn == 0
    table.slap(2)
    table.ring()
    assert table.counts == [2, 2, 4, 2]


# rules: HTD-20
def test_void_with_no_slap_open_changes_nothing() -> None:
    table = Sitting(*HANDS)
    table.say("void")
    assert table.heard("void")[0]["open"] is False
    assert table.plays(0)


# rules: HTD-21
def test_the_race_is_off_when_its_caller_leaves() -> None:
    table = raced()
    table.slap(1, 2)
    table.say("drop", 0)
    table.quiet()
    assert table.game.turn == 1
    assert table.counts == [0, 2, 2, 2]


# rules: HTD-21
def test_who_leaves_a_race_is_not_waited_for() -> None:
    table = raced()
    table.slap(0, 1)
    table.say("drop", 3)
    assert table.heard("last")[0]["seat"] == 2
    assert table.counts == [1, 2, 6, 0]


# rules: HTD-21
def test_who_left_before_lays_no_hand() -> None:
    table = Sitting(*HANDS)
    table.say("drop", 3)
    table.quiet()
    table.play(0, "H")
    table.slap(0, 1)
    table.ring()
    assert table.heard("last")[0]["seat"] == 2


# rules: HTD-21
def test_a_fake_out_of_who_leaves_is_forgotten() -> None:
    table = Sitting(*HANDS)
    table.slap(2)
    table.say("drop", 2, 100)
    table.quiet()
    assert table.counts == [2, 2, 0, 2]
    assert table.plays(0)


def test_a_head_start_moves_a_slap_but_never_before_its_card() -> None:
    slow = Sitting(*HANDS)
    slow.game.paddles.handicap_us[3] = 200_000
    slow.play(0, "H")
    slow.slap(0, 1, 2)
    assert slow.game.due_us == slow.game.now_us + CLUMP + 200_000
    slow.slap(3)
    assert slow.heard("last")[0]["seat"] == 2
    assert slow.counts == [1, 2, 6, 2]


def test_the_same_hands_in_any_order_of_delivery_give_the_same_loser() -> None:
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        table = raced()
        at_us = table.game.now_us + 100_000
        for seat in order:
            table.game.apply(Event("down", seat, at_us + seat * 600))
        table.ring()
        assert table.counts == [1, 2, 4, 4], order


# rules: HTD-17
def test_paddles_are_live_when_the_game_starts() -> None:
    game = HitTheDeck(Setup(3, 1, {"dealer": 2}, deck=["R1"] * 4))
    assert game.caller is None
    assert game.paddles.live == [True] * 3
    assert {choice.do for choice in game.legal(0)} <= {"play", "draw"} and game.legal(0)
    game.apply(Event("down", 1, 100))
    told = game.apply(Event("time", None, SECOND))
    assert [effect.seat for effect in told if effect.what == "faked-out"] == [1]


# rules: HTD-21
def test_a_caller_who_leaves_after_the_call_leaves_the_race_open() -> None:
    table = raced()
    table.slap(0, 1)
    assert table.game.called
    table.say("drop", 0)
    assert table.game.asked == [2, 3]
    table.slap(3)
    table.ring()
    assert table.heard("last")[0]["seat"] == 2
    assert table.game.turn == 1
