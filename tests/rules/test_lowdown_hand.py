"""Lowdown: three in a row, the end of a hand and of the game."""

from random import Random

import pytest

from rules.lowdown_sitting import RED_ROW, A, B, C, Sitting
from slamomatic.engine import Event, Json, Setup
from slamomatic.games.lowdown.grid import PACK, VALUE
from slamomatic.games.lowdown.rules import Lowdown

# --- three in a row ---------------------------------------------------------------------------------


def test_three_open_cards_of_one_colour_in_a_row_are_cleared_by_a_slap_at_any_time() -> None:
    for cells in ([0, 1, 2], [0, 3, 6], [0, 4, 8], [2, 4, 6]):
        rest = iter(["O0", "Y1", "B2", "P3", "W4", "G0"])
        reds = iter(["R1", "R2", "R3"])
        grid = " ".join(next(reds) if cell in cells else next(rest) for cell in range(9))
        sitting = Sitting("G1 G3 O1 P1 O2 Y0 W1 B0 Y2", grid)
        sitting.game.up[1] = [cell in cells for cell in range(9)]
        sitting.slap(1)  # not its turn
        assert [sitting.game.grids[1][cell] for cell in cells] == [None] * 3
        assert sitting.heard("cleared")[0]["cards"] == ["R1", "R2", "R3"]
        assert sorted(sitting.game.under) == ["R1", "R2", "R3"]
        assert sitting.game.discards == ["W9"]
        assert sitting.game.turn == 0


def test_clearing_takes_the_points_off() -> None:
    sitting = Sitting(RED_ROW, B)
    sitting.game.up[0][2] = True
    before = sitting.game.points()[0]
    sitting.slap(0)
    assert sitting.game.points()[0] == before - 6


def test_a_hole_makes_other_lines_through_it_impossible() -> None:
    sitting = Sitting("R1 R2 R3 R4 G0 P3 R6 Y7 O5", B)
    sitting.game.up[0] = [True] * 8 + [False]
    sitting.say("aim", 0, cells=[0, 1, 2])
    sitting.slap(0)
    assert sitting.game.grids[0][:4] == [None, None, None, "R4"]
    sitting.slap(0)  # the first column has lost its uppermost card
    assert [effect.what for effect in sitting.told if effect.what in ("cleared", "no-line")] == ["no-line"]


def test_the_wild_card_counts_as_any_colour_and_its_five_points_go_with_it() -> None:
    sitting = Sitting("R1 -5 R3 G0 B2 P3 W4 Y7 O5", B)
    sitting.game.up[0][2] = True
    before = sitting.game.points()[0]
    sitting.slap(0)
    assert sitting.game.grids[0][:3] == [None] * 3
    assert sitting.game.points()[0] == before + 1


def test_nobody_must_clear() -> None:
    sitting = Sitting("-5 -5 -5 G0 B2 P3 W4 Y7 O5", B)
    sitting.game.up[0][2] = True
    sitting.turn(0, 3)
    assert sitting.game.grids[0][:3] == ["-5"] * 3


# --- the end ----------------------------------------------------------------------------------------


def test_the_hand_ends_when_a_grid_is_all_open_and_all_cards_are_opened() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.game.up[0] = [cell != 8 for cell in range(9)]
    sitting.turn(0, 8, "up")
    over = sitting.heard("hand-over")[0]
    assert over["seat"] == 0
    assert over["grids"] == [[*A.split()[:8], "W3"], B.split()]


def test_the_hand_goes_on_while_every_grid_has_a_face_down_card() -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.game.up[0] = [cell != 8 for cell in range(9)]
    sitting.turn(0, 7, "up")
    assert sitting.heard("hand-over") == []


def test_the_hand_ends_when_the_drawpile_is_empty() -> None:
    sitting = Sitting(A, B, then="W3")
    game = sitting.game
    game.under += game.drawpile[:-1]
    game.drawpile = game.drawpile[-1:]
    sitting.turn(0, 8, "down")
    assert sitting.heard("hand-over")[0]["seat"] == 0


