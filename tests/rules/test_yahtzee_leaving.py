"""Yahtzee Hands Down: what is taken back, who leaves, dead ends, what is on offer."""

import pytest

from rules.yahtzee_sitting import FOUR, LARGE, NOTHING, SECOND, SMALL, THREES, TWOS, Sitting, called
from slamomatic.engine import Choice, Event, Refused, Setup
from slamomatic.errors import UserError
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

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
