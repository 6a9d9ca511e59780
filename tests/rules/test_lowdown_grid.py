"""The cards of Lowdown and its three-in-a-rows, against every three of the nine cells tried out."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from slamomatic.games.lowdown import grid as lowdown_grid
from slamomatic.games.lowdown.grid import ACTIONS, CELLS, COLOURS, LINES, PACK, VALUE, WILD

Grid = list[str | None]


def test_the_84_cards() -> None:
    numbers = [card for card in PACK if card != WILD and card not in ACTIONS]
    assert len(PACK) == 84
    assert len(numbers) == 61
    assert PACK.count(WILD) == 5
    assert [PACK.count(action) for action in ACTIONS] == [6, 6, 6]
    of_number = [sum(int(card[1:]) == number for card in numbers) for number in range(11)]
    assert of_number == [5, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5]


def test_the_sorted_numbers_take_the_seven_colours_in_turn() -> None:
    numbers = PACK[:61]
    assert len(set(COLOURS)) == 7
    assert [int(card[1:]) for card in numbers] == sorted(int(card[1:]) for card in numbers)
    assert [card[0] for card in numbers] == [COLOURS[at % 7] for at in range(61)]
    of_colour = [sum(card[0] == colour for card in numbers) for colour in COLOURS]
    assert max(of_colour) - min(of_colour) <= 1


def test_a_card_is_worth_its_number_the_wild_card_minus_five_and_an_action_five() -> None:
    assert {VALUE[f"{card[0]}{card[1:]}"] == int(card[1:]) for card in PACK[:61]} == {True}
    assert VALUE[WILD] == -5
    assert [VALUE[action] for action in ACTIONS] == [5, 5, 5]
    assert lowdown_grid.total(["R10", None, WILD, "swap", "G0"]) == 10


def test_the_wild_card_is_of_every_colour_and_an_action_of_none() -> None:
    for colour in COLOURS:
        first, second, *_ = [card for card in PACK if card[0] == colour]
        assert lowdown_grid.is_line([first, WILD, second]), colour
        assert not any(lowdown_grid.is_line([first, WILD, action]) for action in ACTIONS), colour


def test_lines_are_the_rows_the_columns_and_both_diagonals() -> None:
    def in_a_row(cells: tuple[int, ...]) -> bool:
        rows = [divmod(cell, 3)[0] for cell in cells]
        columns = [divmod(cell, 3)[1] for cell in cells]
        return (
            len(set(rows)) == 1
            or len(set(columns)) == 1
            or (columns == [0, 1, 2] and rows in ([0, 1, 2], [2, 1, 0]))
            or (columns == [2, 1, 0] and rows in ([0, 1, 2], [2, 1, 0]))
        )

    assert sorted(LINES) == [cells for cells in combinations(range(CELLS), 3) if in_a_row(cells)]
    assert len(LINES) == 8


@given(
    st.lists(st.sampled_from([*PACK[:12], WILD, "peek", None]), min_size=CELLS, max_size=CELLS),
    st.lists(st.booleans(), min_size=CELLS, max_size=CELLS),
)
def test_a_line_is_three_open_cards_of_one_colour_the_wild_card_being_any(grid: Grid, up: list[bool]) -> None:
    def one_colour(line: tuple[int, ...]) -> bool:
        cards = [grid[cell] for cell in line]
        return any(all(card == WILD or (card or "-")[0] == colour for card in cards) for colour in COLOURS)

    expected = [line for line in LINES if all(up[cell] for cell in line) and one_colour(line)]
    assert lowdown_grid.lines(grid, up) == expected


def test_actions_have_no_colour_and_make_no_line() -> None:
    up = [True] * CELLS
    for action in ACTIONS:
        grid: Grid = [action, "R1", "R2", *[None] * 6]
        assert lowdown_grid.lines(grid, up) == []
        assert not lowdown_grid.is_line((action, action, action))


def test_three_wild_cards_are_a_line() -> None:
    assert lowdown_grid.is_line((WILD, WILD, WILD))


def test_a_face_down_card_or_a_hole_breaks_a_line() -> None:
    grid: Grid = ["R1", "R2", "R3", *[None] * 6]
    up = [True] * CELLS
    assert lowdown_grid.lines(grid, up) == [(0, 1, 2)]
    for cell in range(3):
        assert lowdown_grid.lines(grid, [at != cell for at in range(CELLS)]) == []
        assert lowdown_grid.lines([None if at == cell else card for at, card in enumerate(grid)], up) == []


def test_the_highest_line_is_the_one_that_takes_most_points_off() -> None:
    up = [True] * CELLS
    grid: Grid = ["R10", "R0", "R1", "R8", "G1", "G3", "R3", "G4", "B5"]
    assert lowdown_grid.highest(grid, up) == (0, 3, 6)  # 21, against the 11 of the top row
    assert lowdown_grid.highest(grid, [False] * CELLS) is None
