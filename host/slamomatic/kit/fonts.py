"""Text: the one font that pygame brings, wrapped and fitted into a box."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache

import pygame

from slamomatic.kit.palette import Rgb

# Of this font's size: how high capitals stand, how deep a g hangs. And where its hinting no longer shows.
CAPITALS, DESCENDERS = 0.72, 0.25
WELL_SPACED_PX = 24


@lru_cache(maxsize=64)
def font(px: int) -> pygame.font.Font:
    """pygame's own font at `px` a line's em; by its path, since `Font(None, n)` quietly shrinks it."""
    if not pygame.font.get_init():
        pygame.font.init()
    path = os.path.join(os.path.dirname(pygame.__file__), pygame.font.get_default_font())
    return pygame.font.Font(path, px)


def render(words: str, px: int, rgb: Rgb) -> pygame.Surface:
    """One line of letters; small ones are drawn twice as large first, else whole pixels space them badly."""
    if px >= WELL_SPACED_PX:
        return font(px).render(words, True, rgb)
    large = font(2 * px).render(words, True, rgb)
    w, h = -(-large.get_width() // 2), -(-large.get_height() // 2)
    # Clear paper of the letters' own colour: their edges take on no other.
    paper = pygame.Surface((2 * w, 2 * h), pygame.SRCALPHA)
    paper.fill((*rgb, 0))
    paper.blit(large, (0, 0))
    return pygame.transform.smoothscale(paper, (w, h))


def width(words: str, px: int) -> int:
    """How wide `render` makes them."""
    if px >= WELL_SPACED_PX:
        return font(px).size(words)[0]
    return -(-font(2 * px).size(words)[0] // 2)


def sink(px: int, room_px: int) -> int:
    """How far a line goes down, with so much room below it, for its capitals to stand in the middle."""
    face = font(px)
    wanted = face.get_linesize() // 2 - face.get_ascent() + round(px * CAPITALS / 2)
    return min(wanted, room_px + face.get_linesize() - face.get_ascent() - round(px * DESCENDERS))


def forget() -> None:
    """Fonts die with `pygame.quit`; so must what was made from them."""
    font.cache_clear()
    settle.cache_clear()


@dataclass(frozen=True, slots=True)
class Settled:
    """Words broken into lines at the size that fits, and whether they did fit."""

    px: int
    lines: tuple[str, ...]
    w: int
    h: int
    fits: bool


def _wrap(words: str, px: int, room_px: int) -> list[str]:
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(longer, px) > room_px:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@lru_cache(maxsize=4096)
def settle(words: str, px: int, smallest_px: int, w: int, h: int) -> Settled:
    """Wrap `words` into `w` by `h`, shrinking from `px` only as far as `smallest_px`."""
    while True:
        lines = _wrap(words, px, w)
        wide = max(width(line, px) for line in lines)
        tall = font(px).get_linesize() * len(lines)
        if (wide <= w and tall <= h) or px <= smallest_px:
            return Settled(px, tuple(lines), wide, tall, wide <= w and tall <= h)
        px = max(smallest_px, px - max(1, px // 16))
