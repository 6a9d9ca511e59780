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
# A slap whose time may be further off than this, either way, could have been anywhere in its race. It alone
# does not count: were the game judged as coarsely from then on, nobody would be named again.
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
# A key is looked for in every frame: whatever keeps its time from being known kept the computer busy.
BUSY = N_("The computer was busy for a moment: that slap does not count. Play goes on.")


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A slap that can't be put into the game's time, and what players read of it."""

    slap: PaddleEvent
    text: str
    name: str  # fills the text: a unit or a player
    own_fault: bool = True  # whether its source is to blame
    voids: bool = True  # whether a slap in progress does not count because of it
    # The slap, if it counts after all where nothing else happened while it may have been made; else None.
    if_alone: Event | None = None


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
        """Let what a hand did wait for its turn; return why a slap can't be placed, None if all is well.

        A slap in a pause is left out without a word. `took_time_back`: the source that last made a time void.
        """
        contacts, clock = self._played.game.paddles, self._clock
        slap = item.do in (Do.DOWN, Do.TOUCH)  # who was first or last can depend on it
        excess_us = excess_error_us(contacts, seat, item)
        # Nobody is judged by when a hand came up: the likeliest moment will do.
        t_us = max(0, clock.game_us(item.t_us - excess_us if slap else item.middle_us))
        if slap:
            may_be_in_pause = item.t_us - item.error_us < clock.runs_since_us
            at_edge = may_be_in_pause and self.at_an_edge(item)
            if may_be_in_pause and not at_edge and clock.stood_still(item.t_us):
                return None
            later_us = item.later_us + 2 * excess_us
            event = Event(WORDS[item.do], seat, t_us, {"later_us": later_us} if later_us else NOTHING)
            unplaced = self._why_unplaced(event, item, at_edge, took_time_back)
            if unplaced is not None:
                return unplaced
            self.place(event, item)
        else:
            self._queue.put_movement(Event(WORDS[item.do], seat, t_us))
        return None

    def place(self, event: Event, slap: PaddleEvent) -> None:
        """Let a slap wait for its turn as this event."""
        assert event.seat is not None
        if event.seat in self._paddles.on_keys:
            # The order of one's own keys is known, however loose the time of each is: a slow frame takes
            # a choice and a slap both at its end.
            self._queue.put_choices_before(event.seat, event.t_us, self._clock.game_us(slap.read_us))
        self._queue.put_movement(event)
        if slap.doubted:
            self._doubts.note_doubted(event, slap)

    def _why_unplaced(
        self, event: Event, slap: PaddleEvent, at_edge: bool, took_time_back: str
    ) -> Unplaced | None:
        """Return why a slap can't be put into the game as this event; None if it can.

        A time that was taken back comes first: then the slap is lost in any case, and it only matters who is
        to blame for that. `at_edge`: whether a pause may have begun or ended between the slap's limits.
        """
        earliest_us, latest_us = slap.t_us - slap.error_us, slap.t_us + slap.later_us + slap.error_us
        assert event.seat is not None
        taken_back_us, name = self._clock.taken_back_us, self._players.seats[event.seat].name
        taken_back = taken_back_us.start <= latest_us and earliest_us < taken_back_us.stop
        # The slaps of one source can be judged among themselves, however far its clock is off.
        several_sources = len(set(self._played.game.paddles.source)) > 1
        unsure_us = latest_us - earliest_us if several_sources else slap.later_us
        anywhere = unsure_us > 2 * UNPLACED_US
        own_fault = anywhere or slap.doubted
        # A good time that falls into what somebody else made void is not its source's fault.
        if taken_back and not own_fault and slap.source != took_time_back:
            certainly = latest_us < taken_back_us.stop
            return Unplaced(slap, OF_A_VOID_TIME, name, own_fault=False, voids=not certainly)
        on_keys = event.seat in self._paddles.on_keys
        too_late = event.t_us < self._queue.complete_until_us - slap.error_us
        if taken_back or anywhere:
            # A slow computer looks for keys late. A phone could hide behind such a slap: that never counts.
            looked_late = not (taken_back or at_edge or too_late or slap.doubted)
            if_alone = event if looked_late and slap.error_us <= UNPLACED_US else None
            text = BUSY if on_keys else UNPLACED
            return Unplaced(slap, text, slap.source, own_fault, if_alone=if_alone)
        if at_edge:
            return Unplaced(slap, AT_AN_EDGE, name, own_fault)
        return Unplaced(slap, BUSY if on_keys else TOO_LATE, slap.source) if too_late else None

    def at_an_edge(self, item: PaddleEvent) -> bool:
        """Return whether this is a slap that may have been in a pause or just outside it, nobody knows."""
        slap = item.do in (Do.DOWN, Do.TOUCH)
        latest_us = item.t_us + item.later_us + item.error_us
        return slap and self._clock.at_an_edge(item.t_us - item.error_us, latest_us)


def excess_error_us(contacts: Paddles, seat: int, event: PaddleEvent) -> int:
    """Return by how much the event's clock was worse than the game judges this seat's clock.

    The time of this event alone is widened by it: the next slap is judged as finely as before.
    """
    several_sources = len(set(contacts.source)) > 1
    return max(0, event.error_us - contacts.seat_error_us(seat)) if several_sources else 0
