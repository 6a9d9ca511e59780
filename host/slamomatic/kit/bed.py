"""The bed of music below a game, as numbers; tunes.py makes it heard."""

from dataclasses import dataclass
from enum import Enum, auto

BEATS = 4  # in a bar
MAJOR, MINOR = (0, 2, 4, 7, 9), (0, 3, 5, 7, 10)  # five tones that never clash


class Mood(Enum):
    """How much of the music is heard under a scene."""

    CALM = auto()  # all of it
    TENSE = auto()  # only the pulse: a slap counts now
    SILENT = auto()  # nothing: a slap has begun, or time stands still


@dataclass(frozen=True, slots=True)
class Bed:
    """A tune as numbers: chance picks its melody, the same every time."""

    beats_per_minute: int = 96
    root_hz: float = 220.0
    scale: tuple[int, ...] = MAJOR
    chords: tuple[int, ...] = (0, 9, 5, 7, 0, 4, 5, 7)  # a bar each, in half tones above the root
    swing: float = 0.0  # how much later than in the middle the second half of a beat comes
    seed: int = 1

    @property
    def beat_s(self) -> float:
        return 60 / self.beats_per_minute

    @property
    def seconds(self) -> float:
        return self.beat_s * BEATS * len(self.chords)

    @property
    def loops(self) -> tuple[str, str]:
        """The names of the tune's two loops, pulse and band, for sounds that are made in advance."""
        return f"bed {self.seed} pulse", f"bed {self.seed} band"


HOUSE = Bed()  # where no game says otherwise
