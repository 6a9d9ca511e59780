"""The faces of the bots, drawn by code. They show how a bot feels about the last thing that happened."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from slamomatic.kit.brush import Brush, Painted, ngon, turn
from slamomatic.kit.palette import INK, PAPER, Rgb, mix

PINK, BEAK, WHITE = (240, 150, 160), (250, 180, 60), (255, 255, 255)


class Feeling(Enum):
    """The feeling that a bot's face shows."""

    CALM = "calm"
    WINCE = "wince"  # it lost something
    GLOAT = "gloat"  # it won something
    SHRUG = "shrug"  # it was nothing


@dataclass(frozen=True, slots=True)
class BotFace(Painted):
    """The face of one bot; a kind without a drawing of its own is a plain robot."""

    kind: str
    mood: Feeling = Feeling.CALM

    def paint(self, b: Brush) -> None:
        b.circle(50, 50, 49, INK)
        b.circle(50, 50, 46, mix(PAPER, (120, 150, 170), 0.35))
        DRAWN.get(self.kind, _robot)(b, self.mood)


def _eyes(
    b: Brush, mood: Feeling, y: float, apart: float, r: float, ground_r: float = 0, ground: Rgb = PAPER
) -> None:
    """Draw two eyes: open, squeezed shut, laughing or rolled upwards.

    With `ground_r` each eye has a light disc of this radius behind it.
    """
    for side in (-1, 1):
        x = 50 + side * apart
        if ground_r:
            b.circle(x, y, ground_r, ground)
        if mood is Feeling.WINCE:
            edge = x + side * r
            b.stroke([(edge, y - r * 0.8), (x - side * r * 0.6, y), (edge, y + r * 0.8)], INK, 4)
        elif mood is Feeling.GLOAT:
            b.arc(x, y + r * 0.5, r, 200, 340, INK, 5)
        else:
            _disc(b, x, y, r, WHITE, 1.5, 1)
            if mood is Feeling.SHRUG:
                b.circle(x + r * 0.3, y - r * 0.5, r * 0.5, INK)
                b.stroke([(x - r, y - r * 1.9 - side * 3), (x + r, y - r * 1.9 + side * 3)], INK, 3.5)
            else:
                b.circle(x, y + r * 0.1, r * 0.55, INK)


def _mouth(b: Brush, mood: Feeling, y: float, w: float) -> None:
    """Draw the mouth: a zigzag, a wide laugh, a slanted line or a smile."""
    if mood is Feeling.WINCE:
        step = w / 4
        b.stroke([(50 - w + step * 2 * n, y + (3 if n % 2 else -3)) for n in range(5)], INK, 4)
    elif mood is Feeling.GLOAT:
        b.poly([turn(50, y - w * 0.4, w, degrees) for degrees in range(0, 181, 15)], INK)
        b.oval(50, y + w * 0.3, w, w * 0.45, PINK)
    elif mood is Feeling.SHRUG:
        b.stroke([(50 - w * 0.7, y + 2), (50 + w * 0.7, y - 2)], INK, 4)
    else:
        b.arc(50, y - w * 0.6, w, 40, 140, INK, 4)


def _disc(b: Brush, x: float, y: float, r: float, rgb: Rgb, rim: float, dark: float) -> None:
    """Draw a disc with a darker rim."""
    b.circle(x, y, r + rim, mix(rgb, INK, dark))
    b.circle(x, y, r, rgb)


def _hare(b: Brush, mood: Feeling) -> None:
    fur, ear = (205, 165, 120), (12, 2) if mood is not Feeling.WINCE else (26, 16)
    for side in (-1, 1):
        foot, tip = (50 + side * 12, 40), (50 + side * ear[0], 8 + ear[1])
        b.stroke([foot, tip], mix(fur, INK, 0.3), 19)
        b.stroke([foot, tip], fur, 16)
        b.stroke([foot, tip], PINK, 6)
    _disc(b, 50, 60, 29, fur, 2, 0.3)
    b.oval(50, 72, 34, 22, mix(fur, WHITE, 0.6))
    _eyes(b, mood, 54, 13, 7)
    b.oval(50, 66, 9, 6, PINK)
    _mouth(b, mood, 76, 9)
    b.rect(45.5, 79, 4.2, 8, WHITE, 1)
    b.rect(50.3, 79, 4.2, 8, WHITE, 1)


def _owl(b: Brush, mood: Feeling) -> None:
    feathers = (140, 98, 66)
    for side in (-1, 1):
        b.poly([(50 + side * 34, 12), (50 + side * 10, 28), (50 + side * 34, 44)], mix(feathers, INK, 0.25))
    _disc(b, 50, 56, 34, feathers, 2, 0.3)
    b.oval(50, 76, 44, 26, mix(feathers, PAPER, 0.55))
    _eyes(b, mood, 48, 15, 9.5, 16, mix(feathers, PAPER, 0.75))
    open_by = 7 if mood is Feeling.GLOAT else 0
    b.poly([(43, 58), (57, 58), (50, 72 - open_by)], BEAK)
    if open_by:
        b.poly([(45, 70), (55, 70), (50, 79)], mix(BEAK, INK, 0.3))


