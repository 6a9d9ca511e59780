"""A Pico at its MicroPython prompt, reached through the `mpremote` program: look, copy, rename, reset."""

import json
import re
import subprocess
import sys
import time
from binascii import unhexlify
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import serial

from slamomatic.errors import UserError
from slamomatic.units.ports import PORT_ERRORS, open_port, port_trouble
from slamomatic.words import N_, Sentence

OLDEST_MICROPYTHON = (1, 25)
TRIED_MICROPYTHON = "1.25 to 1.26"
ANSWER_S = 8.0  # a real one answers in milliseconds
ASK_EVERY_S = 2.0
COMMAND_LIMIT_S = 120  # a copy of one file, or a look at all of them; an emulated Pico is slow


def spoken(version: Iterable[int]) -> str:
    return ".".join(map(str, version))


_GET_MICROPYTHON = Sentence(
    "Unplug the Pico, and hold its BOOTSEL button while you plug it in again. Then copy the .uf2 for your "
    "board from https://micropython.org/download/?mcu=rp2040 onto the drive that appears ({oldest} or newer; "
    "tried: {tried}). Then run `slamomatic flash` again.",
    oldest=spoken(OLDEST_MICROPYTHON),
    tried=TRIED_MICROPYTHON,
)
SILENT = N_("{port} is silent, even to Ctrl-C. It is not a Pico, or it has no MicroPython. {get_micropython}")
ECHOES = N_(
    "{port} only repeats what is typed. It is a loop-back plug, a modem or a terminal, not a Pico. "
    "Name the Pico's port with --port; `slamomatic doctor` lists the ports here."
)
NO_MICROPYTHON = N_("{port} answers, but not with a MicroPython prompt. {get_micropython}")
TOO_OLD = N_(
    "{port} runs MicroPython {version}, but the firmware needs {oldest} or newer. Put a newer .uf2 on it as "
    "https://micropython.org/download/?mcu=rp2040 says, then run `slamomatic flash` again."
)
CHIPS = ("RP2040", "RP2350")  # the Arm one: MicroPython for its RISC-V cores says RP2350-RISCV
OTHER_CHIP = N_(
    "{port} runs MicroPython for another chip ({board}). A Pico takes the .uf2 of RPI_PICO, a Pico 2 that of "
    "RPI_PICO2. Copy the right one onto its drive, then run `slamomatic flash` again."
)
BROKE_OFF = N_(
    "The copy to {port} broke off ({why}). Plug the Pico in again and run `slamomatic flash` again. "
    "Until then the Pico says that it is only half copied."
)

# Runs on the Pico. One look for everything: each mpremote call costs half a second.
_LOOK = """
import os, sys, json, hashlib, binascii
def h(p):
 d = hashlib.sha256()
 b = bytearray(512)
 with open(p, 'rb') as f:
  n = f.readinto(b)
  while n:
   d.update(memoryview(b)[:n])
   n = f.readinto(b)
 return binascii.hexlify(d.digest()).decode()
def look(folder):
 for name, kind, *_ in os.ilistdir(folder):
  path = folder + '/' + name if folder else name
  if kind == 0x8000:
   if folder or name in ('main.py', 'main.new', 'settings.json'):
    print('slamomatic-file', json.dumps([path, os.stat(path)[6], h(path)]))
  elif folder or path == 'slap':
   look(path)
look('')
if 'main.py' in os.listdir():
 with open('main.py', 'rb') as f:
  print('slamomatic-main', binascii.hexlify(f.read(1024)).decode())
v = os.statvfs('/')
version = list(sys.implementation[1])[:3]
machine = getattr(sys.implementation, '_machine', '')
print('slamomatic-board', json.dumps([version, v[0] * v[3], os.listdir(), machine]))
"""

_STOP_AND_ASK = b"\r\x03\x03\r\x01"  # Ctrl-C twice, then the raw prompt, as mpremote does it
_RAW_PROMPT = b"raw REPL; CTRL-B to exit"
_LEAVE_RAW_PROMPT = b"\r\x02"


@dataclass(frozen=True, slots=True)
class Survey:
    """The files and the free space that were found on a Pico.

    Sizes and hashes: of the firmware's files only.
    """

    free_bytes: int
    sizes: dict[str, int]
    hashes: dict[str, str]
    main: bytes = b""  # how main.py begins
    names: tuple[str, ...] = ()  # of all files and folders at the top


