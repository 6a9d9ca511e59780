"""A journal shown again: a sitting that plays it for everybody's eyes, and which pieces of it are shown."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slamomatic.engine import log
from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Effect
from slamomatic.paddles import usual_name
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes.table_photo import FILMED_US
from slamomatic.table.clock import StoppedClock
from slamomatic.table.outcome import Slap, seats_or_sentence
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from slamomatic.words import N_

PICO_US = 2  # what its paddles can't tell apart
SLAP_US = 9_000_000  # a slap's film, whatever happens in it
RACE_US = 2_200_000  # of it, for the hands as they come down one by one
AFTER_US = 2_600_000  # the shout is over, and the heap is seen
HOLD_US = 700_000  # the finished photo stays for a moment
RACE_EDGE_US = 60_000
# In a whole evening players think: longer than this nothing is shown of it.
THOUGHT_US = 2_500_000


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
        return [Seat(usual_name(seat), seat) for seat in range(count)]
    return seats_or_sentence(
        entries,
        count,
        N_("This journal does not say who played ({error}), so it can't be filmed."),
        N_("This journal names {seats} of {count} players, so it can't be filmed."),
    )


# --- the cut ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shot:
    """From one moment of the game to another; `photo` follows, in slow motion."""

    from_us: int
    until_us: int
    slower: float = 1.0  # so many times slower than it was
    photo: PhotoFinish | None = None

    @property
    def lasts_us(self) -> int:
        """How long it is in the film."""
        return round((self.until_us - self.from_us) * self.slower) + (FILMED_US + HOLD_US) * bool(self.photo)


def of_slap(slap: Slap, others: Sequence[Slap] = ()) -> list[Shot]:
    """A short run-up, the hands in slow motion, what came of it, and the photo finish."""
    race_from_us = max(0, slap.first_us - RACE_EDGE_US)
    race_until_us = slap.last_us + RACE_EDGE_US
    slower = max(1.0, RACE_US / (race_until_us - race_from_us))
    next_us = min((other.first_us for other in others if other.number > slap.number), default=None)
    after_us = race_until_us + AFTER_US
    until_us = after_us if next_us is None else max(race_until_us, min(after_us, next_us - 1))
    race_us = round((race_until_us - race_from_us) * slower)
    lead_us = max(0, SLAP_US - FILMED_US - HOLD_US - race_us - (until_us - race_until_us))
    lead_from_us = max(race_from_us - lead_us, 0)
    return [
        Shot(lead_from_us, race_from_us),
        Shot(race_from_us, race_until_us, slower),
        Shot(race_until_us, until_us, photo=slap.photo),
    ]


def of_all(entries: Iterable[Mapping[str, Any]]) -> list[Shot]:
    """The whole evening at its own speed, less the long thoughts."""
    shots: list[Shot] = []
    from_us = until_us = 0
    for game, _, effects in log.replay(dict(entry) for entry in entries):
        if any(effect.public is not None for effect in effects):
            if game.now_us - until_us > THOUGHT_US:
                shots.append(Shot(from_us, until_us + THOUGHT_US // 2))
                from_us = game.now_us - THOUGHT_US // 2
            until_us = game.now_us
    return [*shots, Shot(from_us, until_us + THOUGHT_US // 2)]
