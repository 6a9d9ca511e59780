"""Lowdown: what the rulebook leaves open, and how paddles meet cards."""

from itertools import permutations

import pytest

from rules.lowdown_sitting import GREEN_ROW, RED_ROW, SECOND, A, B, C, Sitting, ending, two_lines
from slamomatic.engine import Choice, Event, Refused

BLUE_ROW = "B3 B5 B6 O2 G6 P2 W2 Y1 O6"


def cleared(sitting: Sitting) -> list[list[int]]:
    return [line["cells"] for line in sitting.heard("cleared")]


# --- claims -----------------------------------------------------------------------------------------


def test_a_slap_claims_the_line_with_the_highest_total() -> None:
    sitting = two_lines()
    sitting.slap(0)
    assert cleared(sitting) == [[0, 3, 6]]


def test_a_slap_claims_the_line_aimed_at() -> None:
    sitting = two_lines()
    sitting.say("aim", 0, cells=[2, 0, 1])
    assert sitting.game.view(0)["aim"] == [0, 1, 2]
    assert sitting.game.view(1)["aim"] is None
    sitting.slap(0)
    assert cleared(sitting) == [[0, 1, 2]]
    assert sitting.game.aims[0] is None


@pytest.mark.parametrize("cells", [[0, 1], [0, 1, 4], [3, 4, 5], [], [0, 0, 0], [0, 1, 2, 3]])
def test_only_a_line_that_can_be_cleared_is_aimed_at(cells: list[int]) -> None:
    sitting = two_lines()
    with pytest.raises(Refused, match="aim at such a line"):
        sitting.say("aim", 0, cells=cells)


def test_a_line_aimed_at_that_has_been_broken_since_is_no_claim_for_another() -> None:
    sitting = two_lines()
    sitting.say("aim", 0, cells=[0, 1, 2])
    sitting.game.grids[0][1] = "W5"
    sitting.slap(0)
    assert cleared(sitting) == []
    assert len(sitting.heard("no-line")) == 1
    sitting.slap(0)  # the aim is gone with it
    assert cleared(sitting) == [[0, 3, 6]]


def test_one_line_a_claim() -> None:
    sitting = Sitting("R1 R2 R3 G0 B2 P3 G1 G3 G5", B)
    sitting.game.up[0] = [True, True, True, True, True, False, True, True, True]
    sitting.slap(0)
    assert cleared(sitting) == [[6, 7, 8]]
    sitting.slap(0)
    assert cleared(sitting) == [[0, 1, 2]]


def test_a_slap_without_a_line_is_refused_and_free() -> None:
    sitting = Sitting(A, B)
    before = sitting.game.cards()
    sitting.slap(1)
    assert len(sitting.heard("no-line")) == 1
    assert sitting.game.cards() == before
    assert sitting.game.turn == 0


def test_a_drawn_card_in_hand_does_not_darken_the_paddles() -> None:
    sitting = two_lines()
    sitting.draw(0)
    assert sitting.game.paddles.live == [True] * 3
    sitting.slap(0)
    assert cleared(sitting) == [[0, 3, 6]]
    sitting.place(0, 1)
    assert sitting.game.turn == 1


def test_one_seats_claim_leaves_the_other_paddles_live() -> None:
    sitting = two_lines()
    sitting.say("down", 0)
    assert sitting.game.paddles.live == [False, True, True]


def test_a_claim_before_a_steal_counts_after_it_is_too_late() -> None:
    for claim_us, wins in ((-1, True), (0, True), (1, False)):
        sitting = Sitting(A, RED_ROW, then="steal")
        sitting.game.up[1][2] = True
        sitting.draw(0)
        steal_us = sitting.now_us + SECOND
        events = [
            Event("act", 0, steal_us, {"mine": 1, "from": 1, "theirs": 1}),
            Event("down", 1, steal_us + claim_us),
        ]
        if wins:
            events.reverse()
            with pytest.raises(Refused, match="empty"):
                for event in events:
                    sitting.game.apply(event)
            assert sitting.game.grids[1][:3] == [None] * 3
        else:
            for event in events:
                sitting.told = sitting.game.apply(event)
            assert len(sitting.heard("no-line")) == 1
            assert sitting.game.grids[1][:3] == ["R1", "O1", "R3"]


def test_a_claim_that_arrives_after_the_steal_is_late_and_judged_after_it() -> None:
    sitting = Sitting(A, RED_ROW, then="steal")
    sitting.game.up[1][2] = True
    sitting.draw(0)
    sitting.act(0, mine=1, of_seat=1, theirs=1)
    sitting.told = sitting.game.apply(Event("down", 1, sitting.now_us - 500))
    assert len(sitting.heard("late")) == len(sitting.heard("no-line")) == 1


def test_any_delivery_order_of_the_same_claims_gives_the_same_state() -> None:
    grids = (RED_ROW, GREEN_ROW, BLUE_ROW)
    ends = []
    for order in permutations(range(3)):
        sitting = Sitting(*grids)
        for seat in range(3):
            sitting.game.up[seat][2] = True
        start_us = sitting.now_us
        for seat in order:
            sitting.game.apply(Event("down", seat, start_us + 1000 + 400 * seat))
        sitting.say("time")
        ends.append(sitting.game.to_json())
    assert all(state == ends[0] for state in ends)
    assert [sum(card is None for card in grid) for grid in ends[0]["grids"]] == [3, 3, 3]


# --- the end of a hand ------------------------------------------------------------------------------


