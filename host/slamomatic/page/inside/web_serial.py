"""A Pico on a port that the browser has opened. The page's loop passes its lines on: there is no thread."""

from collections.abc import Sequence

from pyodide.ffi import to_js
from slamomatic_page import browser, ports

from slamomatic.units.base import Clock
from slamomatic.units.sources import PortSource
from slamomatic.units.talking_unit import RETRY_US, TalkingUnit
from slamomatic.words import N_

PORT = "USB"  # the only name that a browser gives a port
# While the page is busy for so long, lines of the unit wait in the browser: they are no silence of the unit.
STALL_US = 30_000
COMES_WITHIN_US = 100_000  # they come so soon after


class ChosenPort(PortSource):
    """The port that the player has chosen in the browser's own list."""

    name = "the unit"
    searching = N_("No paddles connected. Plug them in, or play on the keyboard!")

    def candidates(self, now_us: int) -> Sequence[str]:
        return [PORT]


class WebSerialUnit(TalkingUnit):
    """The unit on the chosen port. It has no thread: each call that asks for news moves it on."""

    finds_news = True

    def __init__(self, clock: Clock) -> None:
        super().__init__(ChosenPort())
        self._clock = clock
        self._ahead_us = clock() - int(browser.now() * 1000)  # of the browser's clock
        self._open = False
        self._looked_us = 0  # when the unit was last listened to
        self._patient_until_us = 0
        self._rests_until_us: int | None = None  # nobody answered as a unit does: when it is tried again

    @property
    def is_open(self) -> bool:
        return self._open

    def plugged(self) -> None:
        """Begin the conversation: the browser has opened the port."""
        ports.take()  # said to nobody
        self._open = True
        self._begin(self._clock())

    def _begin(self, now_us: int) -> None:
        self._rests_until_us = None
        self._talk.opened(now_us, self._source.manner(PORT, now_us))

    def unplugged(self) -> None:
        """Note that the port is gone; the browser opens it again when it is back."""
        if self._open:
            self.find_news()  # what came before the end
            self._open = False
            now_us = self._clock()
            self.note_closed(now_us)
            self.publish(now_us)

    def start(self) -> None:
        self.publish(self._clock())

    def stop(self) -> None:
        self.unplugged()
        self.publish(self._clock(), ended=True)

    def ask(self, t_us: int) -> None:
        super().ask(t_us)
        self.find_news()

    def find_news(self) -> None:
        """Pass on the bytes that have come, each with its own time, then let time pass up to now.

        After a stall of the page, time does not pass before the delayed bytes are here: the conversation
        would take them for a silence. A unit that stays silent, or can't be used, is asked again from the
        beginning a little later.
        """
        if not self._open:
            return
        if self._rests_until_us is not None:
            ports.take()
            if self._clock() < self._rests_until_us:
                return
            self._begin(self._clock())
        if self._clock() - self._looked_us > STALL_US:
            self._patient_until_us = self._clock() + COMES_WITHIN_US
        heard = ports.take().to_py()
        for data, t_ms in heard:
            self._say(self.step(bytes(data), int(t_ms * 1000) + self._ahead_us))
        now_us = self._looked_us = self._clock()
        if not heard and now_us < self._patient_until_us:
            return
        self._say(self.step(b"", now_us))
        if self.gives_up(PORT, now_us):
            self.note_closed(now_us)
            self.publish(now_us)
            self._rests_until_us = now_us + RETRY_US

    def _say(self, words: bytes) -> None:
        if words:
            ports.write(to_js(words))
