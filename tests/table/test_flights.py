"""A card that crosses the table starts where it lay, and shows its face only where everybody sees it."""

from __future__ import annotations

from slamomatic.face.cards import BACK, CardArt
from slamomatic.face.faces import face_of
from slamomatic.kit.geometry import Box
from slamomatic.kit.motion import Flight
from slamomatic.screen.flights import flight_of

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
