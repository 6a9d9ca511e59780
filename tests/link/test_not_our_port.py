"""`auto` at a Pico that may be somebody else's: one HELLO, and nothing more until it answers like a unit."""

from __future__ import annotations

import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from slamomatic.units.base import Link, What
from slamomatic.units.ports import FoundPort
from slamomatic.units.prompt import ASK, AT_PROMPT
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import AnyPico, KnownUnits, OnePort
from slamomatic.wire import encode
from support.fake_unit import FakeUnit
from support.shared_clock import SharedClock
from support.waiting import Listener, until

SECOND_US = 1_000_000
HELLO = encode("HELLO,1")
OURS, OTHERS = "aaaa00001111", "bbbb00002222"

Answer = Callable[[bytes], bytes]


def silent(_: bytes) -> bytes:
    return b""


def echo(typed: bytes) -> bytes:
    return typed


def prompt(typed: bytes) -> bytes:
    return typed + b"\r\n>>> "


class OtherPico:
    """A program of somebody else's on a pty; keeps what is typed at it."""

    def __init__(self, answer: Answer, clock: SharedClock) -> None:
        self.typed = b""
        self._answer, self._clock = answer, clock
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._clock()  # an answer that is still to come counts as on time
            if select.select([self._master], [], [], 0.001)[0]:
                with suppress(OSError):
                    typed = os.read(self._master, 4096)
                    self.typed += typed
                    os.write(self._master, self._answer(typed))

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)


class Auto:
    """`auto` with the ports it finds, as fast as both ends can talk."""

    def __init__(self, folder: Path, clock: SharedClock | None = None) -> None:
        self.clock = clock or SharedClock()
        self.known = KnownUnits(folder / "units.json")
        self.found: list[FoundPort] = []
        self.unit = SerialUnit(AnyPico(self.known, lambda: list(self.found)), clock=self.clock, idle_s=0.001)
        self.heard = Listener(self.unit)

    def for_seconds(self, seconds: float) -> None:
        end_us = self.clock() + round(seconds * SECOND_US)
        assert until(lambda: self.clock() >= end_us)


@pytest.fixture
def auto(tmp_path: Path) -> Iterator[Auto]:
    auto = Auto(tmp_path)
    yield auto
    auto.unit.stop()


@pytest.fixture(params=[silent, echo, prompt], ids=["silent", "echo", "prompt"])
def other(request: pytest.FixtureRequest, auto: Auto) -> Iterator[OtherPico]:
    other = OtherPico(request.param, auto.clock)
    yield other
    other.stop()


def test_other_pico_is_greeted_once_and_never_typed_at_again(auto: Auto, other: OtherPico) -> None:
    auto.found = [FoundPort(other.port, OTHERS)]
    auto.unit.start()
    assert auto.heard.is_told(What.TROUBLE)
    auto.for_seconds(70)
    assert other.typed == HELLO
    assert len(auto.heard.texts(What.TROUBLE)) == 1


def test_other_pico_is_greeted_once_more_when_it_was_unplugged(auto: Auto, other: OtherPico) -> None:
    auto.found = [FoundPort(other.port, OTHERS)]
    auto.unit.start()
    assert auto.heard.is_told(What.TROUBLE)
    auto.found = []
    auto.for_seconds(10)
    auto.found = [FoundPort(other.port, OTHERS)]
    assert until(lambda: other.typed == HELLO * 2)
    auto.for_seconds(60)
    assert other.typed == HELLO * 2


def test_two_places_greet_other_pico_once_between_them(tmp_path: Path, auto: Auto, other: OtherPico) -> None:
    auto.found = [FoundPort(other.port, OTHERS)]
    second = SerialUnit(AnyPico(auto.known, lambda: list(auto.found)), clock=auto.clock, idle_s=0.001)
    auto.unit.start()
    second.start()
    auto.for_seconds(70)
    second.stop()
    assert other.typed == HELLO


def test_pico_at_its_prompt_is_told_as_that_and_known_one_is_started_again(
    auto: Auto, tmp_path: Path
) -> None:
    other = OtherPico(prompt, auto.clock)
    auto.found = [FoundPort(other.port, OURS)]
    auto.unit.start()
    assert auto.heard.is_told(What.TROUBLE)
    auto.for_seconds(70)
    assert auto.heard.hears(lambda: True)
    assert auto.heard.texts(What.TROUBLE) == [AT_PROMPT]
    auto.unit.stop()
    auto.known.remember(0, OURS)
    again = Auto(tmp_path, auto.clock)
    again.found = auto.found
    again.unit.start()
    assert until(lambda: ASK in other.typed)
    again.unit.stop()
    other.stop()


def test_port_that_was_named_is_typed_at_as_before(auto: Auto) -> None:
    other = OtherPico(prompt, auto.clock)
    unit = SerialUnit(OnePort(other.port), clock=auto.clock, idle_s=0.001)
    unit.start()
    assert until(lambda: ASK in other.typed)
    unit.stop()
    other.stop()


def test_unit_that_has_never_played_here_joins_by_its_answer(auto: Auto, tmp_path: Path) -> None:
    with FakeUnit(tmp_path, auto.clock, unit_id=OTHERS) as fake:
        auto.found = [FoundPort(str(fake.port), OTHERS)]
        auto.unit.start()
        assert auto.heard.is_told(What.CONNECTED)
        assert until(lambda: auto.unit.state().link is Link.CONNECTED)


def test_unit_whose_greeting_was_lost_joins_by_its_next_beat(auto: Auto, tmp_path: Path) -> None:
    with FakeUnit(tmp_path, auto.clock, unit_id=OTHERS) as fake:
        assert until(lambda: auto.clock() >= 30 * SECOND_US)  # nobody has said a word to it for so long
        auto.known.note_greeting(str(fake.port), OTHERS)  # that was the one greeting
        auto.found = [FoundPort(str(fake.port), OTHERS)]
        auto.unit.start()
        assert auto.heard.is_told(What.CONNECTED)
