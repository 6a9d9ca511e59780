"""Who sits where, and which paddle of which unit is whose: a seat's slaps come from one source in a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.seat import Seat as Seat
from slamomatic.units.base import Link, UnitState
from slamomatic.units.merge import Units

NOBODY = -1
# A unit whose clock is not known yet may be off by this: as coarse as keys.
UNKNOWN_ERROR_US = 25_000
# Where bots' slaps come from: they are made here, and exact.
BOTS = UnitState("", Link.CONNECTED, "", 0, error_us=0)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where each seat's slaps come from."""

    paddles: tuple[int, ...]  # the table's number of each seat's paddle; NOBODY for a bot
    per_seat: tuple[int, ...]  # which source
    states: tuple[UnitState, ...]  # of each source

    @property
    def blind_us(self) -> int:
        """The coarsest source can't tell slaps apart that are closer than this."""
        return max((state.blind_us for state in self.states), default=0)

    def covers(self, source: Sequence[int], clump_us: int) -> bool:
        """Whether seats that were set up so can go on with these; of a worse clock the game is told."""
        ranks = sorted(set(source))
        same = tuple(ranks.index(each) for each in source) == self.per_seat
        known = all(state.error_us is not None for state in self.states)
        return known and same and self.blind_us <= clump_us


def colour_of(unit: Units, paddle: int) -> int:
    """The colour of a paddle of the table's units: a key stands in for the paddle of its colour."""
    place = unit.place(paddle)
    each = unit.units[place.unit]
    if each.colour is not None:
        return each.colour
    if each.is_keyboard:
        return place.paddle
    return paddle


def paddle_of(unit: Units, seat: Seat) -> int:
    """The paddle this seat slaps: its colour's on a unit that answers, else its key; NOBODY for a bot."""
    if seat.bot:
        return NOBODY
    states = unit.states()
    for index, each in enumerate(unit.units):
        answers = states[index].link is Link.CONNECTED and not each.is_keyboard
        if answers and each.colour == seat.colour:
            return unit.first_paddle(index)
        if answers and _has(unit, index, states[index], seat.colour):
            return seat.colour
    if (key := key_of(unit, seat.colour)) is not None:
        return key
    # No keys and no answer yet: its colour's paddle, which will be there once the unit is.
    there = any(_has(unit, index, state, seat.colour) for index, state in enumerate(states))
    return seat.colour if there else NOBODY


def key_of(unit: Units, colour: int) -> int | None:
    """The key that stands for the paddle of this colour."""
    for index, each in enumerate(unit.units):
        if each.is_keyboard and colour < each.paddles:
            return unit.first_paddle(index) + colour
    return None


def _has(unit: Units, index: int, state: UnitState, paddle: int) -> bool:
    """Whether this unit has the paddle with this number: it may have fewer paddles than its range of
    numbers."""
    own = unit.units[index].colour is None  # else it has another number than its colour's
    return own and 0 <= paddle - unit.first_paddle(index) < state.paddles


def sources_of(unit: Units, seats: Sequence[Seat]) -> Sources:
    """As things stand now. Bots are a source of their own, the last one."""
    states = (*unit.states(), BOTS)
    paddles = [paddle_of(unit, seat) for seat in seats]
    places = [len(states) - 1 if paddle == NOBODY else unit.place(paddle).unit for paddle in paddles]
    used = sorted(set(places))
    per_seat = tuple(used.index(place) for place in places)
    return Sources(tuple(paddles), per_seat, tuple(states[place] for place in used))


def error_of(state: UnitState) -> int:
    """How far a unit's times may be off, as a game wants to know it."""
    return UNKNOWN_ERROR_US if state.error_us is None else state.error_us
