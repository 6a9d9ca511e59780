"""Hit the Deck cards: four colours, each with its own shape, and three kinds of "hit the deck"; its signs."""

from dataclasses import dataclass

import pygame

from slamomatic.kit.brush import Brush, Painted, hand, shape
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix, words_on
from slamomatic.words import N_, gettext

# letter -> name, colour, shape: the shapes are those the paddles of the same colours have.
COLOURS: dict[str, tuple[str, Rgb, str]] = {
    "R": (N_("red"), (206, 48, 46), "circle"),
    "Y": (N_("yellow"), (244, 196, 42), "triangle"),
    "G": (N_("green"), (20, 128, 90), "square"),
    "B": (N_("blue"), (38, 92, 190), "diamond"),
}
NIGHT = (34, 36, 46)

# The deck's back: colour, and the little pattern on it.
BACK: tuple[Rgb, str] = ((40, 66, 140), "diamond")
FACES = (
    *(colour + kind for colour in COLOURS for kind in "12345CF"),
    *(f"N{number}" for number in range(1, 6)),
    *(f"C{colour}" for colour in COLOURS),
    "H",
)


def colour_name(letter: str) -> str:
    return gettext(COLOURS[letter][0])


def face(b: Brush, name: str) -> None:
    """Draw the face of this card, as the rules spell it: "R3", "RC", "N4", "CR", "H"."""
    if name[0] in COLOURS:
        _coloured(b, name)
    else:
        _black(b, name)


def _black(b: Brush, name: str) -> None:
    """Draw a black card: "Hit the Deck" with a hand, a number or a colour."""
    middle = b.height / 2
    b.rect(4, 4, 90.5, b.height - 10, NIGHT, 7)
    for index, (_, colour, _) in enumerate(COLOURS.values()):
        b.rect(10 + index * 20, 31, 18.5, 3, colour)
        b.rect(10 + index * 20, b.height - 37, 18.5, 3, colour)
    if name == "H":
        hand(b, 49.5, middle + 4, 52, GOLD, INK, flat=True)
        below = gettext("WITH A HAND")
    elif name[0] == "N":
        b.circle(49.5, middle, 30, PAPER)
        b.words(name[1], 49.5, middle, 46, INK)
        below = gettext("WITH A {number}", number=name[1])
    else:
        _, colour, sign = COLOURS[name[1]]
        b.circle(49.5, middle, 31, PAPER)
        b.circle(49.5, middle, 28, colour)
        shape(b, sign, 49.5, middle, 17, words_on(colour))
        below = gettext("WITH {colour}", colour=colour_name(name[1]).upper())
    b.words(gettext("HIT THE DECK"), 49.5, 20, 15, PAPER, room=80)
    b.words(below, 49.5, b.height - 23, 15, GOLD, room=80)


def _coloured(b: Brush, name: str) -> None:
    """Draw a card of one colour: a number, a Cut or a Flip."""
    _, colour, sign = COLOURS[name[0]]
    ink = words_on(colour)
    middle = b.height / 2
    b.rect(4, 4, 90.5, b.height - 10, colour, 7)
    b.oval(49.5, middle, 72, 86, mix(colour, PAPER if ink == PAPER else INK, 0.16))
    if name[1] in "CF":
        draw, corner = (_scissors, gettext("CUT")) if name[1] == "C" else (_flip, gettext("FLIP"))
        draw(b, middle, ink)
        b.words(corner, 49.5, b.height - 22, 17, ink, room=52)
    else:
        corner = name[1]
        b.words(corner, 49.5, middle, 66, ink)
        b.words(colour_name(name[0]).upper(), 49.5, b.height - 19, 11, ink, room=50)
    b.words(corner[:1], 14, 17, 19, ink)
    shape(b, sign, 84, 17, 7, ink)
    shape(b, sign, 14, b.height - 20, 7, ink)


def _scissors(b: Brush, y: float, ink: Rgb) -> None:
    """Draw the scissors of a Cut."""
    b.stroke([(34, y - 26), (58, y + 14)], ink, 6)
    b.stroke([(65, y - 26), (41, y + 14)], ink, 6)
    b.circle(36, y + 20, 9, ink, line=5)
    b.circle(63, y + 20, 9, ink, line=5)


def _flip(b: Brush, y: float, ink: Rgb) -> None:
    """Draw the two arrows of a Flip, which chase each other round."""
    b.arc(49.5, y, 24, 190, 340, ink, 6)
    b.arc(49.5, y, 24, 10, 160, ink, 6)
    b.poly([(63, y - 9), (82, y - 12), (72, y + 5)], ink)
    b.poly([(36, y + 9), (17, y + 12), (27, y - 5)], ink)


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along the row of seats, to the right or to the left."""

    rgb: Rgb
    right: bool = True

    def draw(self, w: int, h: int) -> pygame.Surface:
        b = Brush(w, h)
        middle, head = b.height / 2, min(30.0, b.height * 0.6)
        tall = b.height * 0.42
        b.stroke([(8, middle), (94 - head, middle)], self.rgb, b.height * 0.26)
        b.poly([(98, middle), (98 - head, middle - tall), (98 - head, middle + tall)], self.rgb)
        arrow = b.done()
        return arrow if self.right else pygame.transform.flip(arrow, True, False)


@dataclass(frozen=True, slots=True)
class Sign(Painted):
    """A colour as a plate with its own shape: nobody needs to tell colours apart."""

    rgb: Rgb
    shape: str

    def paint(self, b: Brush) -> None:
        b.rect(2, 2, 96, b.height - 4, mix(self.rgb, PAPER, 0.5), 22)
        b.rect(7, 7, 86, b.height - 14, self.rgb, 18)
        shape(b, self.shape, 50, b.height / 2, 28, words_on(self.rgb))