def test_the_end_offers_claims_once_more_to_each_in_turn_from_who_ended_it() -> None:
    sitting = ending(RED_ROW, GREEN_ROW, BLUE_ROW, by=1)
    turns = []
    while sitting.game.phase == "claim":
        assert sitting.game.turn is not None
        turns.append(sitting.game.turn)
        sitting.say("done", sitting.game.turn)
    assert turns == [1, 2, 0]
    assert sitting.game.hand == 2


def test_in_the_last_claims_only_the_player_on_may_claim() -> None:
    sitting = ending(A, RED_ROW, GREEN_ROW)
    sitting.say("time")
    sitting.slap(2)
    assert cleared(sitting) == []
    assert sitting.heard("no-line") == []
    assert [choice.do for choice in sitting.game.legal(2)] == []
    with pytest.raises(Refused, match="not your turn"):
        sitting.say("done", 2)
    sitting.slap(1)
    assert cleared(sitting) == [[0, 1, 2]]
    assert sitting.game.turn == 2


def test_in_the_last_claims_a_player_may_take_all_his_lines_or_stop() -> None:
    sitting = ending(A, "R1 R2 R3 G0 B2 P3 G1 G4 G5")
    sitting.say("time")
    sitting.slap(1)
    assert sitting.game.phase == "claim"
    sitting.say("done", 1)
    assert sitting.game.hand == 2
    assert sitting.game.scores()[1] == 6 + 5


def test_a_slap_meant_for_the_moment_before_the_end_counts_for_nobody() -> None:
    sitting = Sitting(A, RED_ROW, then="W3")
    sitting.open_all(0)
    sitting.turn(0, 8, "up")
    sitting.say("down", 1, 1000)  # dark: the hand has just ended
    assert cleared(sitting) == []
    sitting.say("up", 1, 1000)
    sitting.say("time")
    sitting.slap(1)
    assert cleared(sitting) == [[0, 1, 2]]


def test_an_empty_grid_scores_nothing_and_is_all_open() -> None:
    sitting = ending(GREEN_ROW, "R0 R1 R2 R3 R4 R6 R7 R8 R10")
    sitting.say("time")
    for _ in range(4):
        if sitting.game.turn == 0:
            sitting.say("done", 0)
            sitting.say("time")
        else:
            sitting.slap(1)
    assert sitting.game.hand == 2
    assert sitting.game.scores()[1] == 0


def test_a_grid_without_a_face_down_card_ends_the_hand_an_empty_one_too() -> None:
    sitting = Sitting(A, B, then="W3")
    game = sitting.game
    game.under += [card for card in game.grids[1] if card is not None]
    game.grids[1] = [None] * 9
    game.up[1] = [True] * 9
    sitting.turn(0, 8)
    assert sitting.heard("hand-over")[0]["seat"] == 0


def test_a_steal_that_opens_anothers_last_card_ends_the_hand_at_once() -> None:
    sitting = Sitting(A, B, C, then="steal")
    sitting.game.up[2] = [True] * 8 + [False]
    sitting.draw(0)
    sitting.act(0, mine=0, of_seat=2, theirs=8)
    assert sitting.heard("hand-over")[0]["seat"] == 0


def test_opening_the_last_card_after_a_look_ends_the_hand_at_once() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.game.up[0] = [True] * 8 + [False]
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("look", 0, cell=8)
    assert sitting.game.phase == "turn"
    sitting.say("turn", 0, cell=8)
    assert sitting.heard("hand-over")[0]["seat"] == 0


def last_card(card: str) -> Sitting:
    sitting = Sitting(A, B, then=card)
    game = sitting.game
    game.under += game.drawpile[:-1]
    game.drawpile = game.drawpile[-1:]
    return sitting


def test_the_turn_that_empties_the_drawpile_is_finished() -> None:
    sitting = last_card("W3")
    sitting.draw(0)
    assert sitting.heard("hand-over") == []
    sitting.say("throw", 0)
    sitting.say("look", 0, cell=8)
    sitting.say("done", 0)
    assert sitting.heard("hand-over")[0]["seat"] == 0


def test_a_peek_as_the_last_card_takes_the_discard_then() -> None:
    sitting = last_card("peek")
    sitting.draw(0)
    sitting.act(0, of=1, cell=8)
    assert sitting.game.legal(0) == [Choice(0, "draw", {"from": "discard"})]
    with pytest.raises(Refused, match="no card is left"):
        sitting.draw(0)
    sitting.draw(0, "discard")
    sitting.place(0, 8)
    assert sitting.heard("hand-over")[0]["seat"] == 0


def test_the_drawpile_is_not_made_anew_from_the_discards() -> None:
    sitting = last_card("W3")
    sitting.turn(0, 8)
    assert sitting.game.hand == 2


def test_a_tied_hand_is_won_by_who_sits_nearer_the_last_starter() -> None:
    for starter, winner in ((0, 0), (1, 1), (2, 0)):
        sitting = Sitting(
            "R0 O1 Y2 G3 B4 P5 W7 R8 O10", "O0 R1 W2 B3 Y4 G5 Y7 P8 G10", "Y6 G1 B10 P4 W5 R7 O8 Y0 G4"
        )
        sitting.game.starter = starter
        game = sitting.game
        game.up = [[True] * 9 for _ in range(3)]
        game.under += game.drawpile
        game.drawpile = []
        game.phase = "look"
        game.turn = 0
        sitting.say("done", 0)
        while sitting.game.phase == "claim":
            sitting.say("done", sitting.game.turn)
        assert sitting.game.starter == winner


def test_the_deal_moves_left_each_hand_whoever_won_it() -> None:
    sitting = Sitting(C, A, B, dealer=2)
    sitting.open_all(0)
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("done", 0)
    assert sitting.game.hand == 2
    assert sitting.game.starter == 1
    assert sitting.game.dealer == 0
