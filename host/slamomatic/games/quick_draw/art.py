"""Quick Draw's two signs, drawn as cards: wait, and slap."""

from slamomatic.kit.brush import Brush, Point, hand
from slamomatic.kit.palette import GOLD, INK, PAPER, Rgb, mix

WAIT, SLAP = "wait", "slap"
FACES: tuple[str, ...] = (WAIT, SLAP)
BACK: tuple[Rgb, str] = ((74, 60, 128), "diamond")

RED: Rgb = (190, 44, 52)
GREEN: Rgb = (40, 148, 74)
BOLT: tuple[Point, ...] = ((12, -46), (-26, 6), (-3, 6), (-12, 46), (26, -12), (4, -12))


def face(b: Brush, name: str) -> None:
    """Draw this sign: a red one with a hand for WAIT, a green one with a bolt for SLAP."""
    middle = b.height / 2
    ground = RED if name == WAIT else GREEN
    b.rect(5, 5, 89, b.height - 12, ground, 6)
    b.circle(49.5, middle - 1, 40, mix(ground, (255, 255, 255), 0.16))
    if name == WAIT:
        hand(b, 49.5, middle + 4, 54, PAPER, mix(ground, INK, 0.6))
        return
    b.poly([(49.5 + x * 0.92 + 2, middle + y * 0.92 + 2) for x, y in BOLT], mix(ground, INK, 0.6))
    b.poly([(49.5 + x * 0.92, middle - 1 + y * 0.92) for x, y in BOLT], GOLD)
