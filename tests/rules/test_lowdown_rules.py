"""Lowdown: the rulebook's rules."""

import pytest

from rules.lowdown_sitting import A, B, C, Sitting
from slamomatic.engine import Refused, Setup
from slamomatic.errors import UserError
from slamomatic.games.lowdown.rules import Lowdown


def opened(sitting: Sitting, seat: int) -> list[int]:
    return [cell for cell, up in enumerate(sitting.game.up[seat]) if up]


# --- set-up -----------------------------------------------------------------------------------------


def test_nine_cards_face_down_to_each_the_rest_a_drawpile_its_top_card_the_first_discard() -> None:
    for seats in range(2, 7):
        game = Lowdown(Setup(seats=seats, seed=seats))
        assert [len(grid) for grid in game.grids] == [9] * seats
        assert not any(any(up) for up in game.up)
        assert len(game.discards) == 1
        assert len(game.drawpile) == 84 - 9 * seats - 1
    game = Sitting(A, B, discard="W9", then="W3", opened=False).game
    assert (game.discards, game.drawpile[-1]) == (["W9"], "W3")


def test_the_cards_are_shuffled() -> None:
    assert len({tuple(Lowdown(Setup(seats=2, seed=seed)).drawpile) for seed in range(6)}) == 6


def test_two_to_six_players() -> None:
    for seats in (1, 7):
        with pytest.raises(UserError, match="2 to 6"):
            Lowdown(Setup(seats=seats))


def test_nobody_sees_a_face_down_card_its_owner_neither() -> None:
    game = Sitting(A, B, opened=False).game
    for eye in (0, 1, None):
        assert game.view(eye)["grids"] == [["?"] * 9, ["?"] * 9]


def test_everybody_opens_two_cards_of_his_choice() -> None:
    sitting = Sitting(A, B, opened=False)
    sitting.say("open", 1, cells=[4, 8])  # in any order of the players
    assert sitting.heard("opened")[0]["cards"] == ["P6", "Y4"]
    with pytest.raises(Refused, match="your two cards"):
        sitting.say("open", 1, cells=[0, 1])
    with pytest.raises(Refused, match="not the time"):
        sitting.draw(0)
    sitting.say("open", 0, cells=[2, 3])
    assert (opened(sitting, 0), opened(sitting, 1)) == ([2, 3], [4, 8])
    assert sitting.game.phase == "draw"
    with pytest.raises(Refused, match="your two cards"):
        sitting.say("open", 0, cells=[0, 1])


@pytest.mark.parametrize("cells", [[], [1], [1, 1], [1, 2, 3], [0, 9], [-1, 3]])
def test_two_different_cells_are_opened(cells: list[int]) -> None:
    sitting = Sitting(A, B, opened=False)
    with pytest.raises(Refused):
        sitting.say("open", 0, cells=cells)
    assert opened(sitting, 0) == []


def test_one_player_starts_and_turns_go_to_the_left() -> None:
    sitting = Sitting(A, B, C, dealer=0)
    for seat in (1, 2, 0, 1):
        assert sitting.game.turn == seat
        with pytest.raises(Refused, match="not your turn"):
            sitting.draw((seat + 1) % 3)
        sitting.turn(seat, 0, "up")


# --- drawing ----------------------------------------------------------------------------------------


def test_a_turn_draws_from_the_drawpile_or_the_top_discard() -> None:
    sitting = Sitting(A, B, discard="W9", then="W3 W2")
    sitting.draw(0)
    assert (sitting.game.drawn, sitting.game.discards) == ("W3", ["W9"])
    sitting = Sitting(A, B, discard="W9", then="W3 W2")
    sitting.draw(0, "discard")
    assert (sitting.game.drawn, sitting.game.discards) == ("W9", [])
    with pytest.raises(Refused, match="pile or discard"):
        Sitting(A, B).draw(0, "hand")


def test_one_card_a_turn() -> None:
    sitting = Sitting(A, B)
    sitting.draw(0)
    for source in ("pile", "discard"):
        with pytest.raises(Refused, match="not the time"):
            sitting.draw(0, source)


def test_a_drawn_card_replaces_an_open_or_a_face_down_card_which_goes_open_to_the_discards() -> None:
    for cell, old in ((0, "R0"), (5, "P5")):
        sitting = Sitting(A, B, then="W3")
        sitting.turn(0, cell, "up")
        assert sitting.heard("placed")[0]["old"] == old
        assert sitting.game.discards == ["W9", old]
        assert sitting.game.grids[0][cell] == "W3"
        assert sitting.game.view(None)["discard"] == old
        assert sitting.game.turn == 1


