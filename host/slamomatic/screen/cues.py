"""Sounds that wait for their beat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter

Cue = tuple[int, str, int]  # when, which sound, whose colour


@dataclass(slots=True)
class Cues:
    """What is still to be heard."""

    waiting: list[Cue] = field(default_factory=list)

    def add(self, at_us: int, sound: str, colour: int = 0) -> None:
        self.waiting.append((at_us, sound, colour))

    def due(self, now_us: int) -> Iterator[tuple[str, int]]:
        """Every sound whose moment has come, in the order of their times; each is handed out once."""
        due = sorted((cue for cue in self.waiting if cue[0] <= now_us), key=itemgetter(0))
        self.waiting = [cue for cue in self.waiting if cue[0] > now_us]
        for _, sound, colour in due:
            yield sound, colour

    def wakes_at_us(self, now_us: int) -> int | None:
        return min((at_us for at_us, _, _ in self.waiting if at_us > now_us), default=None)
