"""Trouble: what is off because of a unit or guess, whose hands are up again, whose key replaces a paddle."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from slamomatic.engine import Game
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Effect, Event, Json, Refused
from slamomatic.face.face import Face
from slamomatic.face.faces import face_for
from slamomatic.table.automatic import Automatic
from slamomatic.table.clock import LONG_AGO_US, SittingClock, TableClock
from slamomatic.table.doubts import Doubts
from slamomatic.table.earned import Earned
from slamomatic.table.moment import Moment, Rgb
from slamomatic.table.seats import Awaited, Owners, Seat, error_of, void_text
from slamomatic.units.base import NO_PADDLE, PaddleEvent, UnitNotice, What
from slamomatic.units.merge import Units
from slamomatic.words import N_, gettext

AGAIN_US = 1_000_000  # the same words are not said again sooner
# After these nobody has told of hands that came up meanwhile.
FORGETS_HANDS = frozenset({What.RESTARTED, What.GONE})
# A slap less sure than this could have been anywhere in its race. It is off, alone: were the game judged as
# coarsely from then on, nobody would be named again.
UNPLACED_US = 250_000

BENCHED = N_("Two slaps did not count because of {unit}. {name}, slap your key for now.")
STILL_BENCHED = N_("{name}, {unit} does not count for now. Slap your key!")
LET_BACK_IN = N_("{unit} is good again. {name} slaps with it.")
UNPLACED = N_("{name} can't say when a slap was. A slap in progress does not count. Play goes on.")
OF_A_VOID_TIME = N_(
    "{name}'s slap was fine. It does not count, because nobody knows when another hand came down. "
    "Play goes on."
)
AT_AN_EDGE = N_(
    "Nobody knows if {name}'s slap counted: the game stood still just before or after it. "
    "A slap in progress does not count."
)
TOO_LATE = N_("{name} reported a slap too late. A slap in progress does not count. Play goes on.")


class Journal(Protocol):
    """Where every event is before anybody sees what it did."""

    path: Path

    def append(self, entry: Mapping[str, Any]) -> None: ...
    def finish(self) -> Path: ...
    def close(self) -> None: ...


class UnseenCall:
    """A call that the screen makes is answered from when it was shown: a slap that comes sooner was a guess.

    The game calls at its own time. The screen shows the call as soon as all is known up to then. With a
    phone, or a unit that stalls, that is later, and a blind slap in between could pass for an answer.
    """

    def __init__(self, face: Face) -> None:
        self._calls = {what for what, by_seat in face.calls.items() if not by_seat}
        self._quickest_us = face.quickest_us
        self._answers_from_us = LONG_AGO_US

    def shown(self, public: Sequence[Json], now_us: int) -> None:
        """The room was shown these effects then, by the game's time."""
        if any(effect["what"] in self._calls for effect in public):
            self._answers_from_us = now_us + self._quickest_us

    def guessed(self, event: Event, moment: Moment) -> bool:
        """Whether this slap would count as an answer to a call that nobody can have answered yet."""
        if event.do != "down" or event.t_us >= self._answers_from_us:
            return False
        return any(choice.do == "down" for choice in moment.legal[event.seat])


