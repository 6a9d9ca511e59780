"""One frame of a sitting: what paddles did is heard, waits until all before it is known, and is played.

Every slap passes here. What is rare stands in trouble.py, what callers ask and wish in sitting.py.
"""

from collections.abc import Sequence

from slamomatic.engine.judging import Paddles
from slamomatic.engine.vocabulary import MOST_ERROR_US, NOTHING, Effect, Event, Refused, in_order
from slamomatic.table.moment import UNLIT, Moment, lights_of
from slamomatic.table.trouble import AT_AN_EDGE, OF_A_VOID_TIME, TOO_LATE, UNPLACED, UNPLACED_US, Trouble
from slamomatic.units.base import NO_PADDLE, Do, Link, News, PaddleEvent, UnitNotice

SLAPS = {Do.DOWN: "down", Do.UP: "up", Do.TOUCH: "touch", Do.RELEASE: "release"}


class Pump(Trouble):
    """A sitting as it moves on, frame by frame."""

    def pump(self) -> None:
        """Takes in slaps, bots' moves and the clock, everything in the order of its time."""
        news = self.unit.drain()
        if self.clock.paused:
            self.heed_in_pause(news)
            self._light()
            return
        for item in news:
            self._take(item)
        if self.benched:
            self._let_back_in()
        if not self._game.over:
            # Before anything is judged, whenever it was slapped: a clock may be worse than as the game began.
            for event in self._changed_clocks():
                self.play(event)
        now_us = self._game_us(self.table_clock())
        self._play_what_is_known(now_us)
        self._await_knowledge(now_us)
        self._light()

    def missing_unit(self) -> str:
        """What to say while a unit that somebody plays on is not there; "" when all are."""
        states = self.unit.states_of(self.owners.units)
        return next((state.text for state in states.values() if state.link is not Link.CONNECTED), "")

    def stated_us(self) -> dict[int, int]:
        """How far each seat's times may be off, as its unit says now."""
        states = self.unit.states_of(self.owners.units)
        stated = {seat: states[unit] for seat, unit in self.owners.unit_of.items()}
        return {
            seat: state.error_us
            for seat, state in stated.items()
            if state.link is Link.CONNECTED and state.error_us is not None
        }

    @property
    def seats_on_keys(self) -> frozenset[int]:
        return self.owners.on_keys

    def take_moments(self) -> list[Moment]:
        """What happened since the last call, event by event."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _game_us(self, table_us: int) -> int:
        """A stamp of the table's clock in the game's time; seldom has that stood since."""
        clock = self.clock
        return table_us - clock.ahead_us if table_us >= clock.runs_since_us else clock.game_us(table_us)

    # --- what is heard ------------------------------------------------------------------------------

    def _take(self, item: News) -> None:
        if isinstance(item, UnitNotice):
            self._heed(item)
        elif item.paddle == NO_PADDLE:
            self.next_presses.append(item)
        elif (seat := self.owners.seat_of.get(item.paddle)) is not None:
            self._take_contact(seat, item)
        elif item.do is Do.DOWN and (broken := self._seat_it_helps(item.paddle)) is not None:
            self.use_key(broken)  # this press says so and is no slap
        elif item.do is Do.DOWN:
            self._remind_of_the_key(item)

    def _take_contact(self, seat: int, item: PaddleEvent) -> None:
        """What a hand did to its paddle waits for its turn, at the earliest moment that it may have been."""
        contacts = self._game.paddles
        slap = item.do in (Do.DOWN, Do.TOUCH)  # who was first or last can depend on it
        off_us = item.error_us + item.loose_us
        between = slap and item.t_us - off_us < self.clock.runs_since_us
        edge = between and self._at_an_edge(item)
        if between and not edge and self.clock.stood_still(item.t_us):
            return
        later_us = how_much_later_us(contacts, seat, item) if slap else 0
        t_us = max(0, self._game_us(item.t_us - later_us // 2))
        taken_back_us = self.clock.taken_back_us
        taken_back = taken_back_us.start <= item.t_us + off_us and item.t_us - off_us < taken_back_us.stop
        # Whatever its times are off by, one source's slaps can be judged among themselves.
        unsure_us = off_us if len(set(contacts.source)) > 1 else item.loose_us
        unplaced = unsure_us > UNPLACED_US
        # A good time that falls into what somebody else made void is not its source's fault.
        own_fault = unplaced or item.doubted
        fine = not own_fault and item.source != self._took_time_back
        if slap and taken_back and fine and item.t_us + off_us < taken_back_us.stop:
            self._tell_of_void_time(seat, item)
        elif slap and taken_back and fine:  # perhaps after it
            self._tell_unsure(item, OF_A_VOID_TIME, self.seats[seat].name, own_fault)
        elif slap and (taken_back or unplaced):
            self._tell_unsure(item, UNPLACED, item.source, own_fault)
        elif edge:
            self._tell_unsure(item, AT_AN_EDGE, self.seats[seat].name, own_fault)
        elif slap and t_us < self._until_us - item.error_us:
            self._tell_unsure(item, TOO_LATE, item.source)
        else:
            data = {"later_us": later_us} if later_us else NOTHING
            if slap and self._waiting and seat in self.owners.on_keys:
                self._chose_before(seat, t_us, item)
            event = Event(SLAPS[item.do], seat, t_us, data)
            self._waiting.append(event)
            if slap and item.doubted:
                self._doubts.expect(event, item)

    def _chose_before(self, seat: int, t_us: int, slap: PaddleEvent) -> None:
        """What was chosen before this slap's key stays before it: a slow frame takes both at its end.

        The order of one's own keys is known, however loose the time of each is.
        """
        choices = self._game.EVENTS
        read_us = self.clock.game_us(slap.read_us)
        self._waiting = [
            event._replace(t_us=min(event.t_us, t_us - 1))
            if event.seat == seat and event.do in choices and event.t_us < read_us
            else event
            for event in self._waiting
        ]

    def heed_in_pause(self, news: Sequence[News]) -> None:
        """In a pause slaps count for nothing; trouble with a unit and lifted hands still matter."""
        for item in news:
            if isinstance(item, UnitNotice) or item.paddle == NO_PADDLE:
                self._take(item)
            elif not self.clock.stood_still(item.t_us) or self._at_an_edge(item):
                self._take(item)  # just before the pause, or perhaps, and heard of only now
            else:
                self.slapped_in_pause |= item.do is Do.DOWN
                seat = self.owners.seat_of.get(item.paddle)
                if seat is not None and item.do in (Do.UP, Do.RELEASE):
                    self._lifted.add(seat)
                elif seat is not None:
                    self._lifted.discard(seat)
                    self.early = seat

    def _at_an_edge(self, item: PaddleEvent) -> bool:
        """Whether this slap may have been before a pause and may have been in it."""
        off_us = item.error_us + item.loose_us
        slap = item.do in (Do.DOWN, Do.TOUCH)
        return slap and self.clock.at_an_edge(item.t_us - off_us, item.t_us + off_us)

    # --- what is played -----------------------------------------------------------------------------

    def _next_due_us(self) -> int | None:
        """The next moment at which something is to be played; None: nothing will happen by itself."""
        coming = [*self._waiting, *self._plans(), self.automatic.card]
        dues = [self._game.due_us, *(event.t_us for event in coming if event is not None)]
        return min((due_us for due_us in dues if due_us is not None), default=None)

    def _plans(self) -> list[Event]:
        """What each bot will do next, unless something changes before; who has gone does nothing."""
        bots, gone = self.automatic.bots, self._game.gone
        return [bot.planned for seat, bot in bots.items() if bot.planned is not None and not gone[seat]]

    def _play_what_is_known(self, now_us: int) -> None:
        """All that is due, in the order of its time, and nothing that an untold slap may come before."""
        known_us = self._game_us(self.unit.known_us())
        self._until_us = max(self._until_us, min(now_us, known_us))
        while not self._game.over:
            event = self._next(self._until_us)
            if event is None:
                break
            self.play(event)

    def _await_knowledge(self, now_us: int) -> None:
        """Ask the units for what is to be judged next; a unit that answers too late makes the slap void."""
        due_us = None if self._game.over else self._next_due_us()
        behind, late_us = list[int](), 0
        if due_us is not None:
            table_us = due_us + self.clock.ahead_us
            self.unit.ask(table_us)
            late_us = now_us - due_us
            if late_us > 0:
                behind = self.owners.seats_behind(table_us)
        if self._awaited.wait(behind, late_us, self.table_clock()):
            self._void_untold(behind)
            self._play_what_is_known(self.clock.now_us())

    def _light(self) -> None:
        """The unit shows live and dark too, a pause as dark; told only when it changes."""
        lit_for = None if self.clock.paused else (self.moment, tuple(self.seats))
        if self._lit and lit_for == self._lit_for:
            return
        self._lit_for, paddles = lit_for, self.unit.paddles
        shown = lights_of(self.moment.room, self.seats, paddles) if lit_for else (UNLIT,) * paddles
        if shown != self._lit:
            self._lit = shown
            self.unit.lights(shown)

    def _next(self, until_us: int) -> Event | None:
        """What comes first: something put in, a bot's plan whose moment has come, or the game's own clock."""
        game = self._game
        plans = [event for event in self._plans() if event.t_us <= until_us]
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

    def play(self, event: Event) -> None:
        if event.t_us < self._game.now_us and event.do not in ("down", "up", "touch", "release"):
            event = event._replace(t_us=self._game.now_us)
        # A slap that nobody asked for may be off because of another hand; an `up` is off for its own alone.
        own_fault = event.do == "up" or event.seat in self._game.asked
        if self._unseen is not None and self._unseen.guessed(event, self.moment):
            self.play(Event("void", None, event.t_us))
            self._tell_unknown(event, own_fault)
        if event.do in ("down", "touch") and (doubted := self._doubts.matters(event, self._game.paddles)):
            self.play(Event("void", None, event.t_us))
            self._tell_doubted(doubted)
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
            self._tell_unknown(event, own_fault)
        if self.automatic.bots or self.automatic.turns_cards:
            self.automatic.tell(self.moment, event)

    def _happened(self, effects: Sequence[Effect], later_us: int) -> None:
        """A new moment begins."""
        self.moment.over = True
        self.moment = Moment(self._game, effects)
        self._note_judged(effects)
        self.photographer.watch(self.moment.public, later_us)
        if self._unseen is not None:
            self._unseen.shown(self.moment.public, self.clock.now_us())
        self.moment.photo = self.photographer.last
        self._fresh.append(self.moment)
        for effect in effects:
            for seat, told in effect.only.items():
                if told and seat in self.people:
                    self.whispers[seat].append(effect)

    def _changed_clocks(self) -> list[Event]:
        """What the game must know of each seat whose times may be further off than it is judged by, or less.

        A larger error counts at once. A smaller one is earned first, and counts between two slaps.
        """
        contacts, now_us, table_us = self._game.paddles, self._game.now_us, self.table_clock()
        known_us, events = list(contacts.error_us), list[Event]()
        for seat, error_us in sorted(self.stated_us().items()):
            source = contacts.source[seat]
            if seat in self._moving:
                continue
            if min(error_us, MOST_ERROR_US) > known_us[source]:
                rises_us = self._earned.rises_to(source, error_us, known_us[source], table_us)
                new_us: int | None = min(rises_us, MOST_ERROR_US)
            else:
                new_us = self._earned.look(source, error_us, known_us[source], table_us)
                if new_us is not None and not self._between_slaps:
                    new_us = None
                if new_us is not None:
                    self._earned.fell(source, table_us)
                now_us = max(now_us, self._until_us)
            if new_us is not None:
                known_us[source] = new_us
                events.append(Event("accuracy", seat, now_us, {"error_us": new_us}))
        return events


def how_much_later_us(contacts: Paddles, seat: int, event: PaddleEvent) -> int:
    """How much later than its earliest moment a slap may have been, beyond what its source states.

    It is this slap's alone: the next one is judged as finely as before.
    """
    excess_us = event.error_us - contacts.error_of(seat) if len(set(contacts.source)) > 1 else 0
    return 2 * (event.loose_us + max(0, excess_us))
