"""Choosing by phone: buttons and cards, for the moment they were shown in, and for the own seat only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from slamomatic.engine import Choice
from slamomatic.face.chooser import Pick
from slamomatic.face.faces import face_of
from slamomatic.phone.hand import Hand
from slamomatic.screen.scenes.table import TableScene
from support.phone_client import PhoneClient
from support.phone_evening import Evening

RED_FOUR, RED_FIVE = (Choice(0, "play", {"card": card}) for card in ("R4", "R5"))
TOO_LATE = "Too late: the table has moved on. Nothing was changed."
CARDS = [Pick("card", "R4"), Pick("card", "R5"), Pick("card", "G2")]


@pytest.fixture
def hand() -> Hand:
    hand = Hand(face_of("hit-the-deck"))
    hand.offer([RED_FOUR, RED_FIVE], CARDS, True)
    return hand


def test_button_does_what_it_says(hand: Hand) -> None:
    assert hand.press(hand.moment, 1) == RED_FIVE


def test_card_touched_once_is_marked_and_twice_is_played(hand: Hand) -> None:
    assert hand.touch(hand.moment, 1) is None
    assert hand.marked(1) and not hand.marked(0)
    assert hand.touch(hand.moment, 1) == RED_FIVE


def test_card_that_fits_nothing_can_not_be_touched(hand: Hand) -> None:
    assert [hand.touchable(index) for index in range(3)] == [True, True, False]
    assert hand.touch(hand.moment, 2) is None and hand.touch(hand.moment, 99) is None
    assert hand.press(hand.moment, 99) is None


def test_choice_for_an_earlier_moment_changes_nothing_and_is_answered(hand: Hand) -> None:
    before = hand.moment
    hand.offer([RED_FIVE], CARDS, False)
    assert hand.press(before, 0) is None and hand.answer == TOO_LATE
    assert hand.touch(before, 1) is None and hand.answer == TOO_LATE
    assert hand.press(hand.moment, 0) == RED_FIVE


def test_same_choices_in_another_turn_are_another_moment(hand: Hand) -> None:
    before = hand.moment
    hand.offer([RED_FOUR, RED_FIVE], CARDS, True)
    assert hand.press(before, 0) is None


def test_same_choices_later_in_the_same_turn_are_the_same_moment(hand: Hand) -> None:
    before = hand.moment
    hand.offer([RED_FOUR, RED_FIVE], CARDS, False)
    assert hand.press(before, 0) == RED_FOUR


def test_finger_that_hits_twice_chooses_once(hand: Hand) -> None:
    assert hand.press(hand.moment, 0) == RED_FOUR
    assert hand.press(hand.moment, 0) is None
    assert hand.answer == "" and hand.waits


def test_refused_choice_can_be_made_again_and_says_why(hand: Hand) -> None:
    hand.press(hand.moment, 0)
    hand.note_refusal("That card does not fit.")
    assert hand.answer == "That card does not fit."
    assert hand.press(hand.moment, 1) == RED_FIVE


def test_several_cards_make_one_choice() -> None:
    hand = Hand(face_of("lowdown"))
    cells = [(a, b) for a in range(9) for b in range(a + 1, 9)]
    hand.offer(
        [Choice(0, "open", {"cells": list(pair)}) for pair in cells],
        [Pick("cell", cell, 0) for cell in range(9)],
        True,
    )
    assert hand.press(hand.moment, 0) is None and hand.answer == "Touch more cards first."
    hand.touch(hand.moment, 2)
    hand.touch(hand.moment, 7)
    assert hand.press(hand.moment, 0) == Choice(0, "open", {"cells": [2, 7]})


# --- at a table -------------------------------------------------------------------------------------


class Family:
    """Three people with phones at one game, on a clock that is moved by hand."""

    def __init__(self, home: Path, game: str, seed: int = 1) -> None:
        self.evening = Evening(home)
        self.evening.stage.seed = seed
        names = ("Ada", "Ben", "Cleo")
        tokens = [self.evening.ask(chair, chair, name)[1]["token"] for chair, name in enumerate(names)]
        self.scene: TableScene = self.evening.play(game, 3)
        self.phones: list[PhoneClient] = [self.evening.phone(token) for token in tokens]
        self.pages: list[dict[str, Any]] = [phone.page() for phone in self.phones]
        self.go_on(2_000_000)

    def go_on(self, us: int) -> None:
        self.evening.stage.clock.at_us += us
        self.settle()

    def settle(self) -> None:
        """Everything that phones said was heard, and everybody has the newest page."""
        for seat, phone in enumerate(self.phones):
            was = self.read(seat)
            late = was["answer"] == TOO_LATE
            # An answer that is there goes with the next touch; a new one comes to what is never in time.
            moment = was["moment"] if late else 0
            phone.say(f'{{"do":"pick","moment":{moment},"pick":999}}')
            answered = partial(self._answered, seat, late)
            self.evening.pump_until(answered)

    def _answered(self, seat: int, late: bool) -> bool:
        return bool((self.read(seat)["answer"] == TOO_LATE) != late)

    def read(self, seat: int) -> dict[str, Any]:
        """The newest page of this seat that came."""
        while self.phones[seat].has_page():
            self.pages[seat] = self.phones[seat].page()
        return self.pages[seat]

    @property
    def turn(self) -> int:
        turn = self.scene.session.moment.room["turn"]
        assert isinstance(turn, int)
        return turn

    def press(self, seat: int, words: str) -> None:
        page = self.pages[seat]
        at = next(choice["at"] for choice in page["choices"] if choice["words"] == words)
        self.phones[seat].say(f'{{"do":"choose","moment":{page["moment"]},"choice":{at}}}')

    def events(self) -> list[tuple[str, int | None]]:
        return [(line["do"], line.get("seat")) for line in self.evening.entries() if "do" in line]


@pytest.fixture
def family(tmp_path: Path) -> Iterator[Family]:
    family = Family(tmp_path, "hands-down")
    yield family
    family.evening.close()


def test_choice_by_phone_is_played(family: Family) -> None:
    turn = family.turn
    family.press(turn, "Pass")
    family.evening.pump_until(lambda: ("pass", turn) in family.events())
    assert family.turn != turn


def test_only_the_phone_whose_turn_it_is_has_something_to_choose(family: Family) -> None:
    turn = family.turn
    assert [bool(page["choices"]) for page in family.pages] == [seat == turn for seat in range(3)]
    assert [page["mine"] for page in family.pages] == [seat == turn for seat in range(3)]
    assert {page["state"] for page in family.pages} == {"Your turn", f"{('Ada', 'Ben', 'Cleo')[turn]}'s turn"}


def test_nobody_chooses_for_another_seat(family: Family) -> None:
    other = (family.turn + 1) % 3
    before = family.events()
    for moment in range(6):
        for at in range(4):
            family.phones[other].say(f'{{"do":"choose","moment":{moment},"choice":{at}}}')
    family.settle()
    family.go_on(1_000_000)
    assert family.events() == before


def test_fake_is_seen_by_all(family: Family) -> None:
    turn = family.turn
    assert [bool(page["fake"]) for page in family.pages] == [seat == turn for seat in range(3)]
    family.phones[turn].say(f'{{"do":"feint","moment":{family.pages[turn]["moment"]}}}')
    family.evening.pump_until(lambda: ("feint", turn) in family.events())


def test_nothing_is_chosen_while_time_stands_still(family: Family) -> None:
    turn = family.turn
    family.scene.pause()
    family.evening.pump_until(lambda: family.read(turn)["state"] == "Paused")
    before = family.events()
    family.press(turn, "Pass")
    family.evening.pump_until(
        lambda: family.read(turn)["answer"] == "The game is paused. Nothing was changed."
    )
    assert family.events() == before


def test_nobody_needs_to_look_behind_the_curtain_when_all_have_phones(family: Family) -> None:
    assert not family.scene.may_look()
    family.phones[1].end()
    family.evening.pump_until(family.scene.may_look)


def test_peeked_card_is_shown_on_one_phone_only(tmp_path: Path) -> None:
    family = Family(tmp_path, "lowdown", seed=2)  # the first card drawn is a number
    session = family.scene.session
    for seat in range(3):
        session.choose(next(choice for choice in session.legal(seat) if choice.do == "open"))
        family.evening.pump()
    family.go_on(5_000_000)
    turn = family.turn
    session.choose(Choice(turn, "draw", {"from": "pile"}))
    family.evening.pump()
    session.choose(Choice(turn, "throw"))
    family.evening.pump()
    look = next(choice for choice in session.legal(turn) if choice.do == "look")
    session.choose(look)
    family.evening.pump_until(lambda: all("looks at" in family.read(seat)["news"] for seat in range(3)))
    seen = [[row for row in page["rows"] if "looks at" in row["words"]] for page in family.pages]
    assert [len(rows) for rows in seen] == [seat == turn for seat in range(3)]
    assert seen[turn][0]["cards"][0]["name"] != "face down"
    family.evening.close()


def test_no_button_is_a_slap(tmp_path: Path) -> None:
    """A tap on the picture would be stamped by a frame, not by the finger."""
    family = Family(tmp_path, "hands-down", seed=3)
    session = family.scene.session
    seat = session.moment.room["turn"]
    assert any(choice.do == "down" for choice in session.legal(seat)), "with a pair it may slap"
    assert [choice["words"] for choice in family.pages[seat]["choices"]] == ["Pass"]
    family.evening.close()
