"""A game that ended goes from the journals into the history."""

from __future__ import annotations

import time
from pathlib import Path

from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.table.sitting import Sitting


def keep(sitting: Sitting, home: Path | None = None) -> Path:
    """Close the journal and add the match; where the journal is now."""
    end = sitting.outcome()
    path = sitting.journal.finish()
    match = Match(
        journal=path.name,
        game=end.game,
        ended_at=time.time(),
        minutes=end.lasted_us / 60_000_000,
        unit=sitting.unit.state().name,
        seats=tuple(
            SeatResult(
                player=sits.name,
                bot=bool(sits.bot),
                score=end.view["scores"][seat],
                won=seat in end.view["winners"],
                reactions_us=tuple(end.reactions.get(seat, ())),
            )
            for seat, sits in enumerate(end.seats)
        ),
    )
    with open_history(home) as history:
        history.add(match)
    return path
