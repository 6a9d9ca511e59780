"""Text: two fonts, one to read and one to be seen, wrapped and fitted into a box."""

import os
import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.util import find_spec

import pygame

from slamomatic.kit.palette import Rgb

# Shares of a font's em, in both fonts: a line, its baseline, the height of capitals, the depth of a g.
LINE, BASELINE, CAPITALS, DESCENDERS = 1.1, 0.84, 0.72, 0.26
ACCENTS = 0.2  # how far those on capitals may reach above their line, and a deep letter below it
WELL_SPACED_PX = 24  # hinting no longer shows
# Spaces that hold words together are drawn as plain ones: not every font has them.
SPACES = str.maketrans(dict.fromkeys("\u00a0\u2009\u202f", " "))
ARROWS = "\u2190\u2191\u2192\u2193"  # names of keys: drawn in the next font, amid letters of this one
NOWHERE = "\uffff"  # no letter: every font draws what it draws for those that it lacks
SAMPLE_PX = 40


class Style(Enum):
    """The use of a text, and its font. Fonts come from packages; without one the picture is plainer."""

    FIGURES = ("font_manrope", "Manrope-Bold.ttf", "of one width")  # numbers below each other
    DISPLAY = ("font_fredoka_one", "FredokaOne-Regular.ttf")  # titles, names, verdicts: Latin letters only
    TEXT = ("font_manrope", "Manrope-Bold.ttf")  # all that is to be read
    PLAIN = ("pygame", "freesansbold.ttf")  # letters that the others lack


TEXT, DISPLAY, FIGURES = Style.TEXT, Style.DISPLAY, Style.FIGURES


@lru_cache(maxsize=len(Style))
def _path(style: Style) -> str:
    package, name = style.value[:2]
    found = find_spec(package)
    if found is None or found.origin is None:
        return _path(Style.PLAIN)
    folder = os.path.dirname(found.origin)
    return os.path.join(folder, name) if style is Style.PLAIN else os.path.join(folder, "files", name)


@lru_cache(maxsize=128)
def _font(style: Style, px: int) -> pygame.font.Font:
    """Load a font by its path, since `Font(None, n)` quietly shrinks pygame's own."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(_path(style), px)


@lru_cache(maxsize=4096)
def _style_for(words: str, style: Style) -> Style:
    """Return this style, or the next one whose font has every letter of the words."""
    for one in list(Style)[list(Style).index(style) : -1]:
        if not missing(words, one):
            return one
    return Style.PLAIN


def missing(words: str, style: Style) -> list[str]:
    """Return the letters of the words that this font lacks."""
    drawn = _font(style, SAMPLE_PX)
    nothing = drawn.metrics(NOWHERE)[0]
    letters = sorted(set(words.translate(SPACES)) - {"\n", " "})
    return [
        letter
        for letter, has in zip(letters, drawn.metrics("".join(letters)), strict=True)
        if has in (None, nothing)
    ]


def font(words: str, px: int, style: Style = TEXT) -> pygame.font.Font:
    """Return the font for these words; a line's em is `px` high."""
    return _font(_style_for(words, style), px)


_PIECES = {
    True: re.compile(rf"\d|[{ARROWS}]+|[^\d{ARROWS}]+"),  # every figure of a table by itself
    False: re.compile(rf"[{ARROWS}]+|[^{ARROWS}]+"),
}
_NO_ARROWS = str.maketrans(dict.fromkeys(ARROWS))


