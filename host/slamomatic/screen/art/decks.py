"""Every face that can be drawn, deck by deck: made from the tables that the drawings are made from."""

from __future__ import annotations

import io

import pygame

from slamomatic.screen.art import (
    cards_dice,
    cards_hands_down,
    cards_hit_the_deck,
    cards_lowdown,
    cards_slamwich,
)
from slamomatic.screen.art.cards import BACK, CardArt

_DICE = (*"123456", "1/6", "2/5", "3/4", "*")

FACES: dict[str, tuple[str, ...]] = {
    "hands-down": (*(str(number + 1) for number in range(len(cards_hands_down.TINTS))), "J"),
    "slamwich": (*cards_slamwich.FILLINGS, "thief", "m1", "m2", "m3"),
    "hit-the-deck": (
        *(colour + kind for colour in cards_hit_the_deck.COLOURS for kind in "12345CF"),
        *(f"N{number}" for number in range(1, 6)),
        *(f"C{colour}" for colour in cards_hit_the_deck.COLOURS),
        "H",
    ),
    "yahtzee-hands-down": (
        *(colour + dice for colour in cards_dice.COLOURS for dice in _DICE),
        *(f"*{number}" for number in range(1, 7)),
    ),
    "lowdown": (
        *(f"{colour}{number}" for colour in cards_lowdown.COLOURS for number in range(11)),
        "-5",
        "swap",
        "peek",
        "steal",
    ),
}


def png(deck: str, name: str, size: tuple[int, int] = (250, 350)) -> bytes:
    """One card as a picture file, for pages outside the window."""
    file = io.BytesIO()
    pygame.image.save(CardArt(deck, BACK if name == "?" else name).draw(*size), file, "card.png")
    return file.getvalue()
