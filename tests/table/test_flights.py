"""A card that crosses the table starts where it lay, and shows its face only where everybody sees it."""

from __future__ import annotations

from slamomatic.face.cards import BACK, CardArt
from slamomatic.face.faces import face_of
from slamomatic.kit.easel import Box, Easel, Frame
from slamomatic.kit.motion import FLIGHT_US, Flight, Motion
from slamomatic.screen import furniture
from slamomatic.screen.scenes.table_show import flight_of

PLACES = {
    "drawpile/0": Box(0, 0, 50, 70),
    "discards/0": Box(100, 0, 50, 70),
    "seat/1/paddle": Box(300, 300, 50, 70),
}


def drawn(source: str, **card: str) -> Flight:
    effect = {"what": "drew", "seat": 1, "t_us": 5, "from": source, **card}
    flight = flight_of(effect, face_of("lowdown").telling["drew"], "lowdown", PLACES, 7)
    assert flight is not None
    return flight


def test_a_card_from_the_drawpile_flies_face_down() -> None:
    flight = drawn("pile")
    assert (flight.start.x, flight.art) == (0, CardArt("lowdown", BACK))


def test_a_card_from_the_discards_flies_from_there_face_up() -> None:
    flight = drawn("discard", card="R6")
    assert (flight.start.x, flight.art) == (100, CardArt("lowdown", "R6"))


def test_a_card_in_flight_passes_below_the_sentence() -> None:
    """Only while it flies: else the sentence stays where it was painted, below a menu."""
    e = Easel(Frame(800, 480))
    furniture.headline(e, "Dan munches the pile: 8 cards", None, Box(0, 200, 800, 60))
    e.scrim("menu")
    motion = Motion()
    assert motion.step(e.sprites, 0)[-1].name == "menu"
    flight = Flight("card", CardArt("slamwich", BACK), Box(390, 100, 40, 56), Box(390, 400, 40, 56), 0)
    motion.fly(flight)
    names = [sprite.name for sprite in motion.step(e.sprites, FLIGHT_US // 4)]
    assert names.index("card") < names.index("headline/words/above") == len(names) - 1
    assert motion.step(e.sprites, FLIGHT_US) == e.sprites
