"""Paddles and seats: whose paddle is whose, on which unit, and which paddles hold the game up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slamomatic.seat import Seat as Seat
from slamomatic.table.players import Players
from slamomatic.units.base import Link, UnitState
from slamomatic.units.merge import Units
from slamomatic.words import listed, ngettext

NOBODY = -1
# A unit whose clock is not known yet may be off by this: as coarse as keys.
UNKNOWN_ERROR_US = 25_000
# Where bots' slaps come from: they are made here, and exact.
BOTS = UnitState("", Link.CONNECTED, "", 0, error_us=0)

SAID_AFTER_US = 1_000_000  # so far behind, players read for whom the game waits
VOID_AFTER_US = 3_000_000  # so far behind, the slap is void
ANSWERS_IN_US = 500_000  # a unit that was asked so long ago could have answered


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of slaps in a game: one for each seat."""

    paddles: tuple[int, ...]  # the table's number of each seat's paddle; NOBODY for a bot
    per_seat: tuple[int, ...]  # which source
    states: tuple[UnitState, ...]  # of each source

    @property
    def blind_us(self) -> int:
        """The gap below which the coarsest source can't tell two slaps apart."""
        return max((state.blind_us for state in self.states), default=0)

    def covers(self, source: Sequence[int], clump_us: int) -> bool:
        """Return whether a game can go on with these sources.

        It began with `source`, the source of each seat, and judges by the window `clump_us`. The seats must
        share sources as they did then, each clock must be known, and no source may be blind for longer than
        the window. A clock that is worse now does not matter: the game is told of it.
        """
        ranks = sorted(set(source))
        same = tuple(ranks.index(each) for each in source) == self.per_seat
        known = all(state.error_us is not None for state in self.states)
        return known and same and self.blind_us <= clump_us


def colour_of(unit: Units, paddle: int) -> int:
    """Return the colour of a paddle of the table's units. A key has the colour that it stands in for."""
    place = unit.place(paddle)
    each = unit.units[place.unit]
    if each.colour is not None:
        return each.colour
    if each.is_keyboard:
        return place.paddle
    return paddle


def paddle_of(unit: Units, seat: Seat) -> int:
    """Return the paddle that this seat slaps: its colour's if that answers, else its key.

    Without either it is the paddle that will be there once its unit answers. NOBODY for a bot, or if there is
    no such paddle.
    """
    if seat.bot:
        return NOBODY
    states = unit.states()
    for index, each in enumerate(unit.units):
        answers = states[index].link is Link.CONNECTED and not each.is_keyboard
        if answers and each.colour == seat.colour:
            return unit.first_paddle(index)  # a phone: one paddle, of this colour
        if answers and _has(unit, index, states[index], seat.colour):
            return seat.colour  # a Pico's paddles are numbered like the colours
    if (key := key_of(unit, seat.colour)) is not None:
        return key
    there = any(_has(unit, index, state, seat.colour) for index, state in enumerate(states))
    return seat.colour if there else NOBODY


def key_of(unit: Units, colour: int) -> int | None:
    """Return the key that stands in for the paddle of this colour; None if there is no such key."""
    for index, each in enumerate(unit.units):
        if each.is_keyboard and colour < each.paddles:
            return unit.first_paddle(index) + colour
    return None


def _has(unit: Units, index: int, state: UnitState, paddle: int) -> bool:
    """Return whether this unit has the paddle with this number: it may have fewer than its range of numbers.

    A phone is left out: its paddle is known by its colour, not by its number.
    """
    numbered = unit.units[index].colour is None
    return numbered and 0 <= paddle - unit.first_paddle(index) < state.paddles


def sources_of(unit: Units, seats: Sequence[Seat]) -> Sources:
    """Return where slaps come from as units stand now. Bots are a source of their own, the last one."""
    states = (*unit.states(), BOTS)
    paddles = [paddle_of(unit, seat) for seat in seats]
    places = [len(states) - 1 if paddle == NOBODY else unit.place(paddle).unit for paddle in paddles]
    used = sorted(set(places))
    per_seat = tuple(used.index(place) for place in places)
    return Sources(tuple(paddles), per_seat, tuple(states[place] for place in used))


