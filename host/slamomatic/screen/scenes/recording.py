"""A sitting that plays what a journal says, for everybody's eyes: the journal makes every choice."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from slamomatic.engine import log
from slamomatic.engine.vocabulary import Effect, Json
from slamomatic.paddles import paddle_name
from slamomatic.screen.scene import Stage
from slamomatic.table.clock import StoppedClock
from slamomatic.table.outcome import seats_or_sentence
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from slamomatic.words import N_

PICO_US = 2  # what its paddles can't tell apart


class NoJournal:
    """A journal for games that nobody plays."""

    path = Path("nothing")

    def append(self, entry: Mapping[str, Any]) -> None:
        pass

    def finish(self) -> Path:
        return self.path

    def close(self) -> None:
        pass


class Recording(Sitting):
    """Each line is played at its own time by the stage's clock."""

    recorded = True

    def __init__(self, entries: Sequence[Mapping[str, Any]], stage: Stage) -> None:
        game = log.begin(dict(entries[0]))
        self._lines = deque(dict(entry) for entry in entries[1:] if "do" in entry)
        super().__init__(game, players_of(entries, game.seats), stage.unit, NoJournal(), stage.clock)

    def sit(self, seats: Sequence[Seat]) -> None:
        """No eyes but everybody's: no seat is a person whose hand the screen could show."""
        self.seats[:] = seats
        self.people = []
        self.alone = None

    def pump(self) -> None:
        while not self.clock.paused and self._lines and self._due_us() <= self.clock.now_us():
            event, effects = log.play_line(self._game, self._lines.popleft())
            self._happened(effects, event.data.get("later_us", 0))

    def _happened(self, effects: Sequence[Effect], later_us: int) -> None:
        super()._happened(effects, later_us)
        for whispers in self.whispers.values():
            whispers.clear()

    def skip_to(self, game_us: int, clock: StoppedClock, pump: Callable[[], object]) -> Iterator[None]:
        """Play on to that moment unseen, a step at a time, and leave the clock there."""
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
        """How true this seat's times were. For keys the tie's window was widened to theirs."""
        if self.seats[seat].bot:
            return 0
        game = self._game
        contacts, usual_us = game.paddles, game.OPTIONS["clump_us"].default or 0
        keys_us = contacts.clump_us if contacts.clump_us > usual_us else 0
        several = len(set(contacts.source)) > 1
        return max(PICO_US, keys_us, contacts.error_of(seat) * several)


def players_of(entries: Sequence[Mapping[str, Any]], count: int) -> list[Seat]:
    """Who sat where; a log of the rules alone names nobody, so its seats are called by their colours."""
    if "players" not in entries[0]:
        return [Seat(paddle_name(seat).capitalize(), seat) for seat in range(count)]
    return seats_or_sentence(
        entries,
        count,
        N_("This journal does not say who played ({error}), so it can't be filmed."),
        N_("This journal names {seats} of {count} players, so it can't be filmed."),
    )


def times_of(entries: Iterable[Json]) -> list[int]:
    """When something happened that all could see, in the game's time."""
    times = [0]
    for game, _, effects in log.replay(entries):
        if any(effect.public is not None for effect in effects):
            times.append(game.now_us)
    return times
