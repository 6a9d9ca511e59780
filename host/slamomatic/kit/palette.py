"""The colours, and how well one reads on another."""

from slamomatic.paddles import PADDLES

Rgb = tuple[int, int, int]

FELT = (24, 92, 70)
FELT_EDGE = (10, 44, 36)
WOOD = (92, 54, 30)
INK = (28, 30, 34)
PAPER = (252, 249, 240)
CHALK = (245, 248, 240)
MIST = (186, 212, 198)
PANEL = (8, 22, 26)  # lets the cloth through
PANEL_LIT = (40, 62, 72)
RIM = (116, 146, 152)
GOLD = (255, 212, 92)
LIVE = (150, 245, 130)
DARK = (44, 50, 60)
DARK_WORDS = (214, 222, 232)
ALARM = (255, 130, 110)
NIGHT = (16, 20, 30)

PADDLE_COLOURS: tuple[Rgb, ...] = tuple(paddle.rgb for paddle in PADDLES)


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance as WCAG defines it."""
    return 0.2126 * _linear(rgb[0]) + 0.7152 * _linear(rgb[1]) + 0.0722 * _linear(rgb[2])


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the WCAG contrast ratio, 1 to 21; large text wants 3, all text here has at least 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Mix `share` of `other` into `one`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def words_on(rgb: Rgb) -> Rgb:
    """Return ink or paper, whichever reads better on `rgb`."""
    return INK if contrast(INK, rgb) >= contrast(PAPER, rgb) else PAPER


def live_plate(rgb: Rgb) -> Rgb:
    """Return the colour of a live seat's place: its own, dark enough for every word on it."""
    return mix((14, 36, 40), rgb, 0.22)
