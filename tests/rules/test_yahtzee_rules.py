"""Yahtzee Hands Down: the rulebook's rules."""

import pytest

from rules.yahtzee_sitting import FOUR, HOUSE, LARGE, NOTHING, SECOND, SMALL, THREES, TWOS, Sitting
from slamomatic.engine import Refused, Setup, new
from slamomatic.errors import UserError
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

YAHTZEE = "R1 R1 R1 R* R*"


def test_set_up_six_combos_six_chances_five_dice_cards_each() -> None:
    for seats in range(2, 7):
        game = new("yahtzee-hands-down", Setup(seats=seats, seed=seats))
        assert isinstance(game, YahtzeeHandsDown)
        assert game.table == ["3k", "4k", "fh", "ss", "ls", "yz"]
        assert len(game.chance_pile) == 6
        assert [len(hand) for hand in game.hands] == [5] * seats
        assert len(game.drawpile) == 84 - 5 * seats
        assert len(game.box) == 12
        assert game.scores() == [0] * seats


def test_dice_and_chance_cards_are_shuffled() -> None:
    games = [YahtzeeHandsDown(Setup(seats=3, seed=seed)) for seed in range(6)]
    assert len({tuple(game.drawpile) for game in games}) == 6
    assert len({tuple(game.chance_pile) for game in games}) > 1


def test_two_to_six_players() -> None:
    for seats in (1, 7):
        with pytest.raises(UserError, match="2 to 6"):
            YahtzeeHandsDown(Setup(seats=seats))


def test_your_hand_is_for_your_eyes_only_and_sorted() -> None:
    game = Sitting("R6 B1 Y6 B4 R4", NOTHING[1]).game
    assert game.view(0)["hands"] == [["B1", "B4", "R4", "R6", "Y6"], None]
    assert game.view(1)["hands"] == [None, sorted(NOTHING[1].split())]
    assert game.view(None)["hands"] == [None, None]
    assert game.view(None)["counts"] == [5, 5]


def test_the_starter_has_the_first_turn() -> None:
    sitting = Sitting(*NOTHING)
    assert sitting.game.starter == sitting.game.turn == 0


def test_a_turn_discards_openly_and_draws_as_many() -> None:
    sitting = Sitting(*NOTHING, then="B2 R2")
    sitting.discard(0, "B1 Y6")
    assert sitting.heard("discarded") == [
        {"what": "discarded", "t_us": sitting.now_us, "seat": 0, "cards": ["B1", "Y6"], "count": 2}
    ]
    assert sitting.heard("discarded", 0)[0]["drew"] == ["B2", "R2"]
    assert sitting.game.hands[0] == ["B2", "B4", "R2", "R4", "R6"]
    assert sitting.game.view(None)["discards"] == ["B1", "Y6"]


def test_all_five_or_none_may_be_discarded() -> None:
    sitting = Sitting(*NOTHING)
    hand = list(sitting.game.hands[0])
    sitting.discard(0)
    assert sitting.game.hands[0] == hand
    sitting.discard(1, NOTHING[1])
    assert len(sitting.game.discards) == 5
    assert len(sitting.game.hands[1]) == 5


def test_only_own_cards_are_discarded_each_once() -> None:
    sitting = Sitting(*NOTHING)
    for cards in ("R1", "B1 B1"):
        with pytest.raises(Refused, match="can't discard"):
            sitting.discard(0, cards)
    assert sitting.game.discards == []


def test_the_discards_are_never_drawn_while_the_drawpile_lasts() -> None:
    sitting = Sitting(*NOTHING)
    before = list(sitting.game.drawpile)
    sitting.discard(0, "B1")
    assert sitting.game.drawpile == before[:-1]
    assert sitting.game.discards == ["B1"]


def test_after_the_draw_the_turn_goes_left_at_once() -> None:
    sitting = Sitting(*NOTHING)
    for seat in (0, 1, 2, 0):
        assert sitting.game.turn == seat
        with pytest.raises(Refused, match="not your turn"):
            sitting.discard((seat + 1) % 3)
        sitting.discard(seat)


def test_a_call_lays_the_whole_hand_face_down_and_ends_your_turns() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    sitting.slap(0)
    assert sitting.game.view(1)["called"] == [True, False, False]
    assert sitting.game.view(1)["hands"][0] is None
    assert sitting.game.turn == 1
    with pytest.raises(Refused, match="lies on the table"):
        sitting.discard(0)
    sitting.discard(1)
    sitting.discard(2)
    assert sitting.game.turn == 1


