"""Turns what hands did to paddles into events, each at the earliest moment that it may have happened."""

from dataclasses import dataclass

from slamomatic.engine.judging import Paddles
from slamomatic.engine.vocabulary import NOTHING, Event
from slamomatic.table.clock import GameClock
from slamomatic.table.doubts import Doubts
from slamomatic.table.event_queue import EventQueue
from slamomatic.table.played import PlayedGame
from slamomatic.table.players import Players
from slamomatic.table.seats import PaddleMap
from slamomatic.units.base import Do, PaddleEvent
from slamomatic.words import N_

WORDS = {Do.DOWN: "down", Do.UP: "up", Do.TOUCH: "touch", Do.RELEASE: "release"}
# A slap whose time may be further off than this, either way, could have been anywhere in its race. It alone does
# not count: were the game judged as coarsely from then on, nobody would be named again.
UNPLACED_US = 250_000

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


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A slap that can't be put into the game's time, and what players read of it."""

    slap: PaddleEvent
    text: str
    name: str  # fills the text: a unit or a player
    own_fault: bool = True  # whether its source is to blame
    voids: bool = True  # whether a slap in progress does not count because of it


class SlapIntake:
    """Puts what hands did to paddles into the queue of events."""

    def __init__(
        self,
        played: PlayedGame,
        players: Players,
        paddles: PaddleMap,
        queue: EventQueue,
        clock: GameClock,
        doubts: Doubts,
    ) -> None:
        self._played, self._players, self._paddles = played, players, paddles
        self._queue, self._clock, self._doubts = queue, clock, doubts

    def take(self, seat: int, item: PaddleEvent, took_time_back: str) -> Unplaced | None:
        """Let what a hand did wait for its turn; return why a slap can't be placed.

        `took_time_back`: the source that last made a time void.
        """
        contacts, clock = self._played.game.paddles, self._clock
        slap = item.do in (Do.DOWN, Do.TOUCH)  # who was first or last can depend on it
        several_sources = len(set(contacts.source)) > 1
        earliest_us, latest_us = item.t_us - item.error_us, item.t_us + item.later_us + item.error_us
        between = slap and earliest_us < clock.runs_since_us
        edge = between and self.at_an_edge(item)
        if between and not edge and clock.stood_still(item.t_us):
            return None
        # Nobody is judged by when a hand came up: the likeliest moment will do.
        excess_us = excess_error_us(contacts, seat, item)
        t_us = max(0, clock.game_us(item.t_us - excess_us if slap else item.middle_us))
        taken_back_us = clock.taken_back_us
        taken_back = taken_back_us.start <= latest_us and earliest_us < taken_back_us.stop
        # The slaps of one source can be judged among themselves, however far its clock is off.
        unsure_us = latest_us - earliest_us if several_sources else item.later_us
        unplaced = unsure_us > 2 * UNPLACED_US
        # A good time that falls into what somebody else made void is not its source's fault.
        own_fault = unplaced or item.doubted
        fine = not own_fault and item.source != took_time_back
        if slap and taken_back and fine:
            certainly = latest_us < taken_back_us.stop
            name = self._players.seats[seat].name
            return Unplaced(item, OF_A_VOID_TIME, name, own_fault, voids=not certainly)
        if slap and (taken_back or unplaced):
            return Unplaced(item, UNPLACED, item.source, own_fault)
        if edge:
            return Unplaced(item, AT_AN_EDGE, self._players.seats[seat].name, own_fault)
        if slap and t_us < self._queue.complete_until_us - item.error_us:
            return Unplaced(item, TOO_LATE, item.source)
        later_us = item.later_us + 2 * excess_us if slap else 0
        data = {"later_us": later_us} if later_us else NOTHING
        if slap and seat in self._paddles.on_keys:
            # The order of one's own keys is known, however loose the time of each is: a slow frame takes
            # a choice and a slap both at its end.
            self._queue.put_choices_before(seat, t_us, clock.game_us(item.read_us))
        event = Event(WORDS[item.do], seat, t_us, data)
        self._queue.put(event)
        if slap and item.doubted:
            self._doubts.expect(event, item)
        return None

    def at_an_edge(self, item: PaddleEvent) -> bool:
        """Whether this slap may have been before a pause and may have been in it."""
        slap = item.do in (Do.DOWN, Do.TOUCH)
        latest_us = item.t_us + item.later_us + item.error_us
        return slap and self._clock.at_an_edge(item.t_us - item.error_us, latest_us)


def excess_error_us(contacts: Paddles, seat: int, event: PaddleEvent) -> int:
    """Return by how much the event's clock was worse than the game judges this seat's clock.

    The time of this event alone is widened by it: the next slap is judged as finely as before.
    """
    several_sources = len(set(contacts.source)) > 1
    return max(0, event.error_us - contacts.seat_error_us(seat)) if several_sources else 0
