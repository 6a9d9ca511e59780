"""A whole table: units with their cables, keys, the window, the sitting, players; built for one evening."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evenings.cable import Cable
from evenings.clocks import HostClock
from evenings.frames import Frames
from evenings.hands import Hand, KeyHand, PaddleHand
from evenings.people import Manner, Person
from evenings.port import PortUnit
from evenings.record import Record
from evenings.truth import Truth
from evenings.twin import NEW, PADDLES, Firmware, Twin
from evenings.world import World
from slamomatic.games.vocabulary import Effect
from slamomatic.store import journal as journals
from slamomatic.table import opening
from slamomatic.table.seats import Seat, sources_of
from slamomatic.table.sitting import Sitting
from slamomatic.unit.base import Link, News, UnitNotice
from slamomatic.unit.keyboard import KeyboardUnit
from slamomatic.unit.side_by_side import SideBySide

CONNECTS_WITHIN_US = 5_000_000


class MemoryJournal:
    """A journal of lines in memory, as the sitting writes them."""

    def __init__(self) -> None:
        self.path = Path("evening.journal")
        self.lines: list[str] = []
        self.record: Record | None = None

    def append(self, entry: Mapping[str, Any]) -> None:
        self.lines.append(json.dumps(entry))
        if self.record is not None:
            self.record.append(entry)

    def finish(self) -> Path:
        return self.path

    def close(self) -> None:
        pass


class SpiedUnits(SideBySide):
    """Notes what the table is handed."""

    def __init__(self, units: Sequence[Any], clock: HostClock, truth: Truth, seat_of: dict[int, int]) -> None:
        super().__init__(units, clock=clock)
        self._truth = truth
        self._seat_of = seat_of
        self.game_us: Callable[[int], int] = lambda t_us: t_us

    def drain(self) -> list[News]:
        news = super().drain()
        if news:
            self._truth.told(news, self._seat_of, self.game_us)
        return news


class Wired:
    """One unit, its cable and the host's end of it."""

    def __init__(self, world: World, clock: HostClock, number: int, ppm: float, firmware: Firmware) -> None:
        name = f"unit {number}"
        self.cable = Cable(world, world.chance(f"{name} cable"))
        self.twin = Twin(
            world,
            world.chance(name),
            self.cable.to_host.put,
            unit_id=f"e6614864d312345{number}",
            ppm=ppm,
            firmware=firmware,
        )
        self.cable.heard = self.twin.hear
        self.port = PortUnit(world, clock, world.chance(f"{name} port"), self.cable)
        self.port.twin = self.twin
        self.hands: list[PaddleHand] = []


class Table:
    """Everything of one evening; `begin` deals the cards."""

    def __init__(
        self,
        world: World,
        seats: Sequence[Seat],
        *,
        units_ppm: Sequence[float] = (30.0,),
        host_ppm: float = 0.0,
        firmware: Firmware = NEW,
    ) -> None:
        self.world = world
        self.seats = list(seats)
        self.host_ppm = host_ppm
        self.clock = HostClock(world, host_ppm)
        self.truth = Truth()
        self.wired = [
            Wired(world, self.clock, number, ppm, firmware) for number, ppm in enumerate(units_ppm, start=1)
        ]
        self.keyboard = KeyboardUnit(clock=self.clock)
        self._seat_of: dict[int, int] = {}
        ports = [wired.port for wired in self.wired]
        self.unit = SpiedUnits([*ports, self.keyboard], self.clock, self.truth, self._seat_of)
        self.frames = Frames(world, self.clock, world.chance("frames"), self.keyboard, self.truth)
        for port in ports:
            port.has_news = self.frames.look
        self.frames.shown = self._shown
        self.people: dict[int, Person] = {}
        self.effects: list[Effect] = []
        self.notices: list[UnitNotice] = []
        self.judges: list[Any] = []
        self.sitting: Sitting

    def connect(self) -> None:
        self.unit.start()

        def connected() -> bool:
            return all(state.link is Link.CONNECTED for state in self.unit.states())

        assert connected() or self.world.run(CONNECTS_WITHIN_US, connected), "a unit does not connect"
        self.unit.drain()

    def begin(
        self,
        game: str,
        seed: int,
        manners: Mapping[int, Manner],
        options: Mapping[str, Any] | None = None,
        nature: Any = None,
    ) -> None:
        journal = MemoryJournal()
        self.journal = journal
        create = journals.create
        setattr(journals, "create", lambda game, home: journal)  # noqa: B010
        try:
            self.sitting = opening.begin(
                game, self.seats, self.unit, self.clock, seed=seed, options=options, nature=nature
            )
        finally:
            journals.create = create
        self.frames.sitting = self.sitting
        self.unit.game_us = self.sitting.clock.game_us
        self.record = journal.record = Record(self.sitting._game)
        for seat, manner in manners.items():
            self.people[seat] = Person(
                self.world,
                self.world.chance(f"seat {seat}"),
                seat,
                self.hand_of(seat),
                manner,
                self.truth,
                self.frames,
                self.sitting,
            )
        self.frames.request(self.world.now_us)

    def hand_of(self, seat: int) -> Hand:
        paddle = sources_of(self.unit, self.seats).paddles[seat]
        self._seat_of[paddle] = seat
        place = self.unit.place(paddle)
        chance = self.world.chance(f"hand {seat}")
        if place.unit == len(self.wired):
            self.truth.seat_on_key[place.paddle] = seat
            return KeyHand(self.world, chance, place.paddle, self.frames.key_event)
        assert place.paddle < PADDLES
        wired = self.wired[place.unit]
        hand = PaddleHand(self.world, chance, wired.twin, place.paddle)
        wired.hands.append(hand)
        return hand

    def _shown(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        self.effects += effects
        self.notices += notices
        for judge in self.judges:
            judge.watch(effects, notices)
        if effects:
            for person in self.people.values():
                person.see(effects)
