"""Yahtzee Hands Down: what the rulebook leaves open, and how paddles meet cards."""

from itertools import permutations

import pytest

from rules.yahtzee_sitting import FOUR, HOUSE, NOTHING, SECOND, THREES, TWOS, Sitting, called
from slamomatic.engine import Choice, Event, Refused

# --- aims and calls ---------------------------------------------------------------------------------


def test_without_an_aim_the_best_combo_of_the_table_counts() -> None:
    sitting = Sitting("B2 B2 B2 B2/5 B*", TWOS.replace("B2", "R2"), NOTHING[0], table="3k 4k ls")
    sitting.slap(0, 1)
    assert [line["combo"] for line in sitting.heard("shown")] == ["4k", "3k"]


def test_without_an_aim_a_combo_that_is_not_on_the_table_does_not_count() -> None:
    sitting = Sitting("R1 R1 R1 R* R*", FOUR.replace("R1", "R4"), NOTHING[0], table="ls 4k")
    sitting.slap(0, 1)
    assert [(line["combo"], line["foul"]) for line in sitting.heard("shown")] == [
        ("4k", False),
        ("4k", False),
    ]


def test_a_hand_that_makes_nothing_is_a_foul_for_nothing() -> None:
    sitting = Sitting(NOTHING[0], FOUR, NOTHING[1])
    sitting.slap(0, 1)
    assert [(line["combo"], line["foul"]) for line in sitting.heard("shown")] == [(None, True), ("4k", False)]


def test_an_aim_the_hand_does_not_make_is_a_foul_though_it_makes_another() -> None:
    sitting = Sitting(FOUR, THREES, NOTHING[0])
    sitting.aim(0, "yz")
    sitting.slap(0, 1)
    assert sitting.heard("shown")[0]["foul"]
    assert sitting.game.won == [[], [], []]


def test_the_last_aim_counts() -> None:
    sitting = Sitting(FOUR, THREES, NOTHING[0])
    sitting.aim(0, "yz")
    sitting.aim(0, "4k")
    sitting.slap(0, 1)
    assert sitting.game.won == [["4k"], [], []]


def test_an_aim_stays_while_the_hand_stays_and_ends_with_it() -> None:
    sitting = Sitting(FOUR, THREES, TWOS, table="4k 3k ss")
    sitting.aim(2, "4k")
    sitting.slap(0, 1)
    assert sitting.game.aims == [None, None, "4k"]  # gone from the table: the trap of the third player


def test_aiming_is_for_a_hand_in_hand_and_for_one_of_the_six_combos() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    with pytest.raises(Refused, match="no combo"):
        sitting.aim(0, "5k")
    sitting.slap(0)
    with pytest.raises(Refused, match="lies on the table"):
        sitting.aim(0, "3k")
    sitting.aim(2, "ls")
    assert sitting.game.aims[2] == "ls"


def test_an_aim_is_the_owners_secret_and_makes_no_effect() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    assert sitting.aim(0, "ls") == []
    assert [sitting.game.view(eye)["aim"] for eye in (0, 1, None)] == ["ls", None, None]


def test_a_callers_paddle_goes_dark_the_others_stay_live() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    sitting.say("down", 0)
    assert sitting.game.paddles.live == [False, True, True]


def test_further_slaps_of_a_called_hand_change_nothing() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    sitting.slap(0)
    before = sitting.game.calls.times_us
    sitting.slap(0)
    assert sitting.heard("called") == []
    assert sitting.game.calls.times_us == before


def test_after_the_scoring_all_paddles_are_dark_till_they_are_up_and_quiet() -> None:
    sitting = Sitting(TWOS, THREES, FOUR)
    sitting.slap(0)
    sitting.say("down", 1)
    sitting.say("down", 2, 2000)
    assert called(sitting) == [False, False, False]  # scored; the third came too late
    assert sitting.game.paddles.live == [False, False, False]
    for seat in (1, 2):
        sitting.say("up", seat, 1000)
    sitting.say("time")
    assert sitting.game.paddles.live == [True, True, True]


