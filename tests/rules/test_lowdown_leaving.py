"""Lowdown: grids with holes, who leaves, what is on offer."""

import pytest

from rules.lowdown_sitting import GREEN_ROW, RED_ROW, TWO_LINES, A, B, C, Sitting, ending, two_lines
from slamomatic.engine import Choice, Refused, Setup
from slamomatic.errors import UserError
from slamomatic.games.lowdown.grid import PACK
from slamomatic.games.lowdown.rules import Lowdown

# --- grids with holes -------------------------------------------------------------------------------


def test_a_hole_is_never_filled() -> None:
    sitting = two_lines()
    sitting.slap(0)
    sitting.draw(0)
    with pytest.raises(Refused, match="stays so"):
        sitting.place(0, 0)
    assert not any(choice.data.get("cell") == 0 for choice in sitting.game.legal(0))


def test_swap_needs_two_own_cards_and_steal_one_on_each_side() -> None:
    sitting = Sitting(TWO_LINES, B, C, then="swap")
    sitting.game.up[0] = [True] * 8 + [False]
    sitting.slap(0)
    sitting.draw(0)
    for cells in ([0, 1], [1, 1], [1], [1, 2, 4], None):
        with pytest.raises(Refused):
            sitting.act(0, cells=cells)
    sitting = Sitting(TWO_LINES, B, C, then="steal")
    sitting.game.up[0] = [True] * 8 + [False]
    sitting.slap(0)
    sitting.draw(0)
    with pytest.raises(Refused, match="empty"):
        sitting.act(0, mine=0, of_seat=1, theirs=1)
    with pytest.raises(Refused, match="grid has the cells"):
        sitting.act(0, mine=1, of_seat=1, theirs=None)


def test_with_one_card_left_a_swap_can_only_be_placed() -> None:
    sitting = Sitting(A, B, then="swap")
    game = sitting.game
    game.under += [card for card in game.grids[0][:8] if card is not None]
    game.grids[0][:8] = [None] * 8
    game.up[0][:8] = [True] * 8
    sitting.draw(0)
    assert {choice.do for choice in game.legal(0)} == {"place"}
    sitting.place(0, 8, "down")
    assert game.turn == 1


# --- options, void, drop ----------------------------------------------------------------------------


def test_option_drawn_cards_are_open() -> None:
    sitting = Sitting(A, B, then="W3", drawn_open=True)
    sitting.draw(0)
    assert sitting.heard("drew")[0]["card"] == "W3"
    assert sitting.game.view(1)["drawn"] == sitting.game.view(None)["drawn"] == "W3"


def test_claims_settle_at_once_void_takes_back_nothing() -> None:
    sitting = two_lines()
    sitting.say("down", 0)
    sitting.say("void", None, 10)
    assert sitting.heard("void")[0]["open"] is False


def test_a_dropped_players_grid_and_drawn_card_leave_play_till_the_next_deal() -> None:
    sitting = Sitting(A, B, C, then="W3")
    sitting.draw(0)
    sitting.say("drop", 0)
    game = sitting.game
    assert sorted(game.out) == sorted([*A.split(), "W3"])
    assert game.view(1)["grids"][0] == []
    assert (game.turn, game.phase, game.drawn) == (1, "draw", None)
    with pytest.raises(Refused, match="no player"):
        game.drawn, game.drawn_from, game.phase = "steal", "pile", "place"
        sitting.act(1, mine=0, of_seat=0, theirs=0)


def test_after_a_drop_the_next_hand_is_dealt_to_those_who_stay() -> None:
    sitting = Sitting(A, B, C)
    sitting.say("drop", 2)
    sitting.open_all(0)
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("done", 0)
    game = sitting.game
    assert [len(grid) for grid in game.grids] == [9, 9, 0]
    assert game.out == []
    assert game.scores()[2] == 0
    assert game.dealer == 0  # seat 2 dealt the first hand


def test_a_drop_before_the_first_turn_does_not_hold_up_the_others() -> None:
    sitting = Sitting(A, B, C, opened=False)
    sitting.say("open", 0, cells=[0, 1])
    sitting.say("open", 2, cells=[0, 1])
    sitting.say("drop", 1)
    assert (sitting.game.phase, sitting.game.turn) == ("draw", 0)


