"""Choose the pieces of a journal to show again, and how slowly."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slamomatic.engine import log
from slamomatic.engine.photo import PhotoFinish
from slamomatic.screen.scenes.table_photo import FILMED_US
from slamomatic.table.outcome import Slap

SLAP_US = 9_000_000  # how long the film of any slap takes
RACE_US = 2_200_000  # the part of it in which hands come down one by one
AFTER_US = 2_600_000  # the part after them: long enough for the shout, and for the heap to be seen
HOLD_US = 700_000  # how long the finished photo stays
RACE_EDGE_US = 60_000  # before the first hand and after the last one
THOUGHT_US = 2_500_000  # in the film of a whole game, longer pauses are cut down to this


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot from one moment of the game to another; `photo` follows, in slow motion."""

    from_us: int
    until_us: int
    slower: float = 1.0  # so many times slower than it was
    photo: PhotoFinish | None = None

    @property
    def lasts_us(self) -> int:
        """The length of the shot in the film."""
        return round((self.until_us - self.from_us) * self.slower) + (FILMED_US + HOLD_US) * bool(self.photo)


def of_slap(slap: Slap, others: Sequence[Slap] = ()) -> list[Shot]:
    """Return the shots of one slap: a run-up, the hands in slow motion, the outcome, and the photo finish.

    The outcome ends before the next of the `others` begins. The run-up fills the rest of SLAP_US.
    """
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
    """Return the shots of a whole game at its own speed, without the long pauses."""
    shots: list[Shot] = []
    from_us = until_us = 0
    for game, _, effects in log.replay(dict(entry) for entry in entries):
        if any(effect.public is not None for effect in effects):
            if game.now_us - until_us > THOUGHT_US:
                shots.append(Shot(from_us, until_us + THOUGHT_US // 2))
                from_us = game.now_us - THOUGHT_US // 2
            until_us = game.now_us
    return [*shots, Shot(from_us, until_us + THOUGHT_US // 2)]
