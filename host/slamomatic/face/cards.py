"""The picture of any card of any deck, by its name: everybody who draws a card draws it with these."""

import io
from dataclasses import dataclass, field

import pygame

from slamomatic.engine import registered
from slamomatic.face.declared import declared_face
from slamomatic.face.face import Deck
from slamomatic.kit.brush import Brush, ngon, star
from slamomatic.kit.easel import TEXT_FLOOR_PX, Box, Easel
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix
from slamomatic.kit.surfaces import Shadow
from slamomatic.words.languages import language

ASPECT = 5 / 7
FRAME = 0.06  # of a lit card's width, on each side
BACK = "back"

PLAIN_BACK: tuple[Rgb, str] = ((70, 78, 84), "dots")  # of a deck that nobody has drawn


def deck_of(game: str) -> Deck | None:
    """Return the drawings of this game's cards, or None if it brings none."""
    face = declared_face(registered(game))
    return face.deck if face else None


@dataclass(frozen=True, slots=True)
class CardArt:
    """The picture of one card; `name` is as the rules spell it, or BACK."""

    deck: str
    name: str
    lit: bool = False  # under the cursor
    chosen: bool = False
    faded: bool = False
    spoken: str = field(default_factory=language)  # the language of the words on it

    def draw(self, w: int, h: int) -> pygame.Surface:
        """Draw the back, the deck's drawing or, without a deck, the card's name; then how it is marked."""
        b = Brush(w, h, TEXT_FLOOR_PX)
        b.rect(1.5, 2.5, 97, b.height - 3, (0, 0, 0, 90), 9)
        b.rect(0, 0, 98.5, b.height - 2, mix(PAPER, INK, 0.22), 9)
        b.rect(0.8, 0.8, 96.9, b.height - 3.6, PAPER, 8.4)
        deck = deck_of(self.deck)
        if self.name == BACK:
            back(b, *(deck.BACK if deck else PLAIN_BACK))
        elif deck:
            deck.face(b, self.name)
        else:
            b.rect(7, 7, 84.5, b.height - 16, mix(PLAIN_BACK[0], PAPER, 0.82), 6)
            b.words(self.name, 49.5, b.height / 2, 40, INK, room=78)
        if self.faded:
            b.veil((10, 30, 26, 130))
        if self.lit or self.chosen:
            _frame(b)
        if self.chosen:
            # A tick, where no deck has a name or a shape.
            b.circle(86, 104, 12, INK)
            b.circle(86, 104, 10.5, GOLD)
            b.stroke([(81, 104), (85, 108), (91.5, 99.5)], INK, 3.4)
        return b.done()


def _frame(b: Brush) -> None:
    """Draw a golden frame and shrink the card into it, so that no number in a corner is covered."""
    w, h = b.canvas.get_size()
    edge = round(w * FRAME)
    card = pygame.transform.smoothscale(b.canvas, (w - 2 * edge, h - 2 * edge))
    b.rect(0, 0, 100, b.height, INK, 10)
    b.rect(1, 1, 98, b.height - 2, GOLD, 9)
    b.rect(5, 5, 90, b.height - 10, INK, 8)  # some cards are golden themselves
    b.canvas.blit(card, (edge, edge))


def lay_card(
    e: Easel,
    name: str,
    deck: str,
    card: str,
    box: Box,
    lit: bool = False,
    chosen: bool = False,
    faded: bool = False,
    shadow: bool = True,
) -> None:
    """Put one card into a picture; it glides to where it lies next."""
    if shadow:
        e.put(f"{name}/shadow", box.inset(-box.w // 12, -box.h // 16), Shadow(), glides=True, above=True)
    e.put(name, box, CardArt(deck, card, lit, chosen, faded), glides=True)


def back(b: Brush, colour: Rgb, pattern: str) -> None:
    """Draw the back of a card: rows of stars, diamonds or (by any other word) dots."""
    b.rect(5, 5, 89, b.height - 12, colour, 6)
    light = mix(colour, (255, 255, 255), 0.22)
    for row in range(9):
        for column in range(6):
            x = 12 + column * 15 + (7.5 if row % 2 else 0)
            y = 13 + row * (b.height - 26) / 8
            if x > 90:
                continue
            if pattern == "star":
                b.poly(star(x, y, 4.4), light)
            elif pattern == "diamond":
                b.poly(ngon(x, y, 4.6, 4), light)
            else:
                b.circle(x, y, 3.4, light)
    b.rect(5, 5, 89, b.height - 12, mix(colour, (255, 255, 255), 0.5), 6, line=1.6)


def png(deck: str, name: str) -> bytes:
    """Return one card as a PNG file, for pages outside the window; `name` "?" is its back."""
    file = io.BytesIO()
    pygame.image.save(CardArt(deck, BACK if name == "?" else name).draw(250, 350), file, "card.png")
    return file.getvalue()
