"""Yahtzee Hands Down: what the rulebook leaves open, and how paddles meet cards."""

from itertools import permutations

import pytest

from rules.test_yahtzee_rules import FOUR, HOUSE, LARGE, NOTHING, SMALL, THREES, TWOS
from rules.yahtzee_sitting import SECOND, Sitting
from slamomatic.errors import UserError
from slamomatic.games import Choice, Event, Refused, Setup
from slamomatic.games.yahtzee_hands_down import YahtzeeHandsDown


def called(sitting: Sitting) -> list[bool]:
    flags: list[bool] = sitting.game.view(None)["called"]
    return flags


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
    before = sitting.game.calls[:]
    sitting.slap(0)
    assert sitting.heard("called") == []
    assert sitting.game.calls == before


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


# --- void, drop, dead ends --------------------------------------------------------------------------


def test_void_lets_a_called_hand_be_picked_up_turn_and_cards_stay() -> None:
    sitting = Sitting(FOUR, NOTHING[0], TWOS)
    sitting.slap(0)
    hands = [list(hand) for hand in sitting.game.hands]
    sitting.say("void")
    assert sitting.heard("void")[0]["open"] is True
    assert [line["seat"] for line in sitting.heard("picked-up")] == [0]
    assert sitting.game.hands == hands
    assert called(sitting) == [False] * 3
    assert sitting.game.turn == 1


def test_void_stops_a_count_of_turns() -> None:
    sitting = Sitting(FOUR, TWOS)
    sitting.slap(0)
    sitting.discard(1)
    sitting.discard(1)
    sitting.say("void")
    game = sitting.game
    assert (game.left, game.drawn, game.turn) == (None, False, 0)


def test_void_within_the_window_stops_the_scoring() -> None:
    sitting = Sitting(FOUR, TWOS, NOTHING[0])
    sitting.say("down", 0)
    sitting.say("down", 1, 500)
    sitting.say("void", None, 100)
    sitting.say("time")
    assert sitting.game.won == [[], [], []]
    assert called(sitting) == [False] * 3
    assert sitting.game.turn == 2


def test_void_without_a_call_takes_back_nothing() -> None:
    sitting = Sitting(*NOTHING)
    sitting.say("void")
    assert sitting.heard("void")[0]["open"] is False


def test_a_dropped_players_hand_goes_unseen_under_the_discards() -> None:
    sitting = Sitting(*NOTHING)
    sitting.discard(0, "B1")
    sitting.say("drop", 1)
    game = sitting.game
    assert sorted(game.buried) == sorted(NOTHING[1].split())
    assert game.view(2)["discards"] == ["B1"]
    assert game.view(2)["buried"] == 5
    assert game.turn == 2
    for _ in range(8):
        sitting.discard(2, " ".join(game.hands[2]))
        sitting.discard(0, " ".join(game.hands[0]))
    assert game.buried == []  # shuffled back with the discards
    assert len(game.drawpile) + len(game.discards) + 10 == 84


def test_when_the_caller_drops_the_call_is_gone() -> None:
    sitting = Sitting(FOUR, NOTHING[0], TWOS)
    sitting.slap(0)
    sitting.say("drop", 0)
    assert called(sitting) == [False] * 3
    assert sitting.game.left is None
    sitting.slap(2)
    assert sitting.game.left == 2  # two are left: the rules for two


def test_when_the_caller_drops_turns_are_counted_no_more() -> None:
    for discards, turn in ((2, 3), (3, 1)):
        sitting = Sitting(FOUR, *NOTHING, short_turns=3)
        sitting.slap(0)
        for seat in range(1, discards + 1):
            sitting.discard(seat)
        sitting.say("drop", 0)
        game = sitting.game
        assert (game.left, game.drawn, game.turn) == (None, False, turn)


def test_when_a_third_player_drops_after_a_call_the_rules_for_two_hold() -> None:
    sitting = Sitting(FOUR, NOTHING[0], NOTHING[1])
    sitting.slap(0)
    sitting.say("drop", 1)
    assert (sitting.game.turn, sitting.game.left) == (2, 2)


def test_a_drop_while_the_second_call_is_open_takes_that_call_back() -> None:
    sitting = Sitting(FOUR, TWOS, NOTHING[0])
    sitting.slap(0)
    sitting.say("down", 1)
    sitting.say("drop", 1, 500)
    assert sitting.game.deadline_us is None
    assert sitting.game.won == [[], [], []]


def test_who_drops_in_the_last_turn_hands_it_on() -> None:
    sitting = Sitting(FOUR, NOTHING[0], NOTHING[1], NOTHING[2], short_turns=2)
    sitting.slap(0)
    sitting.discard(1)
    sitting.discard(2)
    assert sitting.game.drawn
    sitting.say("drop", 2)
    assert (sitting.game.turn, sitting.game.left, sitting.game.drawn) == (3, 1, False)


def test_a_starter_who_dropped_is_passed_over() -> None:
    sitting = Sitting(TWOS, NOTHING[0], FOUR, NOTHING[1])
    sitting.say("drop", 1)
    sitting.slap(0, 2)
    assert sitting.game.starter == 2


def test_a_dropped_player_wins_nothing_whatever_he_has() -> None:
    sitting = Sitting(FOUR, TWOS, THREES, table="4k 3k")
    sitting.slap(0, 1)
    sitting.say("drop", 0)
    sitting.game.hands[1] = sorted(["Y2", "Y2", "Y2", "R1", "B4"])
    sitting.slap(1, 2)
    game = sitting.game
    assert game.over
    assert game.scores()[0] == 4
    assert 0 not in game.winners


