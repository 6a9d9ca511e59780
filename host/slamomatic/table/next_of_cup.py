"""The games of a cup begin one after the other, each of them once, whatever is killed in between."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from slamomatic.store import journals
from slamomatic.table import opening
from slamomatic.table.clock import TableClock
from slamomatic.table.cup import Cup, short_options
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from slamomatic.units.merge import Units


def begin(
    cup: Cup,
    seats: Sequence[Seat],
    unit: Units,
    clock: TableClock,
    home: Path | None = None,
    after: Path | None = None,
) -> Sitting:
    """The game that is next; `after`: the journal of the one before it."""
    game = cup.games[cup.over]
    options = short_options(game)
    return opening.begin(game, seats, unit, clock, options=options, home=home, cup=cup, after=after)


def go_on(cup: Cup, before: Sitting, home: Path | None = None) -> Sitting | None:
    """The game after this one that is over, with the same players; None: it is over as well.

    Where this game ended before and was not put away, the next one has begun already, and is resumed.
    """
    path = journals.path_after(before.journal.path, cup.games[cup.over], home)
    if journals.is_finished(path):
        return None
    if path in journals.all_open(home):
        return opening.resume(path, before.unit, before.table_clock)
    return begin(cup, before.seats, before.unit, before.table_clock, home, before.journal.path)
