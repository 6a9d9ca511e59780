"""The emulated unit as it stands on a desk: in real time, its port open to programs, keys as paddles."""

import random
import select
import socket
import time
from collections.abc import Sequence

from slamomatic.emulator import bounce
from slamomatic.emulator.pico import Pico
from slamomatic.emulator.ports import Port

_STEP_US = 1000
_SLAP_US = 90_000
# A client's bytes are fetched only while few wait for the Pico: the rest stays with the client, as on USB.
_UNSENT_BYTES = 256


class Pace:
    """Real time: never ahead of the clock on the wall, and never catching up. Call step() again and again."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._start()

    def _start(self) -> None:
        self._real_s = time.perf_counter()
        self._emulated_ns = self._pico.now_ns

    def step(self) -> float:
        """Run a millisecond; how long to wait then: the seconds that emulated time is ahead of real time."""
        self._pico.run_us(_STEP_US)
        ahead_s = (self._pico.now_ns - self._emulated_ns) / 1e9 - (time.perf_counter() - self._real_s)
        if ahead_s < 0:
            # A busy core is slower than real time: that time is lost, not made up for by running fast later.
            self._start()
            return 0.0
        return ahead_s


class Desk:
    """Joins one Pico, one port and the paddles; call turn() for ever."""

    def __init__(self, pico: Pico, port: Port, paddle_pins: Sequence[int]) -> None:
        self.pico = pico
        self.port = port
        self._pins = paddle_pins
        self._pace = Pace(pico)
        self._chance = random.Random()
        pico.host.port_open = False
        pico.host.take()

    def turn(self, keyboard: int | None = None) -> bool:
        """One emulated millisecond, and whatever came in during it; whether `keyboard` has a key waiting."""
        host = self.pico.host
        host.port_open = self.port.poll()
        if host.unsent < _UNSENT_BYTES:
            host.write(self.port.read())
        ahead_s = self._pace.step()
        host.reading = self.port.write(host.take())
        return self._wait(ahead_s, keyboard)

    def _wait(self, seconds: float, keyboard: int | None) -> bool:
        """Until emulated time is due again, or a byte or a key comes in."""
        sources: list[int | socket.socket] = [] if keyboard is None else [keyboard]
        if self.pico.host.unsent < _UNSENT_BYTES:
            sources += self.port.waiting_on
        if not sources:  # Windows' select refuses to wait for nothing
            time.sleep(seconds)
            return False
        ready, _, _ = select.select(sources, [], [], seconds)
        return keyboard in ready

    # -- paddles

    def slap(self, paddle: int) -> None:
        """A slap as a good switch makes it: contact bounce on the way down and on the way up."""
        now_us = self.pico.now_us + 1000
        edges = bounce.slap(now_us, _SLAP_US, bounce.GOOD_SWITCH, self._chance)
        self.pico.switches.play(self._pins[paddle], [(t_us * 1000, closed) for t_us, closed in edges])

    def toggle(self, paddle: int) -> bool:
        """Hold a paddle down, or let it go; whether it is down now."""
        pin = self._pins[paddle]
        down = not self.pico.switches.closed(pin)
        self.pico.switches.play(pin, [(self.pico.now_ns + 1_000_000, down)])
        return down
