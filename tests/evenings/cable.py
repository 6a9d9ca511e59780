"""The USB cable between a unit and the host: chunks that take their time, and what can befall them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from evenings.world import World

FASTEST_US = 120  # from the unit's write to the host's read
SPREAD_US = 900
OWN_POLL_US = 1_000  # a USB frame: chunks of one direction keep their order

Change = Callable[[bytes], bytes]


class End:
    """One direction: what is put in comes out in order, some time later, whole or as it was spoilt."""

    def __init__(self, world: World, chance: Random, deliver: Callable[[bytes], None]) -> None:
        self._world = world
        self._chance = chance
        self._deliver = deliver
        self._last_us = 0
        self._epoch = 0
        self.spoil: Change | None = None
        self.slower_us = 0

    def put(self, data: bytes) -> None:
        if self.spoil is not None:
            data = self.spoil(data)
        if not data:
            return
        way_us = FASTEST_US + int(self._chance.random() * SPREAD_US) + self.slower_us
        self._last_us = max(self._last_us + 1, self._world.now_us + way_us)
        epoch = self._epoch
        self._world.at(self._last_us, lambda: self._arrive(data, epoch))

    def cut(self) -> None:
        """Lose the bytes that are under way."""
        self._epoch += 1

    def _arrive(self, data: bytes, epoch: int) -> None:
        if epoch == self._epoch:
            self._deliver(data)


class Cable:
    """Both directions and the plug."""

    def __init__(self, world: World, chance: Random) -> None:
        self.plugged_in = True
        self.inbox = bytearray()  # arrived at the host, not read yet
        self.arrived: Callable[[], None] = lambda: None
        self.heard: Callable[[bytes], None] = lambda data: None
        self.to_host = End(world, chance, self._at_host)
        self.to_unit = End(world, chance, lambda data: self.heard(data))

    def take(self) -> bytes:
        data = bytes(self.inbox)
        self.inbox.clear()
        return data

    def unplug(self) -> None:
        self.plugged_in = False
        self.to_host.cut()
        self.to_unit.cut()
        self.inbox.clear()
        self.arrived()

    def plug_in(self) -> None:
        self.plugged_in = True

    def _at_host(self, data: bytes) -> None:
        if self.plugged_in:
            self.inbox += data
            self.arrived()
