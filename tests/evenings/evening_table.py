"""A whole table for one evening: units at their cables, players, a disk, and the program that runs now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest import mock

from evenings.clocks import HostClock
from evenings.disk import SimDisk
from evenings.hands import Hand, KeyHand, PaddleHand
from evenings.people import Manner, Person
from evenings.phones import Page, PhoneHand
from evenings.plan import Fault, Phone
from evenings.program import Program
from evenings.record import Record
from evenings.truth import Truth
from evenings.twin import NEW, PADDLES, Firmware
from evenings.verdicts import Finding
from evenings.wired import Wired
from evenings.world import World
from slamomatic.engine.bots import Nature
from slamomatic.engine.vocabulary import Effect
from slamomatic.errors import UserError
from slamomatic.face.hand_speed import KIT
from slamomatic.store import journals
from slamomatic.store.journal import JournalError
from slamomatic.table import opening
from slamomatic.table.automatic import PACES_MS, Automatic
from slamomatic.table.seats import Seat, sources_of
from slamomatic.table.session import GameSession
from slamomatic.units.base import UnitNotice

CONNECTS_WITHIN_US = 5_000_000
TRIES_AGAIN_US = 200_000
DRUMS_FOR_US = 9_000_000
MENU_US = 1_500_000  # nobody is through the menu sooner after a slap
HOME = Path("home")
KEPT_WITHIN_US = 200_000  # what is older than this survives a power loss (apart from the disk's own delay)


class Table:
    """Everything of one evening; `begin` deals the cards."""

    def __init__(
        self,
        world: World,
        seats: Sequence[Seat],
        *,
        units_ppm: Sequence[float] = (30.0,),
        host_ppm: float = 0.0,
        corrections_us: Sequence[Sequence[int]] = (),
        firmware: Firmware = NEW,
        keeps_states: bool = False,
        phones: Sequence[Phone] = (),
    ) -> None:
        self.world = world
        self.seats = list(seats)
        self.host_ppm = self.cold_ppm = host_ppm
        self.truth = Truth()
        self.wired = [Wired(world, number, ppm, firmware) for number, ppm in enumerate(units_ppm, start=1)]
        for wired, corrections in zip(self.wired, corrections_us, strict=False):
            wired.corrections_us = tuple(corrections)
        self.disk = SimDisk(world)
        self.clock = HostClock(world, host_ppm)
        self.people: dict[int, Person] = {}
        self.effects: list[Effect] = []
        self.notices: list[UnitNotice] = []
        self.judges: list[Any] = []
        self.happened: list[Fault] = []  # so far
        self.disputed = False  # players took the slap back themselves
        self.records: list[Record] = []
        self.findings: list[Finding] = []
        self.sentences: list[str] = []  # of what stopped a program, or is missing after it
        self.pace_ms = PACES_MS["usual"]
        self._nature: Nature | None = None  # of all bots
        self.sleeps_until_us = 0  # the whole machine
        self.screen_us = 0  # how late the television is
        self.sleeps = 0  # of the machine, so far
        self.jumped_us: dict[int, int] = {}  # when the host's clock jumped ahead, and how far
        self._keeps_states = keeps_states
        self._seat_of: dict[int, int] = {}
        self._runs = 0
        self._phones = [phone.colour for phone in phones]
        self.program = self._start()
        self.pages = [Page(world, phone, lambda: self.program) for phone in phones]

    @property
    def session(self) -> GameSession | None:
        """Return the scene on the screen, or None."""
        return self.program.session

    @property
    def unit(self) -> Any:
        return self.program.unit

    # --- the first cards ----------------------------------------------------------------------------

    def connect(self) -> None:
        program = self.program
        ready = program.connected or self.world.run(CONNECTS_WITHIN_US, lambda: program.connected)
        assert ready, "a unit does not connect"
        program.unit.drain()

    def begin(
        self,
        game: str,
        seed: int,
        manners: Mapping[int, Manner],
        options: Mapping[str, Any] | None = None,
        nature: Nature | None = None,
        screen_us: int = 0,
    ) -> GameSession:
        self._nature = nature
        self.screen_us = screen_us
        program = self.program
        for seat, manner in manners.items():
            chance = self.world.chance(f"seat {seat}")
            self.people[seat] = Person(self, chance, seat, self._hand_of(seat), manner, game)
        with self._bots_nature():
            session = opening.begin(
                game,
                self.seats,
                program.unit,
                program.clock,
                seed=seed,
                options=options,
                home=HOME,
                disk=self.disk,
                screen_us=screen_us,
            )
        session.automatic.nature = self._nature
        self._play(session)
        return session

    def _bots_nature(self) -> AbstractContextManager[object]:
        """Give this nature to all bots of the session that is opened meanwhile."""
        return mock.patch.object(Automatic, "nature", self._nature)

    def _hand_of(self, seat: int) -> Hand:
        unit = self.program.unit
        paddle = sources_of(unit, self.seats).paddles[seat]
        self._seat_of[paddle] = seat
        place = unit.place(paddle)
        chance = self.world.chance(f"hand {seat}")
        if unit.units[place.unit].is_keyboard:
            return self._key_of(seat, place.paddle)
        if place.unit >= len(self.wired):
            page = self.pages[place.unit - len(self.wired)]
            key = self._key_of(seat, page.colour)
            return PhoneHand(self.world, chance, page, key, lambda: self._slaps_a_key(seat))
        assert place.paddle < PADDLES
        wired = self.wired[place.unit]
        late_us = wired.corrections_us[place.paddle] if wired.corrections_us else 0
        hand = PaddleHand(self.world, chance, wired.twin, place.paddle, late_us)
        wired.hands.append(hand)
        return hand

    def _key_of(self, seat: int, key: int) -> KeyHand:
        unit = self.program.unit
        self._seat_of[unit.first_paddle(len(unit.units) - 1) + key] = seat
        self.truth.seat_on_key[key] = seat
        return KeyHand(self.world, self.world.chance(f"hand {seat}"), key, self._key_event)

    def _slaps_a_key(self, seat: int) -> bool:
        """Whether the screen says that the seat's phone sits out."""
        return self.session is not None and seat in self.session.seats_on_keys

    def _key_event(self, key: int, pressed: bool) -> None:
        frames = self.program.frames
        if frames.alive:
            frames.key_event(key, pressed)
        elif pressed:
            self.truth.nobody_heard(key)

    def _play(self, session: GameSession) -> None:
        program = self.program
        session.adapt(self.screen_us, self.pace_ms, KIT)
        program.play(session, self._keeps_states)
        assert program.record is not None
        self.records.append(program.record)
        for person in self.people.values():
            person.sits_down(session)
        program.frames.request(self.world.now_us)

    def _shown(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        self.effects += effects
        self.notices += notices
        for judge in self.judges:
            judge.watch(effects, notices)
        if effects:
            for person in self.people.values():
                person.see(effects)

    # --- what players do ----------------------------------------------------------------------------

    def pause(self, for_us: int) -> None:
        """Somebody stops the table, and lets it go on."""
        session = self.session
        if session is None or session.clock.paused:
            return
        session.pause()

        def over() -> None:
            if self.session is session and not self.program.frames.missing:
                session.go_on()
                self.program.frames.request(self.world.now_us)

        self.world.after(for_us, over)

    def dispute(self, _: int) -> None:
        session = self.session
        if session is not None and not session.clock.paused and session.moment.disputable:
            self.disputed = True
            session.void()
            self.program.frames.request(self.world.now_us)

    def look(self, for_us: int) -> None:
        """Somebody looks at a hand, behind the curtain."""
        session = self.session
        if session is None or session.clock.paused:
            return
        session.curtain(True)
        self.program.frames.request(self.world.now_us)

        def over() -> None:
            if self.session is session:
                session.curtain(False)
                self.program.frames.request(self.world.now_us)

        self.world.after(for_us, over)

    def drum(self, every_us: int) -> None:
        """One of the people taps the paddle again and again, and never rests."""
        session = self.session
        if session is None or session.over or not session.people:
            return
        person = self.people[session.people[every_us % len(session.people)]]
        for after_us in range(0, DRUMS_FOR_US, every_us):
            self.world.after(after_us, person.slap_if_there)

    def drop(self, number: int) -> None:
        """One of several people goes, and the others play on without."""
        if self.session is not None and not self.session.over and not self.session.ends_without_one():
            self.leave(number, "")

    def leave(self, number: int, bot: str | None = None) -> None:
        """One of several people goes; a bot plays on, or with "" nobody does."""
        session = self.session
        if session is None or session.over or len(session.people) < 2:
            return
        seat = session.people[number % len(session.people)]
        slapped = [press.t_us for press in self.truth.of(seat)]
        if slapped and self.world.now_us - slapped[-1] < MENU_US:
            self.world.after(MENU_US, lambda: self.leave(number, bot))
            return
        try:
            session.leave(seat, bot)
        except JournalError as error:
            self._stopped_by(error)
            return
        self.truth.bots_since[self.program.run, seat] = session.clock.now_us()
        self.people[seat].leave()
        self.program.frames.request(self.world.now_us)

    # --- programs come and go -----------------------------------------------------------------------

    def _start(self) -> Program:
        self._runs += 1
        program = Program(
            self.world, self.clock, self.wired, self.truth, self._seat_of, self._runs, self._phones
        )
        program.frames.shown = self._shown
        program.frames.stopped = self._stopped_by
        return program

    def kill(self, away_us: int) -> None:
        """The program is gone from one instruction to the next; somebody starts it again."""
        if self.session is None:
            return
        self.program.stop()
        self.disk.program_died()
        self._away(away_us, power=False)

    def power_off(self, away_us: int) -> None:
        """Everything is gone that was not on the disk; the units boot as well."""
        if self.session is None:
            return
        self.program.stop()
        self.disk.power_lost()
        for wired in self.wired:
            wired.twin.restart()
        self._away(away_us, power=True)

    def _stopped_by(self, error: UserError) -> None:
        """The program says why it can't go on, and closes."""
        self.sentences.append(str(error))
        session = self.program.session
        assert session is not None
        self.program.stop()
        try:
            session.close()
        except UserError as another:
            self.sentences.append(str(another))
        self.disk.program_died()
        self.disk.repaired()
        self._away(TRIES_AGAIN_US, power=False)

    def _away(self, away_us: int, power: bool) -> None:
        left = self.program.record
        off_us = self.world.now_us
        failed_us = self.disk.failed_us
        if failed_us is not None and left is not None and left.latest_us <= failed_us:
            off_us = failed_us  # a broken disk keeps nothing; what is shown in spite of it is not excused
        self.world.after(away_us, lambda: self._come_back(left, off_us, power))

    def _come_back(self, left: Record | None, off_us: int, power: bool) -> None:
        if self.world.now_us < self.sleeps_until_us:
            self.world.at(self.sleeps_until_us, lambda: self._come_back(left, off_us, power))
            return
        if power:
            self.clock = HostClock(self.world, self.host_ppm, start_us=1_000_000)
            self.clock.born(self.world.now_us)
        self.program = self._start()
        self._resume(left, off_us, power)

    def _resume(self, left: Record | None, off_us: int, power: bool) -> None:
        program = self.program
        if not program.connected:
            self.world.after(TRIES_AGAIN_US, lambda: self._resume(left, off_us, power))
            return
        program.unit.drain()
        path = journals.latest_open(HOME, self.disk)
        if path is None:
            if left is not None and left.game.over:
                return  # it was over, and is put away
            self.findings.append(Finding("lost", "no journal is left to resume"))
            return
        try:
            with self._bots_nature():
                session = opening.resume(path, program.unit, program.clock, self.disk)
        except UserError as error:
            if self.disk.full or self.disk.fails:
                self.sentences.append(str(error))
                self.disk.repaired()
                self.world.after(TRIES_AGAIN_US, lambda: self._resume(left, off_us, power))
                return
            self.findings.append(Finding("lost", f"a game can't be resumed: {error}"))
            return
        session.automatic.nature = self._nature
        if left is not None:
            self._compare(left, session, off_us, power)
        for seat, sits in enumerate(session.seats):
            if sits.bot and not self.seats[seat].bot:
                self.truth.bots_since[program.run, seat] = 0
        self._play(session)

    def _compare(self, left: Record, session: GameSession, off_us: int, power: bool) -> None:
        """Check that the resumed game is the one shown, or after a power loss one from just before."""
        age_us = left.age_of(session.played.game, off_us)
        if age_us is None:
            self.findings.append(Finding("lost", "a state is resumed that never was"))
        elif not power and not left.is_latest(session.played.game):
            self.findings.append(Finding("lost", "another state is resumed than was shown"))
        elif power and age_us > KEPT_WITHIN_US + self.disk.slowest_us:
            self.findings.append(Finding("lost", f"{age_us} us of play are lost by a power loss"))
        said = session.resumed.lost if session.resumed else ""
        if power and not said:
            self.findings.append(Finding("lost", "the power loss goes unmentioned"))
        if said:
            self.sentences.append(said)
