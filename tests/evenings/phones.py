"""The phones of an evening: honest pages and others, on networks that stall, and hands that slap them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from evenings.hands import SOONEST_AGAIN_US, KeyHand, Touchdown
from evenings.world import World
from slamomatic.phone.touch_unit import PhoneUnit
from support.simulated_phone import HostilePhone, Timeline, steady

if TYPE_CHECKING:
    from evenings.plan import Phone
    from evenings.program import Program

LOOK_US = 20_000  # how often the server asks whether a ping is due
COMES_BACK_US = (300_000, 2_000_000)  # a page joins again after the program was started again


class WorldTime(Timeline):
    """The evening's own queue, as phones see it."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def now_us(self) -> int:  # type: ignore[override]
        return self._world.now_us

    def at(self, t_us: int, do: Callable[[], None]) -> None:
        self._world.at(t_us, do)


class Page(HostilePhone):
    """One phone of the evening, whatever program is at the other end of its network."""

    def __init__(self, world: World, drawn: Phone, program: Callable[[], Program]) -> None:
        self._world = world
        self._program = program
        self.colour = drawn.colour
        self.asleep = False
        self._socket = 0  # how many it has had
        self._run = program().run
        self._stamps: list[list[int]] = []  # of touches that the page has not told yet
        chance = world.chance(f"phone {drawn.colour}")
        self._returns = chance
        network = steady(drawn.round_trip_us)
        super().__init__(self.unit, lambda us: None, chance.getrandbits(32), network, WorldTime(world))

    @property
    def unit(self) -> PhoneUnit:
        return self._program().phones[self.colour]

    @unit.setter
    def unit(self, unit: PhoneUnit) -> None:
        """It is the one of the program that runs."""

    # --- what befalls it ----------------------------------------------------------------------------

    def freeze(self, for_us: int) -> None:
        """Nothing of it runs any more, and nothing reaches it."""
        self._leave_socket()
        self._rest(for_us)

    def sleep(self, for_us: int) -> None:
        """The same, and it can still say so."""
        if not self.asleep:
            self._send("up", lambda: self.unit.end())
        self._rest(for_us)

    def _rest(self, for_us: int) -> None:
        self.asleep = True
        self._world.after(for_us, self._wake)

    def again(self) -> None:
        """It is loaded again, and says that it is the paddle."""
        self._leave_socket()
        self._join()

    def _wake(self) -> None:
        if self.asleep:
            self.asleep = False
            self._leave_socket()
            self._join()

    def _leave_socket(self) -> None:
        """What is under way is gone."""
        self._socket += 1

    def _join(self) -> None:
        self._send("up", lambda: self.unit.begin(self.grain_us))

    # --- what it says -------------------------------------------------------------------------------

    def touch(self, touchdown: Touchdown, down: bool) -> None:
        """A finger comes down now, or leaves."""
        if self.asleep:
            return
        if down and touchdown.stamps is not None:
            self._stamps.append(touchdown.stamps)
        self._touch(down, self._world.now_us)

    def _tell_touch(self, down: bool, seen_us: int) -> None:
        if down:
            stamp_us = max(0, self.clock_us(seen_us) - self.dates_back_us)
            self._stamps.pop(0).append(stamp_us)
        super()._tell_touch(down, seen_us)

    def _send(self, way: str, deliver: Callable[[], None]) -> None:
        socket = self._socket

        def arrive() -> None:
            if socket != self._socket:
                return
            if way == "up":
                self._heard(socket, deliver)
            elif not self.asleep:
                deliver()

        super()._send(way, arrive)

    def _heard(self, socket: int, deliver: Callable[[], None]) -> None:
        """The server's thread takes it in, as soon as it gets a turn."""
        program = self._program()
        if self._world.now_us < program.stands_until_us:
            self._world.at(program.stands_until_us, lambda: self._heard(socket, deliver))
        elif socket == self._socket and program.run == self._run:
            deliver()
            if self.unit.news or program.frames.waits:
                program.frames.look()

    def _look(self) -> None:
        """The server's turn: it asks when a ping is due."""
        program = self._program()
        if program.run != self._run:  # another program: the page finds it after a while
            self._run = program.run
            self._leave_socket()
            if not self.asleep:
                self._world.after(self._returns.randint(*COMES_BACK_US), self._join)
        if program.frames.alive and self._world.now_us >= program.stands_until_us:
            number = self.unit.ping()
            if number is not None:
                self._send("down", lambda: self._answer(number))
            if self.unit.news:
                program.frames.look()
        self._world.after(LOOK_US, self._look)


class PhoneHand:
    """A finger on a phone; on the key of its colour while the phone sits out."""

    def __init__(
        self, world: World, chance: Random, page: Page, key: KeyHand, is_on_key: Callable[[], bool]
    ) -> None:
        self._world = world
        self._chance = chance
        self._page = page
        self._key = key
        self._is_on_key = is_on_key
        self._touchdown: Touchdown | None = None
        self._up_us = -SOONEST_AGAIN_US

    @property
    def up_us(self) -> int:
        return max(self._up_us, self._key.up_us)

    def press(self) -> Touchdown | None:
        if self._touchdown is not None or self._key.down:
            return None
        if self._is_on_key():
            return self._key.press()
        self._touchdown = Touchdown(stamps=[])
        self._page.touch(self._touchdown, down=True)
        return self._touchdown

    def static_first_us(self) -> int:
        return 0

    def lift(self) -> None:
        if self._touchdown is not None:
            self._page.touch(self._touchdown, down=False)
            self._touchdown = None
            self._up_us = self._world.now_us
        else:
            self._key.lift()
