"""A small vector brush, in units of a hundredth of the width, and what it draws: seats' shapes, the hand."""

import itertools
import math
from collections.abc import Callable, Sequence

import pygame

from slamomatic.kit import fonts
from slamomatic.kit.palette import Rgb, mix

Point = tuple[float, float]
Paint = Rgb | tuple[int, int, int, int]
# Drawing this much too large and averaging down is what makes edges smooth; large pieces need less.
FINE, COARSE, COARSE_FROM_PX = 3, 2, 150
NARROW = 1.75  # how much taller than their width letters may get where they would be too small


class Brush:
    """A canvas 100 units wide; `height` units tall."""

    def __init__(self, w: int, h: int, least_px: int = 0) -> None:
        self._size = (w, h)
        self._least_px = least_px  # smaller letters are left out: they would only be specks
        self._grain = FINE if max(w, h) < COARSE_FROM_PX else COARSE
        self.canvas = pygame.Surface((w * self._grain, h * self._grain), pygame.SRCALPHA)
        self._k = w * self._grain / 100
        self.height = 100 * h / w

    def _p(self, value: float) -> int:
        return round(value * self._k)

    def rect(
        self, x: float, y: float, w: float, h: float, paint: Paint, radius: float = 0, line: float = 0
    ) -> None:
        box = pygame.Rect(self._p(x), self._p(y), self._p(x + w) - self._p(x), self._p(y + h) - self._p(y))
        width = max(1, self._p(line)) if line else 0
        pygame.draw.rect(self.canvas, paint, box, width, border_radius=self._p(radius))

    def circle(self, x: float, y: float, r: float, paint: Paint, line: float = 0) -> None:
        width = max(1, self._p(line)) if line else 0
        pygame.draw.circle(self.canvas, paint, (self._p(x), self._p(y)), max(1, self._p(r)), width)

    def oval(self, x: float, y: float, w: float, h: float, paint: Paint) -> None:
        box = pygame.Rect(self._p(x - w / 2), self._p(y - h / 2), max(1, self._p(w)), max(1, self._p(h)))
        pygame.draw.ellipse(self.canvas, paint, box)

    def poly(self, points: Sequence[Point], paint: Paint) -> None:
        pygame.draw.polygon(self.canvas, paint, [(self._p(x), self._p(y)) for x, y in points])

    def stroke(self, points: Sequence[Point], paint: Paint, width: float) -> None:
        """Draw a line with round ends and joints; pygame's own thick lines have neither."""
        r = width / 2
        for (x1, y1), (x2, y2) in itertools.pairwise(points):
            length = math.hypot(x2 - x1, y2 - y1) or 1
            nx, ny = (y2 - y1) / length * r, (x1 - x2) / length * r
            self.poly([(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)], paint)
        for x, y in points:
            self.circle(x, y, r, paint)

    def arc(self, x: float, y: float, r: float, start: float, end: float, paint: Paint, width: float) -> None:
        """Draw part of a circle, from and to degrees clockwise from the right."""
        steps = max(6, int(abs(end - start) / 6))
        self.stroke(
            [turn(x, y, r, start + (end - start) * i / steps) for i in range(steps + 1)], paint, width
        )

    def words(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        paint: Rgb,
        upside_down: bool = False,
        room: float = 0,
    ) -> None:
        """Write words centred on x, y, shrunk to `room` units across if that is given.

        Letters that would be too small are made narrower and not lower; if that is not enough, left out.
        """
        px = max(6, self._p(size))
        drawn = fonts.font(words, px, fonts.DISPLAY).render(words, True, paint)
        # Letters stand on a baseline: centre what can be seen, not the line.
        ink = drawn.get_bounding_rect()
        drawn = drawn.subsurface(ink)
        share = min(1.0, self._p(room) / drawn.get_width()) if room else 1.0
        tall, least_px = share, self._least_px * self._grain
        if px * share < least_px:
            tall = min(1.0, share * NARROW)
            if px * tall < least_px:
                return
        if share < 1:
            drawn = pygame.transform.smoothscale(
                drawn, (self._p(room), max(1, int(drawn.get_height() * tall)))
            )
        if upside_down:
            drawn = pygame.transform.rotate(drawn, 180)
        self.canvas.blit(drawn, drawn.get_rect(center=(self._p(x), self._p(y))))

    def veil(self, paint: tuple[int, int, int, int]) -> None:
        """Dim what is drawn so far; places that are still empty stay so."""
        over = pygame.Surface(self.canvas.get_size(), pygame.SRCALPHA)
        over.fill(paint)
        cut = self.canvas.copy()
        cut.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
        over.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        self.canvas.blit(over, (0, 0))

    def done(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.canvas, self._size)


