"""The page of one seat's phone, and the room's page, of a game without a table around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slamomatic.engine import Game
from slamomatic.engine.vocabulary import Json
from slamomatic.face.faces import face_of
from slamomatic.face.model import Table
from slamomatic.phone.hand import Hand
from slamomatic.phone.pages import page, picks_of, watch
from slamomatic.seat import Seat


def page_of(game: Game, seat: int, names: Sequence[str], view: Json | None = None) -> dict[str, Any]:
    """`view`: another than the game's own."""
    face = face_of(game.NAME)
    seen = game.view(seat) if view is None else view
    cards = face.on_phone(seen)
    rows = [row for row in face.on_table(seen) if row.seat != seat or not row.grid]
    hand = Hand(face)
    choices = [choice for choice in game.legal(seat) if choice.do != "down" and choice.seat == seat]
    hand.offer(choices, picks_of(cards, rows), True)
    seats = tuple(Seat(name, colour) for colour, name in enumerate(names))
    t = Table(game=game.NAME, view=seen, eyes=seat, seats=seats)
    return page(t, cards, rows, hand, fakes=face.fakes)


def room_page_of(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """Return the page that the whole room may watch."""
    face, seen = face_of(game.NAME), game.view(None)
    seats = tuple(Seat(name, colour) for colour, name in enumerate(names[: game.seats]))
    t = Table(game=game.NAME, view=seen, eyes=None, seats=seats)
    statuses = [face.status(t, seat)[0] for seat in range(len(seats))]
    return watch(face.title, t, statuses, face.on_table(seen), "", "")
