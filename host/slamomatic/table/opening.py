"""How a game at the table begins, or goes on from its journal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from slamomatic import games
from slamomatic.bots import Nature
from slamomatic.errors import UserError
from slamomatic.games import Setup, log
from slamomatic.store import journal as journals
from slamomatic.table.clock import TableClock
from slamomatic.table.outcome import seats_of
from slamomatic.table.seats import NOBODY, Seat, sources
from slamomatic.table.sitting import Sitting
from slamomatic.unit.base import Link
from slamomatic.unit.keyboard import KeyboardUnit
from slamomatic.unit.side_by_side import SideBySide


def paddle_of(unit: SideBySide, seat: Seat) -> int:
    """The paddle this seat slaps: its colour's on a unit that answers, else its key; NOBODY for a bot."""
    if seat.bot:
        return NOBODY
    states = unit.states()
    for index, each in enumerate(unit.units):
        first = unit.first_paddle(index)
        if isinstance(each, KeyboardUnit):
            continue
        if states[index].link is Link.CONNECTED and first <= seat.colour < first + each.paddles:
            return seat.colour
    for index, each in enumerate(unit.units):
        if isinstance(each, KeyboardUnit) and seat.colour < each.paddles:
            return unit.first_paddle(index) + seat.colour
    # No keys and no answer yet: the first unit's paddle, in the hope that it is plugged in.
    return seat.colour if seat.colour < unit.paddles else NOBODY


def begin(
    game: str,
    seats: Sequence[Seat],
    unit: SideBySide,
    clock: TableClock,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    home: Path | None = None,
    nature: Nature | None = None,
) -> Sitting:
    """A new game with its own journal."""
    joined = [paddle_of(unit, seat) for seat in seats]
    unit.play_with(paddle for paddle in joined if paddle != NOBODY)
    per_seat, errors = sources(unit, seats, joined)
    setup = Setup(
        seats=len(seats),
        seed=secrets.randbits(48) if seed is None else seed,
        options=dict(options or {}),
        handicap_ms=[seat.handicap_ms for seat in seats],
        source=per_seat,
        error_us=errors,
        touch=[_has_touch(unit, paddle) for paddle in joined],
    )
    dealt = games.new(game, setup)
    journal = journals.create(game, home)
    journal.append(log.opening(dealt, _table_says(seats, unit)))
    return Sitting(dealt, seats, unit, journal, clock, nature)


def resume(path: Path, unit: SideBySide, clock: TableClock, nature: Nature | None = None) -> Sitting:
    """The game in this journal, where it stood after its last whole line."""
    journal, contents = journals.reopen(path)
    try:
        game, seats = replayed(contents.entries)
    except BaseException:
        journal.close()
        raise
    unit.play_with(paddle for paddle in (paddle_of(unit, seat) for seat in seats) if paddle != NOBODY)
    sitting = Sitting(game, seats, unit, journal, clock, nature)
    # A slap that was open when the table went away has waited too long to be judged.
    sitting.void()
    return sitting


def replayed(entries: Sequence[Mapping[str, Any]]) -> tuple[games.Game, list[Seat]]:
    """The game and its seats after these journal entries."""
    if not entries:
        raise UserError("This journal is empty: start a new game with: slamomatic play")
    game = None
    for game, _, _ in log.replay(dict(entry) for entry in entries):  # noqa: B007  (the last one counts)
        pass
    assert game is not None
    return game, seats_of(entries)


def _has_touch(unit: SideBySide, paddle: int) -> bool:
    return paddle != NOBODY and unit.states()[unit.place(paddle).unit].has_touch


def _table_says(seats: Sequence[Seat], unit: SideBySide) -> dict[str, Any]:
    return {
        "players": [asdict(seat) for seat in seats],
        "units": [
            {
                "name": state.name,
                "unit_id": state.unit_id,
                "boot_id": state.boot_id,
                "error_us": state.error_us,
            }
            for state in unit.states()
        ],
    }
