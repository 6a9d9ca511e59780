"""One game at the table: slaps and choices in, in time order, each in the journal before it is shown."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from slamomatic import engine
from slamomatic.engine import bots, log
from slamomatic.engine.bots import Bot, Nature
from slamomatic.engine.judging import in_order
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import NOTHING, Choice, Effect, Event, Json, Refused
from slamomatic.face.faces import face_for
from slamomatic.table import accuracy, awaited, lights, possible
from slamomatic.table.clock import SittingClock, TableClock
from slamomatic.table.moment import Moment
from slamomatic.table.outcome import Outcome, of_game
from slamomatic.table.owners import Owners
from slamomatic.table.seats import Seat
from slamomatic.units.base import NO_PADDLE, Do, News, PaddleEvent, UnitNotice, What
from slamomatic.units.merge import Units

# How fast the table turns cards where it does: a setting, for families and for the quick.
PACES_MS = {"slow": 2000, "usual": 1400, "quick": 900}
TURNED_BY_THE_TABLE = "flip"

SLAPS = {Do.DOWN: "down", Do.UP: "up", Do.TOUCH: "touch", Do.RELEASE: "release"}
ANSWER_US = 4_000  # about how long a unit takes to answer
# After these nobody has told of hands that came up meanwhile.
AGAIN_US = 1_000_000  # the same words are not said again sooner
FORGETS_HANDS = frozenset({What.RESTARTED, What.GONE})


class Journal(Protocol):
    """Where every event is before anybody sees what it did."""

    path: Path

    def append(self, entry: Mapping[str, Any]) -> None: ...
    def finish(self) -> Path: ...
    def close(self) -> None: ...


class Sitting:
    """A game, its players and their paddles. `pump` moves it on; everything else only asks or tells."""

    def __init__(
        self,
        game: engine.Game,
        seats: Sequence[Seat],
        unit: Units,
        journal: Journal,
        clock: TableClock,
        nature: Nature | None = None,
        paddles: Sequence[int] = (),
        photographer: Photographer | None = None,
    ) -> None:
        self._game = game
        self.name, self.options = game.NAME, game.options
        self.seats: list[Seat] = []
        self.sit(seats)
        self.unit = unit
        self.owners = Owners(unit, self.seats, paddles)
        self.journal = journal
        self.table_clock = clock
        self.clock = SittingClock(clock, game.now_us)
        self._waiting: list[Event] = []  # what is not played yet
        self._until_us = game.now_us  # all that is known is played up to here
        self._awaited = awaited.Awaited()
        self._lifted: set[int] = set()  # seats whose hands came up in a pause
        self._moving: set[int] = set()  # seats that slap by something else, and the game does not know yet
        # Whose paddle is in fault, once all is played that is held back.
        self._distrusted = {seat for seat, faulty in enumerate(game.paddles.faulty) if faulty}
        self._nature = nature
        # Bots have chance of their own, not the game's: that would tell them the cards.
        self._bot_chance = random.Random(f"bots {game.setup.seed}")
        self._bots: dict[int, Bot] = {}
        for seat, sits in enumerate(self.seats):
            if sits.bot:
                self._sit_bot(seat, sits.bot)
        self.photographer = photographer or Photographer(face_for(type(game)).calls)
        self.notices: list[UnitNotice] = []
        self._said_us: dict[str, int] = {}  # when it was said that a slap can't be placed, by what was said
        self.next_presses: list[PaddleEvent] = []  # of the shared NEXT button, for whoever reads the keys
        self.slapped_in_pause = False
        self.refusals: list[tuple[int | None, Refused]] = []
        self.whispers: dict[int, list[Json]] = {seat: [] for seat in range(game.seats)}
        self._lit: tuple[lights.Rgb, ...] = ()
        self.lost = ""  # what its journal had lost when it was resumed: a sentence for the players
        self.lines = 0  # written to the journal in this sitting, the opening aside
        self._turning: Event | None = None  # the next card that falls without a key
        self.pace_ms = PACES_MS["usual"]
        self.moment = Moment(game, list(game.told))
        self.moment.photo = self.photographer.last
        self._fresh = [self.moment]
        self._tell_bots(self._bots)

    # --- what may be seen ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._game.over

    def outcome(self) -> Outcome:
        return of_game(self._game, self.seats, self.photographer)

    def sit(self, seats: Sequence[Seat]) -> None:
        """Who sits where from now on."""
        gone = self._game.gone
        self.seats[:] = seats
        self.people = [seat for seat, sits in enumerate(seats) if not sits.bot and not gone[seat]]
        # The one person among bots, who sees the own hand always; None when several share the screen.
        self.alone = self.people[0] if len(self.people) == 1 else None

    def view(self, seat: int | None) -> Json:
        return self.moment.view[seat]

    def legal(self, seat: int | None) -> list[Choice]:
        return self.moment.legal[seat]

    def whole(self, choice: Choice) -> bool:
        return possible.whole(self._game, choice)

    def take_moments(self) -> list[Moment]:
        """What happened since the last call, event by event."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def take_whispers(self, seat: int) -> list[Json]:
        """What only this seat was told since it last looked."""
        told, self.whispers[seat] = self.whispers[seat], []
        return told

    # --- time ---------------------------------------------------------------------------------------

    def wakes_at_us(self) -> int | None:
        """The table's clock at the next moment that `pump` has something to do without a new slap."""
        if self.clock.paused or self._game.over:
            return None
        due_us = self._next_due_us()
        if due_us is None:
            return None
        now_us = self.clock.now_us()
        # What is due already waits for what a unit has to say.
        return self.table_clock() + (due_us - now_us if due_us > now_us else ANSWER_US)

    def _next_due_us(self) -> int | None:
        """The next moment at which something is to be played; None: nothing will happen by itself."""
        gone = self._game.gone
        dues = [
            bot.planned.t_us for seat, bot in self._bots.items() if bot.planned is not None and not gone[seat]
        ]
        dues += [event.t_us for event in self._waiting]
        if self._turning is not None:
            dues.append(self._turning.t_us)
        if self._game.due_us is not None:
            dues.append(self._game.due_us)
        return min(dues, default=None)

    def pause(self) -> None:
        self.slapped_in_pause = False
        self.clock.pause()

    def go_on(self) -> None:
        if not self.clock.paused:
            return  # a dispute in running play: what was slapped meanwhile counts
        self.heed_in_pause(self.unit.drain())
        self.clock.go_on()
        self._lift(self._lifted, self.clock.now_us())
        self._lifted.clear()

    def hands_off(self) -> None:
        """Nobody's hand is known to be down: the game was left, and people have gone since."""
        self._lift(self.people, self.clock.now_us())

    def _lift(self, seats: Iterable[int], t_us: int) -> None:
        """Else the table would wait for hands that are up long since."""
        contacts = self._game.paddles
        coming = {(event.do, event.seat) for event in self._waiting}
        for seat in sorted(seats):
            if contacts.touching[seat] or ("touch", seat) in coming:
                self._waiting.append(Event("release", seat, t_us))
            if contacts.down[seat] or ("down", seat) in coming:
                self._waiting.append(Event("up", seat, t_us))

    # --- wishes -------------------------------------------------------------------------------------

    def choose(self, choice: Choice) -> None:
        self._waiting.append(choice.at(self.clock.now_us()))

    def void(self) -> None:
        """A dispute, or a unit that can't be trusted: the open slap is off."""
        self._waiting.append(Event("void", None, self.clock.now_us()))

    def curtain(self, up: bool) -> None:
        self._waiting.append(Event("curtain", None, self.clock.now_us(), {"up": up}))

    def feint(self, seat: int) -> None:
        self._waiting.append(Event("feint", seat, self.clock.now_us()))

    @property
    def stand_in(self) -> str:
        """The kind of bot that takes a player's seat; "" where no bot can: it can't hold cards of paper."""
        return bots.USUAL if self._game.BOTS else ""

    def ends_without_one(self) -> bool:
        """Whether too few stay for this game when a player goes and no bot comes."""
        return sum(not gone for gone in self._game.gone) <= self._game.SEATS[0]

    def leave(self, seat: int, bot: str | None = None) -> None:
        """A player goes; a bot takes the seat, or with no bot the seat is dropped."""
        bot = self.stand_in if bot is None else bot
        self._void_what_it_has_not_told(seat)
        if bot:
            self._sit_bot(seat, bot)  # first: what it can't be must leave no trace
            self.journal.append({"note": "bot", "seat": seat, "bot": bot, "t_us": self.clock.now_us()})
            sits = self.seats[seat]
            self.seats[seat] = Seat(sits.name, sits.colour, bot, sits.handicap_ms)
            self.sit(self.seats)
            self._tell_bots(self._bots, news=False)
            # Its times are the host's own, no longer those of the paddle that the game takes the seat's for.
            self.move(seat, 0)
            self.owners.play()
        else:
            self._waiting.append(Event("drop", seat, self.clock.now_us()))
            self.owners.leave(seat)

    # --- the pump -----------------------------------------------------------------------------------

    def pump(self) -> None:
        """Takes in slaps, bots' moves and the clock, everything in the order of its time."""
        news = self.unit.drain()
        if self.clock.paused:
            self.heed_in_pause(news)
            self._light()
            return
        for item in news:
            self._take(item)
        self._heed_accuracy()
        self._play_what_is_known()
        self._await_knowledge()
        self._light()

    def _play_what_is_known(self) -> None:
        """All that is due, in the order of its time, and nothing that an untold slap may come before."""
        known_us = self.clock.game_us(self.unit.known_us())
        self._until_us = max(self._until_us, min(self.clock.now_us(), known_us))
        while not self._game.over:
            event = self._next(self._until_us)
            if event is None:
                break
            self.play(event)

    def _await_knowledge(self) -> None:
        """Asks the units for what is to be judged next; whoever does not say in time makes the slap void."""
        self._awaited.heard(self.unit.knows)
        due_us = None if self._game.over else self._next_due_us()
        if due_us is None:
            self._awaited.wait((), 0, self.table_clock())
            return
        table_us = self.clock.table_us(due_us)
        self.unit.ask(table_us)
        late_us = self.clock.now_us() - due_us
        behind = self.owners.seats_behind(table_us) if late_us > 0 else []
        if self._awaited.wait(behind, late_us, self.table_clock()):
            for source, seats in self.owners.by_source(behind).items():
                text = awaited.VOID.format(seats=awaited.paddles_of([self.seats[seat] for seat in seats]))
                self._heed(UnitNotice(What.SILENT, source, self.table_clock(), text))
                if self._awaited.give_up(source, self.table_clock()):
                    self.unit.set_aside(source)
            self._play_what_is_known()

    @property
    def waiting_for(self) -> Sequence[int]:
        """The seats whose paddle has not said for a while whether it was slapped."""
        return self._awaited.shown

    def _light(self) -> None:
        """The unit shows live and dark too, a pause as dark; told only when it changes."""
        dark = (lights.OFF,) * self.unit.paddles
        shown = dark if self.clock.paused else lights.colours(self.moment.room, self.seats, len(dark))
        if shown != self._lit:
            self._lit = shown
            self.unit.lights(shown)

    def _next(self, until_us: int) -> Event | None:
        """What comes first: something put in, a bot's plan whose moment has come, or the game's own clock."""
        game = self._game
        plans = [
            bot.planned
            for seat, bot in self._bots.items()
            if bot.planned is not None and bot.planned.t_us <= until_us and not game.gone[seat]
        ]
        known = [event for event in self._waiting if event.t_us <= until_us]
        first = in_order([*known, *plans], game.seats, game.turn or 0)[:1]
        due_us = game.due_us
        if due_us is not None and due_us <= until_us and (not first or due_us < first[0].t_us):
            return Event("time", None, due_us)
        if not first:
            if self._turning is not None and self._turning.t_us <= until_us:
                # It lies from when it is shown: what was slapped before was meant for the pile before it.
                self._turning = self._turning._replace(t_us=until_us)
                return self._turning
            return None
        if first[0] in known:
            self._waiting.remove(first[0])
        return first[0]

    def _take(self, item: News) -> None:
        if isinstance(item, UnitNotice):
            self._heed(item)
        elif item.paddle == NO_PADDLE:
            self.next_presses.append(item)
        elif (seat := self.owners.seat_of(item.paddle)) is not None:
            self._take_contact(seat, item)
        elif item.do is Do.DOWN and (broken := self._seat_it_helps(item.paddle)) is not None:
            self.use_key(broken)  # this press says so and is no slap

    def _take_contact(self, seat: int, item: PaddleEvent) -> None:
        """What a hand did to its paddle waits for its turn, at the earliest moment that it may have been."""
        slap = accuracy.is_slap(item)
        if slap and self.clock.stood_still(item.t_us):
            return
        later_us = accuracy.later_us(self._game.paddles, seat, item) if slap else 0
        t_us = max(0, self.clock.game_us(item.t_us - later_us // 2))
        if slap and not accuracy.placed(self._game.paddles, item):
            self._tell_unsure(item, accuracy.UNPLACED)
        elif slap and t_us < self._until_us - item.error_us:
            self._tell_unsure(item, accuracy.TOO_LATE)
        else:
            data = {"later_us": later_us} if later_us else NOTHING
            self._waiting.append(Event(SLAPS[item.do], seat, t_us, data))

    def _tell_unsure(self, item: PaddleEvent, text: str) -> None:
        notice = UnitNotice(What.UNSURE, item.source, item.read_us, text.format(name=item.source))
        # Of several such slaps at once players read once, unless another slap is taken back by it.
        now_us = self.table_clock()
        new = now_us - self._said_us.get(notice.text, -AGAIN_US) >= AGAIN_US
        say = new or (bool(self._game.asked) and not any(event.do == "void" for event in self._waiting))
        if say:
            self._said_us[notice.text] = now_us
        self._heed(notice, say)

    def _tell_unknown(self, slap: Event) -> None:
        """The rules took it back: it may have been on either side of a moment that matters."""
        assert slap.seat is not None
        for source in self.owners.by_source([slap.seat]):
            text = accuracy.UNKNOWN.format(name=self.seats[slap.seat].name)
            self.notices.append(UnitNotice(What.UNSURE, source, self.clock.table_us(slap.t_us), text))

    def _heed_accuracy(self) -> None:
        """Before anything is judged, whenever it was slapped: a clock may be worse than as the game began."""
        stated_us = self.owners.stated_us()
        settled = {seat: error_us for seat, error_us in stated_us.items() if seat not in self._moving}
        if not self._game.over:
            for event in accuracy.grown(self._game.paddles, settled, self._game.now_us):
                self.play(event)

    def heed_in_pause(self, news: Sequence[News]) -> None:
        """In a pause: what was slapped is nothing; what befell a unit is heeded, and who took a hand off."""
        for item in news:
            if isinstance(item, UnitNotice):
                self._heed(item)
            elif item.paddle == NO_PADDLE:
                self.next_presses.append(item)
            elif not self.clock.stood_still(item.t_us):
                self._take(item)  # just before the pause, and heard of only now
            else:
                self.slapped_in_pause |= item.do is Do.DOWN
                seat = self.owners.seat_of(item.paddle)
                if seat is not None and item.do in (Do.UP, Do.RELEASE):
                    self._lifted.add(seat)
                elif seat is not None:
                    self._lifted.discard(seat)

    @property
    def seats_on_keys(self) -> frozenset[int]:
        return self.owners.on_keys

    def needs_a_key(self) -> list[int]:
        """Seats whose paddle the unit distrusts, or can't be heard, and whose key could stand in for it."""
        faulty, away = self._game.paddles.faulty, self.owners.out_of_reach()
        broken = [seat for seat in self.people if faulty[seat] or seat in away]
        return [seat for seat in broken if self.owners.key_instead(seat) is not None]

    def use_key(self, seat: int) -> None:
        """For the rest of the game this seat slaps by its key, and is judged as coarsely as keys are."""
        self._void_what_it_has_not_told(seat)
        self.move(seat, self.owners.take_key(seat))

    def _void_what_it_has_not_told(self, seat: int) -> None:
        """Who goes from a source that still owes an answer may have slapped: what is open is off."""
        due_us = None if self._game.over else self._next_due_us()
        if due_us is None or due_us > self.clock.now_us():
            return
        for source, seats in self.owners.by_source(
            [each for each in self.owners.seats_behind(self.clock.table_us(due_us)) if each == seat]
        ).items():
            text = awaited.VOID.format(seats=awaited.paddles_of([self.seats[each] for each in seats]))
            self._heed(UnitNotice(What.SILENT, source, self.table_clock(), text))

    def move(self, seat: int, error_us: int) -> None:
        """The seat slaps by something else from now on, whose times may be off by so much."""
        self._moving.add(seat)
        self._distrusted.discard(seat)
        self._waiting.append(Event("source", seat, self.clock.now_us(), {"error_us": error_us}))

    def _seat_it_helps(self, paddle: int) -> int | None:
        """The seat with a broken paddle whose key this is."""
        return next((seat for seat in self.needs_a_key() if self.owners.key_instead(seat) == paddle), None)

    def close(self) -> None:
        """Nobody plays on for now; the journal keeps the game."""
        self.journal.close()

    def _heed(self, notice: UnitNotice, say: bool = True) -> None:
        if say:
            self.notices.append(notice)
        # In a pause stamps run on while the game's time stands: it happened now, not after so much more play.
        t_us = max(0, min(self.clock.game_us(notice.t_us), self.clock.now_us()))
        if notice.voids_a_slap and not self._game.over and self.owners.seats_on(notice.source):
            self._void_what_is_unknown(notice)
            t_us = self._until_us
        if notice.what in FORGETS_HANDS:
            self._lift(self.owners.seats_on(notice.source), t_us)
        if notice.what is What.RESTARTED:  # it says anew what is still wrong
            for seat in self.owners.seats_on(notice.source):
                self._distrust(seat, False, t_us)
        if notice.what in (What.FAULT, What.FAULT_OVER) and notice.paddle != NO_PADDLE:
            owner = self.owners.seat_of(notice.paddle)
            if owner is not None:
                self._distrust(owner, notice.what is What.FAULT, t_us)

    def _void_what_is_unknown(self, notice: UnitNotice) -> None:
        """Nobody knows what was slapped since the last that is known: it is as if that time had not been."""
        self._waiting = [
            event._replace(t_us=min(event.t_us, self._until_us))
            for event in self._waiting
            if event.do not in ("down", "touch")
        ]
        void = Event("void", None, self._until_us)
        if void not in self._waiting:  # two sources at once make one slap void, once
            self._waiting.append(void)
        self.clock.set_back(self._until_us)
        self.journal.append({"note": notice.what.value, "unit": notice.source, "t_us": self._until_us})

    def heed_standing_faults(self) -> None:
        """What the units said before the game heard them, or while it was left."""
        broken = self.owners.distrusted()
        for seat in self.people:
            self._distrust(seat, seat in broken, self.clock.now_us())

    def _distrust(self, seat: int, on: bool, t_us: int) -> None:
        if on or seat in self._distrusted:
            self._waiting.append(Event("fault", seat, t_us, {"on": on}))
        if on:
            self._distrusted.add(seat)
        else:
            self._distrusted.discard(seat)

    def play(self, event: Event) -> None:
        if event.t_us < self._game.now_us and event.do not in ("down", "up", "touch", "release"):
            event = event._replace(t_us=self._game.now_us)
        try:
            effects = self._game.apply(event)
        except Refused as refused:
            self.refusals.append((event.seat, refused))
            effects = []
        else:
            self.journal.append(log.line_of(self._game, event))
            self.lines += 1
        if event.do == "drop":
            self.sit(self.seats)
        if event.do == "source" and event.seat is not None:
            self._moving.discard(event.seat)
        self._happened(effects)
        if event.do == "down" and any(effect.what == "void" for effect in effects):
            self._tell_unknown(event)
        if event is self._turning or event.do == TURNED_BY_THE_TABLE:
            self._turning = None
        if event.seat in self._bots:
            self._bots[event.seat].done()
        # Another's secret: not even that there is one may shift a bot's times.
        self._tell_bots([seat for seat in self._bots if not effects or self.moment.told[seat]])

    def _happened(self, effects: Sequence[Effect]) -> None:
        """A new moment begins."""
        self.moment.over = True
        self.moment = Moment(self._game, effects)
        self.photographer.watch(self.moment.public)
        self.moment.photo = self.photographer.last
        self._fresh.append(self.moment)
        for effect in effects:
            for seat, told in effect.only.items():
                if told and seat in self.people:
                    self.whispers[seat].append(effect.to_json(seat))

    # --- bots ---------------------------------------------------------------------------------------

    def _sit_bot(self, seat: int, kind: str) -> None:
        chance = random.Random(self._bot_chance.random())
        self._bots[seat] = bots.make(kind, type(self._game), seat, chance, self._nature)

    def _turn_cards(self) -> None:
        """Cards fall by themselves, at a steady pace with a random delay: nobody flips to win."""
        flips = [c for c in self.moment.legal[None] if c.do == TURNED_BY_THE_TABLE]
        if not flips:
            self._turning = None
        elif self._turning is None or self._turning.seat != flips[0].seat:
            delay_us = self.pace_ms * self._bot_chance.randint(750, 1250)
            self._turning = flips[0].at(self.clock.now_us() + delay_us)

    def _tell_bots(self, seats: Iterable[int], news: bool = True) -> None:
        self._turn_cards()
        moment = self.moment
        for seat in seats:
            legal = [choice for choice in moment.legal[seat] if choice.do != TURNED_BY_THE_TABLE]
            told = moment.told[seat] if news else []
            self._bots[seat].update(moment.view[seat], legal, told, self.clock.now_us())
