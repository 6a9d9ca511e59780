"""The emulated unit: the real firmware on an emulated Pico in its own process, keys wired to its pins."""

import json
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from slamomatic.units.base import (
    NO_PADDLE,
    PADDLES_PER_PICO,
    Clock,
    Do,
    Link,
    News,
    Rgb,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.units.keyboard import KEY_ERROR_US, KEY_SCAN_US, Keys
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import PortSource
from slamomatic.units.unit_record import LOST
from slamomatic.words import N_, Sentence, gettext

STARTING = N_("The emulated unit is starting. The first time, this takes a minute or two.")

# Translators: keep the comma: what is wrong stands before it, what to do stands after it.
ENDED = N_("its program has ended, choose it again under Paddles")
# Translators: keep the comma: what is wrong stands before it, what to do stands after it.
BUSY = N_("this computer is too busy, close other programs")
# The unit's stamp is its look at the pin, or one time for several slaps where it can't say their order. Two
# presses of a paddle are further apart than this: the emulator lets one bounce end before the next.
STAMPED_WITHIN_US = 5_000


@dataclass(slots=True)
class Press:
    """One key, pressed or released."""

    do: Do
    paddle: int
    earliest_us: int  # the host's clock, as exactly as keys were looked for
    latest_us: int
    unit_us: int | None = None  # the unit's clock when the contact moved; None: not yet, or not said yet


class Presses:
    """Keys on their way through the emulated unit, in the order in which they were taken. Pure.

    Which of them has it told of, and which did it swallow? The emulator says of each key when it moved the
    contact, by the clock that the unit stamps with. So nobody has to guess: two presses within a lockout are
    one slap, and that is the first one's.
    """

    def __init__(self) -> None:
        self._presses: list[Press] = []

    def taken(self, do: Do, paddle: int, earliest_us: int, latest_us: int) -> None:
        """A key was passed on to the emulator."""
        self._presses.append(Press(do, paddle, earliest_us, latest_us))

    def played(self, unit_us: int) -> None:
        """The emulator has moved a contact for the next of them."""
        for press in self._presses:
            if press.unit_us is None:
                press.unit_us = unit_us
                return

    def told(self, do: Do, paddle: int, unit_us: int) -> tuple[int, int] | None:
        """The unit has told of one of them: between when and when it was pressed. None: of none of them."""
        mine = [press for press in self._presses if (press.do, press.paddle) == (do, paddle)]
        for press in mine:
            if press.unit_us is not None and abs(press.unit_us - unit_us) < STAMPED_WITHIN_US:
                # The unit has told of every press before this one, or never will.
                before = mine[: mine.index(press) + 1]
                self._presses = [each for each in self._presses if each not in before]
                return press.earliest_us, press.latest_us
        # The emulator's word is still under way: it is one of those, and all of them stay until it is here.
        mine = [press for press in mine if press.unit_us is None] or mine
        return (mine[0].earliest_us, mine[-1].latest_us) if mine else None

    def settled(self, known_unit_us: int) -> None:
        """The unit has told all slaps up to then: what it has not told of was swallowed."""
        self._presses = [
            press
            for press in self._presses
            if press.unit_us is None
            or press.do is not Do.DOWN
            or press.unit_us + STAMPED_WITHIN_US >= known_unit_us
        ]

    def restarted(self) -> None:
        """The unit booted: what was played for it before is gone."""
        self._presses = [press for press in self._presses if press.unit_us is None]

    @property
    def earliest_us(self) -> int | None:
        """When the first slap was pressed that the unit may still tell of; None: there is none."""
        return next((press.earliest_us for press in self._presses if press.do is Do.DOWN), None)


class EmulatorPort(PortSource):
    """The port of an emulator that starts when it is first asked for, and what its keys are fed to."""

    name = Sentence("the emulated unit")
    searching = STARTING

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        self._port: str | None = None
        self._keys: socket.socket | None = None
        self._said = b""  # through the keys' socket: the beginning of a line
        self.trouble = ""

    @property
    def remedy(self) -> str:
        """Say what to do. There is no cable: the emulator is too slow here, or its program has ended."""
        return ENDED if self.ended else BUSY

    @property
    def ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        # Another process: the emulator needs a core for itself, and this one must draw frames.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "slamomatic.emulator.desk"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        self._listener = threading.Thread(target=self._listen, name="the emulator's words", daemon=True)
        self._listener.start()

    def stop(self) -> None:
        if self._keys is not None:
            self._keys.close()  # it ends by itself when nobody holds its keys
            self._keys = None
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        if self._listener is not None:
            self._listener.join()
        self._process = self._listener = self._port = None

    def press(self, paddle: int, pressed: bool) -> bool:
        """Whether there is an emulator that takes it. What is gone, the serial side says so."""
        if self._keys is None:
            return False
        with suppress(OSError):
            self._keys.sendall(b"%c%d" % (b"d" if pressed else b"u", paddle))
            return True
        return False

    def played(self) -> list[int]:
        """When contacts moved, by the unit's clock: one time for each press, in their order."""
        with suppress(OSError):
            while self._keys is not None and select.select([self._keys], [], [], 0)[0]:
                said = self._keys.recv(4096)
                if not said:
                    break
                self._said += said
        *lines, self._said = self._said.split(b"\n")
        return [int(line) for line in lines]

    def candidates(self, now_us: int) -> Sequence[str]:
        return [] if self._port is None or self.ended else [self._port]

    def _listen(self) -> None:
        process = self._process
        assert process is not None and process.stdout is not None
        with process.stdout as words:
            for line in words:
                with suppress(ValueError):
                    said = json.loads(line)
                    self.trouble = said.get("trouble", "")
                    if "port" in said:
                        self._keys = socket.create_connection(("127.0.0.1", said["keys"]))
                        self._keys.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                        self._port = said["port"]


class EmulatedUnit(Keys):
    """A serial unit whose Pico is emulated; the window's keys press its paddles."""

    finds_news = has_lights = True

    def __init__(self, clock: Clock = now_us) -> None:
        self._source = EmulatorPort()
        super().__init__(self._source.name, PADDLES_PER_PICO, clock)
        self._serial = SerialUnit(self._source, clock=clock)
        self._presses = Presses()  # on their way through the emulated unit
        self._told = ""

    def start(self) -> None:
        self._source.start()
        self._serial.start()

    def stop(self) -> None:
        self._serial.stop()
        self._source.stop()

    def find_news(self) -> None:
        if self._source.trouble != self._told:
            self._told = self._source.trouble
            notice = UnitNotice(What.TROUBLE, self._source.name, self._clock(), self._told)
            self.news.append(notice)
        # In this order: all that the unit knows of is in its news, and each of these was played before.
        known_unit_us = self._serial.known_unit_us
        heard = self._serial.drain()
        for unit_us in self._source.played():
            self._presses.played(unit_us)
        self.news += [self._as_pressed(item) for item in heard if _of_hands(item)]
        self._presses.settled(known_unit_us)

    def _as_pressed(self, news: News) -> News:
        """Give the slap the time of its key: an emulated Pico falls behind when the computer is busy."""
        if isinstance(news, UnitNotice):
            if news.what is What.RESTARTED:
                self._presses.restarted()
            return news
        pressed_us = self._presses.told(news.do, news.paddle, news.unit_t_us)
        if pressed_us is None:
            return news
        earliest_us, latest_us = pressed_us
        later_us = latest_us - earliest_us
        # Read with the key, however late the unit tells of it: what its player chose then came after it.
        return replace(news, t_us=earliest_us, error_us=KEY_ERROR_US, read_us=latest_us, later_us=later_us)

    def known_us(self) -> int:
        """Return the unit's watermark, but never beyond a press that is still inside the emulator.

        Nobody asks: answering would keep an emulated Pico from its work. Within a second it says by itself
        up to when it has told everything.
        """
        known_us, inside_us = super().known_us(), self._presses.earliest_us
        if inside_us is None or self._gone(self._serial.state()):
            return known_us
        return min(known_us, inside_us - 1)

    def state(self) -> UnitState:
        """No truer than the keys that press its paddles, however true its stamps of the pins are."""
        state = self._serial.state()
        error_us = None if state.error_us is None else KEY_ERROR_US
        text = state.text
        if self._gone(state):
            text = self._source.trouble or gettext(LOST, name=state.name, remedy=gettext(ENDED))
        return replace(state, text=text, error_us=error_us, blind_us=max(state.blind_us, KEY_SCAN_US))

    def _gone(self, state: UnitState) -> bool:
        """Return whether the emulator's program has ended or could not start: then a plug can't help."""
        return state.link in (Link.SEARCHING, Link.LOST) and self._source.ended

    def lights(self, colours: Sequence[Rgb]) -> None:
        self._serial.lights(colours)

    # Keys

    def _takes(self, paddle: int, pressed: bool) -> bool:
        """Press the emulated paddle. The slap comes back over the wire; without a unit there is none."""
        return paddle == NO_PADDLE or self._source.press(paddle, pressed) or not pressed

    def _take(self, do: Do, paddle: int, t_us: int, later_us: int, now_us: int) -> None:
        """Remember a press until the unit tells of it. NEXT is the keyboard's own, so it is news at once."""
        if paddle == NO_PADDLE:
            super()._take(do, paddle, t_us, later_us, now_us)
        else:
            self._presses.taken(do, paddle, t_us, t_us + later_us)


def _of_hands(news: News) -> bool:
    """Leave out doubts about the emulator's clock: slaps carry the times of the keys."""
    return not (isinstance(news, UnitNotice) and news.what is What.UNSURE)
