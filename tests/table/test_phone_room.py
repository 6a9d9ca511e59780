"""A phone sits down, and keeps its seat by a token."""

from __future__ import annotations

import pytest

from slamomatic.phone import messages
from slamomatic.phone.door import A_SECOND, Allowance
from slamomatic.phone.room import LONGEST_NAME, MOST_PER_CHAIR, Chair, Join, Refusal, Room, clean_name

CHAIRS = [
    Chair("Ada", 0, free=False, person=True),
    Chair("Yellow", 1, free=True),
    Chair("Ben", 2, free=True, person=True),
    Chair("Blue", 3, free=True),
]


def refused(room: Room, wish: Join) -> str:
    with pytest.raises(Refusal) as refusal:
        room.vet(CHAIRS, wish)
    return str(refusal.value)


def test_free_chair_can_be_had_with_any_colour_that_nobody_sits_on() -> None:
    assert Room().vet(CHAIRS, Join(1, 3, " Cleo ")) == Join(1, 3, "Cleo")
    assert "colour" in refused(Room(), Join(1, 0, "Cleo"))
    assert "colour" in refused(Room(), Join(1, 7, "Cleo"))


def test_two_phones_that_want_one_chair_do_not_both_get_it() -> None:
    room = Room()
    room.sit(room.vet(CHAIRS, Join(1, 1, "Cleo")).chair)
    assert "another chair" in refused(room, Join(1, 1, "Dan"))
    assert "another chair" in refused(room, Join(0, 1, "Dan"))
    assert "another chair" in refused(room, Join(99, 1, "Dan"))


def test_locked_room_takes_nobody_and_keeps_who_is_there() -> None:
    room = Room()
    ada = room.sit(1)
    room.locked = True
    assert "locked" in refused(room, Join(3, 3, "Dan"))
    assert room.known(ada.token) == ada


def test_two_people_do_not_have_the_same_name() -> None:
    assert "ada sits here already" in refused(Room(), Join(1, 1, "ada"))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("<b>Ada</b>", "<b>Ada</b>"[:LONGEST_NAME]),
        ("Ada\u202eneb\u0000\n", "Adaneb"),
        ("   ", ""),
        ("A" * 5_000, "A" * LONGEST_NAME),
    ],
)
def test_name_is_short_text_and_nothing_else(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


def test_whoever_types_no_name_gets_that_of_the_chair() -> None:
    assert Room().vet(CHAIRS, Join(1, 1, " ")).name == "Yellow"


def test_removed_phone_has_a_token_that_is_worth_nothing() -> None:
    room = Room()
    ada, ben = room.sit(0), room.sit(1)
    room.remove(ada.number)
    assert room.known(ada.token) is None
    assert room.known(ben.token) == ben
    assert room.known("") is None and room.known("x" * 900) is None


def test_chair_has_room_for_a_few_phones_and_the_oldest_goes() -> None:
    room = Room()
    first = room.sit(1)
    for _ in range(MOST_PER_CHAIR):
        room.sit(1)
    assert len(room.at(1)) == MOST_PER_CHAIR
    assert room.known(first.token) is None


def test_phone_may_say_so_much_a_second_and_no_more() -> None:
    now_s = 100.0
    allowance = Allowance(lambda: now_s)
    assert all(allowance.spend() for _ in range(A_SECOND))
    assert not allowance.spend()
    now_s += 0.5
    assert sum(allowance.spend() for _ in range(100)) == A_SECOND // 2


def test_what_a_stalled_network_held_back_may_come_at_once() -> None:
    now_s = 100.0
    allowance = Allowance(lambda: now_s, stall_s=4)
    assert sum(allowance.spend() for _ in range(1000)) == 4 * A_SECOND
    now_s += 1
    assert sum(allowance.spend() for _ in range(1000)) == A_SECOND


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 900,
        "[]",
        "1",
        '"choose"',
        "{}",
        '{"do":"rob"}',
        '{"do":["choose"]}',
        '{"do":"choose"}',
        '{"do":"choose","moment":1,"choice":-1}',
        '{"do":"choose","moment":1,"choice":1.5}',
        '{"do":"choose","moment":true,"choice":1}',
        '{"do":"choose","moment":1,"choice":1e400}',
        '{"do":"choose","moment":1,"choice":1,"seat":2}',
        '{"do":"join","chair":0,"colour":0,"name":["x"]}',
        '{"do":"leave","seat":1}',
    ],
)
def test_what_no_page_of_ours_says_is_not_understood(text: str) -> None:
    assert messages.read(text) is None


def test_what_our_page_says_is_understood() -> None:
    said = messages.read('{"do":"choose","moment":7,"choice":2}')
    assert said is not None and (said.do, said.number("moment"), said.number("choice")) == ("choose", 7, 2)
