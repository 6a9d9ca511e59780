"""Puts sprites on a surface: draws each art once per size, and each frame only where something changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence

import pygame

from slamomatic.screen.sprites import Art, Sprite

# At 4K a card takes 1 MB: this keeps the cache of a long evening under about 300 MB there, far less at 1080p.
CACHE_BYTES = 300_000_000
# More dirty boxes than this cost more in bookkeeping than in pixels.
MOST_DIRTY = 24


class Painter:
    """One surface, what is on it now, and the drawings kept for next time."""

    def __init__(self, surface: pygame.Surface, background: Art) -> None:
        self.surface = surface
        self._background = background
        self._drawn: OrderedDict[tuple[Art, int, int], pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._ground: pygame.Surface | None = None
        self._shown: tuple[Sprite, ...] | None = None

    def resized(self, surface: pygame.Surface) -> None:
        self.surface, self._ground, self._shown = surface, None, None
        self._drawn.clear()
        self._bytes = 0

    def drawing(self, art: Art, w: int, h: int) -> pygame.Surface:
        key = (art, w, h)
        kept = self._drawn.get(key)
        if kept is not None:
            self._drawn.move_to_end(key)
            return kept
        # In a window far too small a box may have nothing left of it.
        made = art.draw(max(2, w), max(2, h))
        if has_window():
            made = made.convert_alpha()
        self._drawn[key] = made
        self._bytes += w * h * 4
        while self._bytes > CACHE_BYTES and len(self._drawn) > 1:
            (_, old_w, old_h), _ = self._drawn.popitem(last=False)
            self._bytes -= old_w * old_h * 4
        return made

    def warm(self, wanted: Iterable[tuple[Art, int, int]]) -> bool:
        """Draw one of these that was never drawn, ahead of its time; False when all are there."""
        for art, w, h in wanted:
            if (art, w, h) not in self._drawn:
                self.drawing(art, w, h)
                return True
        return False

    def show(self, sprites: Sequence[Sprite]) -> list[pygame.Rect]:
        """Bring the surface to `sprites`; the places that changed, none when nothing did."""
        now = tuple(sprites)
        dirty = self._changes(now)
        self._shown = now
        if not dirty:
            return []
        ground = self._ground_surface()
        for rect in dirty:
            self.surface.set_clip(rect)
            self.surface.blit(ground, rect, rect)
            for sprite in now:
                if sprite.alpha and rect.colliderect(sprite.box):
                    self._put(sprite)
        self.surface.set_clip(None)
        return dirty

    def _put(self, sprite: Sprite) -> None:
        drawing = self.drawing(sprite.art, sprite.box.w, sprite.box.h)
        if sprite.alpha != 255:
            drawing.set_alpha(sprite.alpha)
            self.surface.blit(drawing, (sprite.box.x, sprite.box.y))
            drawing.set_alpha(255)
        else:
            self.surface.blit(drawing, (sprite.box.x, sprite.box.y))

    def _ground_surface(self) -> pygame.Surface:
        if self._ground is None:
            ground = self._background.draw(*self.surface.get_size())
            self._ground = ground.convert(self.surface) if has_window() else ground
        return self._ground

    def _changes(self, now: tuple[Sprite, ...]) -> list[pygame.Rect]:
        before, whole = self._shown, self.surface.get_rect()
        if before is None:
            return [whole]
        if before == now:
            return []
        old = {sprite.name: sprite for sprite in before}
        new = {sprite.name: sprite for sprite in now}
        common = old.keys() & new.keys()
        if [s.name for s in before if s.name in common] != [s.name for s in now if s.name in common]:
            return [whole]
        touched: list[pygame.Rect] = []
        for name in old.keys() | new.keys():
            was, will_be = old.get(name), new.get(name)
            if was != will_be:
                touched += [pygame.Rect(s.box) for s in (was, will_be) if s is not None]
        return merged(touched, whole)


def has_window() -> bool:
    """Without one, surfaces can't be brought to its format; they are drawn all the same."""
    return pygame.display.get_init() and pygame.display.get_surface() is not None


def merged(rects: Iterable[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """The same area as `rects` in few boxes that do not overlap."""
    kept: list[pygame.Rect] = []
    for rect in rects:
        piece = rect.clip(whole)
        if piece.w == 0 or piece.h == 0:
            continue
        while True:
            hit = piece.collidelist(kept)
            if hit < 0:
                break
            piece = piece.union(kept.pop(hit))
        kept.append(piece)
    if len(kept) > MOST_DIRTY or sum(r.w * r.h for r in kept) > 0.8 * whole.w * whole.h:
        return [whole]
    return kept
