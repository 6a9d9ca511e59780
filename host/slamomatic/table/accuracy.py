"""How true the slaps' times are while a game is played: nobody is judged more finely than that. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from slamomatic.engine.judging import Paddles
from slamomatic.engine.vocabulary import MOST_ERROR_US, Event
from slamomatic.units.base import Do, PaddleEvent

# Else an error that grows little by little would write a line into the journal in every frame.
STEP_US = 100
# A slap less sure than this could have been anywhere in its race. It is off, alone: were the game judged as
# coarsely from then on, nobody would be named again.
UNPLACED_US = 250_000

UNPLACED = "{name} can't say when a slap was: an open slap is void, play goes on."
UNKNOWN = "Nobody knows if {name}'s slap came in time, so it does not count. Hands up, and slap again!"
TOO_LATE = "{name} told of a slap too late: an open slap is void, play goes on."


def is_slap(event: PaddleEvent) -> bool:
    """Whether who was first or last can depend on it."""
    return event.do in (Do.DOWN, Do.TOUCH)


def placed(contacts: Paddles, event: PaddleEvent) -> bool:
    """Whether it can be judged: one source's slaps always can among themselves."""
    off_us = event.loose_us if len(set(contacts.source)) == 1 else event.loose_us + event.error_us
    return off_us <= UNPLACED_US


def later_us(contacts: Paddles, seat: int, event: PaddleEvent) -> int:
    """How much later than its earliest moment this slap may have been, beyond what its source states.

    It is this slap's alone: the next one is judged as finely as before.
    """
    excess_us = event.error_us - contacts.error_of(seat) if len(set(contacts.source)) > 1 else 0
    return 2 * (event.loose_us + max(0, excess_us))


def grown(contacts: Paddles, stated_us: Mapping[int, int], t_us: int) -> list[Event]:
    """What the game must know, of each seat whose times may be further off than it is judged by."""
    known_us, events = list(contacts.error_us), []
    for seat, error_us in sorted(stated_us.items()):
        source = contacts.source[seat]
        if min(error_us, MOST_ERROR_US) > known_us[source]:
            known_us[source] = min(-(-error_us // STEP_US) * STEP_US, MOST_ERROR_US)
            events.append(Event("accuracy", seat, t_us, {"error_us": known_us[source]}))
    return events