def test_a_slap_on_a_dark_paddle_is_no_call() -> None:
    sitting = Sitting(TWOS, THREES, FOUR)
    sitting.slap(0)
    sitting.say("down", 1)
    sitting.say("time", None, 2000)
    assert sitting.game.paddles.live == [False, False, False]
    turn = sitting.game.turn
    sitting.say("down", 2, 2000)
    assert [effect.what for effect in sitting.told] == ["slap"]
    assert called(sitting) == [False, False, False]
    assert sitting.game.turn == turn


def test_a_call_later_than_the_window_is_ignored() -> None:
    sitting = Sitting(TWOS, THREES, FOUR)
    sitting.slap(0, 1, 2, apart_us=1000)
    assert sitting.game.won == [[], ["3k"], []]
    assert sitting.game.hands[2] == sorted(FOUR.split())
    assert [line["seat"] for line in sitting.heard("shown")] == [0, 1]


def test_a_call_in_the_very_moment_of_the_scoring_is_apart_and_picked_up() -> None:
    sitting = Sitting(TWOS, THREES, FOUR)
    sitting.slap(0)
    sitting.say("down", 1)
    sitting.say("down", 2, 1000)
    assert [line["seat"] for line in sitting.heard("picked-up")] == [2]
    assert sitting.game.won == [[], ["3k"], []]


def test_nobody_discards_while_the_second_call_may_still_be_shared() -> None:
    sitting = Sitting(TWOS, THREES, NOTHING[0], NOTHING[1])
    sitting.slap(0)
    sitting.say("down", 1)
    assert sitting.game.deadline_us == sitting.now_us + 1000
    with pytest.raises(Refused, match="scored first"):
        sitting.say("discard", 2, 500, cards=[])
    sitting.say("discard", 1, 1001, cards=[])  # scored by then; seat 1 starts the next round
    assert sitting.game.won[1] == ["3k"]


# --- clumps -----------------------------------------------------------------------------------------


def test_clumped_for_the_second_place_all_three_are_scored_the_worst_picks_up() -> None:
    sitting = Sitting(TWOS, THREES, FOUR, NOTHING[0])
    sitting.slap(0)
    sitting.slap(1, 2, apart_us=999)
    assert [line["seat"] for line in sitting.heard("shown")] == [0, 1, 2]
    assert sitting.game.won == [[], [], ["4k"], []]
    assert [len(cards) for cards in sitting.game.chances] == [0, 1, 0, 0]
    assert [line["seat"] for line in sitting.heard("picked-up")] == [0]
    assert sitting.game.hands[0] == sorted(TWOS.split())
    assert sitting.game.aims[0] is None


def test_exactly_the_window_apart_is_apart() -> None:
    sitting = Sitting(TWOS, THREES, FOUR, NOTHING[0])
    sitting.slap(0)
    sitting.slap(1, 2, apart_us=1000)
    assert sitting.game.won == [[], ["3k"], [], []]


def test_clumped_for_the_first_place_the_same_hands_go_to_who_sits_nearer_the_starter() -> None:
    hands = ("B2 B2 B2 R5 Y3", "R2 R2 R2 B5 Y4", "Y1 R4 B6 Y5 B4")
    for first, second in ((0, 1), (1, 0)):
        for starter, winner in ((0, 0), (1, 1), (2, 0)):
            sitting = Sitting(*hands, dealer=(starter - 1) % 3)
            sitting.game.hands = [sorted(hand.split()) for hand in hands]
            sitting.slap(first, second, apart_us=999)
            assert sitting.game.won[winner] == ["3k"], (first, starter)