def _magpie(b: Brush, mood: Feeling) -> None:
    night = (38, 42, 58)
    b.oval(50, 88, 62, 34, WHITE)
    b.circle(50, 50, 33, night)
    b.oval(62, 30, 22, 10, mix(night, (90, 130, 220), 0.6))
    _eyes(b, mood, 46, 13, 6.5, 11.5, mix(night, PAPER, 0.82))
    gape = {Feeling.GLOAT: 11, Feeling.WINCE: 5}.get(mood, 1)
    b.poly([(48, 64), (60, 67 + gape * 0.4), (84, 68 + gape), (58, 72 + gape * 0.7)], (128, 134, 150))
    b.poly([(44, 58), (60, 54), (94, 64 - gape * 0.4), (58, 66)], (176, 182, 196))
    if mood is Feeling.GLOAT:  # it loves what glitters
        b.poly(ngon(80, 84, 9, 4), (255, 226, 120))


def _tortoise(b: Brush, mood: Feeling) -> None:
    shell, skin = (110, 126, 60), (142, 186, 96)
    _disc(b, 50, 62, 37, shell, 3, 0.35)
    for degrees in range(180, 361, 45):
        b.poly(ngon(*turn(50, 62, 29, degrees), 8, 6, 0), mix(shell, INK, 0.25))
    y = 66 if mood is Feeling.WINCE else 60  # it draws its head in
    _disc(b, 50, y, 25, skin, 2, 0.3)
    _eyes(b, mood, y - 5, 11, 6.5)
    _mouth(b, mood, y + 13, 10)


def _goldfish(b: Brush, mood: Feeling) -> None:
    scales = (250, 148, 50)
    fins = mix(scales, (220, 60, 30), 0.5)
    for side in (-1, 1):
        b.poly([(50 + side * 24, 50), (50 + side * 47, 34), (50 + side * 44, 70)], fins)
    b.poly([(34, 28), (50, 6), (66, 28)], fins)
    _disc(b, 50, 54, 30, scales, 2, 0.3)
    _eyes(b, mood, 48, 15, 9)
    if mood is Feeling.CALM:
        b.circle(50, 70, 6, INK)
        b.circle(50, 70, 3.4, PINK)
    else:
        _mouth(b, mood, 70, 9)
    for x, y, r in ((80, 26, 5), (87, 14, 3.2)):
        b.circle(x, y, r, WHITE, 1.6)


def _peacock(b: Brush, mood: Feeling) -> None:
    blue, fan = (40, 96, 190), (44, 150, 110)
    wide = {Feeling.GLOAT: 1.0, Feeling.WINCE: 0.45}.get(mood, 0.8)  # the fan says it all
    for nth in range(-3, 4):
        tip = turn(50, 62, 38, -90 + nth * 28 * wide)
        b.stroke([(50, 62), tip], mix(fan, INK, 0.15), 11)
        b.circle(*tip, 8, fan)
        b.circle(*tip, 5, BEAK)
        b.circle(*tip, 2.8, blue)
    b.oval(50, 92, 46, 34, blue)
    _disc(b, 50, 58, 21, blue, 2, 0.35)
    _eyes(b, mood, 54, 10, 5.5, 8.5, mix(blue, PAPER, 0.85))
    b.poly([(45, 62), (55, 62), (50, 74)], BEAK)
    if mood is Feeling.GLOAT:
        b.poly([(47, 72), (53, 72), (50, 78)], mix(BEAK, INK, 0.4))


def _robot(b: Brush, mood: Feeling) -> None:
    tin = (150, 166, 178)
    b.stroke([(50, 26), (50, 14)], INK, 4)
    b.circle(50, 13, 6, {Feeling.GLOAT: (140, 230, 120), Feeling.WINCE: (250, 110, 90)}.get(mood, BEAK))
    b.rect(19, 25, 62, 58, mix(tin, INK, 0.45), 16)
    b.rect(22, 28, 56, 52, tin, 13)
    b.rect(28, 38, 44, 22, mix(tin, PAPER, 0.8), 10)
    _eyes(b, mood, 49, 11, 6)
    _mouth(b, mood, 70, 10)


DRAWN: dict[str, Callable[[Brush, Feeling], None]] = {
    "hare": _hare,
    "owl": _owl,
    "magpie": _magpie,
    "tortoise": _tortoise,
    "goldfish": _goldfish,
    "peacock": _peacock,
}
