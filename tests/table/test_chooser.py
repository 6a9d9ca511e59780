"""The ring of choices: walking, pointing, putting a choice together from pieces."""

from __future__ import annotations

from itertools import combinations

from slamomatic.engine import Choice
from slamomatic.face.chooser import Chooser, Pick

PASS = Choice(0, "pass")
SEVENS, NINES = Choice(0, "choose", {"number": "7"}), Choice(0, "choose", {"number": "9"})
OPENINGS = [Choice(1, "open", {"cells": list(pair)}) for pair in combinations(range(9), 2)]
SWAPS = [
    Choice(0, "discard", {"cards": cards})
    for cards in ([], ["B1"], ["B1", "B1"], ["R2"], ["B1", "R2"], ["B1", "B1", "R2"])
] * 2


def by_number(choice: Choice, pick: Pick) -> bool:
    return bool(choice.data.get("number") == pick.value)


def by_cell(choice: Choice, pick: Pick) -> bool:
    return pick.value in choice.data.get("cells", [])


def test_walking_goes_round() -> None:
    chooser = Chooser()
    chooser.offer([PASS, SEVENS, NINES])
    seen = []
    for _ in range(4):
        seen.append(chooser.confirmed())
        chooser.walk(1)
    assert seen == [PASS, SEVENS, NINES, PASS]


def test_cursor_stays_with_its_choice_when_others_come_and_go() -> None:
    chooser = Chooser()
    chooser.offer([PASS, SEVENS, NINES])
    chooser.walk(2)
    chooser.offer([PASS, NINES])
    assert chooser.confirmed() == NINES
    chooser.offer([PASS, SEVENS])
    assert chooser.confirmed() == PASS


def test_nothing_on_offer_is_nothing_to_confirm() -> None:
    chooser = Chooser()
    chooser.walk(1)
    assert chooser.confirmed() is None
    assert chooser.ring() == []


def test_pointing_selects_and_pointing_again_confirms() -> None:
    chooser = Chooser(matches=by_number)
    chooser.offer([PASS, SEVENS, NINES])
    assert not chooser.point_at(Pick("card", "9"))
    assert chooser.confirmed() == NINES
    assert chooser.point_at(Pick("card", "9"))
    assert not chooser.point_at(Pick("card", "3"))


def test_two_cells_are_picked_piece_by_piece() -> None:
    chooser = Chooser(matches=by_cell)
    chooser.offer(OPENINGS)
    assert len(chooser.ring()) == 1
    assert chooser.confirmed() is None
    chooser.point_at(Pick("cell", 4))
    assert chooser.confirmed() is None
    chooser.point_at(Pick("cell", 2))
    assert chooser.confirmed() == Choice(1, "open", {"cells": [2, 4]})
    chooser.point_at(Pick("cell", 4))
    assert chooser.confirmed() is None


def test_equal_cards_are_separate_pieces() -> None:
    chooser = Chooser()
    chooser.offer(SWAPS)
    assert chooser.pieces == [("B1", 0), ("B1", 1), ("R2", 0)]
    assert chooser.confirmed() == Choice(0, "discard", {"cards": []})
    chooser.toggle(("B1", 1))
    assert chooser.confirmed() == Choice(0, "discard", {"cards": ["B1"]})
    chooser.toggle(("B1", 0))
    assert chooser.confirmed() == Choice(0, "discard", {"cards": ["B1", "B1"]})


def test_new_choices_forget_the_pieces() -> None:
    chooser = Chooser()
    chooser.offer(OPENINGS)
    chooser.toggle((1, 0))
    chooser.offer([PASS])
    assert chooser.marked == []
    assert chooser.confirmed() == PASS


def test_two_cards_of_one_choice_are_pointed_at_one_after_the_other() -> None:
    steals = [
        Choice(0, "act", {"mine": mine, "from": 1, "theirs": theirs})
        for theirs in range(4)
        for mine in range(4)
    ]

    def either(choice: Choice, pick: Pick) -> bool:
        return bool(choice.data["mine" if pick.seat == 0 else "theirs"] == pick.value)

    chooser = Chooser(matches=either)
    chooser.offer(steals)
    theirs, mine = Pick("cell", 3, 1), Pick("cell", 2, 0)
    assert not chooser.point_at(theirs)
    assert not chooser.point_at(mine)
    wanted = Choice(0, "act", {"mine": 2, "from": 1, "theirs": 3})
    assert chooser.confirmed() == wanted, "what it takes is not forgotten"
    assert chooser.point_at(mine), "again: do it"
    assert chooser.confirmed() == wanted
    assert not chooser.point_at(Pick("cell", 1, 0)), "changing one's mind does nothing yet"
    assert chooser.confirmed() == Choice(0, "act", {"mine": 1, "from": 1, "theirs": 3})
