"""The host's end of a unit's cable without its thread: woken by bytes or its own patience, or stalled."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from evenings.cable import Cable
from evenings.clocks import HostClock
from evenings.twin import Twin
from evenings.world import World
from slamomatic.unit.base import Link, News
from slamomatic.unit.serial_unit import RETRY_US, SerialUnit

WAKE_US = 200  # at most, from a byte's arrival to the thread's turn
READ_US = 10_000  # how long a read waits for a byte
QUIET_READ_US = 50_000  # the same while nothing is asked: an evening is not made of empty looks


class NamedPort:
    """Where the simulated unit is plugged in; always the same one."""

    name = "the unit"
    searching = "No unit found yet."
    remedy = "check its cable"

    def candidates(self, now_us: int) -> list[str]:
        return ["simulated"]

    def unfit(self, port: str, now_us: int) -> None:
        pass

    def met(self, unit_id: str) -> None:
        pass


class PortUnit(SerialUnit):
    """A SerialUnit whose loop is stepped by the world instead of a thread."""

    def __init__(self, world: World, clock: HostClock, chance: Random, cable: Cable, twin: Twin) -> None:
        super().__init__(NamedPort(), clock=clock)
        self._world = world
        self._host = clock
        self._chance = chance
        self._cable = cable
        self._open = False
        self._stalled_until_us = 0
        self._wake_at_us: int | None = None
        self._alive = True
        self._twin = twin
        self.has_news: Callable[[], None] = lambda: None
        cable.arrived = lambda: self._wake_by(world.now_us + int(chance.random() * WAKE_US))

    def start(self) -> None:
        self._wake_by(self._world.now_us)

    def stop(self) -> None:
        self._alive = False

    def stall(self, for_us: int) -> None:
        """The system gives the thread no turn."""
        self._stalled_until_us = max(self._stalled_until_us, self._world.now_us + for_us)

    def _wake_by(self, true_us: int) -> None:
        true_us = max(true_us, self._stalled_until_us)
        if self._wake_at_us is None or true_us < self._wake_at_us:
            self._wake_at_us = true_us
            self._world.at(true_us, self._wake)

    def _wake(self) -> None:
        now_us = self._world.now_us
        if not self._alive or self._wake_at_us is None or now_us < self._wake_at_us:
            return
        self._wake_at_us = None
        if now_us < self._stalled_until_us:
            self._wake_by(self._stalled_until_us)
            return
        self._wake_by(now_us + self._turn())
        if self._news:
            self.has_news()

    def _turn(self) -> int:
        """One turn of the thread; how long it then waits if nothing comes."""
        now = self._host()
        if not self._cable.plugged_in:
            if self._open:
                self._open = False
                self._memory.lost(now, self._news.append, self._source.remedy)
                self._publish(now)
            return RETRY_US
        if not self._open:
            self._open = True
            self._twin.opened()
            self._talk.opened(now)
        talk = self._talk
        data = self._cable.take()
        if data:
            talk.feed(data, now)
        if self._wanted_lights is not None:
            colours, self._wanted_lights = self._wanted_lights, None
            talk.lights(colours, now)
        talk.tick(now)
        output = talk.take_output()
        if output:
            self._cable.to_unit.put(output)
        if now - self._published_us >= 100_000 or self._memory.link is not self._state.link:
            self._publish(now)
        if talk.dead(now):
            self._open = False
            self._memory.lost(now, self._news.append, self._source.remedy)
            self._publish(now)
            return RETRY_US
        return READ_US if self._memory.link is not Link.CONNECTED else QUIET_READ_US

    def drain(self) -> list[News]:
        return super().drain()