def test_nobody_is_told_what_a_call_is_for() -> None:
    told = []
    for combo in ("3k", "yz"):
        sitting = Sitting(TWOS, *NOTHING[:2])
        effects = sitting.aim(0, combo) + sitting.slap(0)
        told.append(([effect.to_json(1) for effect in effects], sitting.game.view(1), sitting.game.legal(1)))
        assert sitting.game.view(0)["aim"] == combo
    assert told[0] == told[1]


def test_the_round_goes_on_until_the_second_call() -> None:
    sitting = Sitting(TWOS, NOTHING[0], THREES)
    sitting.slap(0)
    for _ in range(5):
        sitting.discard(1)
        sitting.discard(2)
    assert sitting.game.won == [[], [], []]
    sitting.slap(2)
    assert sitting.game.won == [[], [], ["3k"]]


def test_both_hands_are_turned_up_and_the_combo_worth_more_wins() -> None:
    sitting = Sitting(THREES, FOUR, NOTHING[0])
    sitting.slap(0, 1)
    shown = sitting.heard("shown")
    assert [(line["seat"], line["combo"], line["foul"]) for line in shown] == [
        (0, "3k", False),
        (1, "4k", False),
    ]
    assert shown[1]["cards"] == sorted(FOUR.split())
    assert sitting.game.won == [[], ["4k"], []]
    assert "4k" not in sitting.game.table


@pytest.mark.parametrize(
    ("lower", "higher", "won"),
    [
        (TWOS, FOUR, "4k"),
        (FOUR, HOUSE, "fh"),
        (HOUSE, SMALL, "ss"),
        (SMALL, LARGE, "ls"),
        (LARGE, YAHTZEE, "yz"),
    ],
)
def test_the_order_of_the_combos(lower: str, higher: str, won: str) -> None:
    sitting = Sitting(lower, higher, "B6 R4 Y6 B4 R6")
    sitting.slap(0, 1)
    assert sitting.game.won[1] == [won]
    assert sitting.game.won[0] == []
    assert [len(cards) for cards in sitting.game.chances] == [1, 0, 0]


def test_of_equal_combos_the_higher_dice_win_whoever_called_first() -> None:
    for order in ((0, 1), (1, 0)):
        sitting = Sitting(TWOS, THREES, NOTHING[2])
        sitting.slap(*order)
        assert sitting.game.won == [[], ["3k"], []]
        assert [len(cards) for cards in sitting.game.chances] == [1, 0, 0]


def test_of_the_same_hands_the_first_caller_wins() -> None:
    for order in ((0, 1), (1, 0)):
        sitting = Sitting("B2 B2 B2 R5 Y3", "R2 R2 R2 B5 Y4", "Y1 R4 B6 Y5 B4")
        sitting.slap(*order)
        assert sitting.game.won[order[0]] == ["3k"]
        assert len(sitting.game.chances[order[1]]) == 1


def test_the_winner_takes_the_combo_the_second_a_chance_nobody_sees() -> None:
    sitting = Sitting(THREES, FOUR, NOTHING[0], chance="7 1")
    sitting.slap(0, 1)
    assert sitting.game.chances == [["7"], [], []]
    for eye in (0, 1, 2, None):
        assert sitting.game.view(eye)["chances"] == [1, 0, 0]
        assert "7" not in str([effect.to_json(eye) for effect in sitting.told])
    assert sitting.game.view(2)["won"] == [[], ["4k"], []]
    assert sitting.game.scores() == [0, 4, 0]


def test_used_hands_are_discarded_and_drawn_anew_the_others_keep_theirs() -> None:
    sitting = Sitting(THREES, FOUR, NOTHING[0], then="B5 B5 Y5 Y5 R6 B6 B6 R5 R5 Y6")
    sitting.slap(1, 0)
    assert sitting.game.hands[1] == ["B5", "B5", "R6", "Y5", "Y5"]  # the winner draws first
    assert sitting.game.hands[0] == ["B6", "B6", "R5", "R5", "Y6"]
    assert sitting.game.hands[2] == sorted(NOTHING[0].split())
    assert sorted(sitting.game.discards) == sorted((THREES + " " + FOUR).split())
    assert sitting.game.view(None)["called"] == [False] * 3


