"""Pictures of paddles, hands, seats' badges and the toy."""

from dataclasses import dataclass

from slamomatic.kit.brush import Brush, Painted, PaintedWhole, hand, shape, turn
from slamomatic.kit.palette import ALARM, DARK, GOLD, INK, LIVE, PAPER, Rgb, mix, words_on
from slamomatic.paddles import PADDLES


@dataclass(frozen=True, slots=True)
class PaddleArt(PaintedWhole):
    """The paddle as its seat sees it: a round pad with the hand above it, or flat on it."""

    paddle: int
    live: bool = True
    down: bool = False
    mark: str = ""  # "", "foul", "fault", "last", "out", "away" or a rank such as "1"
    waits: bool = False  # live, but nobody may slap yet: the rim is golden then, not green

    def paint(self, b: Brush) -> None:
        look = PADDLES[self.paddle]
        mid, colour = b.height / 2, look.rgb
        if not self.live:
            colour = mix(colour, DARK, 0.55)
        if self.mark == "out":
            colour = mix(colour, DARK, 0.85)
        pad = mix(colour, (0, 0, 0), 0.45)
        b.circle(50, mid + 2, 46, mix(pad, (0, 0, 0), 0.5))
        rim = GOLD if self.waits else LIVE
        b.circle(50, mid, 46, rim if self.live else mix(DARK, (255, 255, 255), 0.2))
        b.circle(50, mid, 41, pad)
        b.circle(50, mid, 37, mix(pad, (255, 255, 255), 0.07))
        edge = PAPER if self.mark == "last" else mix(colour, (0, 0, 0), 0.62)
        if self.down:
            hand(b, 53, mid + 9, 60, colour, edge, flat=True)
        else:
            hand(b, 53, mid + 11, 52, colour, edge)
        shape(b, look.shape, 53, mid + 22, 9.5, words_on(colour))
        self._mark(b, mid)

    def _mark(self, b: Brush, mid: float) -> None:
        """Draw the paddle's mark at its upper right: a sign for each known mark, else the mark's own words.

        The signs are a cross for a foul, ! for a fault, an arrow for who was last, and a dash for who is out
        or away.
        """
        x, y, mark = 82, mid - 34, self.mark
        if not mark:
            return
        absent = mark in ("out", "away")
        is_sign, grey = absent or mark in ("foul", "fault", "last"), mix(DARK, (255, 255, 255), 0.5)
        r = 15 if is_sign else 16
        b.circle(x, y, r, INK)
        b.circle(x, y, r - 2, PAPER if not is_sign else grey if absent else ALARM)
        if mark == "foul":
            b.stroke([(x - 5, y - 5), (x + 5, y + 5)], INK, 4.5)
            b.stroke([(x + 5, y - 5), (x - 5, y + 5)], INK, 4.5)
        elif mark == "fault":
            b.words("!", x, y, 24, INK)
        elif mark == "last":
            b.poly([(x - 8, y - 4), (x + 8, y - 4), (x, y + 8)], INK)
        elif absent:
            b.stroke([(x - 6, y), (x + 6, y)], INK, 4.5)
        else:
            b.words(mark, x, y, 20, INK, room=20)


@dataclass(frozen=True, slots=True)
class Ring(Painted):
    """A ring that closes round a dark paddle until it counts again."""

    passed: int  # how many steps are closed
    steps: int  # of how many

    def paint(self, b: Brush) -> None:
        b.arc(50, b.height / 2, 43.5, -90, -90 + 360 * self.passed / self.steps, LIVE, 5)


@dataclass(frozen=True, slots=True)
class StackedHand(PaintedWhole):
    """A hand lying in the middle of the toy: the stack shows who slapped after whom, the last on top."""

    paddle: int
    loser: bool = False

    def paint(self, b: Brush) -> None:
        look = PADDLES[self.paddle]
        edge = PAPER if self.loser else mix(look.rgb, (0, 0, 0), 0.65)
        hand(b, 54, b.height * 0.58, 63, look.rgb, edge, flat=True)
        shape(b, look.shape, 54, b.height * 0.71, 11, words_on(look.rgb))


@dataclass(frozen=True, slots=True)
class SeatMark(Painted):
    """The small badge that stands for a seat in a line of text: its shape on its colour."""

    paddle: int

    def paint(self, b: Brush) -> None:
        look = PADDLES[self.paddle]
        b.rect(2, 2, 96, b.height - 4, look.rgb, 26)
        b.rect(2, 2, 96, b.height - 4, mix(look.rgb, (0, 0, 0), 0.6), 26, line=5)
        shape(b, look.shape, 50, b.height / 2, 29, words_on(look.rgb))


@dataclass(frozen=True, slots=True)
class Bulb(Painted):
    """A lamp, lit in a colour or dark."""

    rgb: Rgb

    def paint(self, b: Brush) -> None:
        mid = b.height / 2
        b.circle(50, mid, 48, mix(self.rgb, INK, 0.75))
        b.circle(50, mid, 38, self.rgb)
        b.oval(40, mid - 14, 26, 18, mix(self.rgb, PAPER, 0.6))


@dataclass(frozen=True, slots=True)
class ToyBase(Painted):
    """The toy from above: a round base with a coloured arm towards every player."""

    colours: tuple[int, ...]

    def paint(self, b: Brush) -> None:
        mid = b.height / 2
        r = min(50.0, mid)
        b.circle(50, mid, r - 1, mix(DARK, (0, 0, 0), 0.35))
        b.circle(50, mid, r - 2.5, mix(DARK, (255, 255, 255), 0.08))
        for index, colour in enumerate(self.colours):
            degrees = 45 + index * 360 / len(self.colours)
            rgb = PADDLES[colour].rgb
            near, far, edge = (turn(50, mid, r * share, degrees) for share in (0.55, 0.8, 0.82))
            b.stroke([near, edge], mix(rgb, INK, 0.45), r * 0.22)
            b.stroke([near, far], mix(rgb, INK, 0.15), r * 0.14)
        b.circle(50, mid, r * 0.62, mix(DARK, (0, 0, 0), 0.5))
        b.circle(50, mid, r * 0.6, mix(DARK, (0, 0, 0), 0.25))
