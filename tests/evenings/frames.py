"""The table's window without pygame: it wakes up, takes key events, pumps the session, shows what is new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from evenings.clocks import HostClock
from evenings.truth import Truth
from evenings.world import World
from slamomatic.engine.vocabulary import Effect
from slamomatic.errors import UserError
from slamomatic.table.session import ANSWER_US, GameSession
from slamomatic.units.base import UnitNotice
from slamomatic.units.keyboard import KeyboardUnit

FRAME_US = 1_000_000 // 60
LOOK_US = 4_000  # how often the window looks for slaps while nothing moves
LOOK_FOR_KEYS_US = 15_000
MOVES_US = 500_000  # cards fly for so long after something happened
WORK_US = 1_500  # a frame's own work
# The window looks all the time. Here it does when there is something to see, and now and then besides:
# looks that find nothing would be most of an evening.
NOW_AND_THEN_US = 200_000


class Frames:
    """Steps one session. `long` makes the next frame a slow one."""

    def __init__(
        self, world: World, clock: HostClock, chance: Random, keyboard: KeyboardUnit, truth: Truth
    ) -> None:
        self._world = world
        self._clock = clock
        self._chance = chance
        self._keyboard = keyboard
        self._truth = truth
        self.session: GameSession | None = None
        self.shown: Callable[[Sequence[Effect], Sequence[UnitNotice]], None] = lambda effects, notices: None
        self.stopped: Callable[[UserError], None] = lambda error: None
        self.alive = True
        self._keys: list[tuple[int, bool]] = []
        self._busy_until_us = 0
        self._moving_until_us = 0
        self._looks_us: list[int] = []  # when it looked for keys in vain since the last frame
        self._frame_us = 0  # when the last one began
        self._due_us: int | None = None
        self.waits = False  # time for the units to report
        self._waits_since_us = 0
        self._waits_for_us = 0  # what is due, by the game's time
        self.longest_wait_us = 0
        self._told = 0  # notices
        self.missing = False

    def key_event(self, paddle: int, pressed: bool) -> None:
        """The system has it; the next frame takes it."""
        if not self._keys:
            self._look_for_keys()
        self._keys.append((paddle, pressed))
        self.request(self._world.now_us)

    def stop(self) -> None:
        self.alive = False

    def _look_for_keys(self) -> None:
        """Between two frames it looked in vain now and then: the latest time was just before this key."""
        now_us = self._world.now_us
        every_us = FRAME_US if self._moving else LOOK_FOR_KEYS_US
        self._looks_us += range(max(self._busy_until_us, self._frame_us), now_us + 1, every_us)

    def look(self) -> None:
        """A unit has news: found at the window's next look."""
        wait_us = 0 if self._moving else self._chance.randrange(LOOK_US)
        self.request(self._world.now_us + wait_us)

    def long(self, for_us: int) -> None:
        """This frame takes so long: nothing is taken in before it is over."""
        self._busy_until_us = max(self._busy_until_us, self._world.now_us + for_us)

    @property
    def _moving(self) -> bool:
        return self._world.now_us < self._moving_until_us

    def request(self, at_us: int) -> None:
        at_us = max(at_us, self._busy_until_us)
        if self._moving:
            frames = max(1, -(-(at_us - self._frame_us) // FRAME_US))
            at_us = self._frame_us + frames * FRAME_US
        if self._due_us is None or at_us < self._due_us:
            self._due_us = at_us
            self._world.at(at_us, self._due)

    def _due(self) -> None:
        if not self.alive or self._due_us is None or self._world.now_us < self._due_us:
            return
        if self._world.now_us < self._busy_until_us:
            self._due_us = None
            self.request(self._busy_until_us)
            return
        self._due_us = None
        self._frame()

    def _frame(self) -> None:
        session = self.session
        now_us = self._world.now_us
        self._take_keys()
        self._frame_us = now_us
        if session is None:
            return
        try:
            self._mind_the_units(session)
            session.pump()
        except UserError as error:
            self.stopped(error)
            return
        effects = [effect for moment in session.take_moments() for effect in moment.effects]
        notices = session.troubles.notices[self._told :]
        self._told = len(session.troubles.notices)
        if effects:
            self._moving_until_us = now_us + MOVES_US
        self._busy_until_us = max(self._busy_until_us, now_us + WORK_US)
        if effects or notices or session.waiting_for or session.view(None)["asked"]:
            self.shown(effects, notices)
        self.wake()

    def _wait(self, waits: bool, due_us: int) -> None:
        now_us = self._world.now_us
        if waits and not (self.waits and due_us == self._waits_for_us):
            self._waits_since_us, self._waits_for_us = now_us, due_us
        self.waits = waits
        if waits:
            self.longest_wait_us = max(self.longest_wait_us, now_us - self._waits_since_us)

    def _mind_the_units(self, session: GameSession) -> None:
        """As the table's scene does: without its unit play stands still, with it, it goes on."""
        missing = bool(session.missing_unit())
        if missing and not self.missing:
            session.pause()
        elif self.missing and not missing:
            session.go_on()
        self.missing = missing

    def wake(self) -> None:
        """Ask the session when it has something to do by itself."""
        session = self.session
        if session is None or session.over:
            return
        self.request(self._world.now_us + NOW_AND_THEN_US)
        wakes_us = session.wakes_at_us()
        if wakes_us is None:
            self.waits = False
        else:
            wait_us = wakes_us - self._clock()
            self._wait(wait_us <= ANSWER_US, session.queue.next_due_us() or 0)
            # While it waits for a unit's answer that answer wakes it up.
            self.request(self._world.now_us + (FRAME_US if self.waits else wait_us))

    def _take_keys(self) -> None:
        stamp_us = self._clock()
        if not self._keys:
            self._look_for_keys()
        for looked_us in self._looks_us:
            self._keyboard.polled(self._clock.crystal.at(looked_us))
        for paddle, pressed in self._keys:
            if pressed:
                self._truth.taken(paddle, stamp_us)
            self._keyboard.key(paddle, pressed, stamp_us)
        self._keys.clear()
        self._looks_us.clear()
        self._keyboard.polled(stamp_us)
