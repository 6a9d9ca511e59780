"""The cards of Lowdown, and the lines of three of a grid of nine cells."""

from collections.abc import Sequence

COLOURS = "ROYGBPW"  # red, orange, yellow, green, blue, purple, white
WILD = "-5"
ACTIONS = ("swap", "peek", "steal")

_COPIES_OF_NUMBER = {number: 5 if number in (0, 7, 8, 9, 10) else 6 for number in range(11)}
_NUMBERS = [number for number, copies in _COPIES_OF_NUMBER.items() for _ in range(copies)]

PACK: tuple[str, ...] = (
    *(f"{COLOURS[at % len(COLOURS)]}{number}" for at, number in enumerate(_NUMBERS)),
    *[WILD] * 5,
    *[action for action in ACTIONS for _ in range(6)],
)
"""All 84 cards: 61 numbers spread over the colours as evenly as can be, 5 wild ones, 18 actions."""

VALUE: dict[str, int] = {
    card: int(card) if card == WILD else 5 if card in ACTIONS else int(card[1:]) for card in PACK
}
"""What a card is worth in a grid."""

CELLS = 9
FACE_DOWN = "?"  # stands for a card in the views of those who can't see it
LINES: tuple[tuple[int, int, int], ...] = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
"""Rows, columns and diagonals."""

# The colours that a card counts as, one bit each: every one for the wild card, none for an action.
_AS: dict[str, int] = {
    card: (1 << len(COLOURS)) - 1 if card == WILD else 0 if card in ACTIONS else 1 << COLOURS.index(card[0])
    for card in PACK
}


def is_line(cards: Sequence[str]) -> bool:
    """Whether three cards are of one colour."""
    first, second, third = cards
    return _AS[first] & _AS[second] & _AS[third] != 0


def total(cards: Sequence[str | None]) -> int:
    """Return the points of these cards; a hole (None) counts nothing."""
    return sum([VALUE[card] for card in cards if card is not None])


def lines(grid: Sequence[str | None], up: Sequence[bool]) -> list[tuple[int, int, int]]:
    """Return every line that can be cleared: three open cards of one colour in a row."""
    return [line for line in LINES if is_open_line(grid, up, line)]


def is_open_line(grid: Sequence[str | None], up: Sequence[bool], line: tuple[int, int, int]) -> bool:
    """Whether three open cards of one colour lie in these cells; `up`: which cells are open."""
    one, between, end = line
    if not (up[one] and up[between] and up[end]):
        return False
    first, second, third = grid[one], grid[between], grid[end]
    return first is not None and second is not None and third is not None and is_line((first, second, third))


def highest(grid: Sequence[str | None], up: Sequence[bool]) -> tuple[int, int, int] | None:
    """Return the line with most points of those that can be cleared; None: there is none.

    Of several with as many points it is the first in `LINES`.
    """
    return max(lines(grid, up), key=lambda line: total([grid[cell] for cell in line]), default=None)
