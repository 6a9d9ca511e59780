"""Smooth motion: things that keep their name glide to their new place; cards fly between seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slamomatic.kit.easel import Art, Box, Sprite

GLIDE_US = 220_000
FLIGHT_US = 420_000


@dataclass(frozen=True, slots=True)
class Flight:
    """Something that crosses the table once: a card paid, a pile won."""

    name: str
    art: Art
    start: Box
    end: Box
    from_us: int


@dataclass(frozen=True, slots=True)
class _Glide:
    start: Box
    end: Box
    from_us: int


def ease(share: float) -> float:
    """Quick away, soft landing."""
    share = min(1.0, max(0.0, share))
    return 1 - (1 - share) ** 3


def between(start: Box, end: Box, share: float) -> Box:
    pairs = zip(start, end, strict=True)
    return Box(*(round(a + (b - a) * share) for a, b in pairs))


class Motion:
    """Where everything is at this moment, on its way to where the scene wants it."""

    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced
        self.moving = False
        self._glides: dict[str, _Glide] = {}
        self._last: dict[str, Box] = {}
        self._flights: list[Flight] = []

    def fly(self, flight: Flight) -> None:
        if not self.reduced:
            self._flights.append(flight)

    def forget(self) -> None:
        """A new scene or size: nothing glides across that."""
        self._glides.clear()
        self._last.clear()
        self._flights.clear()

    def step(self, wanted: Sequence[Sprite], now_us: int) -> list[Sprite]:
        shown: list[Sprite] = []
        glides: dict[str, _Glide] = {}
        last: dict[str, Box] = {}
        for sprite in wanted:
            box = sprite.box
            if sprite.glides and not self.reduced:
                box = self._glide(sprite, now_us, glides)
                last[sprite.name] = box
            shown.append(sprite if box == sprite.box else replace(sprite, box=box))
        self._flights = [f for f in self._flights if now_us < f.from_us + FLIGHT_US]
        for flight in self._flights:
            if now_us < flight.from_us:
                continue  # it waits for its beat
            share = ease((now_us - flight.from_us) / FLIGHT_US)
            box = between(flight.start, flight.end, share)
            shown.append(
                Sprite(flight.name, Box(box.x, box.y, flight.start.w, flight.start.h), flight.art, above=True)
            )
        if self._flights:
            # Under another name: a new order of old names would be a new picture everywhere.
            above = [replace(s, name=f"{s.name}/above", above=True) for s in shown if s.over_flights]
            shown = [*(s for s in shown if not s.over_flights), *above]
        self._glides, self._last = glides, last
        self.moving = bool(glides or self._flights)
        return shown

    def _glide(self, sprite: Sprite, now_us: int, glides: dict[str, _Glide]) -> Box:
        at, end = self._last.get(sprite.name), sprite.box
        glide = self._glides.get(sprite.name)
        # A change of size would mean a fresh drawing for every frame of the way: it jumps instead.
        if at is None or (at.w, at.h) != (end.w, end.h):
            return end
        if glide is None or glide.end != end:
            if at == end:
                return end
            glide = _Glide(at, end, now_us)
        share = (now_us - glide.from_us) / GLIDE_US
        if share >= 1:
            return end
        glides[sprite.name] = glide
        return between(glide.start, glide.end, ease(share))
