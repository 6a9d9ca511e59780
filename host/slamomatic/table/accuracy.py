"""Judging gets coarser as soon as a unit states a larger error, and finer once a smaller one is earned."""

from slamomatic.engine.vocabulary import MOST_ERROR_US, Event
from slamomatic.table.clock import TableClock
from slamomatic.table.earned import Earned
from slamomatic.table.event_queue import EventQueue
from slamomatic.table.played import PlayedGame
from slamomatic.table.seats import PaddleMap


class Accuracy:
    """Compares the errors that units state with those that the game judges by."""

    def __init__(
        self, played: PlayedGame, paddles: PaddleMap, queue: EventQueue, table_clock: TableClock
    ) -> None:
        self._played, self._paddles, self._queue, self._table_clock = played, paddles, queue, table_clock
        self._earned = Earned()

    def take_changes(self) -> list[Event]:
        """Return an event for each source whose times the game must judge more coarsely, or more finely.

        A larger error counts at once. A smaller one is earned first, and counts between two slaps.
        """
        contacts, now_us = self._played.game.paddles, self._played.game.now_us
        table_us = self._table_clock()
        judged_us, events = list(contacts.error_us), list[Event]()  # judged_us: by source
        for seat, error_us in sorted(self._paddles.stated_errors_us().items()):
            source = contacts.source[seat]
            if self._queue.has("source", seat=seat):
                continue  # it slaps by something else, and the game does not know yet
            if min(error_us, MOST_ERROR_US) > judged_us[source]:
                rises_us = self._earned.note_rise(source, error_us, judged_us[source], table_us)
                new_us: int | None = min(rises_us, MOST_ERROR_US)
            else:
                new_us = self._earned.note_smaller(source, error_us, judged_us[source], table_us)
                now_us = max(now_us, self._queue.complete_until_us)
                if new_us is not None and not (self._queue.between_slaps and contacts.at_rest(now_us)):
                    new_us = None  # the game would not take it yet
                if new_us is not None:
                    self._earned.note_fall(source, table_us)
            if new_us is not None:
                judged_us[source] = new_us
                events.append(Event("accuracy", seat, now_us, {"error_us": new_us}))
        return events
