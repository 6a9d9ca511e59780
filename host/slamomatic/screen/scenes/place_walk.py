"""Choosing by places: the arrow keys go from card to card where they lie, and Enter acts on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.chooser import Pick
from slamomatic.kit.easel import Target
from slamomatic.screen.furniture import Choose
from slamomatic.screen.scene import walk

ARROWS = ("left", "right", "up", "down")

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


def takes(table: TableScene, action: str) -> bool:
    """Whether this key has walked here, or picked a part of a choice; else it does what it does elsewhere."""
    if action in ARROWS:
        return _go(table, action)
    return action == "confirm" and not table.chooser.act([place.wish for place in table.pressable])


def _go(table: TableScene, way: str) -> bool:
    """To the next place in this direction that something can be done with, or to a button."""
    places = _places(table)
    if not places:
        return False
    there = places[walk([place.box for place in places], _at(table, places), way)].wish
    if isinstance(there, Pick):
        table.chooser.stand_at(there)
    elif isinstance(there, Choose):
        table.chooser.go_to(there.entry)
    return True


def has_place(choice: Choice) -> bool:
    """Whether it is about something that lies on the table; else only a button stands for it."""
    return bool(choice.data)


def _places(table: TableScene) -> list[Target]:
    chooser, ring = table.chooser, table.chooser.ring()
    places: list[Target] = []
    for target in table.pressable:
        match target.wish:
            case Pick() as pick if chooser.about(pick):
                places.append(target)
            case Choose(entry) if chooser.picked_in_pieces or not has_place(ring[entry]):
                places.append(target)
    return places


def _at(table: TableScene, places: list[Target]) -> int:
    chooser = table.chooser
    piece, chosen = chooser.piece_pointed_at, chooser.chosen
    in_pieces = chosen is not None and chosen.do == chooser.picked_in_pieces
    for index, place in enumerate(places):
        match place.wish:
            case Choose(entry) if entry == chooser.ring_at() and chooser.here is None and not in_pieces:
                return index
            case Pick() as pick if pick == chooser.here:
                return index
            case Pick() as pick if chooser.here is None and chooser.cursor in chooser.about(pick):
                if not in_pieces or piece == (pick.value, pick.nth):
                    return index
    return 0
