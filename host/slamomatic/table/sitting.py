"""One game at the table: slaps and choices in, in time order, each in the journal before it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from slamomatic import engine
from slamomatic.engine import bots
from slamomatic.engine.bots import Nature
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Choice, Effect, Event, Json, Refused, in_order
from slamomatic.face.faces import face_for
from slamomatic.face.hand_speed import KIT
from slamomatic.table.automatic import Automatic
from slamomatic.table.clock import TableClock
from slamomatic.table.cup import Cup
from slamomatic.table.hearing import Hearing, Journal
from slamomatic.table.moment import UNLIT, Moment, Rgb, lights_of
from slamomatic.table.outcome import Outcome, of_game
from slamomatic.table.owners import Awaited
from slamomatic.table.seats import Seat, error_of
from slamomatic.table.unseen_call import UnseenCall
from slamomatic.units.base import UnitNotice, What
from slamomatic.units.merge import Units
from slamomatic.words import N_, Sentence

CAME = N_("{name} has sat down and plays from now on.")
ANSWER_US = 4_000  # about how long a unit takes to answer


class Sitting(Hearing):
    """A game, its players and their paddles. `pump` moves it on; everything else only asks or tells."""

    recorded = False  # as it was played once: there is nothing to press

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
        super().__init__(game, seats, unit, journal, clock, paddles)
        self.name, self.options = game.NAME, game.options
        self._awaited = Awaited()
        self.automatic = Automatic(game, self.clock, nature)
        for seat, sits in enumerate(self.seats):
            if sits.bot and not self.recorded:  # else the journal says what a bot did
                self.automatic.sit(seat, sits.bot)
        self.refusals: list[tuple[int | None, Refused]] = []
        self.whispers: dict[int, list[Effect]] = {seat: [] for seat in range(game.seats)}
        self._lit: tuple[Rgb, ...] = ()
        self.lost = ""  # what its journal had lost when it was resumed: a sentence for the players
        self.recalled: list[list[Json]] = []  # what everybody saw last before it was resumed, event by event
        self.cup: Cup | None = None  # what this game is a part of
        self.lines = 0  # written to the journal in this sitting, the opening aside
        self.travel = KIT
        self.screen_us = 0  # the measured delay of the screen that people look at
        self.moment = Moment(game, list(game.told))
        if photographer is None:  # else it has seen all of this in the journal
            photographer = Photographer(face_for(type(game)).calls)
            photographer.watch(self.moment.public)
        self.photographer = photographer
        self.moment.photo = self.photographer.last
        face = face_for(type(game))
        self._unseen = UnseenCall(face) if face.quickest_us else None
        self._fresh = [self.moment]
        self.automatic.tell(self.moment)

    # --- what may be seen ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._game.over

    def outcome(self) -> Outcome:
        return of_game(self._game, self.seats, self.photographer, self.screen_us)

    def view(self, seat: int | None) -> Json:
        return self.moment.view[seat]

    def legal(self, seat: int | None) -> list[Choice]:
        return self.moment.legal[seat]

    def good_to_us(self, seat: int) -> int:
        """How exact the time of this seat's slap is; a bot's is exact to the microsecond."""
        return self.owners.good_to_us(seat)

    def tie_us(self, seats: Sequence[int]) -> int:
        """Slaps of these seats that are closer than this are a tie; 0 where there are not two of them."""
        paddles = self._game.paddles
        return max((paddles.window_us(*pair) for pair in combinations(seats, 2)), default=0)

    def rests_us(self, seat: int) -> tuple[int, int] | None:
        """When this paddle counts again, by the game's time, and how long that is after what happened last.

        None: it counts now, or nobody knows.
        """
        live_at_us = self._game.paddles.live_at_us(seat)
        if live_at_us is None or self.clock.paused:
            return None
        return live_at_us, max(0, live_at_us - self._game.now_us)

    def take_moments(self) -> list[Moment]:
        """What happened since the last call, event by event."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def take_whispers(self, seat: int) -> list[Json]:
        """What only this seat was told since it last looked."""
        told, self.whispers[seat] = self.whispers[seat], []
        return [effect.to_json(seat) for effect in told]

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
        dues = [event.t_us for event in [*self._waiting, *self.automatic.plans(self._game.gone)]]
        if self.automatic.card is not None:
            dues.append(self.automatic.card.t_us)
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
            self.automatic.sit(seat, bot)  # first: what it can't be must leave no trace
            self.journal.append({"note": "bot", "seat": seat, "bot": bot, "t_us": self.clock.now_us()})
            sits = self.seats[seat]
            self.seats[seat] = Seat(sits.name, sits.colour, bot, sits.handicap_ms)
            self.sit(self.seats)
            self.automatic.tell(self.moment, news=False)
            # Its times are the host's own, no longer those of the paddle that the game takes the seat's for.
            self.move(seat, 0)
            self.owners.play()
        else:
            self._waiting.append(Event("drop", seat, self.clock.now_us()))
            self.owners.leave(seat)

    def come(self, seat: int, name: str) -> None:
        """A person takes the seat of a bot, and slaps on a phone."""
        del self.automatic.bots[seat]
        self.journal.append({"note": "person", "seat": seat, "name": name, "t_us": self.clock.now_us()})
        self.seats[seat] = replace(self.seats[seat], name=name, bot="")
        self.sit(self.seats)
        phone = self.owners.come(seat)
        self.move(seat, error_of(phone), phone.up_us)
        says = Sentence(CAME, name=name)
        self.notices.append(UnitNotice(What.CONNECTED, phone.name, self.table_clock(), says))

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
        if not self._game.over:
            # Before anything is judged, whenever it was slapped: a clock may be worse than as the game began.
            for event in self._worse_clocks():
                self.play(event)
        now_us = self.clock.now_us()
        self._play_what_is_known(now_us)
        self._await_knowledge(now_us)
        self._light()

    def hurry(self, steps: int) -> None:
        """Play up to so many moments at once that would come later: judged and written down as ever.

        For a game in which nobody is left who could slap.
        """
        for _ in range(steps):
            due_us = None if self._game.over or self.clock.paused else self._next_due_us()
            if due_us is None:
                return
            self.clock.skip_to(due_us, self.unit.known_us())
            self.pump()

    def _play_what_is_known(self, now_us: int) -> None:
        """All that is due, in the order of its time, and nothing that an untold slap may come before."""
        known_us = self.clock.game_us(self.unit.known_us())
        self._until_us = max(self._until_us, min(now_us, known_us))
        while not self._game.over:
            event = self._next(self._until_us)
            if event is None:
                break
            self.play(event)

    def _await_knowledge(self, now_us: int) -> None:
        """Ask the units for what is to be judged next; a unit that answers too late makes the slap void."""
        due_us = None if self._game.over else self._next_due_us()
        if due_us is None:
            self._awaited.wait(self.unit.knows, (), 0, self.table_clock())
            return
        table_us = self.clock.table_us(due_us)
        self.unit.ask(table_us)
        late_us = now_us - due_us
        behind = self.owners.seats_behind(table_us) if late_us > 0 else []
        if self._awaited.wait(self.unit.knows, behind, late_us, self.table_clock()):
            for source in self._void_untold(behind):
                if self._awaited.give_up(source, self.table_clock()):
                    self.unit.set_aside(source)
            self._play_what_is_known(self.clock.now_us())

    @property
    def waiting_for(self) -> Sequence[int]:
        """The seats whose paddle has not said for a while whether it was slapped."""
        return self._awaited.shown

    def _light(self) -> None:
        """The unit shows live and dark too, a pause as dark; told only when it changes."""
        paddles = self.unit.paddles
        lit = not self.clock.paused
        shown = lights_of(self.moment.room, self.seats, paddles) if lit else (UNLIT,) * paddles
        if shown != self._lit:
            self._lit = shown
            self.unit.lights(shown)

    def _next(self, until_us: int) -> Event | None:
        """What comes first: something put in, a bot's plan whose moment has come, or the game's own clock."""
        game = self._game
        plans = [event for event in self.automatic.plans(game.gone) if event.t_us <= until_us]
        known = [event for event in self._waiting if event.t_us <= until_us]
        first = in_order([*known, *plans], game.seats, game.turn or 0)[0] if known or plans else None
        due_us = game.due_us
        if due_us is not None and due_us <= until_us and (first is None or due_us < first.t_us):
            return Event("time", None, due_us)
        if first is None:
            card = self.automatic.card
            # It lies from when it is shown: what was slapped before was meant for the pile before it.
            return card._replace(t_us=until_us) if card is not None and card.t_us <= until_us else None
        if first in known:
            self._waiting.remove(first)
        return first

    def close(self) -> None:
        """Nobody plays on for now; the journal keeps the game."""
        self.journal.close()

    def play(self, event: Event) -> None:
        if event.t_us < self._game.now_us and event.do not in ("down", "up", "touch", "release"):
            event = event._replace(t_us=self._game.now_us)
        if self._unseen is not None and self._unseen.guessed(event, self.moment):
            self.play(Event("void", None, event.t_us))
            self._tell_unknown(event)
        try:
            effects = self._game.apply(event)
        except Refused as refused:
            self.refusals.append((event.seat, refused))
            effects = []
        else:
            self.journal.append(event.to_json(self._game.chance.drawn))
            self.lines += 1
        if event.do == "drop":
            self.sit(self.seats)
        if event.do == "source" and event.seat is not None:
            self._moving.discard(event.seat)
        self._happened(effects, event.data.get("later_us", 0))
        if event.do in ("down", "up") and any(effect.what == "void" for effect in effects):
            self._tell_unknown(event)
        self.automatic.tell(self.moment, event)

    def _happened(self, effects: Sequence[Effect], later_us: int) -> None:
        """A new moment begins."""
        self.moment.over = True
        self.moment = Moment(self._game, effects)
        self.photographer.watch(self.moment.public, later_us)
        if self._unseen is not None:
            self._unseen.shown(self.moment.public, self.clock.now_us())
        self.moment.photo = self.photographer.last
        self._fresh.append(self.moment)
        for effect in effects:
            for seat, told in effect.only.items():
                if told and seat in self.people:
                    self.whispers[seat].append(effect)
