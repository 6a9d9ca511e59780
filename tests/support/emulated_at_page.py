"""The emulated unit at the page's cable: the real MicroPython with our firmware, in the page's own time."""

from __future__ import annotations

from random import Random

from slamomatic.emulator import bounce
from slamomatic.emulator.boot import booted
from slamomatic.firmware_files import firmware_pins
from support.web_serial import Cable

# How far one of the two is ahead of the other at most: while bytes come and go, and else.
TALK_US, QUIET_US = 3_000, 40_000
TALKS_ON_US = 30_000
HAND_US = 120_000  # a hand stays down for so long


class UnitAtPage:
    """Page and Pico take turns: however slow this machine is, both have had the same time."""

    def __init__(self, cable: Cable, seed: int) -> None:
        self._cable, self._chance = cable, Random(seed)
        self._pico, self._pins = booted(), firmware_pins()["paddles"]
        self._pico.host.port_open = False
        self._pico.host.take()
        self._pico.host.on_data = lambda data: self._pico.stop_now()
        self._began_us = self._pico.now_us
        self._page_us = 0.0  # how much time has passed in the page
        self._talked_us = 0.0
        self._down: set[int] = set()
        cable.stop_time()

    @property
    def now_us(self) -> float:
        return self._page_us

    def pass_us(self, us: float) -> None:
        """Let time pass for both. The Pico goes first, up to its next word: the page has that in time."""
        until_us = self._page_us + us
        host = self._pico.host
        while self._page_us < until_us:
            ahead_us = TALK_US if self._page_us < self._talked_us + TALKS_ON_US else QUIET_US
            self._pico.run_us(min(ahead_us, until_us - self._page_us))
            self._catch_up(self._pico.now_us - self._began_us)
            if heard := host.take():
                self._talked_us = self._page_us
                self._cable.hand_over(heard)

    def _catch_up(self, until_us: float) -> None:
        """Let the page come to this time; what it says meanwhile waits for the Pico there."""
        while self._page_us < until_us:
            passed = self._cable.pass_us(until_us - self._page_us)
            self._page_us += passed.us
            self._pico.host.port_open = passed.port_open
            if passed.said:
                self._talked_us = self._page_us
                self._pico.host.write(passed.said)

    def hand(self, paddle: int, down: bool) -> None:
        """Let a hand come down on a paddle, or lift it."""
        if down != (paddle in self._down):
            self._down ^= {paddle}
            edges = bounce.bounce(self._pico.now_us + 100, down, bounce.GOOD_SWITCH, self._chance)
            self._pico.switches.play(self._pins[paddle], [(t_us * 1000, made) for t_us, made in edges])

    def slap(self, paddle: int) -> None:
        self.hand(paddle, True)
        self.pass_us(HAND_US)
        self.hand(paddle, False)