class Painted:
    """A picture that one brush makes, as large as it is asked for."""

    __slots__ = ()

    def draw(self, w: int, h: int) -> pygame.Surface:
        b = Brush(w, h)
        self.paint(b)
        return b.done()

    def paint(self, b: Brush) -> None:
        raise NotImplementedError


class PaintedWhole(Painted):
    """A picture that a brush makes in a square: in a flat box it is pressed flat, never cut."""

    __slots__ = ()

    def draw(self, w: int, h: int) -> pygame.Surface:
        side = max(w, h)
        whole = super().draw(side, side)
        return whole if w == h else pygame.transform.smoothscale(whole, (w, h))


def turn(x: float, y: float, r: float, degrees: float) -> Point:
    """Return the point `r` away from x, y, at `degrees` clockwise from the right."""
    angle = math.radians(degrees)
    return (x + r * math.cos(angle), y + r * math.sin(angle))


def star(
    x: float, y: float, r: float, points: int = 5, inner: float = 0.45, lean: float = -90
) -> list[Point]:
    return [turn(x, y, r if i % 2 == 0 else r * inner, lean + 180 * i / points) for i in range(2 * points)]


def ngon(x: float, y: float, r: float, sides: int, lean: float = -90) -> list[Point]:
    return [turn(x, y, r, lean + 360 * i / sides) for i in range(sides)]


# --- what says a paddle's name where colour alone would not ----------------------------------------------

Drawer = Callable[[Brush, float, float, float, Paint], None]


def _cross(b: Brush, x: float, y: float, r: float, paint: Paint) -> None:
    arm = r * 0.36
    b.rect(x - arm, y - r, 2 * arm, 2 * r, paint)
    b.rect(x - r, y - arm, 2 * r, 2 * arm, paint)


def _crescent(b: Brush, x: float, y: float, r: float, paint: Paint) -> None:
    b.arc(x + r * 0.2, y, r * 0.75, 60, 300, paint, r * 0.42)


SHAPES: dict[str, Drawer] = {
    "circle": lambda b, x, y, r, paint: b.circle(x, y, r * 0.9, paint),
    "triangle": lambda b, x, y, r, paint: b.poly(ngon(x, y + r * 0.18, r * 1.1, 3), paint),
    "square": lambda b, x, y, r, paint: b.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6, paint),
    "diamond": lambda b, x, y, r, paint: b.poly(ngon(x, y, r * 1.1, 4), paint),
    "star": lambda b, x, y, r, paint: b.poly(star(x, y, r * 1.15), paint),
    "hexagon": lambda b, x, y, r, paint: b.poly(ngon(x, y, r, 6, 0), paint),
    "cross": _cross,
    "crescent": _crescent,
}


def shape(b: Brush, name: str, x: float, y: float, r: float, paint: Paint) -> None:
    SHAPES[name](b, x, y, r, paint)


# A cartoon right hand seen from the back, in units of its own width: a stroke from the palm to each tip, its
# thickness, and how far it turns outward in a hand that lies flat.
_FINGERS = (
    ((-0.27, 0.05), (-0.36, -0.52), 0.17, 1.18),
    ((-0.09, 0.0), (-0.12, -0.72), 0.17, 1.18),
    ((0.10, 0.0), (0.14, -0.70), 0.17, 1.18),
    ((0.27, 0.06), (0.37, -0.48), 0.17, 1.18),
    ((-0.24, 0.32), (-0.60, 0.06), 0.18, 1.0),
)


def hand(b: Brush, x: float, y: float, size: float, fill: Rgb, edge: Rgb, flat: bool = False) -> None:
    """Draw a hand `size` units across, fingers up; if it lies `flat` on its paddle, its fingers spread."""
    for grow, paint in ((0.055, edge), (0.0, fill), (-0.05, mix(fill, (255, 255, 255), 0.12))):
        for (x1, y1), (x2, y2), wide, spread in _FINGERS:
            tip = x + x2 * size * (spread if flat else 1.0), y + y2 * size
            b.stroke([(x + x1 * size, y + y1 * size), tip], paint, (wide + 2 * grow) * size)
        r, top = 0.36 + grow, 0.10 + grow
        b.rect(x - r * size, y - top * size, 2 * r * size, (0.68 + 2 * grow) * size, paint, 0.24 * size)
