"""A phone that is slapped, without a browser: its own clock, a slow touch screen and a home network.

`HostilePhone` is the same phone with somebody at it who has rewritten the page.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

from slamomatic.phone.touch_unit import PhoneUnit

LOOK_US = 20_000  # how often the server asks the paddle for a ping
HANDLED_US = 25_000  # the longest that a touch takes from the glass to the page's code
SEEN_US = 19_000  # the longest that a touch screen takes to see a finger
STALL_US = 2_000_000


@dataclass(frozen=True, slots=True)
class Network:
    """How long a message takes, each way."""

    fastest_us: int
    slowest_us: int


HOME = Network(1_000, 40_000)


def steady(round_trip_us: int) -> Network:
    """A network whose pings take about so long, one tenth more or less."""
    one_way_us = round_trip_us // 2
    return Network(one_way_us - one_way_us // 10, one_way_us + one_way_us // 10)


class Timeline:
    """True time, which is the host's, and what is still to happen. Several phones may share one."""

    def __init__(self, set_clock: Callable[[int], None]) -> None:
        self.now_us = 0
        self._set_clock = set_clock
        self._todo: list[tuple[int, int, Callable[[], None]]] = []
        self._number = 0

    def at(self, t_us: int, do: Callable[[], None]) -> None:
        """`do` happens at that moment."""
        self._number += 1
        heapq.heappush(self._todo, (t_us, self._number, do))

    def run(self, until_us: int) -> None:
        """All that happens up to that moment, in its order."""
        while self._todo and self._todo[0][0] <= until_us:
            t_us, _, do = heapq.heappop(self._todo)
            self.now_us = max(self.now_us, t_us)
            self._set_clock(self.now_us)
            do()
        self.now_us = until_us
        self._set_clock(until_us)


class SimulatedPhone:
    """Deliver what was sent in order, however late."""

    def __init__(
        self,
        unit: PhoneUnit,
        set_clock: Callable[[int], None],
        seed: int,
        network: Network = HOME,
        timeline: Timeline | None = None,
    ) -> None:
        self.unit = unit
        self.network = network
        self.asked = 0  # pings that came
        self.timeline = timeline or Timeline(set_clock)
        self._chance = random.Random(seed)
        self._offset_us = self._chance.randint(-9, 9) * 3_600_000_000 + 40_000_000_000
        self._rate = 1 + self._chance.uniform(-100e-6, 100e-6)
        self.grain_us = self._chance.choice([100, 1_000])
        self._free_us = {"up": 0, "down": 0}  # when each way has delivered all it was given
        self._stalled_until_us = 0
        unit.begin(self.grain_us)
        self._at(self.now_us, self._look)

    @property
    def now_us(self) -> int:
        return self.timeline.now_us

    def clock_us(self, at_us: int) -> int:
        """Return what performance.now() shows at a true moment."""
        shown = self._offset_us + at_us * self._rate
        return int(shown // self.grain_us) * self.grain_us

    def run(self, until_us: int) -> None:
        self.timeline.run(until_us)

    def slap(self, at_us: int, held_us: int = 60_000) -> None:
        """A finger comes down at this true moment."""
        for down, t_us in ((True, at_us), (False, at_us + held_us)):
            self._touch(down, t_us)

    def stall(self, at_us: int, for_us: int = STALL_US) -> None:
        """The Wi-Fi says nothing for so long, either way."""
        self._at(at_us, lambda: setattr(self, "_stalled_until_us", at_us + for_us))

    def step_clock(self, by_us: int) -> None:
        """The page's clock jumps."""
        self._offset_us += by_us

    def _at(self, t_us: int, do: Callable[[], None]) -> None:
        self.timeline.at(t_us, do)

    def _touch(self, down: bool, t_us: int) -> None:
        seen_us = t_us + self._chance.randint(0, SEEN_US)  # what touch screens take
        handled_us = max(seen_us, t_us + self._chance.randint(0, HANDLED_US))
        self._at(handled_us, lambda: self._tell_touch(down, seen_us))

    def _tell_touch(self, down: bool, seen_us: int) -> None:
        stamp_us = self.clock_us(seen_us)
        self._send("up", lambda: self.unit.note_touch(down, stamp_us))

    def _send(self, way: str, deliver: Callable[[], None]) -> None:
        trip_us = self._chance.randint(self.network.fastest_us, self.network.slowest_us)
        arrives_us = max(self.now_us, self._stalled_until_us) + trip_us
        arrives_us = max(arrives_us, self._free_us[way])
        self._free_us[way] = arrives_us
        self._at(arrives_us, deliver)

    def _look(self) -> None:
        number = self.unit.ping()
        if number is not None:
            self.asked += 1
            self._send("down", lambda: self._answer(number))
        self._at(self.now_us + LOOK_US, self._look)

    def _answer(self, number: int) -> None:
        at_us = self.clock_us(self.now_us)
        self._send("up", lambda: self.unit.note_pong(number, at_us))


class HostilePhone(SimulatedPhone):
    """A phone whose page may lie. By default it is honest."""

    dates_back_us = 0  # how much earlier than they were it says its touches were
    answers = True  # pings
    holds_answers_us = 0  # how much later than it could it answers pings
    holds_touches_us = 0  # the same of its touches
    lies_once_us = 0  # how far off the next answer's time is
    _touches_told_us = 0  # when the latest touch is told

    def _tell_touch(self, down: bool, seen_us: int) -> None:
        stamp_us = max(0, self.clock_us(seen_us) - self.dates_back_us)

        def tell() -> None:
            self._send("up", lambda: self.unit.note_touch(down, stamp_us))

        # A page tells its touches in their order, also as it ceases to hold them back.
        self._touches_told_us = max(self.now_us + self.holds_touches_us, self._touches_told_us)
        self._at(self._touches_told_us, tell)

    def _answer(self, number: int) -> None:
        at_us = max(0, self.clock_us(self.now_us) - self.lies_once_us)
        self.lies_once_us = 0

        def tell() -> None:
            self._send("up", lambda: self.unit.note_pong(number, at_us))

        if self.answers:  # never before a touch that came before: that lie would cost its own player a slap
            self._at(max(self.now_us + self.holds_answers_us, self._touches_told_us), tell)
