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
    unit_us: int | None = (
        None  # when the contact moved, by the unit's clock; None: the emulator has not said it
    )


class Presses:
    """Keys on their way through the emulated unit, in the order in which they were pressed. Pure.

    The unit swallows some presses as bounce, and tells of the others. The emulator says of each key when it
    moved the contact, by the clock that the unit stamps with. So an event of the unit finds its own key.
    """

    def __init__(self) -> None:
        self._presses: list[Press] = []

    def add(self, do: Do, paddle: int, earliest_us: int, latest_us: int) -> None:
        """Add a key that was passed on to the emulator."""
        self._presses.append(Press(do, paddle, earliest_us, latest_us))

    def note_played(self, unit_us: int) -> None:
        """Note that the emulator has moved the contact of the next key."""
        for press in self._presses:
            if press.unit_us is None:
                press.unit_us = unit_us
                return

    def match(self, do: Do, paddle: int, unit_us: int) -> tuple[int, int] | None:
        """Return when the key was pressed that the unit tells of: its earliest and its latest time.

        None: no key fits. The key and those of its paddle before it are taken out.
        """
        mine = [press for press in self._presses if (press.do, press.paddle) == (do, paddle)]
        for press in mine:
            if press.unit_us is not None and abs(press.unit_us - unit_us) < STAMPED_WITHIN_US:
                # The unit has told of every press before this one, or never will.
                before = mine[: mine.index(press) + 1]
                self._presses = [each for each in self._presses if each not in before]
                return press.earliest_us, press.latest_us
        # The emulator has not said yet which key that was: one of those, and all of them stay until it has.
        mine = [press for press in mine if press.unit_us is None] or mine
        return (mine[0].earliest_us, mine[-1].latest_us) if mine else None

    def forget_swallowed(self, known_unit_us: int) -> None:
        """Take out the slaps that the unit has swallowed: it has told of all others up to this time."""
        self._presses = [
            press
            for press in self._presses
            if press.unit_us is None
            or press.do is not Do.DOWN
            or press.unit_us + STAMPED_WITHIN_US >= known_unit_us
        ]

    def forget_played(self) -> None:
        """Take out keys whose contact has moved already: the unit booted, and won't tell of them."""
        self._presses = [press for press in self._presses if press.unit_us is None]

    @property
    def earliest_us(self) -> int | None:
        """The earliest time of the first slap that the unit may still tell of; None: there is none."""
        return next((press.earliest_us for press in self._presses if press.do is Do.DOWN), None)


class EmulatorPort(PortSource):
    """The port of an emulator in its own process, and the socket that takes its keys."""

    name = Sentence("the emulated unit")
    searching = STARTING

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        self._port: str | None = None
        self._keys: socket.socket | None = None
        self._said = b""  # the beginning of a line that came through the keys' socket
        self.trouble = ""  # a sentence: why the emulator does not run; "" if it does

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
            self._keys.close()  # without anybody at its keys the emulator ends by itself
            self._keys = None
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        if self._listener is not None:
            self._listener.join()
        self._process = self._listener = self._port = None

    def press(self, paddle: int, pressed: bool) -> bool:
        """Pass a key on to the emulator. Return False if it is not there; SerialUnit reports that."""
        if self._keys is None:
            return False
        with suppress(OSError):
            self._keys.sendall(b"%c%d" % (b"d" if pressed else b"u", paddle))
            return True
        return False

    def take_played(self) -> list[int]:
        """Return when contacts moved since the last call, by the unit's clock: one time for each key."""
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
        """Read what the emulator's process says: its trouble, then its port and the keys' socket."""
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
        self._told_trouble = ""

    def start(self) -> None:
        self._source.start()
        self._serial.start()

    def stop(self) -> None:
        self._serial.stop()
        self._source.stop()

    def find_news(self) -> None:
        """Take the serial unit's news and give each slap the time of its key."""
        if self._source.trouble != self._told_trouble:
            self._told_trouble = self._source.trouble
            notice = UnitNotice(What.TROUBLE, self._source.name, self._clock(), self._told_trouble)
            self.news.append(notice)
        # The watermark is read first: then all slaps up to it are in the news. What was played is read last:
        # then the key of each of these slaps is known, and what is left was swallowed.
        known_unit_us = self._serial.known_unit_us
        heard = self._serial.drain()
        for unit_us in self._source.take_played():
            self._presses.note_played(unit_us)
        self.news += [self._as_pressed(item) for item in heard if _matters(item)]
        self._presses.forget_swallowed(known_unit_us)

    def _as_pressed(self, news: News) -> News:
        """Give the slap the time of its key: an emulated Pico falls behind when the computer is busy."""
        if isinstance(news, UnitNotice):
            if news.what is What.RESTARTED:
                self._presses.forget_played()
            return news
        pressed_us = self._presses.match(news.do, news.paddle, news.unit_t_us)
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
        """Return the serial unit's state with the larger errors of the keys that press its paddles."""
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
            self._presses.add(do, paddle, t_us, t_us + later_us)


def _matters(news: News) -> bool:
    """Return False for doubts about the emulator's clock: slaps carry the times of the keys."""
    return not (isinstance(news, UnitNotice) and news.what is What.UNSURE)
