"""Slaps whose time only their source vouches for: too near to another slap, both are void.

A tie would do for an honest source. But a cheat who makes the own slaps doubtful would never lose a race.
"""

from collections import deque
from dataclasses import dataclass

from slamomatic.engine.judging import Paddles
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Event
from slamomatic.units.base import PaddleEvent

KEPT = 16  # slaps; older ones are of another race


@dataclass(frozen=True, slots=True)
class _Slap:
    """One slap that counts, when it was by the game's time, and the paddle's event if that is doubted.

    With a head start, it counts from up to so much earlier on: how much earlier depends on the race.
    """

    seat: int
    at: Span
    doubted: PaddleEvent | None

    def in_unknown_order(self, other: "_Slap", paddles: Paddles) -> bool:
        """Return whether nobody knows which of the two slaps was first."""
        return not (
            paddles.surely_before(self.seat, self.at, other.seat, other.at)
            or paddles.surely_before(other.seat, other.at, self.seat, self.at)
        )


class Doubts:
    """The latest slaps that counted, and which of them are doubted."""

    def __init__(self) -> None:
        # Doubted slaps that wait to be played. All are kept: with a limit a page could push one out.
        self._coming: list[tuple[Event, PaddleEvent]] = []
        self._slaps: deque[_Slap] = deque(maxlen=KEPT)

    def note_doubted(self, event: Event, slap: PaddleEvent) -> None:
        """Note that this event, which is not played yet, is a doubted slap."""
        self._coming.append((event, slap))

    def note_played(self, event: Event, paddles: Paddles) -> PaddleEvent | None:
        """Note that this slap is played next; return the doubted slap because of which its order is unknown.

        That is this slap itself or one near it. None: the order is known.
        """
        doubted = next((slap for coming, slap in self._coming if coming == event), None)
        # Earlier slaps do not wait any more: they were played, or taken back.
        self._coming = [(coming, slap) for coming, slap in self._coming if coming.t_us >= event.t_us]
        seat = event.seat
        if seat is None or not paddles.live[seat]:
            return None
        at = Span(event.t_us - paddles.handicap_us[seat], event.t_us + event.data.get("later_us", 0))
        this = _Slap(seat, at, doubted)
        others = [slap for slap in self._slaps if slap.seat != seat]
        self._slaps.append(this)
        for other in others:
            in_doubt = this.doubted or other.doubted
            if in_doubt is not None and this.in_unknown_order(other, paddles):
                return in_doubt
        return None