def error_of(state: UnitState) -> int:
    """Return how far a unit's times may be off, also where the unit does not know yet."""
    return UNKNOWN_ERROR_US if state.error_us is None else state.error_us


class PaddleMap:
    """A map from paddles to seats, and from seats to units. A bot has no paddle."""

    def __init__(self, unit: Units, players: Players, paddles: Sequence[int]) -> None:
        """Give each seat its paddle. `paddles`: the table's number of each seat's; NOBODY for a bot."""
        self._unit = unit
        self._seats = players.seats
        self._assign({paddle: seat for seat, paddle in enumerate(paddles) if paddle != NOBODY})

    def _assign(self, seat_of: Mapping[int, int]) -> None:
        """Give each paddle its seat. Paddles of bots are left out."""
        self.seat_of = {paddle: seat for paddle, seat in seat_of.items() if not self._seats[seat].bot}
        # A seat has one source at a time, that of its last paddle: the game judges it by that one's accuracy.
        self.unit_of = {seat: self._unit.place(paddle).unit for paddle, seat in self.seat_of.items()}
        # All but a key that counts beside a phone: it is not what its player is judged by.
        own = ((paddle, self.unit_of[seat]) for paddle, seat in self.seat_of.items())
        self.judged_by = frozenset(paddle for paddle, unit in own if self._unit.place(paddle).unit == unit)
        self.units = tuple(dict.fromkeys(self.unit_of.values()))
        # Seats that slap by a key. A key beside a paddle does nothing, so its player is not told of it.
        keyed = [unit.keyboard is not None for unit in self._unit.units]
        self.on_keys = frozenset(seat for seat, unit in self.unit_of.items() if keyed[unit])

    def is_key(self, paddle: int) -> bool:
        """Return whether the table's paddle of this number is a key."""
        return self._unit.units[self._unit.place(paddle).unit].is_keyboard

    def out_of_reach(self, worst_us: int | None) -> list[int]:
        """Return the seats whose unit is not there, or may be further off than this; None: however far."""
        states = self._unit.states()
        return [
            seat
            for seat, unit in self.unit_of.items()
            if states[unit].link is not Link.CONNECTED
            or (worst_us is not None and (states[unit].error_us or 0) > worst_us)
        ]

    def distrusted(self) -> frozenset[int]:
        """Return the seats whose paddle has a standing fault."""
        faults = [fault.paddle for state in self._unit.states() for fault in state.faults]
        return frozenset(self.seat_of[paddle] for paddle in faults if paddle in self.seat_of)

    def seats_on(self, source: str) -> list[int]:
        """Return the seats whose paddle is on the unit of that name."""
        names = [state.name for state in self._unit.states()]
        return [seat for seat, unit in self.unit_of.items() if names[unit] == source]

    def good_to_us(self, seat: int) -> int:
        """Return how exact this seat's times are beside those of the others; a bot's are exact (0)."""
        if seat not in self.unit_of:
            return 0
        state = self._unit.states()[self.unit_of[seat]]
        several = len(set(self.unit_of.values())) > 1
        return state.order_us + ((state.error_us or 0) if several else 0)

    def paddle_beside(self, source: str, seat: int) -> int | None:
        """Return the paddle that this seat slaps on the unit of this name; None: it slaps another unit."""
        own = self.unit_of.get(seat)
        if own is None or self._unit.states()[own].name != source:
            return None
        paddles = (paddle for paddle, whose in self.seat_of.items() if whose == seat)
        return next((paddle for paddle in paddles if paddle in self.judged_by), None)

    def missing_unit(self) -> str:
        """Return what to say while a unit that somebody plays on is not there; "" when all are."""
        states = self._unit.states_of(self.units)
        return next((state.text for state in states.values() if state.link is not Link.CONNECTED), "")

    def stated_errors_us(self) -> dict[int, int]:
        """Return how far each seat's times may be off, as its unit says now.

        Seats whose unit is not there, or does not know yet, are left out.
        """
        states = self._unit.states_of(self.units)
        stated = {seat: states[unit] for seat, unit in self.unit_of.items()}
        return {
            seat: state.error_us
            for seat, state in stated.items()
            if state.link is Link.CONNECTED and state.error_us is not None
        }

    def play(self, seat_of: Mapping[int, int] | None = None) -> None:
        """Put these paddles in play and wait for no others; None: the present ones, without those of bots."""
        self._assign(self.seat_of if seat_of is None else seat_of)
        self._unit.play_with(self.seat_of)

    def seats_behind(self, t_us: int) -> list[int]:
        """Return the seats whose unit has not said yet whether there was a slap up to `t_us`."""
        behind = self._unit.behind(t_us)
        return sorted(seat for seat, unit in self.unit_of.items() if unit in behind)

    def leave(self, seat: int) -> None:
        """Take the paddle of this seat out of play."""
        self.play({paddle: whose for paddle, whose in self.seat_of.items() if whose != seat})

    def can_use_phone(self, seat: int) -> bool:
        """Return whether there is a phone of this seat's colour, and it answers."""
        phone = self._phone_of(seat)
        return phone is not None and self._unit.states()[phone].link is Link.CONNECTED

    def use_phone(self, seat: int) -> UnitState:
        """Let this seat be slapped on the phone of its colour; return how that phone stands."""
        phone = self._phone_of(seat)
        assert phone is not None
        self.play(self.seat_of | {self._unit.first_paddle(phone): seat})
        return self._unit.states()[phone]

    def _phone_of(self, seat: int) -> int | None:
        """Return the number of the phone with this seat's colour among the units; None if there is none."""
        colours = [unit.colour for unit in self._unit.units]
        colour = self._seats[seat].colour
        return colours.index(colour) if colour in colours else None

    def by_source(self, seats: Sequence[int]) -> dict[str, list[int]]:
        """Group these seats by the name of the unit that they slap."""
        states = self._unit.states()
        sources: dict[str, list[int]] = {}
        for seat, unit in self.unit_of.items():
            if seat in seats:
                sources.setdefault(states[unit].name, []).append(seat)
        return sources

    def put_back(self, seat: int, unit: int) -> UnitState:
        """Give the seat the first paddle of this unit again; return how that unit stands.

        Its key counts too: nobody chooses the moment, and the player's hand may be over the key.
        """
        self.play(self.seat_of | {self._unit.first_paddle(unit): seat})
        return self._unit.states()[unit]

    # --- a key instead ------------------------------------------------------------------------------

    def key_instead(self, seat: int) -> int | None:
        """Return the key of this seat's colour; None where there is none, or the seat uses it already."""
        return None if seat in self.on_keys else key_of(self._unit, self._seats[seat].colour)

    def take_key(self, seat: int) -> int:
        """Let the seat slap by its key; return how far that key's times may be off."""
        key = self.key_instead(seat)
        assert key is not None
        self.play({paddle: whose for paddle, whose in self.seat_of.items() if whose != seat} | {key: seat})
        return error_of(self._unit.states()[self._unit.place(key).unit])


