"""A phone that is slapped, without a browser: its own clock, a slow touch screen and a bad home network."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

from slamomatic.units.phone import PhoneUnit

LOOK_US = 20_000  # how often the server asks the paddle for a ping
MARGIN_US = 30_000  # page.js
HANDLED_US = 25_000  # the longest that a touch takes from the glass to the page's code
STALL_US = 2_000_000


class SimulatedPhone:
    """Runs on true time, which is the host's. What is sent arrives in order, however late."""

    def __init__(self, unit: PhoneUnit, set_clock: Callable[[int], None], seed: int) -> None:
        self.unit = unit
        self.now_us = 0
        self._set_clock = set_clock
        self._chance = random.Random(seed)
        self._offset_us = self._chance.randint(-9, 9) * 3_600_000_000 + 40_000_000_000
        self._rate = 1 + self._chance.uniform(-100e-6, 100e-6)
        self.grain_us = self._chance.choice([100, 1_000])
        self._todo: list[tuple[int, int, Callable[[], None]]] = []
        self._number = 0
        self._free_us = {"up": 0, "down": 0}  # when each way has delivered all it was given
        self._stalled_until_us = 0
        unit.begin(self.grain_us)
        self._at(0, self._look)

    def clock_us(self, at_us: int) -> int:
        """What performance.now() shows at a true moment."""
        shown = self._offset_us + at_us * self._rate
        return int(shown // self.grain_us) * self.grain_us

    def run(self, until_us: int) -> None:
        while self._todo and self._todo[0][0] <= until_us:
            self.now_us, _, do = heapq.heappop(self._todo)
            self._set_clock(self.now_us)
            do()
        self.now_us = until_us
        self._set_clock(until_us)

    def slap(self, at_us: int, held_us: int = 60_000) -> None:
        """A finger comes down at this true moment."""
        for down, t_us in ((True, at_us), (False, at_us + held_us)):
            self._touch(down, t_us)

    def stall(self, at_us: int) -> None:
        """The Wi-Fi says nothing for two seconds, either way."""
        self._at(at_us, lambda: setattr(self, "_stalled_until_us", at_us + STALL_US))

    def _at(self, t_us: int, do: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._todo, (t_us, self._number, do))

    def _touch(self, down: bool, t_us: int) -> None:
        seen_us = t_us + self._chance.randint(0, 19_000)  # what touch screens take
        stamp_us = self.clock_us(seen_us)
        handled_us = max(seen_us, t_us + self._chance.randint(0, HANDLED_US))
        self._at(handled_us, lambda: self._send("up", lambda: self.unit.touched(down, stamp_us)))

    def _send(self, way: str, deliver: Callable[[], None]) -> None:
        arrives_us = max(self.now_us, self._stalled_until_us) + self._chance.randint(1_000, 40_000)
        arrives_us = max(arrives_us, self._free_us[way])
        self._free_us[way] = arrives_us
        self._at(arrives_us, deliver)

    def _look(self) -> None:
        number = self.unit.ping()
        if number is not None:
            self._send("down", lambda: self._answer(number))
        self._at(self.now_us + LOOK_US, self._look)

    def _answer(self, number: int) -> None:
        at_us = self.clock_us(self.now_us)
        self._send("up", lambda: self.unit.ponged(number, at_us, at_us - MARGIN_US))
