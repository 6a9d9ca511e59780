"""What an effect sounds like and what crosses the table: at the moment that the screen shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.face.face import Means, Telling
from slamomatic.kit.geometry import Box
from slamomatic.kit.motion import Flight
from slamomatic.screen import torn
from slamomatic.screen.torn import Torn

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

STAMP_US = 250_000  # between the stamp of a verdict and its tune


def show(scene: TableScene, effect: Json, told: Telling, places: Mapping[str, Box], now_us: int) -> None:
    if scene.hurries and effect["what"] != "over":
        return  # nobody could tell one sound from the next
    rolls = scene.aftermath.rolls_us is not None
    shown_us = scene.aftermath.shown_us(effect, now_us) if rolls else now_us
    if effect["what"] == "over" and scene.memory.holds_us is not None:
        shown_us = scene.memory.holds_us
        for beat_us in scene.memory.beats_us:
            scene.cues.append((beat_us, "flip", 0))
    flight = flight_of(effect, told, scene.sitting.name, places, shown_us)
    if told.torn is not None and told.torn(effect):
        scene.drama.torn = Torn(effect["seat"], scene.sitting.name, shown_us, scene.drama.reduced)
        flight = replace(flight, from_us=shown_us + torn.GONE_US) if flight is not None else None
    if flight is not None:
        scene.stage.fly(flight)
    means = scene.aftermath.means
    scene.reactions.hear(effect, told, means, shown_us)
    if means is Means.LOSER and told.shout:
        scene.cues.append((shown_us, "stamp", 0))
        shown_us += STAMP_US
    if told.sound:
        whose = effect.get("seat")
        colour = scene.sitting.seats[whose].colour if isinstance(whose, int) else 0
        if shown_us > now_us:
            scene.cues.append((shown_us, told.sound, colour))
        else:
            scene.stage.sound(told.sound, colour)


def play_cues(scene: TableScene, now_us: int) -> None:
    """Every sound whose beat has come, in the order of their times."""
    for _, sound, colour in sorted((cue for cue in scene.cues if cue[0] <= now_us), key=itemgetter(0)):
        scene.stage.sound(sound, colour)
    scene.cues = [cue for cue in scene.cues if cue[0] > now_us]


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
