"""The emulated unit in a test's hand: press, talk, listen; and its prompt."""

from __future__ import annotations

import json
from binascii import crc32
from functools import cache
from pathlib import Path

import needs
from slamomatic.emulator import snapshot
from slamomatic.emulator.boot import booted
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins

PINS: tuple[int, ...] = firmware_pins()["paddles"]


def frame(body: str) -> bytes:
    raw = body.encode()
    return b"$%s*%08x\n" % (raw, crc32(raw))


class Unit:
    """Lines are taken off the wire as they come; the ones not asked for wait in `lines`."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.host = pico.host
        self.lines: list[str] = []
        self.console = b""
        self._rest = b""
        self.pump()

    def pump(self) -> None:
        """Sort what came in into good lines and console text."""
        data = self._rest + self.host.take()
        *whole, self._rest = data.split(b"\n")
        for line in whole:
            at = line.rfind(b"$")
            body = line[at + 1 : -9]
            if at >= 0 and line[-9:] == b"*%08x" % crc32(body):
                self.lines.append(body.decode())
            else:
                self.console += line + b"\n"

    def run_ms(self, ms: float) -> None:
        self.pico.run_us(ms * 1000)
        self.pump()

    def say(self, body: str) -> None:
        self.host.write(frame(body))

    def ask(self, body: str, answer: str, limit_ms: float = 500) -> list[str]:
        """Say it, and wait for a line that begins with `answer`: its fields."""
        self.say(body)
        return self.wait_for(answer, limit_ms)

    def wait_for(self, answer: str, limit_ms: float = 500) -> list[str]:
        for _ in range(int(limit_ms)):
            self.pump()
            for line in self.lines:
                if line.startswith(answer):
                    self.lines.remove(line)
                    return line.split(",")
            self.run_ms(1)
        raise AssertionError(f"no {answer} in {limit_ms} ms; heard {self.lines[-5:]} {self.console[-200:]!r}")

    def cover(self) -> None:
        """Enter, as a person reading would: all that is out counts as read, and nothing is answered."""
        self.host.write(b"\r")
        self.run_ms(3)

    def events(self) -> list[list[str]]:
        """Take all events that have come in."""
        kinds = ("DOWN,", "UP,", "FAULT,")
        found = [line.split(",") for line in self.lines if line.startswith(kinds)]
        self.lines = [line for line in self.lines if not line.startswith(kinds)]
        return found

    def press(self, paddle: int, in_us: float, held_us: float = 30_000) -> float:
        """A clean slap `in_us` from now; returns its true time on the unit's own clock."""
        at_ns = self.pico.now_ns + in_us * 1000
        self.pico.switches.play(PINS[paddle], [(at_ns, True), (at_ns + held_us * 1000, False)])
        return self.pico.timer_us + in_us

    # -- the prompt

    def interrupt(self) -> None:
        """Ctrl-C to the prompt."""
        self.host.write(b"\x03")
        self.wait_for_console(b">>> ")

    def wait_for_console(self, text: bytes, limit_ms: int = 3_000) -> bytes:
        heard = b""
        for _ in range(limit_ms):
            self.pump()
            heard = self.console + self._rest
            if text in heard:
                self.console = b""
                self._rest = b""
                return heard
            self.run_ms(1)
        raise AssertionError(f"no {text!r} on the console in {limit_ms} ms; heard {heard[-300:]!r}")

    def type(self, line: str) -> None:
        """One line at the prompt, without waiting."""
        self.console = self._rest = b""
        self.host.write(line.encode() + b"\r")

    def exec(self, code: str, limit_ms: int = 20_000) -> str:
        """Run code at the raw prompt; what it printed."""
        self.console = self._rest = b""
        self.host.write(b"\x01")
        self.wait_for_console(b"raw REPL; CTRL-B to exit\r\n>")
        self.host.write(code.encode() + b"\x04")
        heard = self.wait_for_console(b"\x04>", limit_ms)
        self.host.write(b"\x02")
        self.wait_for_console(b">>> ")
        said, error, _ = heard.removeprefix(b"OK").split(b"\x04")
        assert not error, error.decode()
        return said.decode()

    def start_again(self) -> list[str]:
        """Run the firmware from the prompt, which is quick: everything is loaded. Return its HELLO."""
        self.lines.clear()
        self.type("import main; main.main()")
        return self.wait_for("HELLO,", 3_000)


@cache
def _greeted(image: Path) -> snapshot.State:
    """The state of a unit that was booted and has answered a host: booted once, each test takes a copy."""
    first = Unit(booted(image=image, seed=1))
    first.lines.clear()  # the greeting is not the answer
    first.ask("HELLO,1", "HELLO,")
    first.cover()
    return snapshot.save(first.pico)


def unit() -> Unit:
    """A booted unit that has said HELLO and is known to a host."""
    try:
        image = find_image()
    except UserError as error:
        needs.left_out(str(error))
        raise
    pico = Pico(image, {}, seed=1)
    snapshot.restore(pico, _greeted(image))
    return Unit(pico)


def configured(settings: dict[str, object] | str) -> Unit:
    """A unit started with this settings file."""
    it = unit()
    it.interrupt()
    text = settings if isinstance(settings, str) else json.dumps(settings)
    it.exec(f"f = open('settings.json', 'w')\nf.write({text!r})\nf.close()")
    it.start_again()
    it.cover()
    return it
