"""The emulated unit's port as other programs see it: opened, closed, not read; and its life in real time."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable, Iterator

import pytest
import serial

import needs
from slamomatic.emulator.desk import Desk, Pace
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from slamomatic.emulator.ports import Port, PtyPort, TcpPort
from slamomatic.errors import UserError

pytestmark = pytest.mark.emulator

PINS = (2, 3, 4, 5)


@pytest.fixture
def pico() -> Pico:
    """A Pico at its prompt, without the firmware."""
    try:
        image = find_image()
    except UserError as error:
        needs.left_out(str(error))
    made = Pico(image, {}, seed=1)
    made.power_on()
    made.run_until(lambda: made.host.connected)
    made.run_us(30_000)
    return made


@pytest.fixture(params=["tcp", "pty"])
def port(request: pytest.FixtureRequest) -> Iterator[Port]:
    if request.param == "pty" and sys.platform == "win32":
        pytest.skip("Windows has no pty")
    made: Port = PtyPort() if request.param == "pty" else TcpPort(0)
    yield made
    made.close()


def turn_until(desk: Desk, done: Callable[[], bool], turns: int = 3_000) -> None:
    for _ in range(turns):
        if done():
            return
        desk.turn()
    raise AssertionError("not done")


def opened(port: Port) -> serial.SerialBase:
    return serial.serial_for_url(port.name, timeout=0)


def test_a_program_talks_to_the_prompt_and_another_after_it(pico: Pico, port: Port) -> None:
    desk = Desk(pico, port, PINS)
    for number in range(2):
        with opened(port) as program:
            program.write(b"\r6 * 7\r")
            heard = bytearray()

            def answered(program: serial.SerialBase = program, heard: bytearray = heard) -> bool:
                heard.extend(program.read(1000))
                return b"42\r\n" in heard

            turn_until(desk, answered)
            assert pico.host.dtr, number
        turn_until(desk, lambda: not pico.host.port_open)
        desk.turn()
        assert not pico.host.dtr


def test_the_first_program_hears_what_the_pico_said_before_it_came(pico: Pico, port: Port) -> None:
    """Otherwise a start is silent until the next beat, which is far away on a busy computer."""
    pico.host.write(b"\r")
    pico.run_us(30_000)
    desk = Desk(pico, port, PINS)
    for _ in range(20):
        desk.turn()
    for greeted in (True, False):
        with opened(port) as program:
            heard = bytearray()
            for _ in range(20):
                desk.turn()
                heard.extend(program.read(1000))
            assert (b">>> " in heard) == greeted
        turn_until(desk, lambda: not pico.host.port_open)


def test_without_a_program_nothing_piles_up_and_nothing_stalls(pico: Pico, port: Port) -> None:
    desk = Desk(pico, port, PINS)
    with opened(port) as program:
        program.write(b"\rimport time\rfor i in range(100): print(i, '.' * 60); time.sleep_ms(1)\r\r")
        turn_until(desk, lambda: pico.host.unsent == 0 and pico.host.port_open)
    turn_until(desk, lambda: not pico.host.port_open)
    for _ in range(200):
        desk.turn()
    with opened(port) as program:
        program.write(b"\r'well'\r")
        heard = bytearray()

        def answered() -> bool:
            heard.extend(program.read(1000))
            return b"'well'\r\n>>> " in heard

        turn_until(desk, answered)


def test_a_program_that_does_not_read_holds_the_pico_up_and_loses_nothing(pico: Pico, port: Port) -> None:
    """Back-pressure all the way: 28 kB do not fit what a terminal device holds, so the printing waits."""
    desk = Desk(pico, port, PINS)
    with opened(port) as program:
        program.write(b"\rimport sys\rfor i in range(700): t = sys.stdout.write('%039d\\n' % i)\r\r")
        for _ in range(300):  # MicroPython itself gives up on a host that does not read for 500 ms
            desk.turn()
        if isinstance(port, PtyPort):
            assert not pico.host.reading
        heard = bytearray()

        def all_there() -> bool:
            heard.extend(program.read(4096))
            return b"%039d" % 699 in heard

        turn_until(desk, all_there)
    numbers = [int(line) for line in heard.decode().splitlines() if len(line) == 39 and line.isdigit()]
    assert numbers == list(range(700))


def test_idle_time_passes_as_on_the_wall_and_is_never_caught_up(pico: Pico) -> None:
    pace = Pace(pico)
    real_s, emulated_ns = time.perf_counter(), pico.now_ns
    for _ in range(300):
        time.sleep(pace.step())
    assert (pico.now_ns - emulated_ns) / 1e9 <= time.perf_counter() - real_s + 0.002
    time.sleep(0.2)
    before_ns = pico.now_ns
    assert pace.step() == 0.0
    assert pico.now_ns - before_ns == 1_000_000


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        words = f"{sys.executable} -m slamomatic.cli emulate --tcp {number} --empty"
        with os.popen(f"{words} 2>&1") as said:
            text = said.read()
    assert text.startswith(f"slamomatic: Port {number} can't be opened") and text.count("\n") == 1