def test_a_starter_who_drops_before_the_first_turn_is_passed_over() -> None:
    sitting = Sitting(A, B, C, opened=False)
    sitting.say("open", 1, cells=[0, 1])
    sitting.say("open", 2, cells=[0, 1])
    sitting.say("drop", 0)
    assert (sitting.game.phase, sitting.game.turn) == ("draw", 1)


def test_a_drop_in_the_last_claims_hands_them_on() -> None:
    sitting = ending(A, RED_ROW, GREEN_ROW)
    assert sitting.game.turn == 1
    sitting.say("drop", 1)
    assert sitting.game.turn == 2


def test_a_drop_out_of_turn_changes_no_turn() -> None:
    sitting = Sitting(A, B, C, then="W3")
    sitting.draw(0)
    sitting.say("drop", 1)
    assert (sitting.game.turn, sitting.game.drawn) == (0, "W3")
    sitting.place(0, 8, "down")
    assert sitting.game.turn == 2


def test_a_dropped_players_score_neither_ends_nor_wins_the_game() -> None:
    sitting = Sitting(A, B, C)
    sitting.game.totals = [20, 20, -9]
    sitting.say("drop", 2)
    sitting.open_all(0)
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("done", 0)
    assert sitting.game.over
    assert sitting.game.scores() == [60, 60, -9]
    assert sitting.game.winners == [0, 1]


def test_with_one_player_left_the_game_is_abandoned_and_the_standing_shown() -> None:
    sitting = Sitting(A, B)
    sitting.game.totals = [7, 3]
    sitting.say("drop", 0)
    over = sitting.heard("over")[0]
    assert (over["abandoned"], over["winners"], over["scores"]) == (True, [], [7, 3])


# --- what is on offer, what is stacked --------------------------------------------------------------


def test_what_all_may_know_of_the_offers_does_not_tell_the_card_in_hand() -> None:
    offers = []
    for card in ("W3", "swap", "peek", "steal", "-5"):
        sitting = Sitting(A, B, then=card)
        sitting.draw(0)
        offers.append(sitting.game.legal(None))
    assert offers == [[Choice(0, "place"), Choice(0, "throw"), Choice(0, "act")]] * 5


@pytest.mark.parametrize(
    ("card", "offers"),
    [
        ("W3", {"place": 18, "throw": 1}),
        ("peek", {"place": 18, "act": 14}),
        ("swap", {"place": 18, "act": 36}),
        ("steal", {"place": 18, "act": 81}),
    ],
)
def test_on_offer_every_way_to_play_the_drawn_card(card: str, offers: dict[str, int]) -> None:
    sitting = Sitting(A, B, then=card)
    sitting.draw(0)
    words = [choice.do for choice in sitting.game.legal(0)]
    assert {word: words.count(word) for word in words} == offers
    assert sitting.game.legal(1) == []


def test_a_line_is_on_offer_to_its_owner_and_known_to_all() -> None:
    sitting = two_lines()
    offered = sitting.game.legal(0)
    assert Choice(0, "down") in offered
    assert Choice(0, "aim", {"cells": [0, 1, 2]}) in offered
    assert Choice(0, "down") in sitting.game.legal(None)
    assert Choice(0, "aim") in sitting.game.legal(None)
    assert not any(choice.do == "down" for choice in sitting.game.legal(1))


def test_a_turn_is_not_over_before_the_card_is_played() -> None:
    sitting = Sitting(A, B)
    with pytest.raises(Refused, match="not over yet"):
        sitting.say("done", 0)
    sitting.draw(0)
    with pytest.raises(Refused, match="not over yet"):
        sitting.say("done", 0)


def test_a_stacked_deck_is_dealt_singly_from_the_dealers_left() -> None:
    game = Sitting(A, B, C, dealer=0, opened=False).game
    assert game.starter == 1
    assert game.grids == [C.split(), A.split(), B.split()]


def test_a_wrong_stacked_deck_is_explained() -> None:
    for deck in (["Z1"], {"deck": list(PACK)}, [*PACK[:-1], "R1"]):
        with pytest.raises(UserError):
            Lowdown(Setup(seats=2, deck=deck))


def test_the_first_starter_is_a_setting_or_chance() -> None:
    assert {Lowdown(Setup(seats=4, seed=seed)).starter for seed in range(40)} == {0, 1, 2, 3}
    assert Lowdown(Setup(seats=4, options={"dealer": 2})).starter == 3
