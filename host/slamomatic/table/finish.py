"""A game that ended goes from the journals into the history."""

import time
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.face.hand_speed import speed_of
from slamomatic.store.history import DamagedHistory, Match, SeatResult, open_history
from slamomatic.table.session import GameSession


def count_and_put_away(session: GameSession, home: Path | None = None) -> str:
    """Count a game that is over in the history, then move its journal to the finished ones.

    Return news for the players, mostly "". Raise UserError if a file can't be written. The history comes
    first: a game that could not be counted stays among the open ones, and is counted when it is resumed.
    """
    try:
        news = _add(_match(session), home)
        session.journal.finish()
    except UserError:
        session.close()  # releases the journal, so that this window too can resume the game
        raise
    return news


def _match(session: GameSession) -> Match:
    """Return the finished game as the history keeps it."""
    end, hands = session.outcome(), session.played.photographer.ways
    speeds = [(seat, speed_of(way_us, error_us, session.travel)) for seat, way_us, error_us in hands]
    return Match(
        journal=session.journal.path.name,
        game=end.game,
        ended_at=time.time(),
        minutes=end.lasted_us / 60_000_000,
        unit=session.units.state().name,
        seats=tuple(
            SeatResult(
                player=sits.name,
                bot=bool(sits.bot),
                score=end.view["scores"][seat],
                won=seat in end.view["winners"],
                reactions_us=tuple(end.reactions.get(seat, ())),
                speeds_mm_s=tuple(
                    (speed.mm_per_s, speed.error_mm_per_s)
                    for whose, speed in speeds
                    if whose == seat and speed is not None
                ),
            )
            for seat, sits in enumerate(end.seats)
        ),
        screen_us=end.screen_us,
        cup_points=_points_of_whole_cup(session),
    )


def _points_of_whole_cup(session: GameSession) -> tuple[int, ...]:
    """Return each seat's points in the cup that ends with this game; () if none does."""
    cup = session.cup.after(session.view(None)) if session.cup is not None else None
    return cup.points if cup is not None and cup.finished else ()


def _add(match: Match, home: Path | None) -> str:
    """Add a match to the history. Return a sentence if the old history was damaged and a new one begins."""
    news = ""
    try:
        with open_history(home) as history:
            history.add(match)
    except DamagedHistory as damaged:
        news = str(damaged)
        with open_history(home) as history:
            history.add(match)
    return news
