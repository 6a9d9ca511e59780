"""The paddles: colour, shape and name in one table that screen, wiring, guides and lights read."""

from dataclasses import dataclass
from functools import lru_cache

from slamomatic.words import N_, gettext, languages


@dataclass(frozen=True, slots=True)
class Paddle:
    """How one seat's paddle looks. Shape and name say what colour says, for eyes that see colours alike."""

    name: str
    rgb: tuple[int, int, int]
    shape: str


# The first four are the unit's own, in the order of its inputs; the rest are seats on keys or a second unit.
PADDLES = (
    Paddle(N_("red"), (225, 70, 60), "circle"),
    Paddle(N_("yellow"), (245, 200, 50), "triangle"),
    Paddle(N_("green"), (60, 175, 95), "square"),
    Paddle(N_("blue"), (70, 130, 230), "diamond"),
    Paddle(N_("violet"), (150, 80, 180), "star"),
    Paddle(N_("white"), (235, 235, 235), "hexagon"),
    Paddle(N_("orange"), (240, 140, 50), "cross"),
    Paddle(N_("cyan"), (70, 200, 215), "crescent"),
)


def paddle_name(paddle: int) -> str:
    """Return the name of a paddle's colour in the language that is spoken now."""
    return gettext(PADDLES[paddle].name)


def usual_name(paddle: int) -> str:
    """Return the name of whoever sits before this paddle, until somebody types another name."""
    return paddle_name(paddle).capitalize()


def paddle_called(name: str) -> int | None:
    """Return the paddle whose usual name this is in any language; None for a name that somebody typed."""
    return _usual_names(tuple(languages.languages())).get(name)


def name_today(name: str) -> str:
    """Translate the usual name of a paddle (Red, Rot) into today's language; return other names unchanged."""
    paddle = paddle_called(name)
    return name if paddle is None else usual_name(paddle)


@lru_cache(maxsize=8)
def _usual_names(codes: tuple[str, ...]) -> dict[str, int]:
    """Return the paddle of each usual name, in all these languages."""
    names: dict[str, int] = {}
    for code in codes:
        with languages.speaking(code):
            names |= {usual_name(paddle): paddle for paddle in range(len(PADDLES))}
    return names
