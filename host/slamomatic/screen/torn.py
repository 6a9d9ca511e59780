"""A card that is torn out of a hand: tugged at, then gone. With reduced motion it leans below the name."""

from collections.abc import Iterator
from dataclasses import dataclass

from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.kit.easel import Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.sprites import Art
from slamomatic.kit.surfaces import Scraps, Turned

# Until when after its beginning, by how many degrees the card leans, and how far it has come out of the hand
# (of its height).
TUGS = ((80_000, 6, 0.0), (160_000, -8, 0.1), (240_000, 8, 0.16), (340_000, -14, 0.3))
GONE_US = TUGS[-1][0]
SCRAPS_US = 700_000
STILL = (-14, 0.0)  # with reduced motion it stays below the name
STILL_US = 1_200_000  # long enough to be read


@dataclass(frozen=True, slots=True)
class Torn:
    """One card on its way out of a hand; nobody sees which."""

    seat: int
    deck: str
    since_us: int
    still: bool

    def changes(self) -> Iterator[int]:
        """When it looks different next."""
        yield self.since_us
        if self.still:
            yield self.since_us + STILL_US
            return
        yield from (self.since_us + until_us for until_us, _, _ in TUGS)
        yield self.since_us + SCRAPS_US

    def draw(self, e: Easel, now_us: int) -> None:
        age_us = now_us - self.since_us
        place = next((s.box for s in e.sprites if s.name == f"seat/{self.seat}/paddle"), None)
        if place is None or age_us < 0:
            return
        card = _card(place)
        if age_us < (STILL_US if self.still else SCRAPS_US):
            scraps = card.centred(card.h, card.h).moved(0, card.h // 3)
            e.put("torn/scraps", scraps, Scraps(), above=True)
        tugs = ((STILL_US, *STILL),) if self.still else TUGS
        tug = next((tug for tug in tugs if age_us < tug[0]), None)
        if tug is not None:
            _, degrees, out = tug
            box = card.moved(0, -round(card.h * out))
            e.put("torn/card", _room(box), _leaning(self.deck, box, degrees), above=True)


def upcoming(deck: str, paddle: Box) -> Iterator[tuple[Art, int, int]]:
    """All that a tug at this paddle needs, to be drawn ahead of it."""
    card = _card(paddle)
    yield Scraps(), card.h, card.h
    for _, degrees, _ in TUGS:
        yield (_leaning(deck, card, degrees), *_room(card)[2:])


def _card(paddle: Box) -> Box:
    """As large as the paddle is high: the flight takes it over so. A tiny window has no room for it."""
    h = max(2, paddle.h)
    return paddle.centred(max(2, round(h * ASPECT)), h)


def _room(card: Box) -> Box:
    """What the leaning card needs."""
    side = round((card.w**2 + card.h**2) ** 0.5)
    return card.centred(side, side)


def _leaning(deck: str, card: Box, degrees: int) -> Art:
    return Turned(CardArt(deck, BACK), card.w, card.h, degrees)
