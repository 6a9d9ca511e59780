"""The host's end of a unit's cable without its thread: woken by bytes or its own patience, or stalled."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from evenings.cable import Cable
from evenings.clocks import HostClock
from evenings.twin import Twin
from evenings.world import World
from slamomatic.units.base import Link
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from slamomatic.units.talking_unit import RETRY_US, TalkingUnit

WAKE_US = 200  # at most, from a byte's arrival to the thread's turn
SHORTEST_READ_US = 100  # a turn of the thread takes its time
READ_US = 10_000  # how long a read waits for a byte
QUIET_READ_US = 50_000  # the same while nothing is asked: an evening is not made of empty looks


class PortUnit(SerialUnit):
    """A SerialUnit whose thread's turns are the world's events; everything it says and hears is its own."""

    def __init__(self, world: World, clock: HostClock, chance: Random, cable: Cable, twin: Twin) -> None:
        super().__init__(OnePort("simulated"), clock=clock)
        self._world = world
        self._chance = chance
        self._cable = cable
        self._twin = twin
        self._alive = True
        self._open = False
        self._stalled_until_us = 0
        self._wake_at_us: int | None = None
        self._told_us = 0
        self.is_awaited: Callable[[], bool] = lambda: True
        self.has_news: Callable[[], None] = lambda: None
        cable.arrived = self._soon

    def start(self) -> None:
        self._wake_by(self._world.now_us)

    def stop(self) -> None:
        self._alive = False

    def ask(self, t_us: int) -> None:
        if t_us != self._asked_us:
            self._asked_us = t_us
            TalkingUnit.ask(self, t_us)
            self._soon()

    def stall(self, for_us: int) -> None:
        """The system gives the thread no turn."""
        self._stalled_until_us = max(self._stalled_until_us, self._world.now_us + for_us)

    def _soon(self) -> None:
        self._wake_by(self._world.now_us + int(self._chance.random() * WAKE_US))

    def _wake_by(self, true_us: int) -> None:
        true_us = max(true_us, self._stalled_until_us)
        if self._wake_at_us is None or true_us < self._wake_at_us:
            self._wake_at_us = true_us
            self._world.at(true_us, self._wake_up)

    def _wake_up(self) -> None:
        now_us = self._world.now_us
        if not self._alive or self._wake_at_us is None or now_us < self._wake_at_us:
            return
        self._wake_at_us = None
        if now_us < self._stalled_until_us:
            self._wake_by(self._stalled_until_us)
            return
        self._wake_by(now_us + self._turn())
        if self.news or (self.known_us() != self._told_us and self.is_awaited()):
            self.has_news()
        self._told_us = self.known_us()

    def _turn(self) -> int:
        """One turn of the thread; how long it then waits if nothing comes."""
        now = self._clock()
        if not self._cable.plugged_in:
            return self._closed(now)
        if not self._open:
            self._open = True
            self._twin.opened()
            self._talk.opened(now, self._source.manner("simulated", now))
        output = self.step(self._cable.take(), now)
        if output:
            self._cable.to_unit.put(output)
        if self.gives_up("simulated", now):
            return self._closed(now)
        asks_at_us = self._talk.asks_at_us
        patience_us = QUIET_READ_US if self.state().link is Link.CONNECTED else READ_US
        return (
            patience_us if asks_at_us is None else min(patience_us, max(SHORTEST_READ_US, asks_at_us - now))
        )

    def _closed(self, now: int) -> int:
        if self._open:
            self._open = False
            self.note_closed(now)
            self.publish(now)
        return RETRY_US
