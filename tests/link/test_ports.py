"""Ports: every way that one can't be used is one sentence with the next step, and any pyserial URL works."""

from __future__ import annotations

import errno
import os
import pty
import socket
import threading
import tty
from pathlib import Path

import pytest
import serial

from slamomatic.bench.link.scripted_unit import ScriptedUnit
from slamomatic.units.base import What, now_us
from slamomatic.units.ports import FoundPort, PortTrouble, open_port, port_trouble, reader, writer
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import AnyPico, KnownUnits, OnePort
from support.waiting import Listener


def sentence(name: str) -> str:
    with pytest.raises(PortTrouble) as trouble:
        open_port(name, 0.1)
    return str(trouble.value)


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    name = str(tmp_path / "ttyACM7")
    assert sentence(name).startswith(f"There is no port {name}. Check the cable")


def test_a_port_that_is_in_use() -> None:
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    with open_port(name, 0.1):
        assert "in use by another program. Close that program" in sentence(name)
    open_port(name, 0.1).close()
    os.close(master)
    os.close(slave)


def test_something_that_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("hello")
    assert "is not a serial port" in sentence(str(file))
    assert "is not a serial port" in sentence("/dev/null")


def test_an_address_where_nothing_listens_or_that_is_none() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert "Nothing answers at" in sentence(f"socket://127.0.0.1:{free}")
    assert "socket://HOST:PORT" in sentence("socket://nowhere")
    assert "socket://HOST:PORT" in sentence("teapot://somewhere")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied"),
            "not allowed to open ttyX. On Linux, run `slamomatic doctor",
        ),
        (OSError(errno.ENXIO, "No such device or address"), "ttyX went away. Plug the unit in again"),
        (serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'x')"), "There is no port"),
        (serial.SerialException("could not open port 'COM9': PermissionError(13, 'x')"), "in use by another"),
        (serial.SerialException("socket disconnected"), "went away"),
        (serial.SerialException("something unheard of"), "something unheard of"),
    ],
)
def test_what_the_system_says_becomes_cause_and_next_step(error: Exception, words: str) -> None:
    text = str(port_trouble("ttyX", error))
    assert words in text
    assert text.endswith(".") and ". " in text


def test_the_systems_number_is_found_under_pyserials_wrapping() -> None:
    try:
        try:
            raise OSError(errno.EBUSY, "Device or resource busy")
        except OSError as inner:
            raise serial.SerialException("could not open") from inner
    except serial.SerialException as outer:
        assert "in use" in str(port_trouble("ttyX", outer))


def test_reading_takes_all_that_is_there_and_notices_the_end() -> None:
    here, there = socket.socketpair()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}", 0.2)
        peer, _ = server.accept()
    read = reader(port)
    assert read() == b""
    peer.sendall(b"x" * 3000)
    assert b"".join(iter(read, b"")) == b"x" * 3000
    peer.close()
    with pytest.raises(OSError, match="disconnected"):
        read()
    port.close()
    here.close()
    there.close()


def test_writing_puts_all_out_and_gives_up_on_who_never_reads() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    with open_port(os.ttyname(slave), 0.1) as port:
        write = writer(port)
        write(b"hello")
        assert os.read(master, 100) == b"hello"
        with pytest.raises(serial.SerialTimeoutException):
            for _ in range(1_000):
                write(b"x" * 1_000)
    os.close(master)
    os.close(slave)


def test_a_url_without_a_descriptor_is_read_and_written_as_well() -> None:
    port = open_port("loop://", 0.2)
    read, write = reader(port), writer(port)
    write(b"hello")
    assert read() == b"hello"
    assert read() == b""
    port.close()


