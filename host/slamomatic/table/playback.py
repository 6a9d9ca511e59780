"""A journal shown again: each event at its own time, for everybody's eyes."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from slamomatic.engine import log
from slamomatic.face.hand_speed import KIT
from slamomatic.paddles import usual_name
from slamomatic.seat import Seat
from slamomatic.table.clock import GameClock, StoppedClock, TableClock
from slamomatic.table.outcome import seats_or_sentence
from slamomatic.table.played import NoJournal, PlayedGame
from slamomatic.table.players import Players
from slamomatic.table.shown import ShownGame
from slamomatic.words import N_

PICO_US = 2  # slaps that a Pico can't tell apart


class Playback(ShownGame):
    """A game from its journal. Nobody sits there: no hand is shown, and nothing can be pressed."""

    only_watched = True

    def __init__(self, entries: Sequence[Mapping[str, Any]], table_clock: TableClock) -> None:
        game = log.begin_game(dict(entries[0]))
        self.played = PlayedGame(game, NoJournal())
        self.players = Players(players_of(entries, game.seats))
        self.clock = GameClock(table_clock, game.now_us)
        self.travel = KIT
        # The events that are not played yet, without the notes between them.
        self._lines = deque(dict(entry) for entry in entries[1:] if "do" in entry)

    def pump(self) -> None:
        """Play the journal's events up to now."""
        while not self.clock.paused and self._lines and self._due_us() <= self.clock.now_us():
            event, effects = log.play_line(self.played.game, self._lines.popleft())
            self.played.advance(effects, event)

    def skip_to(self, game_us: int, clock: StoppedClock, pump: Callable[[], object]) -> Iterator[None]:
        """Play on to that moment, an event at a time, and leave the clock there; yield after each event.

        `pump` moves on whatever shows this game, and the game with it.
        """
        while (wakes_us := self.wakes_at_us()) is not None and self.clock.game_us(wakes_us) <= game_us:
            clock.at_us = max(clock.at_us, wakes_us)
            pump()
            yield
        clock.at_us = self.clock.table_us(game_us)
        pump()

    def _due_us(self) -> int:
        return int(self._lines[0]["t_us"])

    def wakes_at_us(self) -> int | None:
        return self.clock.table_us(self._due_us()) if self._lines and not self.clock.paused else None

    def good_to_us(self, seat: int) -> int:
        """Return how exact this seat's times were; the window of a game with keys is as wide as theirs."""
        if self.seats[seat].bot:
            return 0
        game = self.played.game
        contacts, usual_us = game.paddles, game.OPTIONS["clump_us"].default or 0
        keys_us = contacts.clump_us if contacts.clump_us > usual_us else 0
        several = len(set(contacts.source)) > 1
        return max(PICO_US, keys_us, contacts.seat_error_us(seat) if several else 0)


def players_of(entries: Sequence[Mapping[str, Any]], count: int) -> list[Seat]:
    """Return who sat where. In a log of the rules, which names nobody, seats have their colours' names.

    Raise UserError if the journal does not say who played.
    """
    if "players" not in entries[0]:
        return [Seat(usual_name(seat), seat) for seat in range(count)]
    return seats_or_sentence(
        entries,
        count,
        N_("This journal does not say who played ({error}), so it can't be filmed."),
        N_("This journal names {seats} of {count} players, so it can't be filmed."),
    )
