"""Which public effect makes a card cross the table, and from where to where."""

from __future__ import annotations

from collections.abc import Mapping

from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.kit.geometry import Box
from slamomatic.kit.motion import Flight

# effect -> (from, to): a place on the board, or a field of the effect that holds a seat.
WAYS: dict[str, tuple[str, str]] = {
    "pays": ("@seat", "@to"),
    "draw": ("drawpile", "@seat"),
    "drew": ("drawpile", "@seat"),
    "discarded": ("@seat", "discards"),
    "played": ("@seat", "discards"),
    "placed": ("@seat", "discards"),
    "threw": ("drawn", "discards"),
    "slip": ("@seat", "pile"),
    "won": ("pile", "@seat"),
    "combo-won": ("table", "@seat"),
    "returned": ("@seat", "drawpile"),
}
# Which field names the card, where everybody may see it; else its back flies.
SHOWN = {"played": "card", "threw": "card", "placed": "old", "combo-won": "combo", "drew": "card"}


def flight_of(effect: Json, deck: str, places: Mapping[str, Box], now_us: int) -> Flight | None:
    """The flight of one effect's public form; None when nothing moves or a place is not in the picture."""
    way = WAYS.get(effect["what"])
    if way is None:
        return None
    if effect.get("from") == "discard":
        way = ("discards", way[1])
    start, end = (_place(word, effect, places) for word in way)
    if start is None or end is None:
        return None
    field = SHOWN.get(effect["what"])
    face = effect.get(field) if field else None
    h = min(start.h, end.h)
    w = round(h * ASPECT)
    name = f"flight/{effect['what']}/{effect['t_us']}/{effect.get('seat')}"
    return Flight(name, CardArt(deck, str(face or BACK)), start.centred(w, h), end.centred(w, h), now_us)


def _place(word: str, effect: Json, places: Mapping[str, Box]) -> Box | None:
    if word.startswith("@"):
        return places.get(f"seat/{effect.get(word[1:])}/paddle")
    # Parts are numbered from the bottom: the last number is the card on top.
    parts = [
        name for name in places if name.startswith(f"{word}/") and name.removeprefix(f"{word}/").isdigit()
    ]
    return places[parts[-1]] if parts else places.get(f"{word}/empty")
