"""Slamwich cards: a slice of bread with a filling, a thief or a muncher on it."""

from collections.abc import Callable

from slamomatic.kit.brush import Brush, star, turn
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix
from slamomatic.words import N_, gettext

CRUST, CRUMB = (172, 108, 46), (250, 230, 188)
SKIN, WHITE = (244, 206, 166), (255, 255, 255)


def _bread(b: Brush) -> None:
    """Draw a slice of bread, which fills the card."""
    bottom = b.height - 10
    for grow, paint in ((0.0, CRUST), (-3.6, CRUMB)):
        b.circle(27, 29, 21 + grow, paint)
        b.circle(71, 29, 21 + grow, paint)
        b.rect(28, 8 - grow, 42, 30, paint)
        b.rect(11 - grow, 34 + grow, 76 + 2 * grow, bottom - 34, paint, 9)


def _egg(b: Brush, y: float) -> None:
    for dx, dy, r in ((-10, 3, 21), (12, -4, 20), (4, 12, 18)):
        b.circle(49 + dx, y + dy, r, WHITE)
    b.circle(50, y + 2, 12, (248, 186, 40))
    b.circle(46, y - 2, 3.5, (255, 226, 130))


def _hot_dog(b: Brush, y: float) -> None:
    b.stroke([(26, y + 9), (73, y + 9)], (214, 158, 84), 20)
    b.stroke([(24, y), (75, y)], (176, 62, 42), 15)
    b.stroke([(26, y - 9), (73, y - 9)], (224, 172, 98), 9)
    b.stroke([(30 + i * 7, y + (3 if i % 2 else -3)) for i in range(7)], (250, 208, 60), 3)


def _lettuce(b: Brush, y: float) -> None:
    for i in range(9):
        x, dy = turn(49, y, 21, i * 40)
        b.circle(x, dy, 10, (112, 176, 66))
    b.circle(49, y, 22, (140, 200, 84))
    b.stroke([(49, y + 22), (49, y - 20)], (206, 232, 160), 3)
    for dy in (-10, 2, 12):
        b.stroke([(36, y + dy - 6), (49, y + dy + 2), (62, y + dy - 6)], (206, 232, 160), 2)


def _tomato(b: Brush, y: float) -> None:
    b.circle(49, y, 26, (192, 44, 40))
    b.circle(49, y, 22, (226, 84, 66))
    for i in range(5):
        x, dy = turn(49, y, 12.5, i * 72 - 90)
        b.circle(x, dy, 6, (250, 168, 120))
        b.circle(x, dy, 1.8, (255, 232, 170))


def _pickle(b: Brush, y: float) -> None:
    b.stroke([(29, y + 12), (48, y + 2), (70, y - 13)], (70, 112, 40), 25)
    b.stroke([(29, y + 12), (48, y + 2), (70, y - 13)], (104, 152, 56), 19)
    for x, dy in ((30, 8), (40, 10), (48, -3), (58, 0), (66, -15), (70, -6)):
        b.circle(x, y + dy, 2.4, (60, 100, 36))


def _jar(b: Brush, y: float, filling: Rgb, lid: Rgb) -> None:
    """Draw a jar with an empty label, for a picture of what is in it: letters would be of one language."""
    b.rect(31, y - 17, 37, 42, mix(filling, WHITE, 0.35), 7)
    b.rect(33, y - 8, 33, 31, filling, 6)
    b.rect(29, y - 25, 41, 10, lid, 3)
    b.rect(33, y - 5, 33, 23, PAPER, 3)


def _peanut_butter(b: Brush, y: float) -> None:
    _jar(b, y, (190, 128, 60), (206, 60, 50))
    for r, paint in ((7.4, (150, 96, 40)), (5.6, (226, 176, 104))):
        b.stroke([(43, y + 8.5), (56, y + 4.5)], paint, r * 1.3)
        b.circle(43, y + 8.5, r, paint)
        b.circle(56, y + 4.5, r, paint)
    for x, dy in ((40.5, 7), (44, 11), (54, 3), (58, 6), (49.5, 6.5)):
        b.circle(x, y + dy, 0.9, (150, 96, 40))


def _jelly(b: Brush, y: float) -> None:
    """Draw a jar with grapes on its label."""
    _jar(b, y, (120, 40, 130), (70, 110, 190))
    b.stroke([(49.5, y + 2), (51.5, y - 3.5)], (90, 110, 40), 2)
    b.oval(55, y - 1.5, 9, 5, (112, 176, 66))
    for row, count in ((0, 3), (1, 2), (2, 1)):
        for berry in range(count):
            x, below = 49.5 + (berry - (count - 1) / 2) * 7, y + 3.5 + row * 5.2
            b.circle(x, below, 3.8, (96, 30, 108))
            b.circle(x - 1, below - 1.2, 1.1, (206, 160, 216))