def test_a_clump_of_all_scores_all() -> None:
    sitting = Sitting(TWOS, FOUR, HOUSE.replace("Y3", "Y4"))
    sitting.slap(0, 1, 2, apart_us=400)
    assert len(sitting.heard("shown")) == 3
    assert sitting.game.won == [[], [], ["fh"]]
    assert [len(cards) for cards in sitting.game.chances] == [0, 1, 0]


def test_any_delivery_order_of_the_same_calls_gives_the_same_state() -> None:
    for hands in ((TWOS, THREES, FOUR), (NOTHING[0], NOTHING[1], FOUR), (TWOS, NOTHING[1], NOTHING[0])):
        slaps = [Event("down", seat, SECOND + 300 * seat) for seat in range(3)]
        ends = []
        for order in permutations(slaps):
            sitting = Sitting(*hands)
            for event in order:
                sitting.game.apply(event)
            sitting.say("time")
            state = sitting.game.to_json()
            ends.append(state)
        assert all(state == ends[0] for state in ends)


def test_of_one_hands_slaps_the_earliest_counts() -> None:
    sitting = Sitting("B2 B2 B2 R5 Y3", "R2 R2 R2 B5 Y4", NOTHING[2])
    for seat, t_us in ((1, SECOND + 500), (0, SECOND + 2000), (1, SECOND), (0, SECOND + 900)):
        sitting.game.apply(Event("down", seat, t_us))
    sitting.say("time")
    assert sitting.game.won[0] == ["3k"]  # 900 us apart: a clump, and seat 0 starts


def test_two_sources_are_told_apart_by_the_sum_of_their_errors_only() -> None:
    for apart_us, shared in ((2999, True), (3000, False)):
        sitting = Sitting(TWOS, THREES, FOUR, NOTHING[0])
        sitting.game.paddles.source = [0, 0, 1, 0]
        sitting.game.paddles.error_us = [1000, 2000]
        sitting.slap(0)
        sitting.slap(1, 2, apart_us=apart_us)
        assert (sitting.game.won[2] == ["4k"]) == shared


def test_a_head_start_moves_a_call_forward() -> None:
    sitting = Sitting("B2 B2 B2 R5 Y3", "R2 R2 R2 B5 Y4", NOTHING[2])
    sitting.game.paddles.handicap_us[1] = 50_000
    sitting.slap(0, 1, apart_us=20_000)
    assert sitting.game.won[1] == ["3k"]


def test_the_scoring_waits_for_those_whose_head_start_may_still_put_them_second() -> None:
    sitting = Sitting(TWOS, THREES, FOUR, NOTHING[0])
    sitting.game.paddles.handicap_us[2] = 50_000
    sitting.slap(0)
    sitting.slap(1, 2, apart_us=40_000)
    assert [line["seat"] for line in sitting.heard("shown")] == [0, 2]


# --- fouls ------------------------------------------------------------------------------------------


def test_fouls_show_at_the_scoring_only() -> None:
    sitting = Sitting(NOTHING[0], FOUR, NOTHING[1])
    sitting.slap(0)
    assert sitting.heard("shown") == sitting.heard("replaced") == []
    assert called(sitting) == [True, False, False]


def test_a_real_hand_stays_down_and_is_known_now() -> None:
    sitting = Sitting(FOUR, NOTHING[0], TWOS, NOTHING[1])
    sitting.slap(0, 1)
    assert called(sitting) == [True, False, False, False]
    assert sitting.game.view(2)["hands"][0] == sorted(FOUR.split())
    sitting.slap(2)
    assert [line["seat"] for line in sitting.heard("shown")] == [2]
    assert sitting.game.won == [["4k"], [], [], []]
    assert len(sitting.game.chances[2]) == 1
    assert sitting.game.view(2)["hands"][0] is None


def test_two_fouls_both_are_replaced_and_the_round_goes_on() -> None:
    sitting = Sitting(*NOTHING)
    sitting.slap(0, 1)
    assert [line["seat"] for line in sitting.heard("replaced")] == [0, 1]
    assert called(sitting) == [False, False, False]
    assert sitting.game.starter == 0
    assert sitting.game.turn == 2


