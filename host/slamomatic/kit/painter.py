"""Puts sprites on a surface: draws each art once per size, and each frame only where something changed."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from slamomatic.kit.easel import Art, Sprite

# The drawings kept take as many bytes as this many pictures of the whole window: 29 MB at 720p, 265 MB at 4K.
# One scene with all that may change in it takes about half.
KEPT_WINDOWS = 8
BYTES_PER_PIXEL = 4
# More dirty boxes than this cost more in bookkeeping than in pixels.
MOST_DIRTY = 24


class Drawing(NamedTuple):
    """The visible part of an art, and its place in the art's box: most of a line's box is empty."""

    surface: pygame.Surface
    x: int
    y: int

    @property
    def bytes(self) -> int:
        return self.surface.get_width() * self.surface.get_height() * BYTES_PER_PIXEL


class Painter:
    """One surface, what is on it now, and the drawings kept for next time."""

    def __init__(self, surface: pygame.Surface, background: Art) -> None:
        self.surface = surface
        self._background = background
        self._drawn: OrderedDict[tuple[Art, int, int], Drawing] = OrderedDict()
        self.kept_bytes = 0
        self._ground: pygame.Surface | None = None
        self._shown: tuple[Sprite, ...] | None = None

    def lay(self, background: Art) -> None:
        """Use this background from now on."""
        if background != self._background:
            self._background, self._ground, self._shown = background, None, None

    def resized(self, surface: pygame.Surface) -> None:
        """Paint on another surface from now on; drawings are dropped, as their format may differ."""
        self.surface, self._ground, self._shown = surface, None, None
        self._drawn.clear()
        self.kept_bytes = 0

    @property
    def most_bytes(self) -> int:
        """The memory that the kept drawings may take."""
        w, h = self.surface.get_size()
        return KEPT_WINDOWS * w * h * BYTES_PER_PIXEL

    def drawing(self, art: Art, w: int, h: int) -> Drawing:
        """Return a drawing of this size, kept or drawn now; the ones unused for longest are dropped."""
        key = (art, w, h)
        kept = self._drawn.get(key)
        if kept is not None:
            self._drawn.move_to_end(key)
            return kept
        # In a window that is far too small a box may be empty.
        made = _cropped(art.draw(max(2, w), max(2, h)))
        self._drawn[key] = made
        self.kept_bytes += made.bytes
        while self.kept_bytes > self.most_bytes and len(self._drawn) > 1:
            _, oldest = self._drawn.popitem(last=False)
            self.kept_bytes -= oldest.bytes
        return made

    def warm(self, wanted: Iterable[tuple[Art, int, int]]) -> bool:
        """Draw one of these ahead of its time, if one is not kept; return False if all are."""
        for art, w, h in wanted:
            if (art, w, h) not in self._drawn:
                self.drawing(art, w, h)
                return True
        return False

    def show(self, sprites: Sequence[Sprite]) -> list[pygame.Rect]:
        """Bring the surface to `sprites`; return the places that changed."""
        now = tuple(sprites)
        dirty = self._changes(now)
        self._shown = now
        if not dirty:
            return []
        for rect in dirty:
            self.surface.set_clip(rect)
            self.surface.blit(self.ground, rect, rect)
            for sprite in now:
                if rect.colliderect(sprite.box):
                    drawing, x, y = self.drawing(sprite.art, sprite.box.w, sprite.box.h)
                    self.surface.blit(drawing, (sprite.box.x + x, sprite.box.y + y))
        self.surface.set_clip(None)
        return dirty

    @property
    def ground(self) -> pygame.Surface:
        """Return the background at the size of the window."""
        if self._ground is None:
            ground = self._background.draw(*self.surface.get_size())
            self._ground = ground.convert(self.surface) if has_window() else ground
        return self._ground

    def _changes(self, now: tuple[Sprite, ...]) -> list[pygame.Rect]:
        """Return the areas in which the picture changes; the whole window if the order of sprites does."""
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


def _cropped(made: pygame.Surface) -> Drawing:
    """Return the drawing without its empty edges, in the window's format."""
    seen = made.get_bounding_rect()
    x, y = seen.topleft
    if seen.w * seen.h < made.get_width() * made.get_height():
        made = made.subsurface(seen).copy()
    return Drawing(made.convert_alpha() if has_window() else made, x, y)


def has_window() -> bool:
    """Return whether there is a window. Only then can surfaces be converted to its format."""
    return pygame.display.get_init() and pygame.display.get_surface() is not None


def merged(rects: Iterable[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """Cover the area of `rects` with few boxes that do not overlap."""
    kept: list[pygame.Rect] = []
    for rect in rects:
        piece = rect.clip(whole)
        if piece.w == 0 or piece.h == 0:
            continue
        while (hit := piece.collidelist(kept)) >= 0:
            piece = piece.union(kept.pop(hit))
        kept.append(piece)
    if len(kept) > MOST_DIRTY or sum(r.w * r.h for r in kept) > 0.8 * whole.w * whole.h:
        return [whole]
    return kept
