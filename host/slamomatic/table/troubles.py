"""Trouble with units: which slaps are void, whose hands are up again, and whose key replaces a paddle.

A slap is **void** when it counts for nothing, and slapped again. Reasons that are known by words:

- **unplaced**: nobody can say where in the game's time a hand came down.
- **doubted**: only a phone vouches for its slap's time, and another slap was near it.
- **untold**: a unit did not say in time whether its paddle was slapped.

A seat whose unit causes that again and again is **benched**: it slaps a key for a while.
"""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Effect, Event
from slamomatic.face.faces import face_for
from slamomatic.table.clock import GameClock, TableClock
from slamomatic.table.event_queue import EventQueue
from slamomatic.table.intake import UNPLACED, UNPLACED_US, Unplaced
from slamomatic.table.played import PlayedGame
from slamomatic.table.players import Players
from slamomatic.table.seats import PaddleMap, error_of, void_text
from slamomatic.units.base import NO_PADDLE, PaddleEvent, UnitNotice, What
from slamomatic.units.merge import Units
from slamomatic.words import N_, Sentence, gettext

AGAIN_US = 1_000_000  # the same words are not said again sooner
# After these nobody has told of hands that came up meanwhile.
FORGETS_HANDS = frozenset({What.RESTARTED, What.GONE})
ONE_LOOK_US = 100_000  # the most that one wait counts: if the computer stood still, no phone is to blame

CAME = N_("{name} has sat down and plays from now on.")
BENCHED = N_("Two slaps did not count because of {unit}. {name}, slap your key for now.")
WAITED_TOO_LONG = N_("Everybody waits for {unit} again and again. {name}, slap your key for now.")
STILL_BENCHED = N_("{name}, {unit} does not count for now. Slap your key!")
LET_BACK_IN = N_("{unit} is good again. {name} slaps with it.")


