"""The dice cards of Yahtzee Hands Down and what five of them make: every wild card at its best."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

COLOURS = "BRY"  # blue, red, yellow

DICE: dict[str, int] = {
    **{f"{colour}{number}": 3 for colour in COLOURS for number in (1, 2, 3)},
    **{f"{colour}{number}": 2 for colour in COLOURS for number in (4, 5, 6)},
    **{f"{colour}{pair}": 2 for colour in COLOURS for pair in ("1/6", "2/5", "3/4")},
    **{f"{colour}*": 3 for colour in COLOURS},  # any number of its colour
    **{f"*{number}": 2 for number in range(1, 7)},  # this number in any colour
}
"""Each kind of dice card and how many of it there are: 84 in all."""

COMBOS: dict[str, int] = {"3k": 2, "4k": 4, "fh": 5, "ss": 6, "ls": 8, "yz": 10}
"""Each combo and its points; two cards of each."""
COMBO_COPIES = 2

CHANCE: dict[int, int] = {1: 3, 2: 3, 3: 3, 5: 2, 7: 1}
"""Points on a chance card and how many show them: 12 in all."""

OF_A_KIND: dict[str, int] = {"3k": 3, "4k": 4, "yz": 5}
RUN: dict[str, int] = {"ss": 4, "ls": 5}

Die = tuple[str, int]


def dice_of(card: str) -> tuple[Die, ...]:
    """Every die that the card can stand for."""
    colours = COLOURS if card[0] == "*" else card[0]
    numbers = range(1, 7) if card[1] == "*" else [int(number) for number in card[1:].split("/")]
    return tuple((colour, number) for number in numbers for colour in colours)


# A hand's dice are counted in one integer: four bits for each of the 18 dice, the numbers in rising
# order so that the uppermost bit tells the highest number. Adding the five cards counts them; adding
# 8 - k to every count sets bit 3 wherever there are at least k.
_BITS = 4
_PLACE: dict[Die, int] = {
    (colour, number): _BITS * ((number - 1) * len(COLOURS) + COLOURS.index(colour))
    for number in range(1, 7)
    for colour in COLOURS
}
_ONES = sum(1 << place for place in _PLACE.values())
_FULL = _ONES << 3
_AT_LEAST = {k: _ONES * (8 - k) for k in range(1, 6)}
# Above the dice the cards of each colour are counted in the same way.
_COLOUR_PLACE = {colour: _BITS * (len(_PLACE) + at) for at, colour in enumerate(COLOURS)}
_FOUR_OF_A_COLOUR = sum((8 - 4) << place for place in _COLOUR_PLACE.values())
COUNTS: dict[str, int] = {
    card: sum(1 << _PLACE[die] for die in dice_of(card))
    + sum(1 << _COLOUR_PLACE[colour] for colour in {colour for colour, _ in dice_of(card)})
    for card in DICE
}
_DIE_AT: dict[int, Die] = {place: die for die, place in _PLACE.items()}

# The numbers of one colour that a card can be, as six bits, for each colour.
NUMBERS: dict[str, tuple[int, ...]] = {
    card: tuple(
        sum(1 << (number - 1) for own, number in dice_of(card) if own == colour) for colour in COLOURS
    )
    for card in DICE
}
# Runs of four and five, the highest first.
RUNS: dict[int, tuple[tuple[int, int], ...]] = {
    length: tuple(
        (((1 << length) - 1) << start, sum(range(start + 1, start + 1 + length)))
        for start in range(6 - length, -1, -1)
    )
    for length in (4, 5)
}
# For each set of numbers that a card can be, and for each number in it: all the sets that lack the number, as
# one 64-bit set of sets. And how far these sets shift when the number joins them.
_WAYS = [
    [
        (sum(1 << held for held in range(64) if not held >> bit & 1), 1 << bit)
        for bit in range(6)
        if mask >> bit & 1
    ]
    for mask in range(64)
]


def at_least(counts: int, k: int) -> int:
    """Bit 3 of every die that at least `k` of the counted cards can be."""
    return (counts + _AT_LEAST[k]) & _FULL


def uppermost(dice: int) -> Die:
    """The highest die marked in what `at_least` answered."""
    return _DIE_AT[(dice.bit_length() - 1) & ~3]


def count(hand: Iterable[str]) -> int:
    return sum(map(COUNTS.__getitem__, hand))


def marked(dice: int) -> Iterator[tuple[int, int]]:
    """The place and the number of each die marked in what `at_least` answered, the highest number first."""
    while dice:
        place = (dice.bit_length() - 1) & ~3
        yield place, _DIE_AT[place][1]
        dice &= (1 << place) - 1


def full_house(hand: Sequence[str], counts: int) -> int:
    """The highest 3 + 2 of the five cards, 0 without one; every card must be one of the two dice.

    That is enough: all five cards are among two dice, three of one and two of the other. So the cards that
    can be only one of the two are never too many.
    """
    best = 0
    twos = at_least(counts, 2)
    for three_at, three in marked(at_least(counts, 3)):
        others = ~0  # the dice that every card can be that is not the three
        for card in hand:
            mask = COUNTS[card]
            if not mask >> three_at & 1:
                others &= mask
        for two_at, two in marked(twos):
            if others >> two_at & 1:
                best = max(best, 3 * three + 2 * two)
                break
    return best


def straights(hand: Sequence[str], counts: int) -> tuple[int, int]:
    """The highest sums of four and of five numbers in a row, each number from a card of its own."""
    four = five = 0
    colours = (counts + _FOUR_OF_A_COLOUR) >> _COLOUR_PLACE[COLOURS[0]]
    for colour in range(len(COLOURS)) if colours & 0x888 else ():
        if not colours >> _BITS * colour & 8:
            continue
        reached = 1  # the sets of numbers that some of the cards can make, as a set of 64 bits
        for card in hand:
            more = reached
            for without, shift in _WAYS[NUMBERS[card][colour]]:
                more |= (reached & without) << shift
            reached = more
        four = max(four, _highest(reached, 4))
        five = max(five, _highest(reached, 5))
    return four, five


def _highest(reached: int, length: int) -> int:
    for run, total in RUNS[length]:
        if reached >> run & 1:
            return total
    return 0


@lru_cache(maxsize=1 << 14)
def _sums(hand: tuple[str, ...]) -> dict[str, int]:
    sums: dict[str, int] = {}
    counts = count(hand)
    for combo, k in OF_A_KIND.items():
        if dice := at_least(counts, k):
            sums[combo] = k * uppermost(dice)[1]
    if "3k" in sums and len(hand) == 5 and (total := full_house(hand, counts)):
        sums["fh"] = total
    four, five = straights(hand, counts)
    if four:
        sums["ss"] = four
    if five:
        sums["ls"] = five
    return sums


def sums(hand: Iterable[str]) -> dict[str, int]:
    """Every combo that the hand makes, with the highest sum of the dice used for it."""
    return _sums(tuple(sorted(hand)))


def best(hand: Iterable[str], table: Iterable[str]) -> str | None:
    """The combo worth most of those on the table that the hand makes."""
    made = sums(hand)
    return max((combo for combo in table if combo in made), key=COMBOS.__getitem__, default=None)
