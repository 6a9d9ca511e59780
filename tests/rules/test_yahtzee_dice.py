"""The combinations of five dice cards, compared with every way of reading them."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.games.yahtzee_hands_down import dice as yahtzee_dice
from slamomatic.games.yahtzee_hands_down.dice import CHANCE, COMBO_COPIES, COMBOS, DICE, Die

PACK = [card for card, copies in DICE.items() for _ in range(copies)]


def shown(dice: tuple[Die, ...]) -> dict[str, int]:
    """The combos of five plain dice, straight from their definitions."""
    made: dict[str, int] = {}

    def note(combo: str, used: tuple[Die, ...]) -> None:
        made[combo] = max(made.get(combo, 0), sum(number for _, number in used))

    for size, combo in ((3, "3k"), (4, "4k"), (5, "yz")):
        for used in combinations(dice, size):
            if len(set(used)) == 1:
                note(combo, used)
    for size, combo in ((4, "ss"), (5, "ls")):
        for used in combinations(dice, size):
            numbers = sorted(number for _, number in used)
            in_a_row = numbers == list(range(numbers[0], numbers[0] + size))
            if in_a_row and len({colour for colour, _ in used}) == 1:
                note(combo, used)
    for three in combinations(range(5), 3):
        kind = {dice[at] for at in three}
        pair = {dice[at] for at in range(5) if at not in three}
        if len(kind) == len(pair) == 1:
            note("fh", dice)
    return made


def every_reading(hand: list[str]) -> dict[str, int]:
    made: dict[str, int] = {}
    for dice in set(product(*(yahtzee_dice.dice_of(card) for card in hand))):
        for combo, total in shown(dice).items():
            made[combo] = max(made.get(combo, 0), total)
    return made


def test_the_84_dice_cards_the_12_combos_and_the_12_chances() -> None:
    assert len(PACK) == 84
    assert sum(COMBO_COPIES for _ in COMBOS) == 12
    assert sum(CHANCE.values()) == 12
    assert COMBOS == {"3k": 2, "4k": 4, "fh": 5, "ss": 6, "ls": 8, "yz": 10}
    assert CHANCE == {1: 3, 2: 3, 3: 3, 5: 2, 7: 1}
    for colour in "BRY":
        own = [card for card in PACK if card[0] == colour]
        assert len(own) == 24
        assert [own.count(f"{colour}{number}") for number in range(1, 7)] == [3, 3, 3, 2, 2, 2]
        assert [own.count(f"{colour}{pair}") for pair in ("1/6", "2/5", "3/4")] == [2, 2, 2]
        assert own.count(f"{colour}*") == 3
    assert [PACK.count(f"*{number}") for number in range(1, 7)] == [2] * 6


def test_there_are_more_low_dice_than_high_ones() -> None:
    plain = [sum(DICE[f"{colour}{number}"] for colour in "BRY") for number in range(1, 7)]
    assert plain == [9, 9, 9, 6, 6, 6]


def test_a_plain_card_is_one_die() -> None:
    assert yahtzee_dice.dice_of("B4") == (("B", 4),)


def test_a_double_card_is_either_of_its_two_dice() -> None:
    assert yahtzee_dice.dice_of("B1/6") == (("B", 1), ("B", 6))
    assert yahtzee_dice.combo_sums(["B1", "B1", "B1/6", "R2", "Y4"]) == {"3k": 3}
    assert yahtzee_dice.combo_sums(["B6", "B6", "B1/6", "R2", "Y4"]) == {"3k": 18}


def test_an_any_colour_card_takes_any_of_the_three_colours() -> None:
    assert yahtzee_dice.dice_of("*3") == (("B", 3), ("R", 3), ("Y", 3))
    for colour in "BRY":
        assert yahtzee_dice.combo_sums([f"{colour}3", f"{colour}3", "*3", "R6", "Y4"]) == {"3k": 9}


def test_an_any_number_card_is_any_number_of_its_colour_only() -> None:
    for number in range(1, 7):
        hand = [f"R{number}", f"R{number}", "R*", "B1/6", "Y3/4"]
        assert yahtzee_dice.combo_sums(hand) == {"3k": 3 * number}
    assert yahtzee_dice.combo_sums(["R5", "R5", "B*", "Y1", "Y2"]) == {}


def test_several_wild_cards_may_serve_one_combo() -> None:
    assert yahtzee_dice.combo_sums(["Y*", "Y*", "Y*", "*6", "*6"])["yz"] == 30


@pytest.mark.parametrize(
    ("hand", "combo", "total"),
    [
        (["B5", "B5", "B5", "R1", "Y1"], "3k", 15),
        (["B5", "B5", "B5", "B2/5", "Y1"], "4k", 20),
        (["B5", "B5", "B2/5", "B2/5", "B*"], "yz", 25),
        (["R1", "R2", "R3", "R4", "Y6"], "ss", 10),
        (["R2", "R3", "R4", "R5", "R6"], "ls", 20),
        (["R2", "R2", "R2", "Y6", "Y6"], "fh", 18),
    ],
)
def test_each_combo(hand: list[str], combo: str, total: int) -> None:
    assert yahtzee_dice.combo_sums(hand)[combo] == total


@pytest.mark.parametrize(
    "hand",
    [
        ["B5", "R5", "Y5", "R1", "Y1"],  # one number, three colours
        ["B5", "B5", "R5", "Y5", "R5"],
        ["B1", "B2", "B3", "R4", "R5"],  # a run in two colours
        ["B1", "B2", "B3", "B5", "B6"],  # a run with a gap
        ["B2", "B2", "R2", "R2", "R4"],  # two pairs
    ],
)
def test_a_kind_is_one_number_in_one_colour_and_a_straight_is_in_one_colour(hand: list[str]) -> None:
    assert yahtzee_dice.combo_sums(hand) == {}


def test_a_full_house_may_be_of_one_colour_or_one_number_or_both_but_need_not() -> None:
    assert yahtzee_dice.combo_sums(["B2", "B2", "B2", "R5", "R5"])["fh"] == 16
    assert yahtzee_dice.combo_sums(["B2", "B2", "B2", "B5", "B5"])["fh"] == 16
    assert yahtzee_dice.combo_sums(["B2", "B2", "B2", "R2", "R2"])["fh"] == 10
    assert yahtzee_dice.combo_sums(["B2", "B2", "B2", "B2/5", "*2"])["fh"] == 10


def test_one_card_is_never_two_dice_of_a_straight() -> None:
    assert yahtzee_dice.combo_sums(["B1/6", "B2", "B3", "B3/4", "B2/5"]) == {"ss": 18, "ls": 20}
    assert yahtzee_dice.combo_sums(["B2", "B3", "B3/4", "B1", "R6"]) == {"ss": 10}
    assert yahtzee_dice.combo_sums(["B2", "B3/4", "B1", "R6", "R6"]) == {}


@given(st.permutations(range(len(PACK))).map(lambda order: [PACK[at] for at in order[:5]]))
def test_any_five_cards_make_what_the_best_reading_of_them_makes(hand: list[str]) -> None:
    assert yahtzee_dice.combo_sums(hand) == every_reading(hand)


@given(
    st.lists(
        st.sampled_from([card for card in DICE if not card[1:].isdigit() or card[0] == "*"]),
        min_size=5,
        max_size=5,
    )
)
def test_five_cards_of_many_dice_each_too(hand: list[str]) -> None:
    assert yahtzee_dice.combo_sums(hand) == every_reading(hand)


def test_the_best_is_worth_most_of_those_on_the_table() -> None:
    hand = ["B1", "B2", "B3", "B4", "B5"]
    assert yahtzee_dice.best_combo(hand, ["3k", "ss", "ls"]) == "ls"
    assert yahtzee_dice.best_combo(hand, ["3k", "ss"]) == "ss"
    assert yahtzee_dice.best_combo(hand, ["3k", "4k", "yz"]) is None


def test_fewer_than_five_cards_make_what_they_can() -> None:
    assert yahtzee_dice.combo_sums(["B3", "B3", "B3"]) == {"3k": 9}
    assert yahtzee_dice.combo_sums([]) == {}
