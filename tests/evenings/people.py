"""Players of flesh: they see what the table shows, think as a bot does, and act with a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from evenings.hands import SOONEST_AGAIN_US, Hand
from evenings.truth import Press
from slamomatic.engine import bots, find
from slamomatic.engine.bots import Bot, Nature
from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE, Choice, Effect, Event, visible_effects
from slamomatic.table.session import GameSession

if TYPE_CHECKING:
    from evenings.evening_table import Table

AT_THE_LIMIT = 0.6  # of those that come together
NEAR_US = (-500, 300)
THINKS_AGAIN_US = 1_200_000  # who waits for nothing that comes looks at the table again


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player handles the paddle."""

    nature: Nature
    shortest_hold_us: int = 60_000
    longest_hold_us: int = 450_000
    leaves_it: float = 0.05  # how often the hand stays for long
    left_us: int = 1_500_000
    twice: float = 0.04  # how often one slap is two
    together: float = 0.0  # how often another who is about to slap does so in the same moment
    at_once: float = 0.0  # how often that is within two microseconds


class Person:
    """One seat's player: a bot's head, a hand of its own."""

    def __init__(
        self,
        table: Table,
        chance: Random,
        seat: int,
        hand: Hand,
        manner: Manner,
        game: str,
        kind: str = "careful",
    ) -> None:
        self._table = table
        self._world = table.world
        self._chance = chance
        self._moments = table.world.chance(f"moments {seat}")
        self._instants = table.world.chance(f"instants {seat}")
        self.seat = seat
        self._hand = hand
        self._manner = manner
        self._game = find(game)
        self._kind = kind
        self._head = self._new_head()
        self._thought_us = 0
        self.gone = False
        self.on_slap: Callable[[], None] = lambda: None

    def sits_down(self, session: GameSession) -> None:
        """A game begins, or goes on after it was away.

        Who had just left is back if the program was killed while the table still waited for a unit.
        """
        self.gone = self.seat not in session.people
        self._head = self._new_head()
        self._world.after(THINKS_AGAIN_US, self._look_again)

    def _new_head(self) -> Bot:
        rng = Random(self._chance.getrandbits(64))
        return bots.make(self._kind, self._game, self.seat, rng, self._manner.nature)

    def see(self, effects: Sequence[Effect]) -> None:
        """The table shows something."""
        session, seat = self._table.session, self.seat
        if self.gone or session is None or session.over:
            return
        told = visible_effects(effects, seat)
        if effects and not told:
            return
        legal = [choice for choice in session.legal(seat) if choice.do != TURNED_BY_THE_TABLE]
        now_us = session.clock.now_us() + self._table.screen_us
        self._thought_us = self._world.now_us
        plan = self._head.update(session.view(seat), legal, told, now_us)
        if plan is None:
            self._world.after(THINKS_AGAIN_US, self._look_again)
        else:
            in_us = plan.t_us - session.clock.now_us()
            self._world.after(max(0, in_us), lambda: self._act(plan))

    def leave(self) -> None:
        self.gone = True

    def _look_again(self) -> None:
        if self._world.now_us - self._thought_us >= THINKS_AGAIN_US:
            self.see([])

    def _act(self, plan: Event) -> None:
        session, frames = self._table.session, self._table.program.frames
        if self.gone or session is None or self._head.planned is not plan:
            return
        self._head.forget_plan()
        self._world.after(THINKS_AGAIN_US, self._look_again)
        if session.clock.paused and plan.do != "down":
            return
        if plan.do == "down":
            self.slap()
        elif plan.do == "feint":
            session.feint(self.seat)
            frames.request(self._world.now_us)
        elif plan.do != "up":
            session.choose(Choice(self.seat, plan.do, plan.data))
            frames.request(self._world.now_us)

    def slap_if_there(self) -> None:
        """Slap whatever the table shows, unless the player has gone home."""
        if not self.gone:
            self.slap()

    def slap(self) -> None:
        soonest_us = self._hand.up_us + SOONEST_AGAIN_US
        if self._world.now_us < soonest_us:
            self._world.at(soonest_us, self.slap)
            return
        before_us = self._hand.static_first_us()
        if before_us:
            self._world.after(before_us, self._slap_now)
        else:
            self._slap_now()

    def _slap_now(self) -> None:
        touchdown = self._hand.press()
        if touchdown is None:
            return
        session, program = self._table.session, self._table.program
        host_us = program.clock()
        press = Press(self.seat, self._world.now_us, host_us, touchdown.unit_us, touchdown.boot)
        press.run, press.page_us = program.run, touchdown.stamps
        press.asleep = self._world.now_us < self._table.sleeps_until_us
        if session is not None:
            press.game_us, press.paused = session.clock.game_us(host_us), session.clock.paused
        self._table.truth.pressed(press)
        self.on_slap()
        self._carry_along()
        manner, chance = self._manner, self._chance
        hold_us = chance.randint(manner.shortest_hold_us, manner.longest_hold_us)
        if chance.random() < manner.leaves_it:
            hold_us = manner.left_us
        self._world.after(hold_us, self._hand.lift)
        if chance.random() < manner.twice:
            self._world.after(hold_us + chance.randint(70_000, 200_000), self.slap)

    def _limit_us(self, other: int) -> int:
        """About how far apart two slaps can be told apart, by what their sources state."""
        session = self._table.session
        stated_us = session.paddles.stated_errors_us() if session is not None else {}
        return max(1_500, stated_us.get(self.seat, 0) + stated_us.get(other, 0))

    def _carry_along(self) -> None:
        """Hands come down together, by more or less than can be told apart."""
        manner = self._manner
        for person in self._table.people.values():
            plan = person._head.planned
            if plan is None or plan.do != "down" or self._moments.random() >= manner.together:
                continue
            apart_us = self._moments.randrange(self._moments.choice((self._limit_us(person.seat), 30_000)))
            if self._moments.random() < AT_THE_LIMIT:
                apart_us = max(0, self._limit_us(person.seat) + self._moments.randint(*NEAR_US))
            if manner.at_once and self._instants.random() < manner.at_once:
                apart_us = self._instants.randrange(3)
            self._world.after(apart_us, partial(person._act, plan))
