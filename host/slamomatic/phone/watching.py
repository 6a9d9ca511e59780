"""The room's view: the table as everybody may see it, for a tablet in the middle or a second room. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.face.face import Row
from slamomatic.face.model import Table
from slamomatic.paddles import PADDLES
from slamomatic.phone.pages import Page, mark, pictures, state_for_all, words_of
from slamomatic.phone.room import Chair
from slamomatic.words import gettext


def watch(title: str, t: Table, statuses: Sequence[str], rows: Sequence[Row], news: str, stands: str) -> Page:
    """The page of a game, for a spectator's eyes; `stands` is what it says while the game is paused."""
    view = t.view
    return {
        "kind": "watch",
        "who": title,
        "state": gettext(stands) if stands else state_for_all(t),
        "news": news,
        "seats": [
            {
                "name": sits.name,
                "words": statuses[seat],
                "on": view["turn"] == seat,
                "live": bool(view["live"][seat]),
                "down": bool(view["down"][seat]),
                "gone": bool(view["gone"][seat]),
                **mark(PADDLES[sits.colour]),
            }
            for seat, sits in enumerate(t.seats)
        ],
        "rows": [
            {"words": words_of(row, t), "grid": row.grid, "cards": pictures(t.game, row.cards)}
            for row in rows
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
