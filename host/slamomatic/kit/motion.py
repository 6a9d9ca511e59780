"""Smooth motion: things that keep their name glide to their new place; cards fly between seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slamomatic.kit.easel import FLIGHTS, Art, Box, Sprite, Text

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
    pile: str = ""  # where it lands: until then the pile looks as before
    before: Art | None = None  # what lay on top of that pile


def is_of_pile(name: str, pile: str) -> bool:
    """Return whether a sprite of this name is a card of that pile."""
    return name.startswith(f"{pile}/") and name.removeprefix(f"{pile}/").isdigit()


@dataclass(frozen=True, slots=True)
class _Glide:
    start: Box
    end: Box
    from_us: int


def ease(share: float) -> float:
    """Return the eased share of a way: a quick start and a soft landing."""
    share = min(1.0, max(0.0, share))
    return 1 - (1 - share) ** 3


def between(start: Box, end: Box, share: float) -> Box:
    pairs = zip(start, end, strict=True)
    return Box(*(round(a + (b - a) * share) for a, b in pairs))


class Motion:
    """The places of all sprites at this moment, on their way to where the scene wants them."""

    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced
        self.moving = False
        self._glides: dict[str, _Glide] = {}
        self._last: dict[str, Box] = {}
        self._flights: list[Flight] = []

    def fly(self, flight: Flight) -> None:
        if not self.reduced:
            self._flights.append(flight)

    @property
    def in_flight(self) -> bool:
        """True while a card flies, or waits for its time to start."""
        return bool(self._flights)

    def forget(self) -> None:
        """Forget all places and flights, so that nothing glides into a new scene or window size."""
        self._glides.clear()
        self._last.clear()
        self._flights.clear()

    def step(self, wanted: Sequence[Sprite], now_us: int) -> list[Sprite]:
        """Return the sprites to show now: gliding to where they are wanted, with the flights among them.

        Sets `moving` while anything is on its way.
        """
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
        for flight in reversed(self._flights):
            if flight.pile:
                _hide_landing_card(flight, shown)
        flying = [_on_its_way(flight, now_us) for flight in self._flights if now_us >= flight.from_us]
        shown = _with_flights(shown, flying, self._flights)
        self._glides, self._last = glides, last
        self.moving = bool(glides or self._flights)
        return shown

    def _glide(self, sprite: Sprite, now_us: int, glides: dict[str, _Glide]) -> Box:
        """Return where a sprite is on its way; note its glide in `glides` while it goes on."""
        at, end = self._last.get(sprite.name), sprite.box
        glide = self._glides.get(sprite.name)
        # A new sprite or size jumps: each size on the way would need a drawing of its own.
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


def _on_its_way(flight: Flight, now_us: int) -> Sprite:
    box = between(flight.start, flight.end, ease((now_us - flight.from_us) / FLIGHT_US))
    box = Box(box.x, box.y, flight.start.w, flight.start.h)
    return Sprite(flight.name, box, flight.art, above=True)


def _hide_landing_card(flight: Flight, shown: list[Sprite]) -> None:
    """Show on the pile the card that was on top before, until the flying card has landed."""
    top = next((n for n in range(len(shown) - 1, -1, -1) if is_of_pile(shown[n].name, flight.pile)), None)
    if top is not None and flight.before is not None and shown[top].art == flight.art:
        shown[top] = replace(shown[top], art=flight.before)


def _with_flights(shown: list[Sprite], flying: list[Sprite], flights: Sequence[Flight]) -> list[Sprite]:
    """Put the flying cards above things and below words, and below all after FLIGHTS in the picture."""
    at = next((n for n, sprite in enumerate(shown) if sprite.name == FLIGHTS), len(shown))
    if not flying:
        return shown
    ways = [flight.start.around(flight.end) for flight in flights]
    below: list[Sprite] = []
    words: list[Sprite] = []
    for sprite in shown[:at]:
        crossed = isinstance(sprite.art, Text) and any(way.meets(sprite.box) for way in ways)
        # Under another name: a new order of old names would be a new picture everywhere.
        (words if crossed else below).append(
            replace(sprite, name=f"{sprite.name}/above", above=True) if crossed else sprite
        )
    return [*below, *flying, *words, *shown[at:]]
