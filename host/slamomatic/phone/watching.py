"""The room's view: the table as everybody may see it, for a tablet in the middle or a second room. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.face.face import Row
from slamomatic.face.model import Table
from slamomatic.paddles import PADDLES
from slamomatic.phone.pages import Page, mark, pictures, state_for_all, words_of
from slamomatic.phone.room import Chair
from slamomatic.words import gettext


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What the page is made of: what a spectator may know, and nothing else."""

    title: str
    table: Table  # for the spectator's eyes
    statuses: Sequence[str]
    rows: Sequence[Row]
    news: str
    stands: str = ""  # what the page says while the game is paused


def watch(of: Watched) -> Page:
    """The page of a game."""
    t, view = of.table, of.table.view
    return {
        "kind": "watch",
        "who": of.title,
        "state": gettext(of.stands) if of.stands else state_for_all(t),
        "news": of.news,
        "seats": [
            {
                "name": sits.name,
                "words": of.statuses[seat],
                "on": view["turn"] == seat,
                "live": bool(view["live"][seat]),
                "down": bool(view["down"][seat]),
                "gone": bool(view["gone"][seat]),
                **mark(PADDLES[sits.colour]),
            }
            for seat, sits in enumerate(t.seats)
        ],
        "rows": [
            {
                "words": words_of(row, t),
                "grid": row.grid,
                "cards": pictures(t.game, row.cards),
            }
            for row in of.rows
        ],
    }


def watch_chairs(there: Sequence[Chair], address: str) -> Page:
    """The page of the room before a game."""
    return {
        "kind": "watch",
        "who": gettext("Slam-O-Matic"),
        "state": gettext("The game has not begun"),
        "news": gettext("Sit down with your phone: type {address} in its browser.", address=address),
        "seats": [
            {"name": chair.name, "words": "", "on": False, "live": chair.person, "down": False, "gone": False}
            | mark(PADDLES[chair.colour])
            for chair in there
        ],
        "rows": [],
    }
