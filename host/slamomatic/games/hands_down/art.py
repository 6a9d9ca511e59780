"""Hands Down cards: 1 to 10 and the Joker."""

from slamomatic.kit.brush import Brush, hand, star
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix
from slamomatic.words import gettext

TINTS: tuple[Rgb, ...] = (
    (206, 62, 56),
    (222, 120, 36),
    (190, 146, 10),
    (96, 150, 44),
    (28, 140, 96),
    (24, 138, 160),
    (48, 104, 196),
    (94, 80, 190),
    (150, 66, 168),
    (190, 52, 110),
)

# The deck's back: colour, and the little pattern on it.
BACK: tuple[Rgb, str] = ((150, 48, 52), "star")
FACES = (*(str(number + 1) for number in range(len(TINTS))), "J")


def face(b: Brush, name: str) -> None:
    """Draw the face of this card: a number from 1 to 10, or "J", the Joker."""
    if name == "J":
        _joker(b)
        return
    number = int(name)
    tint = TINTS[number - 1]
    middle = b.height / 2
    b.rect(17, 8, 65, b.height - 18, mix(tint, PAPER, 0.78), 12)
    hand(b, 49.5, middle + 8, 62, mix(tint, PAPER, 0.45), mix(tint, PAPER, 0.2))
    b.circle(49.5, middle + 11, 22, PAPER)
    b.circle(49.5, middle + 11, 22, tint, line=3)
    b.words(name, 49.5, middle + 11, 33, tint, room=34)
    in_from_edge = 9 if len(name) == 1 else 12
    for x, y, turned in ((in_from_edge, 13, False), (98.5 - in_from_edge, b.height - 15, True)):
        b.words(name, x, y, 18, mix(tint, INK, 0.35), upside_down=turned, room=2 * in_from_edge - 4)
    # As many dots as the number says, in two rows: counted, not only read.
    for dot in range(number):
        row, place = divmod(dot, 5)
        in_row = min(5, number - 5 * row)
        x, y = 49.5 + (place - (in_row - 1) / 2) * 9, b.height - 23 + 8 * row - (4 if number > 5 else 0)
        b.circle(x, y, 2.9, tint)


def _joker(b: Brush) -> None:
    """Draw the Joker: a jester's cap over a laughing face, and its points."""
    middle = b.height / 2
    b.rect(8, 8, 82, b.height - 18, (52, 42, 96), 12)
    for degrees in range(0, 360, 30):
        b.poly(star(49.5, middle, 40, 2, 0.06, degrees), (78, 64, 140))
    for x, tip, colour in ((-30, -34, (225, 70, 60)), (0, -41, GOLD), (30, -34, (60, 175, 95))):
        b.poly(
            [(49.5 + x * 0.35 - 13, middle), (49.5 + x, middle + tip), (49.5 + x * 0.35 + 13, middle)], colour
        )
        b.circle(49.5 + x, middle + tip, 5, PAPER)
    b.circle(49.5, middle + 16, 21, (250, 222, 190))
    b.rect(28, middle - 6, 43, 9, PAPER, 4)
    b.circle(42, middle + 13, 3, INK)
    b.circle(57, middle + 13, 3, INK)
    b.arc(49.5, middle + 16, 11, 20, 160, INK, 2.6)
    b.words(gettext("JOKER"), 49.5, b.height - 24, 15, PAPER, room=60)
    b.words(gettext("2 points"), 49.5, 16.5, 11, PAPER, room=50)
