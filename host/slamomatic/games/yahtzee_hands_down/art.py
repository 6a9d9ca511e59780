"""Yahtzee Hands Down cards: dice in three colours, combos and chances."""

from slamomatic.kit.brush import Brush, Paint, shape, star
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix
from slamomatic.words import N_, gettext

# letter -> name, colour, shape.
COLOURS: dict[str, tuple[str, Rgb, str]] = {
    "B": (N_("blue"), (38, 92, 190), "diamond"),
    "R": (N_("red"), (206, 48, 46), "circle"),
    "Y": (N_("yellow"), (240, 190, 36), "triangle"),
}
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# combo -> title, points, the five dice that show what it is (colour, face).
COMBOS: dict[str, tuple[str, int, str]] = {
    "3k": (N_("3 of a kind"), 2, "R4 R4 R4"),
    "4k": (N_("4 of a kind"), 4, "B2 B2 B2 B2"),
    "fh": (N_("full house"), 5, "Y5 Y5 B3 B3 B3"),
    "ss": (N_("small straight"), 6, "Y1 Y2 Y3 Y4"),
    "ls": (N_("large straight"), 8, "B2 B3 B4 B5 B6"),
    "yz": (N_("Yahtzee"), 10, "R6 R6 R6 R6 R6"),
}


SOFT_HYPHEN = "\u00ad"  # where a long word may be cut on a narrow card; nowhere else is it written


def combo_name(combo: str) -> str:
    return gettext(COMBOS[combo][0]).replace(SOFT_HYPHEN, "")


STARTER = "starter"  # the card of the player who starts the round


def die(b: Brush, x: float, y: float, size: float, number: int, colour: Rgb) -> None:
    """Draw a die of this size around its middle, with the pips of its number."""
    left, top = x - size / 2, y - size / 2
    b.rect(left, top, size, size, mix(colour, INK, 0.4), size * 0.2)
    b.rect(left + 1, top + 0.6, size - 2, size - 2.6, colour, size * 0.18)
    pip: Paint = INK if colour[0] > 230 else PAPER
    for dx, dy in PIPS[number]:
        b.circle(x + dx * size * 0.27, y + dy * size * 0.27 - 0.6, size * 0.095, pip)


# The deck's back: colour, and the little pattern on it.
BACK: tuple[Rgb, str] = ((132, 34, 60), "dots")
_DICE = (*"123456", "1/6", "2/5", "3/4", "*")
FACES = (
    *(colour + dice for colour in COLOURS for dice in _DICE),
    *(f"*{number}" for number in range(1, 7)),
)


def face(b: Brush, name: str) -> None:
    """Draw the face of this card: a dice card, a combo, the starter, or a chance card such as "chance5"."""
    if name in COMBOS:
        _combo(b, name)
    elif name == STARTER:
        _starter(b)
    elif name.startswith("chance"):
        _chance(b, name.removeprefix("chance"))
    elif name[0] == "*":
        _any_colour(b, int(name[1]))
    else:
        _dice(b, name)


def _dice(b: Brush, name: str) -> None:
    """Draw a dice card of one colour: one die, one of two dice, or any number."""
    word, colour, sign = COLOURS[name[0]]
    middle = b.height / 2 - 1
    b.rect(5, 5, 88.5, b.height - 12, mix(colour, PAPER, 0.72), 7)
    if name[1] == "*":
        b.rect(24, middle - 25.5, 51, 51, mix(colour, INK, 0.4), 10)
        b.rect(25, middle - 25, 49, 48.6, colour, 9)
        b.words("?", 49.5, middle, 38, INK if colour[0] > 230 else PAPER)
        b.words(gettext("any number"), 49.5, b.height - 18, 13, INK, room=70)
    elif "/" in name:
        die(b, 38, middle - 22, 42, int(name[1]), colour)
        die(b, 61, middle + 24, 42, int(name[3]), colour)
        b.words(gettext("or"), 74, middle - 8, 12, INK, room=30)
    else:
        die(b, 49.5, middle, 56, int(name[1]), colour)
    label = name[1:].replace("*", "?")
    b.words(label, 16 if len(label) < 3 else 22, 16, 17, INK, room=28 if len(label) < 3 else 34)
    shape(b, sign, 84, 16, 6.5, mix(colour, INK, 0.35))
    if name[1] != "*":
        b.words(gettext(word), 49.5, b.height - 17, 12, INK, room=50)