@pytest.mark.parametrize("url", ["socket://127.0.0.1:{port}", "rfc2217://127.0.0.1:{port}"])
def test_a_unit_behind_a_url_plays_like_any_other(url: str) -> None:
    unit = ScriptedUnit(now_us)
    ending = threading.Event()
    server = socket.create_server(("127.0.0.1", 0))
    serve = _serve_rfc2217 if url.startswith("rfc2217") else _serve_plain
    thread = threading.Thread(target=serve, args=(server, unit, ending))
    thread.start()
    host = SerialUnit(OnePort(url.format(port=server.getsockname()[1])))
    heard = Listener(host)
    host.start()
    assert heard.is_told(What.CONNECTED)
    unit.slap(1)
    assert heard.hears_events(1)
    host.stop()
    ending.set()
    thread.join()
    server.close()
    assert heard.events[0].paddle == 1


def _pump(peer: socket.socket, unit: ScriptedUnit, ending: threading.Event, port: object = None) -> None:
    """The unit's half at the other end; `port` filters RFC 2217's own words."""
    from serial import rfc2217

    peer.settimeout(0.005)
    while not ending.is_set():
        try:
            data = peer.recv(4096)
            if not data:
                return
            if isinstance(port, rfc2217.PortManager):
                data = b"".join(port.filter(data))
            unit.feed(data)
        except TimeoutError:
            pass
        except OSError:
            return
        unit.tick()
        output = unit.take_output()
        if output:
            if isinstance(port, rfc2217.PortManager):
                output = b"".join(port.escape(output))
            peer.sendall(output)


def _serve_plain(server: socket.socket, unit: ScriptedUnit, ending: threading.Event) -> None:
    peer, _ = server.accept()
    with peer:
        _pump(peer, unit, ending)


def _serve_rfc2217(server: socket.socket, unit: ScriptedUnit, ending: threading.Event) -> None:
    from serial import rfc2217

    class Connection:
        def write(self, data: bytes) -> None:
            peer.sendall(data)

    peer, _ = server.accept()
    with peer, serial.serial_for_url("loop://", timeout=0) as settings:
        manager = rfc2217.PortManager(settings, Connection())  # type: ignore[arg-type]  # the stubs want a port
        _pump(peer, unit, ending, manager)


def test_places_are_kept_by_unit_id_over_evenings(tmp_path: Path) -> None:
    file = tmp_path / "units.json"
    known = KnownUnits(file)
    first, second = known.take_slot(), known.take_slot()
    assert known.rank(first, "aa") == known.rank(second, "aa") == 1, "nobody is known yet"
    known.remember(second, "bb")  # the second may well answer first
    assert known.rank(first, "bb") is None
    known.remember(first, "aa")
    tomorrow = KnownUnits(file)
    slots = [tomorrow.take_slot(), tomorrow.take_slot()]
    assert [tomorrow.rank(slot, "aa") for slot in slots] == [0, None]
    assert [tomorrow.rank(slot, "bb") for slot in slots] == [None, 0]
    assert tomorrow.rank(slots[0], "cc") == 1, "a new one may take an empty place"
    alone = KnownUnits(file)
    assert alone.rank(alone.take_slot(), "bb") == 1, "the second one alone is welcome"


@pytest.mark.parametrize("text", ["", "{", '{"a": 1', "7"])
def test_a_bad_list_of_units_costs_nobody_the_evening(tmp_path: Path, text: str) -> None:
    file = tmp_path / "units.json"
    file.write_text(text)
    known = KnownUnits(file)
    slot = known.take_slot()
    known.remember(slot, "aa")
    assert known.rank(slot, "aa") == 0


def test_second_of_two_picos_with_one_id_is_opened_too(tmp_path: Path) -> None:
    known = KnownUnits(tmp_path / "units.json")
    ports = [FoundPort("ttyACM0", "e661"), FoundPort("ttyACM1", "e661")]
    first, second = AnyPico(known, lambda: ports), AnyPico(known, lambda: ports)
    name = first.candidates(0)[0]
    first.manner(name, 0)
    first.note_unit("e661")
    (other,) = second.candidates(0)
    assert {name, other} == {"ttyACM0", "ttyACM1"}
    second.manner(other, 0)
    second.note_unit("e661")
    assert first.candidates(0) == [name], "unplugged and in again, it does not take the other's"
    third = AnyPico(known, lambda: ports)
    assert third.candidates(0) == [], "there are two of them, and two places have one each"