class OverduePaddles:
    """Paddles that hold the game up: something is due, and they have not said what was slapped before it."""

    def __init__(self) -> None:
        self.shown: Sequence[int] = ()  # the seats that players are told to wait for
        self._asked_us: int | None = None  # since when they are asked

    def wait(self, behind: Sequence[int], late_us: int, now_us: int) -> bool:
        """Note that the game is `late_us` behind for want of these seats' paddles.

        Return whether that is too long.
        """
        self.shown = tuple(behind) if late_us >= SAID_AFTER_US else ()
        if not behind:
            self._asked_us = None
            return False
        if self._asked_us is None:
            self._asked_us = now_us
        # A computer that stood for 3 s has not asked anybody yet.
        too_long = late_us >= VOID_AFTER_US and now_us - self._asked_us >= ANSWERS_IN_US
        if too_long:
            self.shown, self._asked_us = (), None
        return too_long


def void_text(seats: Sequence[Seat]) -> str:
    """Return the sentence for a slap that is void because the paddles of these seats did not answer."""
    return ngettext(
        "{names}'s paddle did not answer in time. Nobody knows who was last: that slap is off. Slap again!",
        "The paddles of {names} did not answer in time. Nobody knows who was last: that slap is off. "
        "Slap again!",
        len(seats),
        names=listed([seat.name for seat in seats]),
    )