def render(words: str, px: int, rgb: Rgb, style: Style = TEXT) -> pygame.Surface:
    """Draw one line of letters; the line begins `accents` below the top of the picture."""
    words = words.translate(SPACES)
    if px >= WELL_SPACED_PX:
        return _draw_line(words, px, rgb, style)
    # Small letters are drawn twice as large first, else whole pixels space them badly.
    large = _draw_line(words, 2 * px, rgb, style)
    return pygame.transform.smoothscale(large, (-(-large.get_width() // 2), line_h(px) + 2 * accents(px)))


def _draw_line(words: str, px: int, rgb: Rgb, style: Style) -> pygame.Surface:
    """Draw one line of letters, each piece in the middle of its room."""
    # Transparent paper of the letters' own colour, so that their edges mix with no other.
    paper = pygame.Surface((_width_of(words, px, style), line_h(px) + 2 * accents(px)), pygame.SRCALPHA)
    paper.fill((*rgb, 0))
    x = 0
    for piece, face, room in _pieces(words, px, style):
        drawn = face.render(piece, True, rgb)
        top = accents(px) + round(px * BASELINE) - face.get_ascent()
        paper.blit(drawn, (x + (room - drawn.get_width()) // 2, top))
        x += room
    return paper


def _pieces(words: str, px: int, style: Style) -> list[tuple[str, pygame.font.Font, int]]:
    """Split words into pieces of one font: (piece, font, width). Most lines are one piece.

    Figures of a table are pieces of equal width; arrows may need another font.
    """
    figures = style is FIGURES
    letters = words.translate(_NO_ARROWS)
    face = font(letters, px, style)
    if not figures and len(letters) == len(words):
        return [(words, face, face.size(words)[0])]
    cell = max(face.size(digit)[0] for digit in "0123456789")
    pieces = []
    for piece in _PIECES[figures].findall(words):
        drawn_with = font(piece, px, style) if piece[0] in ARROWS else face
        room = cell if figures and piece.isdigit() else drawn_with.size(piece)[0]
        pieces.append((piece, drawn_with, room))
    return pieces


def _width_of(words: str, px: int, style: Style) -> int:
    return sum(room for _, _, room in _pieces(words, px, style))


def width(words: str, px: int, style: Style = TEXT) -> int:
    """Return the width of the words as `render` draws them."""
    words = words.translate(SPACES)
    if px >= WELL_SPACED_PX:
        return _width_of(words, px, style)
    return -(-_width_of(words, 2 * px, style) // 2)


def line_h(px: int) -> int:
    """Return the distance from one line to the next, for any font."""
    return round(px * LINE)


def accents(px: int) -> int:
    return round(px * ACCENTS)


def rise(words: str, px: int) -> int:
    """Return how far accents on the capitals of a line of words reach above that line."""
    accented = any(letter.isupper() and len(unicodedata.normalize("NFD", letter)) > 1 for letter in words)
    return accents(px) if accented else 0


def sink(px: int, room_px: int) -> int:
    """Return how far to lower a line with so much room below it, so that its capitals stand in the middle."""
    wanted = line_h(px) // 2 - round(px * BASELINE) + round(px * CAPITALS / 2)
    return min(wanted, room_px + line_h(px) - round(px * BASELINE) - round(px * DESCENDERS))


def forget() -> None:
    """Forget all fonts and all that was made from them: they die with `pygame.quit`."""
    for made in (_font, _style_for, settle):
        made.cache_clear()


@dataclass(frozen=True, slots=True)
class Settled:
    """Words broken into lines at the size that fits, and whether they did fit."""

    px: int
    lines: tuple[str, ...]
    w: int
    h: int
    fits: bool


def _wrap(words: str, px: int, room_px: int, style: Style) -> list[str]:
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(longer, px, style) > room_px:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@lru_cache(maxsize=4096)
def settle(words: str, px: int, smallest_px: int, w: int, h: int, style: Style = TEXT) -> Settled:
    """Wrap `words` into `w` by `h`, shrinking from `px` to `smallest_px` at most.

    `fits` tells the outcome. Words also shrink to leave room for accents above the first line.
    """
    while True:
        lines = _wrap(words, px, w, style)
        wide = max(width(line, px, style) for line in lines)
        tall = line_h(px) * len(lines)
        if (wide <= w and tall + rise(lines[0], px) <= h) or px <= smallest_px:
            return Settled(px, tuple(lines), wide, tall, wide <= w and tall <= h)
        px = max(smallest_px, px - max(1, px // 16))
