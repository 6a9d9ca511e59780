"""The seats' shapes and the hand: what says a paddle's name where colour alone would not."""

from collections.abc import Callable

from slamomatic.kit.brush import Brush, Paint, ngon, star
from slamomatic.kit.palette import Rgb, mix

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


# A cartoon right hand seen from the back, in units of its own width: strokes from the palm to each tip, how
# thick they are, and how far apart those of a hand that lies flat are spread.
_FINGERS = (
    ((-0.27, 0.05), (-0.36, -0.52), 0.17, 1.18),
    ((-0.09, 0.0), (-0.12, -0.72), 0.17, 1.18),
    ((0.10, 0.0), (0.14, -0.70), 0.17, 1.18),
    ((0.27, 0.06), (0.37, -0.48), 0.17, 1.18),
    ((-0.24, 0.32), (-0.60, 0.06), 0.18, 1.0),
)


def hand(b: Brush, x: float, y: float, size: float, fill: Rgb, edge: Rgb, flat: bool = False) -> None:
    """A hand `size` units across, fingers up; `flat` is one that lies on its paddle, fingers spread."""
    for grow, paint in ((0.055, edge), (0.0, fill), (-0.05, mix(fill, (255, 255, 255), 0.12))):
        for (x1, y1), (x2, y2), wide, spread in _FINGERS:
            tip = x + x2 * size * (spread if flat else 1.0), y + y2 * size
            b.stroke([(x + x1 * size, y + y1 * size), tip], paint, (wide + 2 * grow) * size)
        r, top = 0.36 + grow, 0.10 + grow
        b.rect(x - r * size, y - top * size, 2 * r * size, (0.68 + 2 * grow) * size, paint, 0.24 * size)
