"""A game that ended goes from the journals into the history."""

from __future__ import annotations

import time
from pathlib import Path

from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.table.sitting import Sitting


def keep(sitting: Sitting, home: Path | None = None) -> Path:
    """Close the journal and add the match; where the journal is now."""
    view = sitting.view(None)
    reactions: dict[int, list[int]] = {}
    for seat, reaction_us in sitting.photographer.reactions:
        reactions.setdefault(seat, []).append(reaction_us)
    path = sitting.journal.finish()
    match = Match(
        journal=path.name,
        game=sitting.name,
        ended_at=time.time(),
        minutes=sitting.clock.now_us() / 60_000_000,
        unit=sitting.unit.state().name,
        seats=tuple(
            SeatResult(
                player=sits.name,
                bot=bool(sits.bot),
                score=view["scores"][seat],
                won=seat in view["winners"],
                reactions_us=tuple(reactions.get(seat, ())),
            )
            for seat, sits in enumerate(sitting.seats)
        ),
    )
    with open_history(home) as history:
        history.add(match)
    return path
