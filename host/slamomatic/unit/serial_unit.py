"""A unit on a serial port: its own thread that opens, drains, loses and finds the port again by itself."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

import serial

from slamomatic.unit.base import (
    PADDLES_PER_PICO,
    Clock,
    Link,
    News,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.unit.conversation import Conversation
from slamomatic.unit.memory import LOST, Memory
from slamomatic.unit.ports import PORT_ERRORS, PortTrouble, open_port, port_trouble, reader, writer
from slamomatic.unit.soon import run_soon
from slamomatic.unit.sources import PortSource

RETRY_US = 250_000  # found again well within 2 s of being plugged in
MUTE_US = 1_000_000  # after a write that did not get through: the unit isn't reading, don't wait for it again
PUBLISH_US = 100_000
LINK_US = 3_000  # from the unit's send to the host's read, when nothing stalls: USB poll and a busy frame
IDLE_S = 0.01  # how long a read waits, and so how late lights may be

SILENT = "{port} does not answer like a unit: is it a Pico? Then run `slamomatic flash`."


class SerialUnit(Unit):
    """The unit behind the ports of `source`."""

    def __init__(
        self,
        source: PortSource,
        clock: Clock = now_us,
        idle_s: float = IDLE_S,
        queue: deque[News] | None = None,
    ) -> None:
        self._source = source
        self._clock = clock
        self._idle_s = idle_s
        self._news: deque[News] = deque() if queue is None else queue
        self._memory = Memory(source.name)
        self._talk = Conversation(self._memory, self._news.append)
        self._trouble = ""
        self._wanted_lights: Sequence[Rgb] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._published_us = 0
        self._state = self._build_state(0)

    # What the table calls

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=f"slaps from {self._memory.name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def drain(self) -> list[News]:
        news: list[News] = []
        with suppress(IndexError):
            while True:
                news.append(self._news.popleft())
        return news

    @property
    def paddles(self) -> int:
        return PADDLES_PER_PICO

    def state(self) -> UnitState:
        return self._state

    def lights(self, colours: Sequence[Rgb]) -> None:
        self._wanted_lights = tuple(colours)

    # The thread

    def _run(self) -> None:
        run_soon()
        while not self._stopping.is_set():
            try:
                self._look_around()
            except Exception as error:  # whatever it is: a thread that ends in silence would be worse
                traceback.print_exc()
                self._tell_trouble(f"{self._memory.name} met a fault of this program ({error!r}): report it.")
            self._publish(self._clock())
            self._pause(RETRY_US)
        self._publish(self._clock(), ended=True)

    def _look_around(self) -> None:
        for name in self._source.candidates(self._clock()):
            self._use(name)
            if self._stopping.is_set():
                return

    def _pause(self, duration_us: int) -> None:
        until_us = self._clock() + duration_us
        while self._clock() < until_us and not self._stopping.wait(self._idle_s):
            pass

    def _use(self, name: str) -> None:
        """Open the port and stay with it as long as a unit answers there."""
        try:
            port = open_port(name, self._idle_s)
        except PortTrouble as trouble:
            self._tell_trouble(str(trouble))
            return
        try:
            self._converse(port, name)
        except PORT_ERRORS as error:
            self._tell_trouble(str(port_trouble(name, error)))
        finally:
            with suppress(*PORT_ERRORS):
                port.close()
            self._memory.lost(self._clock(), self._news.append, self._source.remedy)

    def _converse(self, port: serial.Serial, name: str) -> None:
        talk = self._talk
        talk.opened(self._clock())
        read, write = reader(port), writer(port)
        muted_until_us = 0
        while not self._stopping.is_set():
            data = read()
            now = self._clock()
            if data:
                talk.feed(data, now)
            if self._wanted_lights is not None:
                colours, self._wanted_lights = self._wanted_lights, None
                talk.lights(colours, now)
            talk.tick(now)
            output = talk.take_output()
            if output and now >= muted_until_us:
                try:
                    write(output)
                except serial.SerialTimeoutException:
                    muted_until_us = now + MUTE_US
            if now - self._published_us >= PUBLISH_US or self._memory.link is not self._state.link:
                self._publish(now)
            if talk.trouble:
                self._source.unfit(name, now)
                self._tell_trouble(talk.trouble)
                return
            if talk.dead(now):
                if self._memory.link is Link.SEARCHING:
                    self._tell_trouble(SILENT.format(port=name))
                return

    # What the table is told

    def _tell_trouble(self, text: str) -> None:
        if text != self._trouble:
            self._trouble = text
            self._news.append(UnitNotice(What.TROUBLE, self._memory.name, self._clock(), text))

    def _publish(self, now: int, ended: bool = False) -> None:
        if self._memory.link is Link.CONNECTED:
            self._trouble = ""
            if self._state.link is not Link.CONNECTED:
                self._source.met(self._memory.unit_id)
        self._published_us = now
        self._state = self._build_state(now, ended)

    def _build_state(self, now: int, ended: bool = False) -> UnitState:
        memory, hello = self._memory, self._memory.hello
        link = Link.ENDED if ended else memory.link
        error_us = memory.clock.error_us(memory.latest_unit_us)
        return UnitState(
            name=memory.name,
            link=link,
            text=self._trouble
            or _TEXTS.get(link, self._source.searching).format(name=memory.name, remedy=self._source.remedy),
            paddles=PADDLES_PER_PICO,
            unit_id=memory.unit_id,
            boot_id=hello.boot_id if hello else "",
            firmware=hello.firmware if hello else "",
            micropython=hello.micropython if hello else "",
            error_us=error_us,
            blind_us=max(hello.blind_us, hello.resolution_us) if hello else 0,
            late_us=hello.late_us + LINK_US + (error_us or 0) if hello else 0,
            rate_ppm=memory.clock.rate_ppm,
            faults=self._talk.faults.standing,
            restarts=memory.restarts,
            reconnects=memory.reconnects,
            repaired=memory.repaired,
            missing=memory.missing,
            damaged=memory.damaged,
            has_touch=memory.has_touch,
            remedy=self._source.remedy,
        )


_TEXTS = {
    Link.CONNECTED: "{name} is connected.",
    Link.LOST: LOST,
    Link.ENDED: "{name} is no longer used.",
}
