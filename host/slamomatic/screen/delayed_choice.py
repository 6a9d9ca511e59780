"""A choice made behind the curtain, where paddles are dark and no card may fall: it falls soon after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slamomatic.engine.vocabulary import Choice

# Eyes come back to the table before the card falls: it may be one that everybody must slap for.
EYES_BACK_US = 1_000_000


@dataclass(slots=True)
class DelayedChoice:
    """Told the time and what is legal; hands the choice out once it has been legal for a moment."""

    choice: Choice | None = None
    falls_us: int | None = None

    def keep(self, choice: Choice) -> None:
        self.choice, self.falls_us = choice, None

    def due(self, legal: Callable[[int], Sequence[Choice]], turn: int | None, now_us: int) -> Choice | None:
        kept = self.choice
        if kept is None:
            return None
        if turn != kept.seat:
            self.choice = self.falls_us = None
        elif kept not in legal(kept.seat):
            self.falls_us = None  # dark, or dark again
        elif self.falls_us is None:
            self.falls_us = now_us + EYES_BACK_US
        elif now_us >= self.falls_us:
            self.choice = self.falls_us = None
            return kept
        return None
