"""A capture played back: the slaps to the microsecond, the waits as fast as wanted."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from slamomatic.errors import UserError
from slamomatic.units.base import Do, Link, News, PaddleEvent, UnitNotice, What
from slamomatic.units.open import open_unit
from slamomatic.units.recorded import RecordedUnit

HELLO = "HELLO,1,0.2.0,1.25.0,e6614864d3123456,{boot},4,pio,1,2,100,5600,1,1"
EVENING = [
    HELLO.format(boot="aa"),
    "BEAT,1000000,1,0,0,150000,900",
    "DOWN,1,0,5000000,0",
    "DOWN,2,1,5000120,0",
    "DOWN,3,2,5001200,0",
    "UP,4,0,4999990,7",
    "DOWN,2,1,5000120,0",  # a repair: the same again
    "FAULT,5,3,stuck",
    "DOWN,6,3,25001200,0",
]


class HandClock:
    def __init__(self) -> None:
        self.us = 7_000_000

    def __call__(self) -> int:
        return self.us


def capture(folder: Path, bodies: list[str]) -> Path:
    lines = [b"$%s*%08x\r\n" % (body.encode(), crc32(body.encode())) for body in bodies]
    file = folder / "evening.log"
    file.write_bytes(b"MPY: soft reboot\r\n" + b"".join(lines) + b"$DOWN,9,1,torn")
    return file


def play(unit: RecordedUnit, clock: HandClock, seconds: float) -> list[News]:
    unit.start()
    news: list[News] = []
    for _ in range(int(seconds * 1000)):
        news += unit.drain()
        clock.us += 1000
    return news + unit.drain()


def events(news: list[News]) -> list[PaddleEvent]:
    return [one for one in news if isinstance(one, PaddleEvent)]


def test_each_slap_comes_once_and_keeps_its_microseconds(tmp_path: Path) -> None:
    clock = HandClock()
    unit = RecordedUnit(capture(tmp_path, EVENING), clock=clock)
    heard = events(play(unit, clock, 30))
    assert [(event.do, event.paddle) for event in heard] == [
        (Do.DOWN, 0),
        (Do.DOWN, 1),
        (Do.DOWN, 2),
        (Do.UP, 0),
        (Do.DOWN, 3),
    ]
    first = heard[0].t_us
    assert [event.t_us - first for event in heard] == [0, 120, 1200, -10, 20_001_200]
    assert all(event.read_us >= event.t_us for event in heard), "nothing is passed on before it happens"


@pytest.mark.parametrize("speed", [0.5, 4.0, 100.0])
def test_speed_shortens_the_waits_and_leaves_the_slaps_alone(tmp_path: Path, speed: float) -> None:
    clock = HandClock()
    unit = RecordedUnit(capture(tmp_path, EVENING), speed=speed, clock=clock)
    heard = events(play(unit, clock, 45))
    first = heard[0].t_us
    assert [event.t_us - first for event in heard[:4]] == [0, 120, 1200, -10]
    waited_us = heard[4].t_us - heard[2].t_us
    assert waited_us == pytest.approx(100_000 + 19_900_000 / speed, abs=1)


def test_faults_and_another_boot_are_told_in_their_place(tmp_path: Path) -> None:
    clock = HandClock()
    bodies = [*EVENING, HELLO.format(boot="bb"), "DOWN,1,0,300000,0"]
    unit = RecordedUnit(capture(tmp_path, bodies), speed=100.0, clock=clock)
    news = play(unit, clock, 10)
    told = [one.what if isinstance(one, UnitNotice) else one.paddle for one in news]
    assert told == [What.CONNECTED, 0, 1, 2, 0, What.FAULT, 3, What.RESTARTED, 0]
    assert unit.state().faults == ()


def test_the_state_says_whose_it_was_and_when_it_has_ended(tmp_path: Path) -> None:
    clock = HandClock()
    unit = RecordedUnit(capture(tmp_path, EVENING), clock=clock)
    state = unit.state()
    assert (state.link, state.unit_id, state.blind_us) == (Link.CONNECTED, "e6614864d3123456", 2)
    play(unit, clock, 30)
    assert unit.state().link is Link.ENDED


def test_the_word_on_the_command_line_opens_it(tmp_path: Path) -> None:
    file = capture(tmp_path, EVENING)
    assert [type(unit) for unit in open_unit(f"recorded:{file}@4").units] == [RecordedUnit]


def test_a_file_that_is_missing_empty_or_played_backwards_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="can't be read"):
        open_unit(f"recorded:{tmp_path / 'nowhere.log'}")
    empty = tmp_path / "empty.log"
    empty.write_bytes(b"hello\n")
    with pytest.raises(UserError, match="holds no slaps"):
        open_unit(f"recorded:{empty}")
    for speed in ("fast", "0", "-1", "nan", "inf"):
        with pytest.raises(UserError, match="speed"):
            open_unit(f"recorded:{capture(tmp_path, EVENING)}@{speed}")


def test_a_slap_that_came_only_with_its_repair_is_played(tmp_path: Path) -> None:
    clock = HandClock()
    log = [EVENING[0], "DOWN,1,0,5000000,0", "DOWN,3,2,5001200,0", "DOWN,2,1,5000120,0", "DOWN,3,2,5001200,0"]
    heard = events(play(RecordedUnit(capture(tmp_path, log), clock=clock), clock, 10))
    assert [event.paddle for event in heard] == [0, 1, 2]


@pytest.mark.parametrize("named_later", [False, True])
def test_a_boot_whose_hello_was_damaged_is_played_too(tmp_path: Path, named_later: bool) -> None:
    clock = HandClock()
    second = ["DOWN,1,3,4000000,0", "DOWN,2,3,4500000,0"]
    log = [EVENING[0], "DOWN,1,0,5000000,0", "DOWN,2,1,5000120,0", *second]
    if named_later:
        log += [HELLO.format(boot="bb"), *second]
    news = play(RecordedUnit(capture(tmp_path, log), clock=clock), clock, 20)
    assert [event.paddle for event in events(news)] == [0, 1, 3, 3]
    assert sum(isinstance(one, UnitNotice) and one.what is What.RESTARTED for one in news) == 1