def test_lines_made_by_opening_all_may_still_be_cleared_then_the_grids_are_scored() -> None:
    sitting = Sitting(A, RED_ROW, then="W3")
    sitting.open_all(0)
    sitting.turn(0, 8, "up")
    assert sitting.game.phase == "claim"
    assert sitting.game.turn == 1
    sitting.slap(1)
    assert [line["cells"] for line in sitting.heard("cleared")] == [[0, 1, 2]]
    points = sitting.heard("hand-scored")[0]["points"]
    assert points == [40 - 10 + 3, 0 + 2 + 3 + 4 + 7 + 5]
    assert sitting.game.scores() == points


def test_the_fewest_points_win_the_hand_and_start_the_next_with_all_cards_dealt_again() -> None:
    sitting = Sitting(A, B, C.replace("G10", "G0"), then="W3")
    sitting.open_all(0)
    sitting.turn(0, 8, "up")
    scored = sitting.heard("hand-scored")[0]
    assert (scored["points"], scored["won_by"]) == ([33, 40, 34], 0)
    game = sitting.game
    assert (game.hand, game.starter, game.turn, game.phase) == (2, 0, 0, "open")
    assert len(game.drawpile) == 84 - 27 - 1
    assert not any(any(up) for up in game.up)
    assert game.under == []


def test_another_winner_starts_the_next_hand() -> None:
    sitting = Sitting(B, A, then="W3")
    sitting.open_all(0)
    sitting.turn(0, 0, "up")
    assert sitting.game.starter == sitting.game.turn == 1


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [
        ([16, 9], [49, 49], []),
        ([17, 10], [50, 50], [0, 1]),
        ([16, 10], [49, 50], [0]),
        ([40, 0], [73, 40], [1]),
    ],
)
def test_hand_scores_are_added_up_till_somebody_has_fifty_then_the_lowest_wins(
    before: list[int], after: list[int], winners: list[int]
) -> None:
    sitting = Sitting(A, B, then="W3")
    sitting.game.totals = before
    sitting.open_all(0)
    sitting.turn(0, 8, "up")
    assert sitting.game.scores() == after
    assert sitting.game.over == bool(winners)
    assert sitting.game.winners == winners


class Book:
    """Keeps the score as a person with a pencil would, from what everybody sees."""

    def __init__(self, seats: int) -> None:
        self.totals = [0] * seats
        self.grids: list[list[str | None]] = []

    def hear(self, line: Json) -> None:
        if line["what"] == "hand-over":
            self.grids = line["grids"]
        elif line["what"] == "cleared" and self.grids:
            for cell in line["cells"]:
                self.grids[line["seat"]][cell] = None
        elif line["what"] == "hand-scored":
            points = [sum(VALUE[card] for card in grid if card) for grid in self.grids]
            assert line["points"] == points
            self.totals = [total + own for total, own in zip(self.totals, points, strict=True)]
            self.grids = []


@pytest.mark.parametrize("seed", range(12))
def test_scores_are_the_sums_of_the_open_grids_through_whole_games(seed: int) -> None:
    game = Lowdown(Setup(seats=2 + seed % 5, seed=seed))
    book = Book(game.seats)
    rng = Random(seed)
    while not game.over:
        choice = None if game.turn is None else game.random_choice(game.turn, rng)
        event = Event("time", None, game.due_us or 0) if choice is None else choice.at(game.now_us + 700_000)
        effects = game.apply(event)
        if event.do == "down":
            effects = effects + game.apply(event._replace(do="up", t_us=event.t_us + 1))
        for effect in effects:
            book.hear(effect.to_json())
        assert game.scores() == book.totals
    assert max(book.totals) >= 50
    assert game.winners == [seat for seat, own in enumerate(book.totals) if own == min(book.totals)]


def test_all_84_cards_are_in_the_game() -> None:
    game = Lowdown(Setup(seats=6, seed=9))
    assert sorted(card for cards in game.cards().values() for card in cards) == sorted(PACK)