class ConnectedPico:
    """The Pico on `port`. Every method stops the firmware that may be running there."""

    def __init__(self, port: str) -> None:
        # First see whether anybody answers: mpremote would wait for two minutes, and say less.
        _expect_micropython(port)
        self.port = port
        self._fresh = True

    def survey(self) -> Survey:
        """Return what is on the Pico.

        UserError without MicroPython, or if it is too old or for another chip.
        """
        done = self._mpremote("exec", _LOOK, check=False)
        board = _lines_under("board", done.stdout)
        if done.returncode != 0 or not board:
            raise UserError(NO_MICROPYTHON, port=self.port, get_micropython=_GET_MICROPYTHON)
        version, free_bytes, names, machine = json.loads(board[0])
        if tuple(version[:2]) < OLDEST_MICROPYTHON:
            oldest = spoken(OLDEST_MICROPYTHON)
            raise UserError(TOO_OLD, port=self.port, version=spoken(version), oldest=oldest)
        if not machine.endswith(CHIPS):
            raise UserError(OTHER_CHIP, port=self.port, board=machine)
        files = [json.loads(one) for one in _lines_under("file", done.stdout)]
        return Survey(
            free_bytes=free_bytes,
            sizes={path: size for path, size, _ in files},
            hashes={path: digest for path, _, digest in files},
            main=unhexlify("".join(_lines_under("main", done.stdout))),
            names=tuple(names),
        )

    def execute(self, code: str) -> None:
        """Run a few lines of Python on the Pico."""
        self._mpremote("exec", code)

    def told(self, code: str) -> str:
        """Run a few lines of Python on the Pico and return what they print."""
        return self._mpremote("exec", code).stdout

    def copy(self, local: Path, remote: str) -> None:
        self._mpremote("fs", "cp", str(local), f":{remote}")

    def reset(self) -> None:
        """Reset the Pico, as if its plug had been pulled."""
        self._mpremote("reset")

    def _mpremote(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run mpremote with these words. UserError if it hangs, or (with `check`) if it fails."""
        # The first call resets softly, so that the program before has released its memory.
        resume = [] if self._fresh else ["resume"]
        self._fresh = False
        command = [sys.executable, "-P", "-m", "mpremote", "connect", self.port, *resume, *words]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=COMMAND_LIMIT_S, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            why = Sentence("no answer for two minutes")
            raise UserError(BROKE_OFF, port=self.port, why=why) from None
        if check and done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:] or [Sentence("no reason given")]
            raise UserError(BROKE_OFF, port=self.port, why=last[0])
        return done


def _lines_under(what: str, answer: str) -> list[str]:
    """Return the values that the Pico printed after `slamomatic-what`, one for each line."""
    return re.findall(rf"^slamomatic-{what} (\[.*\]|\w+)\s*$", answer, re.MULTILINE)


def _expect_micropython(port: str) -> None:
    """Raise UserError if no MicroPython prompt answers in time; it says what is there instead."""
    heard = b""
    with open_port(port, 0.1) as line:
        try:
            give_up, ask = time.monotonic() + ANSWER_S, 0.0
            while _RAW_PROMPT not in heard:
                now = time.monotonic()
                if now >= give_up:
                    raise UserError(_sentence_for(heard), port=port, get_micropython=_GET_MICROPYTHON)
                if now >= ask:
                    ask = now + ASK_EVERY_S
                    _type_keys(line, _STOP_AND_ASK)
                heard += line.read(max(1, line.in_waiting))
            _type_keys(line, _LEAVE_RAW_PROMPT)
        except PORT_ERRORS as error:
            raise port_trouble(port, error) from error


def _type_keys(line: serial.Serial, keys: bytes) -> None:
    with suppress(serial.SerialTimeoutException):  # nobody reads: then nobody answers either
        line.write(keys)


def _sentence_for(heard: bytes) -> str:
    """Return the sentence for a port without a prompt: silent, an echo of our keys, or another program."""
    if not heard:
        return SILENT
    only_typed = not heard.translate(None, delete=_STOP_AND_ASK + b"\n")
    return ECHOES if only_typed else NO_MICROPYTHON