def test_the_starter_card_moves_left_after_each_round() -> None:
    sitting = Sitting(THREES, FOUR, TWOS)
    sitting.discard(0)
    sitting.slap(0, 1)
    assert sitting.game.starter == sitting.game.turn == 1


def test_a_foul_has_three_cards_replaced_by_chance() -> None:
    sitting = Sitting(NOTHING[0], FOUR, NOTHING[1], then="B3 R3 Y3")
    sitting.slap(0, 1)
    replaced = sitting.heard("replaced")[0]
    assert replaced["seat"] == 0
    assert len(replaced["cards"]) == 3
    assert sitting.game.discards == replaced["cards"]
    kept = NOTHING[0].split()
    for card in replaced["cards"]:
        kept.remove(card)
    assert sitting.game.hands[0] == sorted([*kept, "B3", "R3", "Y3"])


def test_which_three_are_replaced_is_chance() -> None:
    went = set()
    for seed in range(12):
        sitting = Sitting(NOTHING[0], FOUR, NOTHING[1], seed=seed)
        sitting.slap(0, 1)
        went.add(tuple(sorted(sitting.heard("replaced")[0]["cards"])))
    assert len(went) > 4


def test_after_a_foul_all_play_on_until_there_are_two_real_combos() -> None:
    sitting = Sitting(NOTHING[0], FOUR, TWOS, NOTHING[1])
    sitting.slap(0, 1)
    assert sitting.game.table == ["3k", "4k", "fh", "ss", "ls", "yz"]
    assert sitting.game.view(None)["called"] == [False, True, False, False]
    sitting.discard(2)
    sitting.discard(3)
    sitting.discard(0)
    sitting.discard(2)
    sitting.slap(2)
    assert sitting.game.won == [[], ["4k"], [], []]
    assert len(sitting.game.chances[2]) == 1


def test_two_players_the_other_has_two_turns_after_a_call() -> None:
    sitting = Sitting(FOUR, NOTHING[0], then="B1 B1")
    sitting.slap(0)
    assert (sitting.game.turn, sitting.game.left) == (1, 2)
    sitting.discard(1, "R4")
    assert (sitting.game.turn, sitting.game.left) == (1, 1)
    sitting.discard(1, "Y6")
    assert sitting.game.won == [[], []]  # what it drew can still be called
    sitting.slap(1)
    assert sitting.game.won == [["4k"], []]
    assert len(sitting.game.chances[1]) == 1


def test_two_players_who_makes_nothing_of_them_loses_the_round_and_keeps_his_hand() -> None:
    sitting = Sitting(FOUR, NOTHING[0])
    sitting.slap(0)
    sitting.discard(1)
    sitting.discard(1)
    sitting.say("done", 1)
    assert sitting.game.won == [["4k"], []]
    assert sitting.game.chances == [[], []]
    assert sitting.game.hands[1] == sorted(NOTHING[0].split())
    assert [line["seat"] for line in sitting.heard("redrawn")] == [0]
    assert sitting.game.starter == 1


def test_two_players_both_real_the_better_takes_the_combo_the_other_a_chance_both_draw() -> None:
    sitting = Sitting(TWOS, FOUR)
    sitting.slap(0, 1)
    assert sitting.game.won == [[], ["4k"]]
    assert [len(cards) for cards in sitting.game.chances] == [1, 0]
    assert [line["seat"] for line in sitting.heard("redrawn")] == [1, 0]


def test_you_may_call_at_any_time_on_your_turn_or_not() -> None:
    for caller in range(3):
        sitting = Sitting(TWOS, FOUR, THREES)
        sitting.slap(caller)
        assert sitting.game.view(None)["called"][caller]
        assert sitting.game.turn == (1 if caller == 0 else 0)


def test_you_may_play_for_any_combo_of_the_table_the_best_or_not() -> None:
    sitting = Sitting(FOUR, TWOS, NOTHING[0])
    sitting.aim(0, "3k")
    sitting.slap(0, 1)
    assert sitting.game.won == [["3k"], [], []]
    assert sitting.heard("shown")[0]["combo"] == "3k"
    assert "4k" in sitting.game.table


def test_playing_to_lose_takes_the_chance_card() -> None:
    sitting = Sitting(FOUR, TWOS, NOTHING[0], chance="7")
    sitting.aim(0, "3k")  # 2s against 2s: the other called first
    sitting.slap(1, 0)
    assert sitting.game.chances[0] == ["7"]


