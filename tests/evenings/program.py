"""One run of the host's program: from its start until it is closed, killed, or the power fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evenings.clocks import HostClock
from evenings.frames import Frames
from evenings.port import PortUnit
from evenings.record import Record
from evenings.truth import Truth
from evenings.wired import Wired
from evenings.world import World
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.store.calibration import Correction
from slamomatic.table.intake import excess_error_us
from slamomatic.table.session import GameSession
from slamomatic.units.base import Link, News, PaddleEvent
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Lookup, Units


class SpiedUnits(Units):
    """Notes what the table is handed."""

    def __init__(
        self,
        units: Sequence[Any],
        clock: HostClock,
        lookup: Lookup,
        truth: Truth,
        seat_of: dict[int, int],
    ) -> None:
        super().__init__(units, clock=clock, lookup=lookup)
        self._truth = truth
        self._seat_of = seat_of
        self._host = clock
        self.stamp_us: Callable[[int, PaddleEvent], int] = lambda seat, item: item.t_us
        self.stood: Callable[[int], bool] = lambda host_us: False

    def drain(self) -> list[News]:
        news = super().drain()
        if news:
            for press in self._truth.told(
                news, self._seat_of, self.stamp_us, self._host.crystal.at, self._host.true_us
            ):
                # The table only knows the moment that it was told, as far off as was stated.
                told_us, off_us = press.host_us + press.off_us, press.stated_us + 1
                moments = [told_us - off_us, press.host_us - off_us, press.host_us]
                moments += [press.host_us + off_us, told_us + off_us]
                press.on_the_edge = any(map(self.stood, moments))
        return news


class WatchedJournal:
    """The session's journal; the record hears of each event once it is written."""

    def __init__(self, journal: Any, record: Record) -> None:
        self._journal = journal
        self._record = record
        self.path: Path = journal.path

    def append(self, entry: Mapping[str, Any]) -> None:
        self._journal.append(entry)
        self._record.append(entry)

    def finish(self) -> Path:
        self.path = self._journal.finish()
        return self.path

    def close(self) -> None:
        self._journal.close()


class Program:
    """Units, keys, window and session; `stop` is the end of all of them at once."""

    def __init__(
        self,
        world: World,
        clock: HostClock,
        wired: Sequence[Wired],
        truth: Truth,
        seat_of: dict[int, int],
        run: int,
        phones: Sequence[int] = (),
    ) -> None:
        """`phones`: the colours of those that are slapped."""
        self._world = world
        self._truth = truth
        self.run = run
        self.clock = clock
        self.ports = [
            PortUnit(world, clock, world.chance(f"port {each.number}, run {run}"), each.cable, each.twin)
            for each in wired
        ]
        self.keyboard = KeyboardUnit(clock=clock)
        self.phones = {colour: PhoneUnit(colour, clock) for colour in phones}
        self.stands_until_us = 0  # the thread that serves phones gets no turn
        # The modelled paddles are late by exactly this much.
        kept = {each.twin.unit_id: tuple(map(Correction, each.corrections_us)) for each in wired}
        units = [*self.ports, *self.phones.values(), self.keyboard]
        self.unit = SpiedUnits(units, clock, lambda unit_id: kept.get(unit_id, ()), truth, seat_of)
        self.frames = Frames(world, clock, world.chance(f"frames, run {run}"), self.keyboard, truth)
        for port in self.ports:
            port.has_news = self.frames.look
            port.is_awaited = lambda: self.frames.waits
        self.session: GameSession | None = None
        self.record: Record | None = None
        self.unit.start()

    @property
    def connected(self) -> bool:
        states = self.unit.states()
        return all(state.link is Link.CONNECTED and state.error_us is not None for state in states)

    def play(self, session: GameSession, states: bool) -> None:
        """This session is on the screen from now on."""
        self.session = session
        game = session.played.game
        told = [] if self.run > 1 else game.told  # what was told before is no news after a resume
        self.record = Record(game, self.run, states, told)
        self.record.now_us = lambda: self._world.now_us
        session.played.journal = WatchedJournal(session.journal, self.record)
        self.unit.stamp_us = self._stamp_us
        self.unit.stood = session.clock.stood_still
        self.frames.session = session
        self._watch_the_clock(session)

    def _stamp_us(self, seat: int, item: PaddleEvent) -> int:
        """When the game will be told that this slap was, at the earliest."""
        session = self.session
        assert session is not None
        excess_us = excess_error_us(session.played.game.paddles, seat, item)
        return max(0, session.clock.game_us(item.t_us - excess_us))

    def _watch_the_clock(self, session: GameSession) -> None:
        """Forget the slaps of a time that was undone."""
        clock, truth = session.clock, self._truth
        set_back = clock.set_back

        def noted(game_us: int) -> None:
            truth.unmade(self.run, game_us)
            set_back(game_us)

        clock.set_back = noted  # type: ignore[method-assign]

    def stop(self) -> None:
        """Nothing of it does anything any more."""
        self.frames.stop()
        for port in self.ports:
            port.stop()
        self.session = None
        self._truth.forget_keys()
        if self.record is not None:
            self.record.end()