def test_two_players_first_hand_a_foul_nobody_wins_and_the_starter_stays() -> None:
    sitting = Sitting(NOTHING[0], NOTHING[1])
    sitting.slap(0)
    sitting.discard(1)
    sitting.discard(1)
    sitting.say("done", 1)
    game = sitting.game
    assert game.won == [[], []]
    assert game.starter == 0
    assert game.turn == 0
    assert game.left is None
    assert called(sitting) == [False, False]
    assert [line["seat"] for line in sitting.heard("replaced")] == [0]


def test_two_players_the_fouler_gets_two_turns_when_the_other_hand_is_real() -> None:
    for fouler in (0, 1):
        hands = [FOUR, FOUR]
        hands[fouler] = NOTHING[0]
        sitting = Sitting(*hands)
        sitting.slap(0, 1)
        assert (sitting.game.turn, sitting.game.left) == (fouler, 2)
        sitting.discard(fouler)
        sitting.discard(fouler)
        sitting.say("done", fouler)
        assert sitting.game.won[1 - fouler] == ["4k"]
        assert sitting.game.chances == [[], []]


def test_two_players_both_fouls_all_is_open_again() -> None:
    sitting = Sitting(NOTHING[0], NOTHING[1])
    sitting.slap(1, 0)
    assert sitting.game.left is None
    assert called(sitting) == [False, False]
    assert sitting.game.turn == 0


# --- two players: turns -----------------------------------------------------------------------------


def test_two_players_an_unbegun_turn_counts_as_the_first_of_the_two() -> None:
    sitting = Sitting(NOTHING[0], FOUR)
    sitting.slap(1)  # in the turn of seat 0
    assert (sitting.game.turn, sitting.game.left) == (0, 2)


def test_the_last_turn_ends_with_done_and_draws_but_once() -> None:
    sitting = Sitting(FOUR, NOTHING[0])
    sitting.slap(0)
    with pytest.raises(Refused, match="ends by itself"):
        sitting.say("done", 1)
    sitting.discard(1)
    sitting.discard(1)
    with pytest.raises(Refused, match="last time"):
        sitting.discard(1)
    assert Choice(1, "done") in sitting.game.legal(1)
    assert not any(choice.do == "discard" for choice in sitting.game.legal(1))


def test_the_last_turn_may_be_given_up_without_a_draw() -> None:
    sitting = Sitting(FOUR, NOTHING[0])
    sitting.slap(0)
    sitting.discard(1)
    sitting.say("done", 1)
    assert sitting.game.won == [["4k"], []]


def test_short_turns_are_for_three_and_more_two_players_have_their_two() -> None:
    sitting = Sitting(FOUR, NOTHING[0], short_turns=5)
    sitting.slap(0)
    assert sitting.game.left == 2


def test_short_turns_begin_anew_after_a_foul() -> None:
    sitting = Sitting(FOUR, NOTHING[0], NOTHING[1], short_turns=3)
    sitting.slap(0)
    sitting.discard(1)
    sitting.slap(2)
    assert (sitting.game.turn, sitting.game.left) == (1, 3)


# rules: YHD-26
def test_an_aim_can_be_taken_back() -> None:
    sitting = Sitting(FOUR, THREES, NOTHING[0])
    assert "none" not in [choice.data.get("combo") for choice in sitting.game.legal(0)]
    sitting.aim(0, "yz")
    aims = [choice.data["combo"] for choice in sitting.game.legal(0) if choice.do == "aim"]
    assert aims[-1] == "none", "last: a key pressed twice at the first way must not undo itself"
    sitting.aim(0, "none")
    assert sitting.game.view(0)["aim"] is None
    sitting.slap(0, 1)
    assert sitting.game.won == [["4k"], [], []]