def test_a_combo_that_is_gone_is_a_foul() -> None:
    sitting = Sitting(FOUR, TWOS, NOTHING[0], table="3k ss")
    sitting.aim(0, "4k")
    sitting.slap(0, 1)
    assert sitting.heard("shown")[0] | {"t_us": 0} == {
        "what": "shown",
        "t_us": 0,
        "seat": 0,
        "cards": sorted(FOUR.split()),
        "combo": "4k",
        "foul": True,
        "sum": 0,
    }


def test_when_the_drawpile_is_out_the_discards_are_shuffled_into_a_new_one() -> None:
    sitting = Sitting(*NOTHING)
    for turn in range(14):  # 69 cards are left, five go at a time
        assert not sitting.heard("reshuffled")
        seat = turn % 3
        sitting.discard(seat, " ".join(sitting.game.hands[seat]))
    game = sitting.game
    assert [line["count"] for line in sitting.heard("reshuffled")] == [70]
    assert len(game.drawpile) == 84 - 15
    assert game.discards == []
    (order,) = game.chance.drawn
    assert game.drawpile == order[:-1]
    assert len(game.hands[seat]) == 5


def test_the_next_player_may_go_on_as_soon_as_the_one_before_has_drawn() -> None:
    sitting = Sitting(*NOTHING)
    sitting.say("discard", 0, cards=[])
    sitting.say("discard", 1, 0, cards=[])
    assert sitting.game.turn == 2


def test_the_game_ends_with_the_last_combo_card_and_chance_cards_count() -> None:
    sitting = Sitting(THREES, FOUR, NOTHING[0], table="3k", chance="7")
    sitting.aim(1, "3k")
    sitting.slap(0, 1)
    game = sitting.game
    assert game.over
    assert game.table == []
    assert sitting.heard("chances")[0]["cards"] == [[], ["7"], []]
    assert game.scores() == [2, 7, 0]  # the chance brings more than the combo
    assert game.winners == [1]
    assert game.view(None)["chances"] == [[], ["7"], []]


def test_a_game_of_one_combo_more_goes_on() -> None:
    sitting = Sitting(THREES, TWOS, NOTHING[0], table="3k yz")
    sitting.slap(0, 1)
    assert not sitting.game.over
    assert sitting.game.table == ["yz"]


def test_any_number_of_combos_with_as_many_chance_cards_both_by_chance() -> None:
    for combos in range(1, 13):
        if combos == 6:
            continue
        games = [YahtzeeHandsDown(Setup(seats=2, seed=seed, options={"combos": combos})) for seed in range(8)]
        assert {len(game.table) for game in games} == {combos}
        assert {len(game.chance_pile) for game in games} == {combos}
        assert {len(game.box) for game in games} == {24 - 2 * combos}
        assert len({tuple(game.table) for game in games}) > 1
    everything = YahtzeeHandsDown(Setup(seats=2, options={"combos": 12}))
    assert sorted(everything.table) == sorted(["3k", "4k", "fh", "ss", "ls", "yz"] * 2)


def test_shorter_game_three_more_turns_after_the_first_call_then_it_wins_alone() -> None:
    sitting = Sitting(FOUR, *NOTHING, short_turns=3)
    sitting.slap(0)
    assert sitting.game.left == 3
    sitting.discard(1)
    sitting.discard(2)
    assert (sitting.game.turn, sitting.game.left) == (3, 1)
    sitting.discard(3)
    assert sitting.game.won == [[], [], [], []]
    sitting.say("done", 3)
    assert sitting.game.won == [["4k"], [], [], []]
    assert sitting.game.chances == [[]] * 4


def test_shorter_game_a_second_call_in_time_ends_the_round_as_ever() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2], FOUR, short_turns=3)
    sitting.slap(0)
    sitting.discard(1)
    sitting.slap(3)
    assert sitting.game.won == [[], [], [], ["4k"]]
    assert [len(cards) for cards in sitting.game.chances] == [1, 0, 0, 0]
    assert sitting.game.left is None


def test_the_longer_wait_of_three_players_counts_no_turns() -> None:
    sitting = Sitting(TWOS, *NOTHING[:2])
    sitting.slap(0)
    assert sitting.game.left is None
    assert sitting.now_us >= SECOND
