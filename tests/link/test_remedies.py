"""A unit that is lost: what is advised is true of it, and only a real one has a cable."""

from __future__ import annotations

import errno
import subprocess
import sys
from dataclasses import replace

import pytest

from slamomatic.units.base import Link, UnitState
from slamomatic.units.emulated import BUSY, ENDED, EmulatedUnit, EmulatorPort
from slamomatic.units.keyboard import KEY_ERROR_US, KEY_SCAN_US
from slamomatic.units.ports import port_trouble
from slamomatic.units.sources import OnePort
from slamomatic.units.unit_record import UnitRecord


@pytest.mark.parametrize(
    ("port", "has_cable"),
    [
        ("/dev/ttyACM0", True),
        ("COM4", True),
        ("socket://127.0.0.1:4747", False),
        ("/dev/pts/3", False),
    ],
)
def test_only_a_port_with_a_cable_is_told_of_it(port: str, has_cable: bool) -> None:
    assert ("cable" in OnePort(port).remedy) is has_cable


def test_emulated_unit_is_starved_or_its_program_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    port = EmulatorPort()
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setattr(port, "_process", process)
    monkeypatch.setattr(port, "_port", "socket://127.0.0.1:1")
    assert port.remedy == BUSY
    assert list(port.candidates(0))
    process.communicate(b"\n")
    assert port.remedy == ENDED
    assert not port.candidates(0), "nothing listens there any more"


@pytest.mark.parametrize("clock_us", [None, 300, 54_000])
def test_emulated_unit_claims_no_more_than_the_keys_that_press_it(
    clock_us: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = EmulatedUnit()
    known = replace(unit.state(), error_us=clock_us, blind_us=1)
    monkeypatch.setattr(unit, "_serial", KnownSerial(known))
    state = unit.state()
    assert state.blind_us == KEY_SCAN_US
    assert state.error_us == (None if clock_us is None else KEY_ERROR_US)


class KnownSerial:
    """A serial unit that is known as well as the test wants it."""

    def __init__(self, known: UnitState) -> None:
        self._known = known

    def state(self) -> UnitState:
        return self._known


def test_emulated_unit_whose_program_has_ended_is_not_asked_to_be_plugged_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit = EmulatedUnit()
    went = str(port_trouble("socket://127.0.0.1:1", OSError(errno.ENODEV, "disconnected")))
    assert "lug" not in went and "Start it again" in went
    assert "Plug the unit in" in str(port_trouble("/dev/ttyACM0", OSError(errno.ENODEV, "disconnected")))
    lost = replace(unit.state(), link=Link.LOST, text=went)
    monkeypatch.setattr(unit, "_serial", KnownSerial(lost))
    assert unit.state().text == went
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    monkeypatch.setattr(unit._source, "_process", process)
    assert ENDED in unit.state().text
    monkeypatch.setattr(unit, "_serial", KnownSerial(replace(lost, link=Link.SEARCHING)))
    assert ENDED in unit.state().text  # it has ended while it started


def test_what_is_advised_stands_in_the_sentence() -> None:
    record = UnitRecord("the emulated unit")
    record.link = Link.CONNECTED
    told: list[str] = []
    record.note_lost(0, lambda news: told.append(getattr(news, "text", "")), BUSY)
    assert BUSY in told[0] and "cable" not in told[0]
