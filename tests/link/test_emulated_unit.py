"""The real firmware on the emulated Pico at the other end: every slap, over TCP and a pty, and noise."""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import serial

from link.bad_evening import other_threads
from link.emulated_evening import emulated_evening
from link.emulated_pico import EmulatedPico
from slamomatic import messages as m
from slamomatic.units.base import Do, Link, What, now_us
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.ports import Read, open_port, reader
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from slamomatic.wire import Decoder, encode
from support.waiting import Listener

pytestmark = pytest.mark.emulator
PATIENCE_S = 240.0


@pytest.mark.parametrize("tcp", [pytest.param(True, marks=pytest.mark.long), False])
def test_every_slap_arrives_once_over_a_bad_wire_or_the_restart_is_told(tcp: bool, tmp_path: Path) -> None:
    before = threading.enumerate()
    with EmulatedPico(tmp_path, None, tcp=tcp) as pico:
        assert emulated_evening(13 if tcp else 12, tmp_path, pico, slaps=5) == []
        assert pico.restarts == 1
        _noise_into_the_port(pico)
    assert other_threads(before) == []


def _noise_into_the_port(pico: EmulatedPico) -> None:
    """No event is made of it, and the unit still answers. (0x03 would rightly stop it, 0x04 mean nothing.)"""
    chance = random.Random(9)
    port = open_port(pico.port, 0.05)
    read = reader(port)
    before = _next_number(port, read, "before")
    for _ in range(8):
        port.write(chance.randbytes(60).replace(b"\x03", b"x"))
        read()
    after = _next_number(port, read, "after")
    port.close()
    assert after == before, "the noise was taken for something that happened"
    unit = SerialUnit(OnePort(pico.port))
    heard = Listener(unit)
    unit.start()
    connected = heard.hears(lambda: bool(heard.texts(What.CONNECTED)), PATIENCE_S)
    unit.stop()
    assert connected and heard.events == []


def _next_number(port: serial.Serial, read: Read, token: str) -> int:
    """The number of the unit's next event: it answers a ping with it, while older lines may still come."""
    port.write(b"\n" + encode(f"PING,{token}"))
    decoder, ends_s = Decoder(), time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        for line in map(m.parse, decoder.feed(read())):
            if isinstance(line, m.Pong) and line.token == token and line.next_seq is not None:
                return line.next_seq
    raise AssertionError("the unit does not answer any more")


def test_keys_press_the_emulated_units_paddles_and_nothing_is_left_when_it_stops() -> None:
    before = threading.enumerate()
    unit = EmulatedUnit()
    heard = Listener(unit)
    pressed_us: list[int] = []

    def key(paddle: int, pressed: bool) -> None:
        pressed_us.append(now_us())
        unit.key(paddle, pressed, pressed_us[-1])

    unit.start()
    try:
        assert heard.hears(lambda: unit.state().link is Link.CONNECTED, PATIENCE_S)
        for paddle in (2, 0):
            key(paddle, True)
            assert heard.hears(lambda: bool(heard.events) and heard.events[-1].do is Do.DOWN, PATIENCE_S)
            key(paddle, False)
            assert heard.hears(lambda: heard.events[-1].do is Do.UP, PATIENCE_S)
    finally:
        unit.stop()
    assert [(event.do, event.paddle) for event in heard.events] == [
        (Do.DOWN, 2),
        (Do.UP, 2),
        (Do.DOWN, 0),
        (Do.UP, 0),
    ]
    assert [(event.t_us, event.later_us) for event in heard.events] == [(t_us, 0) for t_us in pressed_us]
    assert other_threads(before) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there a signal ends a process")
def test_ctrl_c_at_the_terminal_leaves_the_emulated_unit_to_whoever_plays_on_it() -> None:
    words = [sys.executable, "-P", "-m", "slamomatic.emulator.desk"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as desk:
        assert desk.stdout is not None and desk.stderr is not None
        said = json.loads(desk.stdout.readline())
        with socket.create_connection(("127.0.0.1", said["keys"])) as keys:
            desk.send_signal(signal.SIGINT)
            keys.sendall(b"d0")
            assert keys.recv(64), "it still presses its paddles"
        assert desk.stderr.read() == b""
    assert desk.returncode == 0
