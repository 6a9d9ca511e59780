"""A race of whose slaps a test names the times."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.engine.judging import OUT, Paddles
from slamomatic.engine.race import LAST, Race
from slamomatic.engine.span import Span, exactly


def race_of(paddles: Paddles, times: Sequence[int | Span], place: str = LAST) -> Race:
    """All race from moment 0 on, but for those who are OUT. Who is WAITING has not slapped."""
    race = Race(paddles)
    race.start([seat for seat, at in enumerate(times) if at != OUT], 0, place)
    for seat, at in enumerate(times):
        if isinstance(at, Span):
            race.note(seat, at)
        elif at >= 0:
            race.note(seat, exactly(at))
    return race
