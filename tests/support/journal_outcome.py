"""How a game ended, from its journal alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.table.outcome import Outcome, outcome_of, replayed, seats_of


def of_journal(entries: Sequence[Mapping[str, Any]]) -> Outcome:
    """Read from the journal what the session says of itself."""
    game, photographer = replayed(entries)
    return outcome_of(game, seats_of(entries), photographer)
