"""`slamomatic emulate` with a person at its terminal: a key is a slap on the wire."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TypeVar

import pytest
import serial

import needs
from slamomatic import messages as m
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from slamomatic.wire import Decoder, encode

pytestmark = pytest.mark.emulator
Kind = TypeVar("Kind")
LIMIT_S = 600  # a guard against hanging, not a measure: the first boot may have to compile the firmware


@pytest.mark.skipif(sys.platform == "win32", reason="keys are read from a POSIX terminal")
def test_a_key_is_a_slap_and_a_held_key_a_paddle_that_stays_down() -> None:
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))
    person, terminal = os.openpty()
    words = [sys.executable, "-m", "slamomatic.cli", "emulate", "--tcp=0"]
    with subprocess.Popen(words, stdin=terminal, stdout=subprocess.PIPE, text=True) as emulator:
        try:
            assert emulator.stdout is not None
            with serial.serial_for_url(emulator.stdout.readline().strip(), timeout=0.05) as program:
                heard = Heard(program)
                program.write(encode("HELLO,1"))
                heard.until(m.Hello)
                os.write(person, b"2")
                assert heard.until(m.Down).paddle == 1
                assert heard.until(m.Up).paddle == 1
                os.write(person, b"r")
                assert heard.until(m.Down).paddle == 3
                os.write(person, b"r")
                assert heard.until(m.Up).paddle == 3
        finally:
            emulator.terminate()
            os.close(person)
            os.close(terminal)


class Heard:
    """Yield the messages that come out of the port."""

    def __init__(self, program: serial.SerialBase) -> None:
        self._program = program
        self._decoder = Decoder()
        self._waiting: list[m.Message] = []
        self._end_s = time.monotonic() + LIMIT_S

    def until(self, kind: type[Kind]) -> Kind:
        while time.monotonic() < self._end_s:
            while self._waiting:
                message = self._waiting.pop(0)
                if isinstance(message, m.Sequenced):
                    self._program.write(encode(f"ACK,{message.seq}"))
                if isinstance(message, kind):
                    return message
            bodies = self._decoder.feed(self._program.read(256))
            self._waiting += [message for message in map(m.parse, bodies) if message is not None]
        raise AssertionError(f"no {kind.__name__} in {LIMIT_S} s")
