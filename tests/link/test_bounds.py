"""A unit that says what cannot be: it is refused with a counted sentence, and nothing piles up."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from slamomatic import messages as m
from slamomatic.bench.link.damage import _BadWire
from slamomatic.bench.link.scripted_unit import Damage, ScriptedUnit
from slamomatic.units.base import NO_PADDLE, Do, PaddleEvent, Unit, UnitNotice, What, now_us
from slamomatic.units.conversation import Conversation, Stage
from slamomatic.units.faults import MOST_STANDING, FaultBook
from slamomatic.units.recorded import RecordedUnit
from slamomatic.units.unit_record import UnitRecord


@pytest.fixture
def wire() -> _BadWire:
    """A good wire, both ends connected."""
    wire = _BadWire(seed=1)
    wire.damage = Damage(wire.chance)
    while wire.conversation.stage is not Stage.LIVE:
        wire.step()
    return wire


def run(wire: _BadWire, milliseconds: int) -> None:
    for _ in range(milliseconds):
        wire.step()


def downs(wire: _BadWire) -> list[int]:
    return [one.paddle for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN]


def told(wire: _BadWire) -> list[str]:
    return [one.text for one in wire.news if isinstance(one, UnitNotice) and one.what is What.FAULT]


def test_slap_of_a_fifth_paddle_is_refused_and_the_slaps_around_it_count(wire: _BadWire) -> None:
    for paddle in (0, 4, 1):
        wire.unit.slap(paddle)
    run(wire, 500)
    assert downs(wire) == [0, 1]
    assert wire.record.repaired == 0, "a refused event is no hole"
    assert told(wire) == [
        "unit 3456 reported paddle 5, which it does not have (once so far). It was ignored. "
        "Run `slamomatic flash`."
    ]
    assert wire.conversation.faults.standing[0].paddle == NO_PADDLE


def test_the_light_sensor_is_no_paddle_and_no_game_hears_of_it(wire: _BadWire) -> None:
    wire.unit.slap(0)
    wire.unit.event("TOUCH,{seq},4,{t_us},1")
    wire.unit.slap(1)
    run(wire, 500)
    assert downs(wire) == [0, 1] and told(wire) == []
    assert not [one for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.TOUCH]
    assert wire.record.repaired == 0, "it was read, and is no hole"


def test_fault_of_a_fifth_paddle_is_not_the_next_units_first(wire: _BadWire) -> None:
    wire.unit.fault("4", "stuck")
    run(wire, 100)
    assert [fault.paddle for fault in wire.conversation.faults.standing] == [NO_PADDLE]


def test_thousand_slaps_of_paddles_that_are_not_there_are_four_sentences(wire: _BadWire) -> None:
    for number in range(1_000):
        wire.unit.slap(4 + number)
        run(wire, 5)
    run(wire, 1_000)
    assert downs(wire) == []
    assert len(told(wire)) == 4, "the 1st, 10th, 100th and 1,000th"
    assert "(1,000 times so far)" in told(wire)[-1]
    assert "(1,000 times so far)" in wire.conversation.faults.standing[0].text
    assert wire.record._downs_us == {}


def test_recording_with_a_fifth_paddle_plays_without_it(tmp_path: Path) -> None:
    bodies = ["DOWN,1,0,5000000", "DOWN,2,4,5000120", "DOWN,3,1,5001200"]
    lines = [b"$%s*%08x\n" % (body.encode(), crc32(body.encode())) for body in bodies]
    file = tmp_path / "evening.log"
    file.write_bytes(b"".join(lines))
    clock = [0]
    unit: Unit = RecordedUnit(file, clock=lambda: clock[0])
    unit.start()
    clock[0] = 10_000_000
    news = unit.drain()
    assert [one.paddle for one in news if isinstance(one, PaddleEvent)] == [0, 1]
    assert any("which it does not have" in one.text for one in news if isinstance(one, UnitNotice))


def test_flood_of_faults_keeps_a_bounded_list_and_says_how_many_more(wire: _BadWire) -> None:
    news: list[object] = []
    book = FaultBook(news.append)
    for number in range(145_105):
        book.note_line(m.FaultLine(number + 1, number % 4, f"strange-{number}"), "unit 3456", number)
    assert len(book.standing) == MOST_STANDING + 1
    more = book.standing[-1]
    assert more.paddle == NO_PADDLE
    assert more.text == (
        f"unit 3456 reports more faults than can be shown ({145_105 - MOST_STANDING:,} more so far). "
        "Run `slamomatic flash`."
    )
    assert len(news) < MOST_STANDING + 10
    book.note_line(m.FaultLine(1, 0, "strange-0-over"), "unit 3456", 0)
    book.note_line(m.FaultLine(1, 2, "stuck"), "unit 3456", 0)
    assert [fault.what for fault in book.standing].count("stuck") == 1, "room that is free is used again"
    book.clear()
    assert book.standing == ()


def test_standing_fault_is_kept_through_a_flood_of_others(wire: _BadWire) -> None:
    book = FaultBook(lambda _: None)
    book.note_line(m.FaultLine(1, 1, "stuck"), "unit 3456", 0)
    for number in range(1_000):
        book.note_line(m.FaultLine(number + 2, 0, f"strange-{number}"), "unit 3456", 0)
    assert (1, "stuck") in [(fault.paddle, fault.what) for fault in book.standing]


class Boaster(ScriptedUnit):
    """A unit whose HELLO holds one number that cannot be."""

    wrong: tuple[int, str]

    def _hello(self) -> str:
        fields = super()._hello().split(",")
        place, value = self.wrong
        fields[place] = value
        return ",".join(fields)


PLACE = {name: place + 1 for place, name in enumerate(m.Hello._fields)}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("paddles", "0"),
        ("paddles", "100000"),
        ("resolution_us", "2000000"),
        ("blind_us", "2000000"),
        ("hold_us", "2000000"),
        ("late_us", "60000000"),
        ("next_seq", "0"),
        ("oldest_seq", "2"),  # the next one is 1
    ],
)
def test_hello_with_a_number_that_cannot_be_is_refused_by_name(field: str, value: str) -> None:
    unit = Boaster(now_us)
    unit.wrong = (PLACE[field], value)
    talk = Conversation(UnitRecord("the unit"), lambda _: None)
    talk.opened(0)
    talk.tick(0)
    unit.feed(talk.take_output())
    talk.feed(unit.take_output(), 1_000)
    assert talk.stage is Stage.GREET
    assert talk.record.hello is None
    assert field.removesuffix("_us").replace("_seq", "") in talk.trouble
    assert talk.trouble.endswith("Run `slamomatic flash`.")


@pytest.mark.parametrize(
    "body",
    [
        "BEAT," + "9" * 60 + ",1,0,0,150000,900",
        "DOWN,1,0," + "9" * 19,
        "GONE," + "1" * 30,
        "FAULT,1,0,\x1b[2J",
        "HELLO,1,0.1\x07,1.25.0,aa,bb,4,pio,1,2,100,5600,1,1",
    ],
)
def test_number_without_end_and_control_characters_are_no_message(body: str) -> None:
    assert m.parse(body.encode()) is None


def test_longest_number_that_is_one_is_read() -> None:
    assert m.parse(b"GONE," + b"9" * 18) == m.Gone(10**18 - 1)


def test_gone_that_cannot_be_does_not_silence_the_unit(wire: _BadWire) -> None:
    """A line of another boot, say: the unit's own next number says that it is not so."""
    body = b"GONE,99999999999"
    wire.conversation.feed(b"$%s*%08x\n" % (body, crc32(body)), wire.now_us)
    run(wire, 3_000)
    wire.unit.slap(2)
    run(wire, 1_000)
    assert downs(wire) == [2]
