"""The emulated unit: the real firmware on an emulated Pico in its own process, keys wired to its pins."""

import json
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

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
from slamomatic.units.memory import LOST
from slamomatic.units.presses import Presses
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import PortSource
from slamomatic.words import N_, Sentence, gettext

STARTING = N_("The emulated unit is starting. The first time, this takes a minute or two.")

# Translators: keep the comma: what is wrong stands before it, what to do stands after it.
ENDED = N_("its program has ended, choose it again under Paddles")
# Translators: keep the comma: what is wrong stands before it, what to do stands after it.
BUSY = N_("this computer is too busy, close other programs")


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
        """There is no cable: the emulator gets too little of this computer, or its program is gone."""
        return ENDED if self.ended else BUSY

    @property
    def ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        # Another process: the emulator needs a core for itself, and this one must draw frames.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "slamomatic.units.emulated_desk"],
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
        loose_us = (latest_us - earliest_us + 1) // 2
        # Read with the key, however late the unit tells of it: what its player chose then came after it.
        return replace(
            news, t_us=earliest_us + loose_us, error_us=KEY_ERROR_US, read_us=latest_us, loose_us=loose_us
        )

    def known_us(self) -> int:
        """What its keys have told of, and no press that is still inside.

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
        """Its program has ended, or could not start: whatever its port says of that, a plug can't help."""
        return state.link in (Link.SEARCHING, Link.LOST) and self._source.ended

    def lights(self, colours: Sequence[Rgb]) -> None:
        self._serial.lights(colours)

    # Keys

    def _takes(self, paddle: int, pressed: bool) -> bool:
        """What the unit makes of it comes back by the wire; without one no slap can come of it."""
        return paddle == NO_PADDLE or self._source.press(paddle, pressed) or not pressed

    def _take(self, do: Do, paddle: int, taken_us: int, loose_us: int, now_us: int) -> None:
        """The unit has no NEXT button unless its settings say so: this one is the keyboard's own."""
        if paddle == NO_PADDLE:
            super()._take(do, paddle, taken_us, loose_us, now_us)
        else:
            self._presses.taken(do, paddle, taken_us - 2 * loose_us, taken_us)


def _of_hands(news: News) -> bool:
    """Its clock against the host's says nothing here: slaps carry the times of the keys."""
    return not (isinstance(news, UnitNotice) and news.what is What.UNSURE)
