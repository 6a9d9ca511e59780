"""Hands that press paddles and keys: how contacts bounce, how long a hand stays, when a key's event is
there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from evenings.twin import Twin
from evenings.world import World

KEY_SCAN_US = 8_000  # a keyboard's own matrix and its USB poll
NEVER_BOUNCES = 0.3
LONGEST_BOUNCES = 7  # pairs
# No hand comes down again sooner after it came up; the unit's lockout is 50 ms.
SOONEST_AGAIN_US = 90_000


@dataclass(frozen=True, slots=True)
class Touchdown:
    """A hand came down: what the unit's clock showed, and in which of its boots."""

    unit_us: int | None = None
    boot: int = 0
    stamps: list[int] | None = None  # what a phone's page said of it, once it did; None: no phone


class Hand(Protocol):
    """The unit and paddle that a seat slaps with."""

    def press(self) -> Touchdown | None:
        """Down, now. None: it is down already."""
        ...

    def static_first_us(self) -> int:
        """How long before the slap that comes now there is static."""
        ...

    @property
    def up_us(self) -> int:
        """When it came up last, in true time."""
        ...

    def lift(self) -> None: ...


class PaddleHand:
    """One paddle of a unit, with a switch that bounces."""

    def __init__(self, world: World, chance: Random, twin: Twin, paddle: int, late_us: int = 0) -> None:
        self._world = world
        self._chance = chance
        self._twin = twin
        self._paddle = paddle
        self._late_us = late_us  # from the hand's touch to the contact
        self.down = False
        self.spike_before_us = 0  # of the next slap
        self.up_us = -SOONEST_AGAIN_US

    def press(self) -> Touchdown | None:
        if self.down:
            return None
        self.down = True
        self._edges(closed=True)
        contact_us = self._world.now_us + self._late_us
        return Touchdown(self._twin.clock.at(contact_us), self._twin.boots)

    def static_first_us(self) -> int:
        before_us, self.spike_before_us = self.spike_before_us, 0
        if before_us:
            self.spike(min(before_us // 2, 80))
        return before_us

    def lift(self) -> None:
        if self.down:
            self.down = False
            self.up_us = self._world.now_us
            self._edges(closed=False)

    def spike(self, for_us: int) -> None:
        """Static: closed for a moment, and nobody was there."""
        if not self.down:
            self._twin.edge(self._paddle, True)
            self._world.after(for_us, lambda: self._twin.edge(self._paddle, self.down))

    def _edges(self, closed: bool) -> None:
        chance, at_us = self._chance, self._world.now_us + self._late_us
        self._change(at_us, closed)
        if chance.random() < NEVER_BOUNCES:
            return
        for _ in range(chance.randint(1, LONGEST_BOUNCES)):
            at_us += chance.randint(4, 90)
            self._change(at_us, not closed)
            at_us += chance.randint(4, 160)
            self._change(at_us, closed)

    def _change(self, at_us: int, closed: bool) -> None:
        if at_us == self._world.now_us:
            self._twin.edge(self._paddle, closed)
        else:
            self._world.at(at_us, lambda: self._twin.edge(self._paddle, closed))


class KeyHand:
    """One key: its event waits in the system's queue until a frame takes it."""

    def __init__(
        self,
        world: World,
        chance: Random,
        paddle: int,
        queue: Callable[[int, bool], None],
    ) -> None:
        self._world = world
        self._chance = chance
        self._paddle = paddle
        self._queue = queue
        self.down = False
        self.up_us = -SOONEST_AGAIN_US
        self._last_us = 0

    def press(self) -> Touchdown | None:
        if self.down:
            return None
        self.down = True
        self._event(True)
        return Touchdown()

    def static_first_us(self) -> int:
        return 0

    def lift(self) -> None:
        if self.down:
            self.down = False
            self.up_us = self._world.now_us
            self._event(False)

    def _event(self, pressed: bool) -> None:
        at_us = self._world.now_us + self._chance.randrange(500, KEY_SCAN_US)
        self._last_us = max(self._last_us + 1, at_us)
        self._world.at(self._last_us, lambda: self._queue(self._paddle, pressed))
