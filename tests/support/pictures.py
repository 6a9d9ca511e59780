"""Checks of a picture of the window."""

from __future__ import annotations

from collections import Counter

import pygame

from slamomatic.kit.easel import Box, Frame, Sprite, Text

SIZES = ((800, 480), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160))


def overlap(one: Box, other: Box) -> bool:
    return pygame.Rect(one).colliderect(other)


def mistakes(sprites: list[Sprite], size: tuple[int, int]) -> list[str]:
    """Say what is wrong with one picture, and with what lies over it for a moment."""
    over = [s for s in sprites if s.name.startswith("slap-show/")]
    return _mistakes([s for s in sprites if s not in over], size) + _mistakes(over, size)


def _mistakes(sprites: list[Sprite], size: tuple[int, int]) -> list[str]:
    window = Frame(*size).box
    scrim = max((i for i, s in enumerate(sprites) if s.name.endswith("scrim")), default=-1)
    shown = sprites[scrim + 1 :]
    found = [
        f"{s.name} leaves the window" for s in shown if not s.box.within(window) and "shadow" not in s.name
    ]
    # The painter tells by the names what changed: of two with one name it would not redraw the first.
    found += [
        f"two things are called {name}"
        for name, count in Counter(s.name for s in sprites).items()
        if count > 1
    ]
    inks: list[tuple[str, Box]] = []
    for index, sprite in enumerate(shown):
        if not isinstance(sprite.art, Text):
            continue
        text = sprite.art.settled(sprite.box.w, sprite.box.h)
        if not text.fits:
            found.append(f"{sprite.name} {sprite.art.words!r} is cut off in {sprite.box.w}x{sprite.box.h}")
        ink = sprite.art.ink(sprite.box)
        found += [f"{sprite.name} lies on {name}" for name, other in inks if overlap(ink, other)]
        inks.append((sprite.name, ink))
        found += [
            f"{over.name} covers {sprite.name}"
            for over in shown[index + 1 :]
            if not over.above and not isinstance(over.art, Text) and overlap(over.box, ink)
        ]
    return found