class Trouble:
    """What a sitting stands on (game, seats, units, what waits to be played), and what trouble does to it."""

    recorded = False  # as it was played once: there is nothing to press

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        unit: Units,
        journal: Journal,
        clock: TableClock,
        paddles: Sequence[int] = (),
        photographer: Photographer | None = None,
    ) -> None:
        self._game = game
        self.seats: list[Seat] = []
        self.sit(seats)
        self.unit = unit
        self.owners = Owners(unit, self.seats, paddles)
        self.journal = journal
        self.table_clock = clock
        self.clock = SittingClock(clock, game.now_us)
        self._waiting: list[Event] = []  # what is not played yet
        self._until_us = game.now_us  # all that is known is played up to here
        self._lifted: set[int] = set()  # seats whose hands came up in a pause
        self._moving: set[int] = set()  # seats that slap by something else, and the game does not know yet
        # Whose paddle is in fault, once all is played that is held back.
        self._distrusted = {seat for seat, faulty in enumerate(game.paddles.faulty) if faulty}
        self.notices: list[UnitNotice] = []
        self._said_us: dict[str, int] = {}  # when it was said that a slap can't be placed, by what was said
        self.next_presses: list[PaddleEvent] = []  # of the shared NEXT button, for the scene
        self.slapped_in_pause = False
        self.early: int | None = None  # who slapped last while time stood still
        self.name = game.NAME
        self._awaited = Awaited()
        self._doubts = Doubts()
        self._took_time_back = ""  # which source last made a time void
        self._slap_counted = False  # and nothing was made of it yet
        self._earned = Earned()
        self.benched: dict[int, int] = {}  # seats that slap by a key for a while, and the unit they wait for
        self.automatic = Automatic(game, self.clock)
        for seat, sits in enumerate(self.seats):
            if sits.bot and not self.recorded:  # else the journal says what a bot did
                self.automatic.sit(seat, sits.bot)
        self.refusals: list[tuple[int | None, Refused]] = []
        self.whispers: dict[int, list[Effect]] = {seat: [] for seat in range(game.seats)}
        self._lit: tuple[Rgb, ...] = ()
        self._lit_for: object = None  # what the lights depend on
        self.lines = 0  # written to the journal in this sitting, the opening aside
        self.moment = Moment(game, list(game.told))
        face = face_for(type(game))
        if photographer is None:  # else it has seen all of this in the journal
            photographer = Photographer(face.calls)
            photographer.watch(self.moment.public)
        self.photographer = photographer
        self.moment.photo = self.photographer.last
        self._unseen = UnseenCall(face) if face.quickest_us else None
        self._fresh = [self.moment]
        self.automatic.tell(self.moment)

    def sit(self, seats: Sequence[Seat]) -> None:
        """Who sits where from now on."""
        gone = self._game.gone
        self.seats[:] = seats
        self.people = [seat for seat, sits in enumerate(seats) if not sits.bot and not gone[seat]]
        # The one person among bots, who sees the own hand always; None when several share the screen.
        self.alone = self.people[0] if len(self.people) == 1 else None

    def _next_due_us(self) -> int | None:
        """The next moment at which something is to be played; None: nothing will happen by itself."""
        raise NotImplementedError

    @property
    def rearm_us(self) -> int:
        """How long paddles rest after a slap, once all hands are up."""
        return self._game.paddles.rearm_us

    # --- what players are told, and whose hands are up ----------------------------------------------

    def _tell_unsure(self, item: PaddleEvent, text: str, name: str, own_fault: bool = True) -> None:
        notice = UnitNotice(What.UNSURE, item.source, item.read_us, gettext(text, name=name))
        # Of several such slaps at once players read once, unless another slap is taken back by it.
        takes_back = self.moment.disputable and not any(event.do == "void" for event in self._waiting)
        self._heed(notice, self._is_new(notice.text) or takes_back, own_fault)

    def _is_new(self, text: str) -> bool:
        """Whether players have not read the same just now."""
        now_us = self.table_clock()
        new = now_us - self._said_us.get(text, -AGAIN_US) >= AGAIN_US
        if new:
            self._said_us[text] = now_us
        return new

    def _tell_of_void_time(self, seat: int, slap: PaddleEvent) -> None:
        """It was certainly in a time that is as if it had not been, and that was another source's doing."""
        text = gettext(OF_A_VOID_TIME, name=self.seats[seat].name)
        if self._is_new(text):
            self.notices.append(UnitNotice(What.TROUBLE, slap.source, slap.read_us, text))

    def _tell_doubted(self, slap: PaddleEvent) -> None:
        """Nobody knows if it was before or after another slap, and its source alone vouches for its time."""
        text = gettext(UNPLACED, name=slap.source)
        notice = UnitNotice(What.UNSURE, slap.source, slap.read_us, text)
        self.notices.append(notice)
        self._blame_for(notice)

    def _tell_unknown(self, slap: Event, own_fault: bool) -> None:
        """The rules took it back: it may have been on either side of a moment that matters.

        `own_fault`: no other hand can have made it so.
        """
        assert slap.seat is not None
        source = next(iter(self.owners.by_source([slap.seat])), "")  # a bot slaps by none
        text = gettext(face_for(type(self._game)).unclear, name=self.seats[slap.seat].name)
        notice = UnitNotice(What.UNSURE, source, self.clock.table_us(slap.t_us), text)
        self.notices.append(notice)
        if own_fault:
            self._blame_for(notice)

    def hands_off(self) -> None:
        """No hand is known to be down: the game was left, and people have gone since."""
        self._lift(self.people, self.clock.now_us())

    def _lift(self, seats: Iterable[int], t_us: int) -> None:
        """Otherwise the table would wait for hands that went up long ago."""
        contacts = self._game.paddles
        coming = {(event.do, event.seat) for event in self._waiting}
        for seat in sorted(seats):
            if contacts.touching[seat] or ("touch", seat) in coming:
                self._waiting.append(Event("release", seat, t_us))
            if contacts.down[seat] or ("down", seat) in coming:
                self._waiting.append(Event("up", seat, t_us))

    # --- trouble ------------------------------------------------------------------------------------

    def _heed(self, notice: UnitNotice, say: bool = True, own_fault: bool = True) -> None:
        if say and not (notice.voids_a_slap and self._sits_out(notice.source)):
            self.notices.append(notice)
        # In a pause stamps run on while the game's time stands: it happened now, not after so much more play.
        t_us = max(0, min(self.clock.game_us(notice.t_us), self.clock.now_us()))
        if notice.voids_a_slap and not self._game.over and self.owners.seats_on(notice.source):
            self._void_what_is_unknown(notice)
            t_us = self._until_us
            if own_fault:
                self._took_time_back = notice.source
                self._blame_for(notice)
        if notice.what in FORGETS_HANDS:
            self._lift(self.owners.seats_on(notice.source), t_us)
        if notice.what is What.RESTARTED:  # it says again what is still wrong
            for seat in self.owners.seats_on(notice.source):
                self._distrust(seat, False, t_us)
        if notice.what in (What.FAULT, What.FAULT_OVER) and notice.paddle != NO_PADDLE:
            owner = self.owners.seat_of.get(notice.paddle)
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

    def _blame_for(self, void: UnitNotice) -> None:
        """Who makes slaps void again and again is not waited for: a phone's player has a key meanwhile.

        A Pico is nobody's own. It counts as lost if it keeps silent, and its players choose what to do.
        """
        is_phone = any(state.phone and state.name == void.source for state in self.unit.states())
        if not (is_phone or void.what is What.SILENT):
            return
        if not self.unit.blame.void(void, self.table_clock(), own=is_phone):
            return
        self.unit.set_aside(void.source)
        for seat in self.owners.seats_on(void.source) if is_phone else ():
            if self.owners.key_instead(seat) is not None:
                self._send_to_its_key(seat, void.source)

    def _note_judged(self, effects: Sequence[Effect]) -> None:
        """A slap after which paddles come live, without a void, was judged."""
        for effect in effects:
            if effect.what == "void":
                self._slap_counted = False
            elif effect.what == "slap" and effect.public is not None and effect.public["live"]:
                self._slap_counted = True
            elif effect.what == "live" and self._slap_counted:
                self._slap_counted = False
                self.unit.blame.judged()

    def _sits_out(self, source: str) -> bool:
        """Whether nobody slaps with it for a while, so that its troubles are nobody's."""
        return source in [state.name for state in self.unit.states_of(self.benched.values()).values()]

    def _send_to_its_key(self, seat: int, source: str) -> None:
        self.benched[seat] = self.owners.unit_of[seat]
        self._lift([seat], self._until_us)
        self.move(seat, self.owners.take_key(seat))
        text = gettext(BENCHED, unit=source, name=self.seats[seat].name)
        self.notices.append(UnitNotice(What.TROUBLE, source, self.table_clock(), text))

    def _remind_of_the_key(self, slap: PaddleEvent) -> None:
        """Else whoever has not read it slaps the phone again and again, and is named last by right."""
        unit = self.unit.place(slap.paddle).unit
        for seat, sits_out in self.benched.items():
            if sits_out == unit and seat in self.owners.on_keys:
                text = gettext(STILL_BENCHED, unit=slap.source, name=self.seats[seat].name)
                if self._is_new(text):
                    self.notices.append(UnitNotice(What.TROUBLE, slap.source, slap.read_us, text))

    def _let_back_in(self) -> None:
        """Between two slaps whose unit has been good for a while slaps with it again."""
        for seat, unit in list(self.benched.items()):
            if seat not in self.people or seat not in self.owners.on_keys:
                del self.benched[seat]  # who left, or has something else by now
            elif not self.unit.is_aside(unit) and self._between_slaps:
                del self.benched[seat]
                state = self.owners.put_back(seat, unit)
                self.unit.blame.on_probation(state.name)
                self._lift([seat], self.clock.now_us())
                self.move(seat, error_of(state), state.up_us)
                text = gettext(LET_BACK_IN, unit=state.name, name=self.seats[seat].name)
                self.notices.append(UnitNotice(What.FOUND, state.name, self.table_clock(), text))

    @property
    def _between_slaps(self) -> bool:
        """Whether no slap is open, no hand is down and none is on its way; but for hands that never rest."""
        hands = self._game.paddles
        waits_for = [seat for seat, restless in enumerate(hands.restless) if not restless]
        coming = any(event.do in ("down", "touch") and event.seat in waits_for for event in self._waiting)
        return not (coming or any(map(hands.in_contact, waits_for)) or self.moment.disputable)

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

    # --- a key instead ------------------------------------------------------------------------------

    def needs_a_key(self) -> list[int]:
        """Seats whose paddle the unit distrusts, or can't be heard, and whose key could stand in for it.

        Nor can it be heard where each of its slaps would be void beside those of another source.
        """
        contacts = self._game.paddles
        worst_us = UNPLACED_US if len(set(contacts.source)) > 1 else None
        faulty, away = contacts.faulty, self.owners.out_of_reach(worst_us)
        broken = [seat for seat in self.people if faulty[seat] or seat in away]
        return [seat for seat in broken if self.owners.key_instead(seat) is not None]

    def _seat_it_helps(self, paddle: int) -> int | None:
        """The seat with a broken paddle whose key this is."""
        return next((seat for seat in self.needs_a_key() if self.owners.key_instead(seat) == paddle), None)

    def use_key(self, seat: int) -> None:
        """For the rest of the game this seat slaps by its key, and is judged as coarsely as keys are."""
        if self.owners.key_instead(seat) is None:
            return  # its button was pressed twice before the next picture
        self._void_what_it_has_not_told(seat)
        self.move(seat, self.owners.take_key(seat))

    def move(self, seat: int, error_us: int, up_us: int = 0) -> None:
        """The seat slaps by something else from now on, whose times may be off by so much.

        `up_us`: how long after its time it may tell that a hand came up.
        """
        self._moving.add(seat)
        self._distrusted.discard(seat)
        self._waiting.append(
            Event(
                "source",
                seat,
                self.clock.now_us(),
                {"error_us": error_us} | ({"up_us": up_us} if up_us else {}),
            )
        )

    def _void_what_it_has_not_told(self, seat: int) -> None:
        """Who goes from a source that still owes an answer may have slapped: what is open is off."""
        due_us = None if self._game.over else self._next_due_us()
        if due_us is None or due_us > self.clock.now_us():
            return
        if seat in self.owners.seats_behind(self.clock.table_us(due_us)):
            self._void_untold([seat])

    def _void_untold(self, behind: Sequence[int]) -> None:
        """The open slap is off: these seats' paddles do not answer."""
        for source, seats in self.owners.by_source(behind).items():
            text = void_text([self.seats[seat] for seat in seats])
            self._heed(UnitNotice(What.SILENT, source, self.table_clock(), text))
