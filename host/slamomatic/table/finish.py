"""A game that ended goes from the journals into the history."""

import time
from collections.abc import Sequence
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.face.hand_speed import Travel, speed_of
from slamomatic.store.history import DamagedHistory, Match, SeatResult, open_history
from slamomatic.table.sitting import Sitting


def keep(sitting: Sitting, home: Path | None = None) -> str:
    """Add the match, then put its journal away; what the players should know of it, mostly nothing.

    In this order: a game that could not be counted stays open, and is counted when it is resumed.
    """
    try:
        news = _add(_match(sitting), home)
        sitting.journal.finish()
    except UserError:
        sitting.close()  # or this window itself would hold it
        raise
    return news


def _match(sitting: Sitting) -> Match:
    end = sitting.outcome()
    return Match(
        journal=sitting.journal.path.name,
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
                speeds_mm_s=_speeds(end.ways.get(seat, ()), sitting.travel),
            )
            for seat, sits in enumerate(end.seats)
        ),
        screen_us=end.screen_us,
    )


def _speeds(ways: Sequence[tuple[int, int]], travel: Travel) -> tuple[tuple[int, int], ...]:
    found = [speed_of(way_us, error_us, travel) for way_us, error_us in ways]
    return tuple((one.mm_per_s, one.error_mm_per_s) for one in found if one is not None)


def _add(match: Match, home: Path | None) -> str:
    news = ""
    try:
        with open_history(home) as history:
            history.add(match)
    except DamagedHistory as damaged:
        news = str(damaged)
        with open_history(home) as history:
            history.add(match)
    return news
