"""The dice cards of Yahtzee Hands Down, and the combos that five of them make, wild cards at their best."""

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
    """Return every die, as (colour, number), that the card can stand for."""
    colours = COLOURS if card[0] == "*" else card[0]
    numbers = range(1, 7) if card[1] == "*" else [int(number) for number in card[1:].split("/")]
    return tuple((colour, number) for number in numbers for colour in colours)


# A hand's dice are counted in one integer: four bits for each of the 18 dice, the numbers in rising order
# so that the uppermost bit tells the highest number. The sum of the five cards' integers holds all counts.
# Adding 8 - k to every count sets bit 3 of each die that at least k cards can be.
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
# A set of numbers is six bits, and so a number below 64. A set of such sets is 64 bits. `_WAYS[numbers]`
# has a pair for each number that a card can be: the set of all sets without that number, and how many
# places these sets are shifted by adding the number to them.
_WAYS = [
    [
        (sum(1 << held for held in range(64) if not held >> bit & 1), 1 << bit)
        for bit in range(6)
        if mask >> bit & 1
    ]
    for mask in range(64)
]


def at_least(counts: int, k: int) -> int:
    """Return an integer with bit 3 set of every die that at least `k` of the counted cards can be."""
    return (counts + _AT_LEAST[k]) & _FULL


def uppermost(dice: int) -> Die:
    """Return the highest die marked in what `at_least` returned."""
    return _DIE_AT[(dice.bit_length() - 1) & ~3]


def count_dice(hand: Iterable[str]) -> int:
    """Return the dice that the cards of this hand can be, counted in one integer."""
    return sum(map(COUNTS.__getitem__, hand))


def marked(dice: int) -> Iterator[tuple[int, int]]:
    """Yield the place and the number of each die marked in what `at_least` returned, highest number first."""
    while dice:
        place = (dice.bit_length() - 1) & ~3
        yield place, _DIE_AT[place][1]
        dice &= (1 << place) - 1


def full_house(hand: Sequence[str], counts: int) -> int:
    """Return the highest sum of a full house with all five cards; 0: they make none.

    For each die that three cards can be, it looks for a die that two cards can be, so that every card can be
    one of the two dice. Then the cards can always be divided into three and two.
    """
    best = 0
    twos = at_least(counts, 2)
    for three_at, three in marked(at_least(counts, 3)):
        others = ~0  # the dice that are common to all cards that can't be the three
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
    """Return the highest sums of four and of five numbers in a row, in one colour; 0 where there is none.

    Each number is from a card of its own. For each colour with four cards, the sets of numbers that these
    cards can make are worked out card by card.
    """
    four = five = 0
    colours = (counts + _FOUR_OF_A_COLOUR) >> _COLOUR_PLACE[COLOURS[0]]
    # Bit 3 of each colour tells whether there are four cards of it; mostly there is no such colour.
    for colour in range(len(COLOURS)) if colours & 0x888 else ():
        if not colours >> _BITS * colour & 8:
            continue
        reached = 1  # the set of sets that the cards so far can make: at first only the empty set
        for card in hand:
            more = reached
            for without, shift in _WAYS[NUMBERS[card][colour]]:
                more |= (reached & without) << shift
            reached = more
        four = max(four, _highest(reached, 4))
        five = max(five, _highest(reached, 5))
    return four, five


def _highest(reached: int, length: int) -> int:
    """Return the sum of the highest run of this length that is among the sets reached; 0: none is."""
    for run, total in RUNS[length]:
        if reached >> run & 1:
            return total
    return 0


@lru_cache(maxsize=1 << 14)
def _sums(hand: tuple[str, ...]) -> dict[str, int]:
    """Return what `combo_sums` returns, for a sorted hand. It is kept for the next call: don't change it."""
    sums: dict[str, int] = {}
    counts = count_dice(hand)
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


def combo_sums(hand: Iterable[str]) -> dict[str, int]:
    """Return every combo that the hand makes, with the highest sum of the dice used for it."""
    return _sums(tuple(sorted(hand)))


def best_combo(hand: Iterable[str], table: Iterable[str]) -> str | None:
    """Return the combo worth most of those on the table that the hand makes; None: it makes none."""
    made = combo_sums(hand)
    return max((combo for combo in table if combo in made), key=COMBOS.__getitem__, default=None)