class UnitTroubles:
    """Acts on what units report: voids slaps, lifts hands, moves seats to keys, and tells players."""

    def __init__(
        self,
        played: PlayedGame,
        players: Players,
        units: Units,
        paddles: PaddleMap,
        queue: EventQueue,
        clock: GameClock,
        table_clock: TableClock,
    ) -> None:
        self._played, self._players, self._units = played, players, units
        self._paddles, self._queue = paddles, queue
        self._clock, self._table_clock = clock, table_clock
        self.notices: list[UnitNotice] = []  # what players are still to read, oldest first
        self.benched: dict[int, int] = {}  # seats that slap by a key for a while, and the unit they wait for
        self._waited_till_us = 0  # up to when waits were counted
        self.took_time_back = ""  # the source that last made a time void
        self.in_players_pause = False  # players have opened the menu: nobody waits for a phone that sleeps
        self._slap_counted = False  # a slap counted since paddles last came live
        self._said_us: dict[str, int] = {}  # when each sentence about an unplaced slap was said last
        # Seats whose paddle is in fault, as the game will know once all waiting events are played.
        self._distrusted = {seat for seat, faulty in enumerate(played.game.paddles.faulty) if faulty}

    def take_notices(self) -> list[UnitNotice]:
        """Return what players are to read since the last call."""
        fresh, self.notices = self.notices, []
        return fresh

    # --- what units report --------------------------------------------------------------------------

    def heed(self, notice: UnitNotice, say: bool = True, own_fault: bool = True) -> None:
        """Do to the game what a unit's notice means.

        A void slap comes first, because it sets the game's time back: hands are lifted and faults noted after
        that. `say`: whether players read the notice. `own_fault`: whether its source is to blame for a void.
        """
        if say and not (notice.voids_a_slap and self.sits_out(notice.source)):
            self.notices.append(notice)
        # In a pause the units' clocks run on while the game's time stands: nothing may be later than now.
        t_us = max(0, min(self._clock.game_us(notice.t_us), self._clock.now_us()))
        if notice.voids_a_slap and not self._played.game.over and self._paddles.seats_on(notice.source):
            harms_nobody = self.in_players_pause and not self._played.moment.disputable
            self._void_what_is_unknown(notice)
            t_us = self._queue.complete_until_us
            if own_fault:
                self.took_time_back = notice.source
            if harms_nobody:
                self._units.blame.excuse(notice)
            elif own_fault:
                self._blame_for(notice)
        # Looked up only now: seats that were just sent to their keys are on this unit no more.
        seats = self._paddles.seats_on(notice.source)
        if notice.what in FORGETS_HANDS:
            self._queue.lift_hands(seats, t_us)
        if notice.what is What.RESTARTED:  # it says again what is still wrong
            for seat in seats:
                self._distrust(seat, False, t_us)
        if notice.what in (What.FAULT, What.FAULT_OVER) and notice.paddle != NO_PADDLE:
            owner = self._paddles.seat_of.get(notice.paddle)
            if owner is not None:
                self._distrust(owner, notice.what is What.FAULT, t_us)

    def heed_standing_faults(self) -> None:
        """Act on faults that units reported before the game listened, or while it was left."""
        broken = self._paddles.distrusted()
        for seat in self._players.people:
            self._distrust(seat, seat in broken, self._clock.now_us())

    def _distrust(self, seat: int, on: bool, t_us: int) -> None:
        """Tell the game that this seat's paddle is in fault, or (`on` is False) well again."""
        if on or seat in self._distrusted:
            self._queue.put(Event("fault", seat, t_us, {"on": on}))
        if on:
            self._distrusted.add(seat)
        else:
            self._distrusted.discard(seat)

    # --- slaps that nobody can judge ----------------------------------------------------------------

    def heed_unplaced(self, unplaced: Unplaced) -> None:
        """Tell players of a slap that can't be placed; the open slap is void if its order depends on that."""
        slap = unplaced.slap
        text = gettext(unplaced.text, name=unplaced.name)
        if not unplaced.voids:
            self._tell_once(slap, text)
            return
        # Several such slaps at once are told once, unless this one takes an open slap back.
        takes_back = self._played.moment.disputable and not self._queue.has("void")
        say = self._is_new(text) or takes_back
        self.heed(UnitNotice(What.UNSURE, slap.source, slap.read_us, text), say, unplaced.own_fault)

    def _is_new(self, text: str) -> bool:
        """Note that players are told this; return False if they have read the same just before."""
        now_us = self._table_clock()
        new = now_us - self._said_us.get(text, -AGAIN_US) >= AGAIN_US
        if new:
            self._said_us[text] = now_us
        return new

    def _tell_once(self, slap: PaddleEvent, text: str) -> None:
        """Say why this slap does not count, unless players have read the same just now."""
        if self._is_new(text):
            self.notices.append(UnitNotice(What.TROUBLE, slap.source, slap.read_us, text))

    def tell_doubted(self, slap: PaddleEvent) -> None:
        """Tell players that a slap is void because of a doubted one, and blame its source."""
        text = gettext(UNPLACED, name=slap.source)
        notice = UnitNotice(What.UNSURE, slap.source, slap.read_us, text)
        self.notices.append(notice)
        self._blame_for(notice)

    def tell_unclear(self, slap: Event, own_fault: bool) -> None:
        """Tell players that a slap is void: it may have been on either side of a moment that matters.

        `own_fault`: whether its source alone is to blame for that, and no other hand.
        """
        assert slap.seat is not None
        source = next(iter(self._paddles.by_source([slap.seat])), "")  # "": a bot, which has no unit
        unclear = face_for(type(self._played.game)).unclear
        text = gettext(unclear, name=self._players.seats[slap.seat].name)
        notice = UnitNotice(What.UNSURE, source, self._clock.table_us(slap.t_us), text)
        self.notices.append(notice)
        if own_fault:
            self._blame_for(notice)

    def void_untold(self, behind: Sequence[int]) -> None:
        """Make the open slap void, because the paddles of these seats do not answer."""
        for source, seats in self._paddles.by_source(behind).items():
            text = void_text([self._players.seats[seat] for seat in seats])
            self.heed(UnitNotice(What.SILENT, source, self._table_clock(), text))

    def void_what_it_has_not_told(self, seat: int) -> None:
        """Make the open slap void if this seat's paddle has not said yet whether it was slapped.

        Called before the seat leaves that paddle: after that nobody waits for it any more.
        """
        due_us = None if self._played.game.over else self._queue.next_due_us()
        if due_us is None or due_us > self._clock.now_us():
            return
        if seat in self._paddles.seats_behind(self._clock.table_us(due_us)):
            self.void_untold([seat])

    def _void_what_is_unknown(self, notice: UnitNotice) -> None:
        """Take back the time since all was known: nobody knows which paddles were slapped in it."""
        known_until_us = self._queue.complete_until_us
        self._queue.drop_slaps()
        self._clock.set_back(known_until_us)
        self._played.journal.append(
            {"note": notice.what.value, "unit": notice.source, "t_us": known_until_us}
        )

    # --- who is to blame ----------------------------------------------------------------------------

    def note_judged(self, effects: Sequence[Effect]) -> None:
        """Look for a slap that was judged: it counted, and paddles came live again without a void."""
        for effect in effects:
            if effect.what == "void":
                self._slap_counted = False
            elif effect.what == "slap" and effect.public is not None and effect.public["live"]:
                self._slap_counted = True
            elif effect.what == "live" and self._slap_counted:
                self._slap_counted = False
                self._units.blame.count_judged()

    def _blame_for(self, void: UnitNotice) -> None:
        """Count a void slap against its source, and play on without a source that does so again and again.

        A phone's player gets a key then. A Pico belongs to several players: it is blamed for silence alone,
        then counts as lost, and its players choose what to do.
        """
        is_phone = self._is_phone(void.source)
        if not (is_phone or void.what is What.SILENT):
            return
        if self._units.blame.count_void(void, self._table_clock(), own=is_phone):
            self._play_without(void.source, BENCHED)

    def blame_for_waits(self, seats: Sequence[int]) -> None:
        """Count the time that players read that these seats are waited for.

        Play on without a phone that makes them wait too long: a page that always answers just in time makes
        nothing void, and would never be blamed.
        """
        now_us = self._table_clock()
        waited_us, self._waited_till_us = now_us - self._waited_till_us, now_us
        for source, whose in self._paddles.by_source(seats).items():
            if self._is_phone(source) and self._units.blame.count_wait(source, min(waited_us, ONE_LOOK_US)):
                for seat in whose:
                    self.void_what_it_has_not_told(seat)
                self._play_without(source, WAITED_TOO_LONG)

    def _is_phone(self, source: str) -> bool:
        return any(state.phone and state.name == source for state in self._units.states())

    def _play_without(self, source: str, says: str) -> None:
        """Set a unit aside for a while. Players of a phone get their keys, and read the sentence `says`."""
        self._units.set_aside(source)
        for seat in self._paddles.seats_on(source) if self._is_phone(source) else ():
            if self._paddles.key_instead(seat) is not None:
                self._send_to_its_key(seat, source, says)

    def sits_out(self, source: str) -> bool:
        """Return whether this unit's player slaps a key for a while: then its troubles matter to nobody."""
        return source in [state.name for state in self._units.states_of(self.benched.values()).values()]

    def _send_to_its_key(self, seat: int, source: str, says: str) -> None:
        """Let the seat slap its key for a while. Its hand is lifted: the phone may never tell that."""
        self.benched[seat] = self._paddles.unit_of[seat]
        self._queue.lift_hands([seat], self._queue.complete_until_us)
        self.move(seat, self._paddles.take_key(seat))
        text = gettext(says, unit=source, name=self._players.seats[seat].name)
        self.notices.append(UnitNotice(What.TROUBLE, source, self._table_clock(), text))

    def remind_of_the_key(self, slap: PaddleEvent) -> None:
        """Tell a player who slaps a benched unit to slap the key: the unit's slaps count for nothing."""
        unit = self._units.place(slap.paddle).unit
        for seat, sits_out in self.benched.items():
            if sits_out == unit and seat in self._paddles.on_keys:
                name = self._players.seats[seat].name
                self._tell_once(slap, gettext(STILL_BENCHED, unit=slap.source, name=name))

    def let_back_in(self) -> None:
        """Give seats their unit back, between two slaps, once it has been good for a while."""
        for seat, unit in list(self.benched.items()):
            if seat not in self._players.people or seat not in self._paddles.on_keys:
                del self.benched[seat]  # its player left, or slaps something else by now
            elif not self._units.is_aside(unit) and self._queue.between_slaps:
                del self.benched[seat]
                state = self._paddles.put_back(seat, unit)
                self._units.blame.put_on_probation(state.name)
                self._queue.lift_hands([seat], self._clock.now_us())
                self.move(seat, error_of(state), state.up_us)
                text = gettext(LET_BACK_IN, unit=state.name, name=self._players.seats[seat].name)
                self.notices.append(UnitNotice(What.FOUND, state.name, self._table_clock(), text))

    # --- seats that slap by something else ----------------------------------------------------------

    def needs_a_key(self) -> list[int]:
        """Return the seats whose paddle is of no use now, and whose key could replace it.

        Its unit may be away, or have found a fault in it. Or the unit's times are so far off that each slap
        would be void beside those of other sources.
        """
        contacts = self._played.game.paddles
        worst_us = UNPLACED_US if len(set(contacts.source)) > 1 else None
        faulty, away = contacts.faulty, self._paddles.out_of_reach(worst_us)
        broken = [seat for seat in self._players.people if faulty[seat] or seat in away]
        return [seat for seat in broken if self._paddles.key_instead(seat) is not None]

    def seat_it_helps(self, paddle: int) -> int | None:
        """Return the seat with a broken paddle whose key this is; None if there is none."""
        return next((seat for seat in self.needs_a_key() if self._paddles.key_instead(seat) == paddle), None)

    def use_key(self, seat: int) -> None:
        """Let this seat slap by its key for the rest of the game, judged as coarsely as keys are."""
        if self._paddles.key_instead(seat) is None:
            return  # the button for it was pressed twice before the next picture
        self.void_what_it_has_not_told(seat)
        # A void slap may have been one too many: then the seat has been sent to its key already.
        if self._paddles.key_instead(seat) is not None:
            self.move(seat, self._paddles.take_key(seat))
        self.benched.pop(seat, None)

    def use_phone(self, seat: int) -> None:
        """Let this seat slap on the phone of its colour, for the person who has sat down there."""
        phone = self._paddles.use_phone(seat)
        self.move(seat, error_of(phone), phone.up_us)
        says = Sentence(CAME, name=self._players.seats[seat].name)
        self.notices.append(UnitNotice(What.CONNECTED, phone.name, self._table_clock(), says))

    def move(self, seat: int, error_us: int, up_us: int = 0) -> None:
        """Tell the game that a seat slaps by something else, whose times may be off by so much.

        `up_us`: how long after its time that source may tell that a hand came up.
        """
        self._distrusted.discard(seat)
        data = {"error_us": error_us} | ({"up_us": up_us} if up_us else {})
        self._queue.put(Event("source", seat, self._clock.now_us(), data))
