"""Groups of cards in a hand: those that a player keeps on the way to a combo."""

from collections.abc import Sequence
from itertools import combinations

from slamomatic.games.yahtzee_hands_down.dice import (
    COUNTS,
    NUMBERS,
    OF_A_KIND,
    RUNS,
    at_least,
    count_dice,
    full_house,
    straights,
)

_KINDS = frozenset(("3k", "4k", "yz", "fh"))


def best_place(counts: int) -> int:
    """Return the place in the counted dice of the die that most cards can be; of several the highest."""
    dice = at_least(counts, 2) or at_least(counts, 1)
    for k in (3, 4, 5):
        more = at_least(counts, k)
        if not more:
            break
        dice = more
    return (dice.bit_length() - 1) & ~3  # the lowest of the four bits of the highest marked die


def of_a_kind(hand: Sequence[str], place: int) -> list[str]:
    """Return the cards of the hand that can be the die which is counted at this place."""
    return [card for card in hand if COUNTS[card] >> place & 1]


def best_run(hand: Sequence[str], length: int) -> list[str]:
    """Return the cards that fill most places of a run of this length, each card one number.

    In each colour, cards that can be few numbers choose theirs first.
    """
    kept: list[str] = []
    for colour in range(3):
        of_colour = [(mask.bit_count(), mask, card) for card in hand if (mask := NUMBERS[card][colour])]
        if len(of_colour) <= len(kept):
            continue
        numbers = sorted(of_colour)
        for run, _ in RUNS[length]:
            open_numbers, used = run, []
            for _, mask, card in numbers:
                if fits := mask & open_numbers:
                    open_numbers &= ~(fits & -fits)
                    used.append(card)
            if len(used) > len(kept):
                kept = used
    return kept


def group_to_keep(hand: Sequence[str], table: Sequence[str]) -> list[str]:
    """Return the best group for the combos on the table: of a kind, or if only straights are left, a run."""
    if wants_kinds(table):
        return of_a_kind(hand, best_place(count_dice(hand)))
    return best_run(hand, 4 if "ss" in table else 5)


def without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Return the hand without these cards of it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def wants_kinds(table: Sequence[str]) -> bool:
    """Whether a combo of equal dice is on the table: of a kind, full house or Yahtzee."""
    return not _KINDS.isdisjoint(table)


def makes_any(hand: Sequence[str], table: Sequence[str], counts: int) -> bool:
    """Whether the hand makes a combo of the table; `counts` are its dice, as `count_dice` returns them."""
    if at_least(counts, 3):
        for combo in table:
            if combo in OF_A_KIND and at_least(counts, OF_A_KIND[combo]):
                return True
        if "fh" in table and full_house(hand, counts):
            return True
    if "ss" in table or "ls" in table:
        four, five = straights(hand, counts)
        return ("ss" in table and four > 0) or ("ls" in table and five > 0)
    return False


def subsets(hand: Sequence[str]) -> list[list[str]]:
    """Return every different choice of cards from a hand, from none to all."""
    ways = dict.fromkeys(cards for size in range(len(hand) + 1) for cards in combinations(hand, size))
    return [list(cards) for cards in ways]
