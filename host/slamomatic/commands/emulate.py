"""`slamomatic emulate`: the emulated unit as a port that any serial program can open."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from slamomatic.bench.progress import say
from slamomatic.emulator.boot import booted
from slamomatic.emulator.desk import Desk
from slamomatic.emulator.image import ENVIRONMENT, find_image
from slamomatic.emulator.pico import Pico
from slamomatic.emulator.ports import Port, PtyPort, TcpPort
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins
from slamomatic.options import add_number, add_switch, add_word
from slamomatic.paddles import PADDLES
from slamomatic.words import N_, gettext

_DEFAULT_PORT = 4747
_SLAP = b"1234"
_HOLD = b"qwer"
_HELP = N_("Keys: 1 2 3 4 slap a paddle, q w e r press or release it, Ctrl-C ends.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    add_number(where, "--tcp", "PORT", None, gettext("open as socket://127.0.0.1:PORT (0: any free one)"))
    add_switch(where, "--pty", gettext("open as a terminal device (not on Windows; default)"))
    says = gettext("a MicroPython .uf2 (also: {variable})", variable=ENVIRONMENT)
    add_word(parser, "--image", "FILE", says, kind=Path)
    add_switch(parser, "--empty", gettext("a new Pico without the firmware"))


def _open_port(args: argparse.Namespace) -> Port:
    """Open a terminal device; or a TCP port, if --tcp says so or on Windows. UserError if that fails."""
    on_windows = sys.platform == "win32"
    if args.pty and on_windows:
        raise UserError("Windows has no terminal device. Use --tcp instead.")
    if args.tcp is None and not on_windows:
        return PtyPort()
    number = _DEFAULT_PORT if args.tcp is None else args.tcp
    try:
        return TcpPort(number)
    except (OSError, OverflowError) as error:
        raise UserError(
            "Port {number} can't be opened ({error}). Choose another port, or 0 for any free one.",
            number=number,
            error=error,
        ) from error


def _start_pico(args: argparse.Namespace) -> Pico:
    """Start an emulated Pico: with the firmware, or with --empty at the prompt of MicroPython."""
    image = find_image(args.image)
    if not args.empty:
        return booted(image=image)
    pico = Pico(image, {})
    pico.power_on()
    pico.run_until(lambda: pico.host.connected)
    return pico


def run(args: argparse.Namespace) -> int:
    port = _open_port(args)
    say(gettext("Starting the emulated unit …"))
    desk = Desk(_start_pico(args), port, firmware_pins()["paddles"])
    print(port.name, flush=True)
    try:
        with _keys_without_enter() as keyboard:
            if keyboard is not None:
                say(gettext(_HELP))
            while True:
                if desk.turn(keyboard) and keyboard is not None:
                    _obey_keys(desk, keyboard)
    except KeyboardInterrupt:
        return 0
    finally:
        port.close()


@contextlib.contextmanager
def _keys_without_enter() -> Iterator[int | None]:
    """Let the terminal pass on each key at once, while the context lasts; yield its file.

    None if stdin is no terminal, or on Windows.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield None
        return
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source)
    try:
        yield source
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def _obey_keys(desk: Desk, source: int) -> None:
    """Read the waiting keys and move the paddles as they say."""
    for key in os.read(source, 64):
        if key in _SLAP:
            paddle = _SLAP.index(key)
            desk.slap(paddle)
            print(gettext("{paddle}: slap", paddle=gettext(PADDLES[paddle].name)), flush=True)
        elif key in _HOLD:
            paddle = _HOLD.index(key)
            pressed = gettext("{paddle}: down") if desk.toggle(paddle) else gettext("{paddle}: up")
            print(pressed.format(paddle=gettext(PADDLES[paddle].name)), flush=True)
        else:
            print(gettext(_HELP), flush=True)