def test_a_card_of_the_drawpile_is_placed_open_or_face_down() -> None:
    for face, seen in (("up", "W3"), ("down", "?")):
        sitting = Sitting(A, B, then="W3")
        sitting.turn(0, 4, face)
        for eye in (0, 1, None):
            assert sitting.game.view(eye)["grids"][0][4] == seen
        placed = sitting.heard("placed", 1)[0]
        assert placed.get("card") == ("W3" if face == "up" else None)


def test_face_down_hides_a_card_in_place_of_an_open_one() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.turn(0, 0, "down")
    assert opened(sitting, 0) == [1]


def test_what_is_drawn_from_the_pile_is_for_the_drawer_alone() -> None:
    sitting = Sitting(A, B, C, then="W3")
    sitting.draw(0)
    assert [sitting.heard("drew", eye)[0].get("card") for eye in (0, 1, 2)] == ["W3", None, None]
    assert [sitting.game.view(eye)["drawn"] for eye in (0, 1, None)] == ["W3", "?", "?"]


def test_what_is_taken_from_the_discards_all_have_seen() -> None:
    sitting = Sitting(A, B)
    sitting.draw(0, "discard")
    assert sitting.heard("drew")[0]["card"] == "W9"
    assert sitting.game.view(None)["drawn"] == "W9"


def test_a_drawn_card_may_be_thrown_and_one_own_face_down_card_looked_at_and_opened() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.draw(0)
    sitting.say("throw", 0)
    assert sitting.game.discards == ["W9", "W3"]
    sitting.say("look", 0, cell=5)
    assert [sitting.heard("looked", eye)[0].get("card") for eye in (0, 1)] == ["P5", None]
    assert opened(sitting, 0) == [0, 1]
    sitting.say("turn", 0, cell=5)
    assert sitting.heard("turned")[0]["card"] == "P5"
    assert opened(sitting, 0) == [0, 1, 5]
    assert sitting.game.turn == 1


def test_the_card_looked_at_may_stay_face_down() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("look", 0, cell=5)
    sitting.say("done", 0)
    assert opened(sitting, 0) == [0, 1]
    assert sitting.game.turn == 1
    assert sitting.game.looked is None


def test_nobody_must_look() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.draw(0)
    sitting.say("throw", 0)
    sitting.say("done", 0)
    assert sitting.game.turn == 1


def test_one_look_at_a_face_down_card_and_that_card_alone_may_be_opened() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.draw(0)
    with pytest.raises(Refused, match="after you have thrown"):
        sitting.say("look", 0, cell=5)
    sitting.say("throw", 0)
    with pytest.raises(Refused, match="lies open"):
        sitting.say("look", 0, cell=0)
    with pytest.raises(Refused, match="looked at it"):
        sitting.say("turn", 0, cell=5)
    sitting.say("look", 0, cell=5)
    with pytest.raises(Refused, match="only once"):
        sitting.say("look", 0, cell=6)
    with pytest.raises(Refused, match="only the card you looked at"):
        sitting.say("turn", 0, cell=6)


def test_looking_is_for_those_who_threw_their_card_away() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.turn(0, 0)
    with pytest.raises(Refused, match="not your turn"):
        sitting.say("look", 0, cell=5)


def test_a_card_from_the_discards_must_be_placed_and_lies_open() -> None:
    sitting = Sitting(A, B)
    sitting.draw(0, "discard")
    with pytest.raises(Refused, match="must be placed"):
        sitting.say("throw", 0)
    with pytest.raises(Refused, match="face up"):
        sitting.place(0, 5, "down")
    sitting.place(0, 5, "up")
    assert sitting.game.grids[0][5] == "W9"
    assert opened(sitting, 0) == [0, 1, 5]
    assert sitting.game.discards == ["P5"]


def test_a_card_lies_up_or_down_in_a_cell_of_the_grid() -> None:
    sitting = Sitting(A, B, then="W3")
    with pytest.raises(Refused, match="draw one first"):
        sitting.place(0, 0)
    sitting.draw(0)
    for cell, face in ((9, "up"), (-1, "up"), (0, "sideways")):
        with pytest.raises(Refused):
            sitting.place(0, cell, face)
    assert sitting.game.drawn == "W3"


# --- actions ----------------------------------------------------------------------------------------


def test_a_drawn_action_is_performed_and_goes_under_the_discards() -> None:
    sitting = Sitting(A, B, then="swap")
    sitting.draw(0)
    sitting.act(0, cells=[0, 4])
    assert sitting.game.under == ["swap"]
    assert sitting.game.view(None)["discard"] == "W9"
    assert sitting.game.turn == 1


def test_a_drawn_action_may_be_placed_like_any_card_worth_five() -> None:
    sitting = Sitting(A, B, then="steal")
    sitting.turn(0, 4, "up")
    assert sitting.game.grids[0][4] == "steal"
    assert sitting.game.points()[0] == 40 - 4 + 5


