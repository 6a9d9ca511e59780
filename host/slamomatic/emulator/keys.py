"""Keys of the terminal as paddles of the emulated unit."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from slamomatic.emulator.desk import Desk
from slamomatic.paddles import PADDLES
from slamomatic.words import N_, gettext

_SLAP = b"1234"
_HOLD = b"qwer"
HELP = N_("Keys: 1 2 3 4 slap a paddle, q w e r press or release it, Ctrl-C ends.")


@contextlib.contextmanager
def key_by_key() -> Iterator[int | None]:
    """The terminal's file, giving each key at once; None where there is no such terminal."""
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


def press(desk: Desk, source: int) -> None:
    """Obey the keys that are waiting."""
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
            print(gettext(HELP), flush=True)
