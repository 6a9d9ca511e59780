"""Awards at the end of a game: at most three, for public facts. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from slamomatic.face.face import Face
from slamomatic.table.outcome import Outcome
from slamomatic.words import duration, gettext

MOST = 3


class Award(NamedTuple):
    """One line on the podium."""

    title: str
    seat: int
    value: str


def awards(end: Outcome, face: Face, good_to_us: int) -> list[Award]:
    """Return the awards: for the fastest hand, and for the highest of each count of this game.

    A tie gets none. `good_to_us`: reaction times that differ by less are equal.
    """
    handed: list[Award] = []
    best = {seat: min(times) for seat, times in end.reactions.items() if times}
    # The fastest has the smallest time, so that times are compared by their negative.
    seat = _only_best({seat: -(best_us // good_to_us) for seat, best_us in best.items()})
    if seat is not None:
        handed.append(Award(gettext("Fastest hand"), seat, duration(best[seat], good_to_us)))
    for title, what in face.awards:
        counts = {seat: end.counts.get((what, seat), 0) for seat in range(len(end.seats))}
        seat = _only_best(counts)
        if seat is not None and counts[seat]:
            handed.append(Award(gettext(title), seat, f"{counts[seat]}\N{MULTIPLICATION SIGN}"))
    return handed[:MOST]


def _only_best(counts: Mapping[int, int]) -> int | None:
    """Return the seat with the largest number; None if several have it, or there is none."""
    best = [seat for seat, count in counts.items() if count == max(counts.values())]
    return best[0] if len(best) == 1 else None
