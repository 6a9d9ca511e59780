"""Which public effect makes a card cross the table, and from where to where."""

from __future__ import annotations

from collections.abc import Mapping

from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.face.model import Telling
from slamomatic.kit.geometry import Box
from slamomatic.kit.motion import Flight


def flight_of(
    effect: Json, told: Telling, deck: str, places: Mapping[str, Box], now_us: int
) -> Flight | None:
    """The flight of one effect's public form; None when all stays in place or an end is off the picture."""
    way = told.flies
    if way is None:
        return None
    if effect.get("from") == "discard":
        way = ("discards", way[1])
    start, end = (_place(word, effect, places) for word in way)
    if start is None or end is None:
        return None
    card = effect.get(told.card)
    h = min(start.h, end.h)
    w = round(h * ASPECT)
    name = f"flight/{effect['what']}/{effect['t_us']}/{effect.get('seat')}"
    return Flight(name, CardArt(deck, str(card or BACK)), start.centred(w, h), end.centred(w, h), now_us)


def _place(word: str, effect: Json, places: Mapping[str, Box]) -> Box | None:
    if word.startswith("@"):
        return places.get(f"seat/{effect.get(word[1:])}/paddle")
    # Parts are numbered from the bottom: the last number is the card on top.
    parts = [
        name for name in places if name.startswith(f"{word}/") and name.removeprefix(f"{word}/").isdigit()
    ]
    return places[parts[-1]] if parts else places.get(f"{word}/empty")