def test_a_drawn_action_is_not_thrown_away() -> None:
    for action in ("swap", "peek", "steal"):
        sitting = Sitting(A, B, then=action)
        sitting.draw(0)
        with pytest.raises(Refused, match="not thrown away"):
            sitting.say("throw", 0)


def test_actions_from_the_discards_or_in_a_grid_are_never_performed() -> None:
    sitting = Sitting(A, "swap " + B[3:], discard="peek")
    sitting.draw(0, "discard")
    with pytest.raises(Refused, match="only an action card from the drawpile"):
        sitting.act(0, of=1, cell=5)
    sitting.place(0, 0)
    with pytest.raises(Refused, match="draw one first"):
        sitting.act(1, cells=[0, 1])


def test_numbers_are_no_actions() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.draw(0)
    with pytest.raises(Refused, match="only an action"):
        sitting.act(0, cells=[0, 1])


def test_peek_shows_any_face_down_card_to_the_peeker_alone() -> None:
    for of, cell, card in ((0, 5, "P5"), (1, 8, "Y4")):
        sitting = Sitting(A, B, C, then="peek")
        sitting.draw(0)
        sitting.act(0, of=of, cell=cell)
        assert [sitting.heard("peeked", eye)[0].get("card") for eye in (0, 1, 2)] == [card, None, None]
        for eye in (0, 1, None):
            assert sitting.game.view(eye)["grids"][of][cell] == "?"  # memory only


def test_peek_is_for_face_down_cards_of_a_player() -> None:
    sitting = Sitting(A, B, then="peek")
    sitting.draw(0)
    for of, cell in ((0, 0), (1, 1), (1, 9), (2, 5), (None, 5), (0, None)):
        with pytest.raises(Refused):
            sitting.act(0, of=of, cell=cell)
    assert sitting.game.drawn == "peek"


def test_after_a_peek_you_draw_again_from_either_pile_and_play_that_card() -> None:
    for source in ("pile", "discard"):
        sitting = Sitting(A, B, then="peek W3")
        sitting.draw(0)
        sitting.act(0, of=0, cell=5)
        assert (sitting.game.turn, sitting.game.phase) == (0, "draw")
        sitting.turn(0, 5, "up", source)
        assert sitting.game.turn == 1


def test_a_peek_drawn_after_a_peek_is_performed_too() -> None:
    sitting = Sitting(A, B, then="peek peek W3")
    for cell in (5, 6):
        sitting.draw(0)
        sitting.act(0, of=0, cell=cell)
    sitting.turn(0, 5)
    assert sitting.game.under == ["peek", "peek"]


def test_swap_changes_two_own_cards_and_they_stay_open_or_face_down() -> None:
    sitting = Sitting(A, B, then="swap")
    sitting.draw(0)
    told = sitting.act(0, cells=[1, 4])
    assert (sitting.game.grids[0][1], sitting.game.grids[0][4]) == ("B4", "O1")
    assert opened(sitting, 0) == [0, 4]
    assert "B4" not in str([effect.whole() for effect in told])  # nothing is looked at


@pytest.mark.parametrize("cells", [[3, 6], [0, 1], [0, 8]])
def test_swap_takes_open_and_face_down_cards(cells: list[int]) -> None:
    sitting = Sitting(A, B, then="swap")
    grid, before = list(sitting.game.grids[0]), opened(sitting, 0)
    sitting.draw(0)
    sitting.act(0, cells=cells)
    one, other = cells
    grid[one], grid[other] = grid[other], grid[one]
    assert sitting.game.grids[0] == grid
    assert len(opened(sitting, 0)) == len(before)


def test_steal_exchanges_one_card_on_each_side_and_both_lie_open() -> None:
    for mine, theirs in ((0, 0), (5, 8), (0, 8), (5, 1)):
        sitting = Sitting(A, B, C, then="steal")
        own, other = sitting.game.grids[0][mine], sitting.game.grids[2][theirs]
        sitting.draw(0)
        sitting.act(0, mine=mine, of_seat=2, theirs=theirs)
        assert sitting.game.grids[0][mine] == other
        assert sitting.game.grids[2][theirs] == own
        assert mine in opened(sitting, 0)
        assert theirs in opened(sitting, 2)
        assert sitting.heard("stole", 1)[0]["got"] == other
        assert sitting.game.turn == 1


def test_steal_is_from_another_player() -> None:
    sitting = Sitting(A, B, then="steal")
    sitting.draw(0)
    with pytest.raises(Refused, match="from yourself"):
        sitting.act(0, mine=0, of_seat=0, theirs=1)
    with pytest.raises(Refused, match="no player"):
        sitting.act(0, mine=0, of_seat=2, theirs=1)