def test_with_one_player_left_the_game_is_abandoned_and_the_standing_shown() -> None:
    sitting = Sitting(FOUR, TWOS, chance="3")
    sitting.slap(0, 1)
    sitting.say("drop", 1)
    over = sitting.heard("over")[0]
    assert over["abandoned"] is True
    assert over["winners"] == []
    assert sitting.game.over
    assert over["scores"] == [4, 3]  # the chance cards are in it


def test_tied_winners_share() -> None:
    sitting = Sitting(TWOS, THREES, NOTHING[0], table="3k 3k", chance="2 2")
    sitting.slap(0, 1)
    sitting.game.hands[0] = sorted(["Y3", "Y3", "Y3", "B4", "R6"])
    sitting.game.hands[2] = sorted(["Y1", "Y1", "Y1", "B4", "R6"])
    sitting.slap(0, 2)
    assert sitting.game.scores() == [4, 2, 2]
    sitting = Sitting(TWOS, THREES, table="3k", chance="2")
    sitting.slap(0, 1)
    assert sitting.game.scores() == [2, 2]
    assert sitting.game.winners == [0, 1]


def test_there_are_always_enough_cards_for_every_draw() -> None:
    game = YahtzeeHandsDown(Setup(seats=6, seed=3))
    for turn in range(300):
        seat = (game.starter + turn) % 6
        game.apply(Event("discard", seat, (turn + 1) * SECOND, {"cards": list(game.hands[seat])}))
        assert [len(hand) for hand in game.hands] == [5] * 6


def test_a_draw_takes_what_there_is() -> None:
    game = Sitting(*NOTHING).game
    game.box += game.drawpile[3:]
    game.drawpile = ["R6", "R5", "R4"]
    assert game.draw(5) == ["R4", "R5", "R6"]
    assert game.drawpile == []
    game.discards = ["B6"]
    assert game.draw(5) == ["B6"]


def test_after_the_game_nothing_is_on_offer() -> None:
    sitting = Sitting(TWOS, THREES, table="3k")
    sitting.slap(0, 1)
    assert sitting.game.legal(0) == sitting.game.legal(None) == []
    with pytest.raises(Refused, match="over"):
        sitting.discard(0)


# --- what is on offer, what is stacked --------------------------------------------------------------


def test_on_offer_every_different_discard_every_aim_and_the_call() -> None:
    sitting = Sitting("B2 B2 B2 R5 Y3", NOTHING[0], NOTHING[1])
    own = sitting.game.legal(0)
    assert sum(choice.do == "discard" for choice in own) == 4 * 2 * 2
    assert sum(choice.do == "aim" for choice in own) == 6
    assert sum(choice.do == "down" for choice in own) == 1
    assert {choice.do for choice in sitting.game.legal(1)} == {"aim", "down"}


def test_what_all_may_know_of_the_offers_is_words_alone() -> None:
    sitting = Sitting(FOUR, *NOTHING[:2])
    assert sitting.game.legal(None) == [
        Choice(0, "aim"),
        Choice(0, "discard"),
        Choice(0, "down"),
        Choice(1, "aim"),
        Choice(1, "down"),
        Choice(2, "aim"),
        Choice(2, "down"),
    ]


def test_a_stacked_deck_is_dealt_singly_from_the_dealers_left() -> None:
    game = Sitting(*NOTHING, dealer=1).game
    assert game.starter == 2
    assert sorted(game.hands[2]) == sorted(NOTHING[0].split())
    assert sorted(game.hands[1]) == sorted(NOTHING[2].split())


@pytest.mark.parametrize("deck", [["B1"], {"dice": ["Z1"]}, {"combos": ["3k"] * 12}, {"chance": "7"}])
def test_a_wrong_stacked_deck_is_explained(deck: object) -> None:
    with pytest.raises(UserError):
        YahtzeeHandsDown(Setup(seats=2, deck=deck))


def test_a_deck_may_stack_some_of_the_packs_only() -> None:
    chance = ["7", "5", "5", "3", "3", "3", "2", "2", "2", "1", "1", "1"]
    game = YahtzeeHandsDown(Setup(seats=2, deck={"chance": chance}))
    assert game.chance_pile == ["3", "3", "3", "5", "5", "7"]
    assert game.table == ["3k", "4k", "fh", "ss", "ls", "yz"]


def test_the_first_starter_is_a_setting_or_chance() -> None:
    assert {YahtzeeHandsDown(Setup(seats=4, seed=seed)).starter for seed in range(40)} == {0, 1, 2, 3}
    assert YahtzeeHandsDown(Setup(seats=4, options={"dealer": 2})).starter == 3


def test_straights_against_each_other_go_by_their_dice() -> None:
    sitting = Sitting(SMALL, "Y2 Y3 Y4 Y5 R6", NOTHING[0])
    sitting.slap(0, 1)
    assert [(line["combo"], line["sum"]) for line in sitting.heard("shown")] == [("ss", 10), ("ss", 14)]
    sitting = Sitting(LARGE, "R2 R3 R4 R5 R6", NOTHING[0])
    sitting.slap(0, 1)
    assert sitting.game.won[1] == ["ls"]
