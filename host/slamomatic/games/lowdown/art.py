"""Lowdown cards: seven colours with a shape each, the wild -5, and three actions."""

from dataclasses import dataclass

from slamomatic.kit.brush import Brush, Painted, hand, shape, turn
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix, words_on
from slamomatic.words import N_, gettext

# letter -> name, colour, shape.
COLOURS: dict[str, tuple[str, Rgb, str]] = {
    "R": (N_("red"), (204, 48, 48), "circle"),
    "O": (N_("orange"), (236, 130, 32), "cross"),
    "Y": (N_("yellow"), (246, 204, 50), "triangle"),
    "G": (N_("green"), (20, 128, 90), "square"),
    "B": (N_("blue"), (44, 96, 196), "diamond"),
    "P": (N_("purple"), (110, 40, 140), "star"),
    "W": (N_("white"), (244, 244, 240), "hexagon"),
}

ACTIONS = {"swap": N_("Swap"), "peek": N_("Peek"), "steal": N_("Steal")}

# The deck's back: colour, and the little pattern on it.
BACK: tuple[Rgb, str] = ((64, 52, 120), "diamond")
FACES = (*(f"{colour}{number}" for colour in COLOURS for number in range(11)), "-5", *ACTIONS)


def face(b: Brush, name: str) -> None:
    """Draw the face of this card: a coloured number, the wild "-5" or an action."""
    if name == "-5":
        _wild(b)
    elif name in ACTIONS:
        _action(b, name)
    else:
        _number(b, name)


def _number(b: Brush, name: str) -> None:
    """Draw a number on its colour, with the colour's shape behind it and in two corners."""
    _, colour, sign = COLOURS[name[0]]
    number, ink, middle = name[1:], words_on(colour), b.height / 2
    b.rect(5, 5, 88.5, b.height - 12, colour, 7)
    b.rect(5, 5, 88.5, b.height - 12, mix(colour, INK, 0.25), 7, line=2)
    shape(b, sign, 49.5, middle - 2, 36, mix(colour, PAPER if ink == PAPER else INK, 0.2))
    b.words(number, 49.5, middle - 2, 70, ink, room=74)
    for x, y in ((18, 18), (81, b.height - 22)):
        shape(b, sign, x, y, 10, ink)


def _wild(b: Brush) -> None:
    """Draw the wild card: a wheel of all colours with -5 in its middle."""
    middle = b.height / 2
    b.rect(5, 5, 88.5, b.height - 12, INK, 7)
    for index, (_, colour, _) in enumerate(COLOURS.values()):
        start = index * 360 / 7 - 90
        b.poly(
            [(49.5, middle), *(turn(49.5, middle, 40, start + step * 360 / 35) for step in range(6))], colour
        )
    b.circle(49.5, middle, 27, PAPER)
    b.words("-5", 49.5, middle, 46, INK, room=50)


def _action(b: Brush, name: str) -> None:
    """Draw an action: arrows for a Swap, an eye for a Peek, a hand for a Steal."""
    middle = b.height / 2 - 3
    ground: Rgb = {"swap": (36, 120, 124), "peek": (88, 72, 150), "steal": (140, 46, 72)}[name]
    b.rect(5, 5, 88.5, b.height - 12, ground, 7)
    b.circle(49.5, middle, 34, mix(ground, PAPER, 0.14))
    if name == "swap":
        for y, way in ((middle - 10, 1), (middle + 10, -1)):
            b.stroke([(49.5 - 17 * way, y), (49.5 + 10 * way, y)], PAPER, 6)
            tip = 49.5 + 24 * way
            b.poly([(tip, y), (tip - 15 * way, y - 10), (tip - 15 * way, y + 10)], PAPER)
    elif name == "peek":
        b.oval(49.5, middle, 56, 34, PAPER)
        b.circle(49.5, middle, 14, ground)
        b.circle(49.5, middle, 7, INK)
        b.circle(45, middle - 4, 3, PAPER)
    else:
        hand(b, 49.5, middle + 4, 44, GOLD, INK)
    b.words(gettext(ACTIONS[name]).upper(), 49.5, b.height - 23, 26, PAPER, room=82)
    b.words("5", 18, 22, 30, PAPER)


@dataclass(frozen=True, slots=True)
class Ring(Painted):
    """A ring around something small that must be found from across the room."""

    rgb: Rgb

    def paint(self, b: Brush) -> None:
        b.rect(0, 0, 100, b.height, INK, 16, line=15)
        b.rect(2.5, 2.5, 95, b.height - 5, self.rgb, 14, line=10)