def _bacon(b: Brush, y: float) -> None:
    for dy, paint in ((-14, (168, 50, 42)), (-5, (244, 196, 168)), (3, (196, 70, 56)), (12, (236, 176, 148))):
        b.stroke([(25 + i * 8, y + dy + (4 if i % 2 else -4)) for i in range(7)], paint, 9)


def _cheese(b: Brush, y: float) -> None:
    b.poly([(23, y + 4), (66, y - 20), (76, y + 4)], (252, 216, 96))
    b.rect(23, y + 4, 53, 19, (240, 184, 50))
    for x, dy, r in ((35, 12, 4.5), (52, 17, 3.4), (64, 11, 4.6), (60, -5, 3.6)):
        b.circle(x, y + dy, r, (206, 146, 26))


def _onion(b: Brush, y: float) -> None:
    for r, paint in ((26, (168, 96, 152)), (23, WHITE), (17, (206, 160, 198)), (14.5, WHITE)):
        b.circle(49, y, r, paint)
    b.circle(49, y, 8, (206, 160, 198))
    b.circle(49, y, 5.6, WHITE)


def _pepper(b: Brush, y: float) -> None:
    for dx in (-13, 13, 0):
        b.oval(49 + dx, y + 5, 26, 40, mix((38, 140, 60), INK, 0.0 if dx else 0.12))
    b.oval(43, y - 4, 5, 14, (130, 206, 130))
    b.stroke([(49, y - 13), (51, y - 24)], (70, 96, 34), 6)


def _thief(b: Brush, y: float) -> None:
    b.circle(49, y + 3, 22, SKIN)
    b.rect(25, y - 20, 48, 13, (46, 50, 66), 6)
    b.rect(31, y - 29, 36, 14, (60, 66, 88), 7)
    b.rect(27, y - 5, 44, 13, INK, 6)
    for x in (40, 58):
        b.circle(x, y + 1.5, 4.6, WHITE)
        b.circle(x + 1, y + 1.5, 2.2, INK)
    b.arc(49, y + 11, 8, 30, 150, INK, 2.4)


def _muncher(b: Brush, y: float, number: int) -> None:
    """Draw a muncher: a face with a wide mouth, in the colour of its number."""
    colour = ((236, 150, 60), (88, 160, 214), (176, 98, 196))[number - 1]
    b.circle(49, y, 27, colour)
    for x in (39, 59):
        b.circle(x, y - 11, 6.5, WHITE)
        b.circle(x, y - 9.5, 3, INK)
    b.oval(49, y + 9, 36, 22, (96, 24, 34))
    for i in range(4):
        x = 37 + i * 8
        b.poly([(x - 3.6, y + 0.5), (x + 3.6, y + 0.5), (x, y + 6)], WHITE)
    b.oval(49, y + 16, 20, 7, (224, 92, 100))


# What lies on the bread: its name, and how it is drawn.
FILLINGS: dict[str, tuple[str, Callable[[Brush, float], None]]] = {
    "egg": (N_("egg"), _egg),
    "hot-dog": (N_("hot dog"), _hot_dog),
    "lettuce": (N_("lettuce"), _lettuce),
    "tomato": (N_("tomato"), _tomato),
    "pickle": (N_("pickle"), _pickle),
    "peanut-butter": (N_("peanut butter"), _peanut_butter),
    "jelly": (N_("jelly"), _jelly),
    "bacon": (N_("bacon"), _bacon),
    "cheese": (N_("cheese"), _cheese),
    "onion": (N_("onion"), _onion),
    "pepper": (N_("pepper"), _pepper),
}

# The deck's back: colour, and the little pattern on it.
BACK: tuple[Rgb, str] = ((176, 112, 48), "dots")
FACES = (*FILLINGS, "thief", "m1", "m2", "m3")


def face(b: Brush, name: str) -> None:
    """Draw the face of this card: a filling, the thief or a muncher."""
    middle = b.height * 0.45
    if name == "thief":
        b.rect(4, 4, 90.5, b.height - 10, (60, 64, 82), 7)
        b.poly(star(49, middle, 47, 14, 0.8), GOLD)
        _thief(b, middle)
        _label(b, gettext("STOP THIEF!"), (60, 64, 82), GOLD)
    elif name in ("m1", "m2", "m3"):
        b.rect(4, 4, 90.5, b.height - 10, (255, 232, 150), 7)
        _muncher(b, middle, int(name[1]))
        for x in (14, 84):
            b.words(name[1], x, 17, 23, INK)
        _label(b, gettext("MUNCHER {number}", number=name[1]), (255, 232, 150), INK)
    else:
        _bread(b)
        words, filling = FILLINGS[name]
        filling(b, middle)
        _label(b, gettext(words), CRUMB, (82, 46, 14))


def _label(b: Brush, words: str, ground: Rgb, ink: Rgb) -> None:
    b.rect(14, b.height - 36, 70, 18, ground, 5)
    b.words(words, 49, b.height - 27, 15, ink, room=68)
