"""Slaps whose time only their source vouches for: too near to another slap, both are off.

A tie would do for an honest source. But a cheat who makes the own slaps doubtful would never lose a race.
"""

from collections import deque
from dataclasses import dataclass

from slamomatic.engine.judging import Paddles
from slamomatic.engine.vocabulary import Event
from slamomatic.units.base import PaddleEvent

KEPT = 16  # slaps; older ones are of another race


@dataclass(frozen=True, slots=True)
class _Slap:
    """One slap that counts: in the game's time it was from `early_us` to `late_us`."""

    seat: int
    early_us: int
    late_us: int
    doubted: PaddleEvent | None

    def may_share(self, other: "_Slap", paddles: Paddles) -> bool:
        """Whether either of the two may have been before the other."""
        off_us = paddles.window_us(self.seat, other.seat)
        return self.early_us - off_us < other.late_us and other.early_us - off_us < self.late_us


class Doubts:
    """The latest slaps that counted, and which of them are doubted."""

    def __init__(self) -> None:
        self._coming: list[tuple[Event, PaddleEvent]] = []  # all that wait: else a page could push one out
        self._slaps: deque[_Slap] = deque(maxlen=KEPT)

    def expect(self, event: Event, slap: PaddleEvent) -> None:
        """This event, which is not played yet, is a doubted slap."""
        self._coming.append((event, slap))

    def matters(self, event: Event, paddles: Paddles) -> PaddleEvent | None:
        """The doubted slap that makes the order unknown when this one is played; None: it is known."""
        doubted = next((slap for coming, slap in self._coming if coming == event), None)
        # What was earlier than the slap that is played now waits no longer: it was played, or taken back.
        self._coming = [(coming, slap) for coming, slap in self._coming if coming.t_us >= event.t_us]
        seat = event.seat
        if seat is None or not paddles.live[seat]:
            return None
        this = _Slap(seat, event.t_us, event.t_us + event.data.get("later_us", 0), doubted)
        others = [slap for slap in self._slaps if slap.seat != seat]
        self._slaps.append(this)
        for other in others:
            whose = this.doubted or other.doubted
            if whose is not None and this.may_share(other, paddles):
                return whose
        return None