def _any_colour(b: Brush, number: int) -> None:
    """Draw a dice card of one number in any colour: a die in three colours."""
    middle = b.height / 2 - 1
    for index, (_, colour, _) in enumerate(COLOURS.values()):
        b.rect(5 + index * 29.5, 5, 29.5, b.height - 12, mix(colour, PAPER, 0.72))
    for index, (_, colour, sign) in enumerate(COLOURS.values()):
        shape(b, sign, 38 + index * 22, 16, 6, mix(colour, INK, 0.35))
    left, between, right = (colour for _, colour, _ in COLOURS.values())
    b.rect(21.5, middle - 28, 40, 56, left, 10)
    b.rect(45, middle - 28, 32.5, 56, right, 10)
    b.rect(40, middle - 28, 19, 56, between)
    b.rect(21.5, middle - 28, 56, 56, INK, 10, line=2)
    for dx, dy in PIPS[number]:
        b.circle(49.5 + dx * 16, middle + dy * 16, 6.4, INK)
        b.circle(49.5 + dx * 16, middle + dy * 16, 5, PAPER)
    b.words(str(number), 13, 16, 17, INK)
    b.words(gettext("any colour"), 49.5, b.height - 17, 13, INK, room=70)


def _two_lines(words: str) -> list[str]:
    """Cut words at the space or soft hyphen nearest to the middle, so that larger letters fit.

    A word without either stays whole.
    """
    places = [at for at, letter in enumerate(words) if letter in (" ", SOFT_HYPHEN)]
    if not places:
        return [words]
    cut = min(places, key=lambda at: abs(at - len(words) / 2))
    first = words[:cut] + ("-" if words[cut] == SOFT_HYPHEN else "")
    return [line.replace(SOFT_HYPHEN, "") for line in (first, words[cut + 1 :])]


def _combo(b: Brush, name: str) -> None:
    """Draw a combo card: its name, its points, and dice that show what it is."""
    title, points, dice = COMBOS[name]
    b.rect(5, 5, 88.5, b.height - 12, (255, 214, 80), 7)
    lines = _two_lines(gettext(title))
    for line, y in zip(lines, (15.5, 34.0) if len(lines) > 1 else (24.0,), strict=True):
        b.words(line, 49.5, y, 20, INK, room=84)
    # So large that the points can be read where twelve of these lie in two rows.
    b.circle(49.5, b.height - 36, 25, INK)
    b.words(str(points), 49.5, b.height - 36, 36, GOLD, room=44)
    row = dice.split()
    size = min(25.0, 82 / len(row))
    for index, each in enumerate(row):
        x = 49.5 + (index - (len(row) - 1) / 2) * (size + 0.6)
        die(b, x, b.height * 0.43, size - 2, int(each[1]), COLOURS[each[0]][1])


def _chance(b: Brush, value: str) -> None:
    """Draw a chance card with its points; without a value it is still face down, with a question mark."""
    b.rect(5, 5, 88.5, b.height - 12, (46, 92, 176), 7)
    b.poly(star(49.5, b.height / 2 + 4, 40, 8, 0.72), (92, 140, 220))
    b.words(gettext("chance"), 49.5, 20, 15, PAPER)
    b.circle(49.5, b.height / 2 + 4, 24, PAPER)
    b.words(value or "?", 49.5, b.height / 2 + 4, 34, INK, room=38)


def _starter(b: Brush) -> None:
    b.rect(5, 5, 88.5, b.height - 12, INK, 7)
    b.poly(star(49.5, b.height / 2 - 8, 34), GOLD)
    b.words(gettext("starts"), 49.5, b.height - 22, 22, PAPER, room=80)
