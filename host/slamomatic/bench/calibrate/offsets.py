"""Per-paddle offsets from a flat board dropped on all four paddles. Pure.

One drop gives four times and has three unknowns of its own: when it fell, and its two tilts. So one drop
says little; but tilts scatter from drop to drop, and what goes with the board or with the way it is held
turns with it. There are twenty drops. Every five, the board and the person turn by a quarter. Each time is
    time = the drop's own + the paddle's offset + the board's corner above it + scatter.
Paddles and corners meet equally often, so that each is the plain mean of its times.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from slamomatic.store.calibration import CAP_US

PADDLES = 4
QUARTERS = 4
DROPS_A_QUARTER = 5
ERRORS_TO_OFFER = 2.0

Drop = tuple[float, ...]  # first contact of each paddle, in paddle order


@dataclass(frozen=True, slots=True)
class Offset:
    """The time by which a paddle makes contact later than the average of all four, and its error."""

    offset_us: float
    error_us: float

    @property
    def offered(self) -> bool:
        """True if a correction is offered: only if the offset is larger than twice its error."""
        return abs(self.offset_us) > ERRORS_TO_OFFER * self.error_us

    @property
    def correction_us(self) -> int:
        """The correction to take off this paddle's stamps; 0 if none is offered."""
        return round(max(-CAP_US, min(CAP_US, self.offset_us))) if self.offered else 0


def offsets(quarters: Sequence[Sequence[Drop]]) -> list[Offset]:
    """Return each paddle's offset, from equally many drops in each of the board's four positions."""
    counts = {len(drops) for drops in quarters}
    if len(quarters) != QUARTERS or len(counts) != 1 or not all(counts):
        raise ValueError("drops are wanted in four quarters, equally many in each")
    turned = [(turn, centred(drop)) for turn, drops in enumerate(quarters) for drop in drops]
    total = len(turned)
    paddle = [fmean(drop[n] for _, drop in turned) for n in range(PADDLES)]
    # In turn t the corner `place` is above the paddle `place - t`.
    corner = [fmean(drop[(place - turn) % PADDLES] for turn, drop in turned) for place in range(PADDLES)]
    # Each drop has three free times; three offsets and three corners were fitted to all of them together.
    freedom = (3 * total - 6) / 3
    found = []
    for n in range(PADDLES):
        rest = [drop[n] - paddle[n] - corner[(n + turn) % PADDLES] for turn, drop in turned]
        variance = sum(value * value for value in rest) / freedom
        found.append(Offset(paddle[n], math.sqrt(variance / total)))
    return found


def centred(drop: Drop) -> list[float]:
    """Return each paddle's first contact, counted from the mean of the four."""
    mean = fmean(drop)
    return [time - mean for time in drop]
