"""A fake as a show: a big hand swings over the ring and stops; then somebody has fallen for it, or nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slamomatic.engine.vocabulary import Json
from slamomatic.face.model import Table
from slamomatic.face.paddle import StackedHand
from slamomatic.face.parts import hand_size
from slamomatic.kit.easel import Art, Box, Easel
from slamomatic.kit.motion import between, ease
from slamomatic.kit.surfaces import Glow

# After its beginning: when the hand is above the ring, when it turns back, and when it is gone.
SWING_US, STOP_US, BACK_US = 240_000, 680_000, 900_000
STEP_US = 30_000  # between two pictures of its way
TREMBLE_US = 60_000
TOLD_US = 1_300_000  # a player who falls for the fake has fallen by then
MOST = 3  # bots believe no more fakes in one turn
GROWN = 1.3  # larger than a hand that lies in the ring


@dataclass(slots=True)
class Fakes:
    """The fakes of one turn."""

    reduced: bool = False
    seat: int | None = None  # whose hand it was last
    since_us: int = 0
    made: int = 0  # in this turn
    _outcome_open: bool = False  # the table was not told yet how the last fake ended

    def hear(self, effect: Json, now_us: int) -> None:
        """Note a fake, its outcome or a new turn; `effect` is in its public form."""
        what = effect["what"]
        if what == "feint":
            self.seat, self.since_us, self._outcome_open = effect["seat"], now_us, True
            self.made += 1
        elif what == "turn":
            self.made, self._outcome_open = 0, False
        elif what in ("pays", "slap", "hands-down", "pass", "void"):
            self._outcome_open = False  # somebody fell for it, or the slap is over anyway

    @property
    def worn_out(self) -> bool:
        return self.made >= MOST

    def shown(self, now_us: int) -> bool:
        """Return whether a hand is in the air now."""
        return self.seat is not None and self.since_us <= now_us < self.since_us + BACK_US

    def take_nobody_fell(self, now_us: int) -> bool:
        """Return True once per fake, when it is time to say that nobody fell for it."""
        due = self._outcome_open and now_us >= self.since_us + TOLD_US
        self._outcome_open = self._outcome_open and not due
        return due

    def changes_us(self) -> Iterator[int]:
        """Yield the times at which the fake looks different."""
        if self.seat is None:
            return
        steps = range(BACK_US // STEP_US + 1) if not self.reduced else (BACK_US // STEP_US,)
        yield from (self.since_us + STEP_US * step for step in steps)
        if self._outcome_open:
            yield self.since_us + TOLD_US

    def draw(self, e: Easel, t: Table, now_us: int) -> None:
        """Draw the hand in the air: it swings out, trembles over the ring, and goes back."""
        places = {sprite.name: sprite.box for sprite in e.sprites}
        ring, paddle = places.get("toy/base"), places.get(f"seat/{self.seat}/paddle")
        if not self.shown(now_us) or ring is None or paddle is None or self.seat is None:
            return
        side = _side(ring)
        above = ring.centred(side, side).moved(0, -ring.h // 16)
        age_us = now_us - self.since_us
        if not self.reduced and age_us < SWING_US:
            above = between(paddle.centred(side, side), above, ease(age_us / SWING_US))
        elif not self.reduced and age_us >= STOP_US:
            share = ease((age_us - STOP_US) / (BACK_US - STOP_US))
            above = between(above, paddle.centred(side, side), share)
        elif not self.reduced:
            above = above.moved(e.frame.px(4) * (1 if age_us // TREMBLE_US % 2 else -1), 0)
        if SWING_US <= age_us < STOP_US or self.reduced:
            e.put("fake/shadow", ring.inset(ring.w // 5), Glow((0, 0, 0), 200), above=True)
        e.put("fake/hand", above, StackedHand(t.seats[self.seat].colour), above=True)


def upcoming(ring: Box, colour: int) -> tuple[Art, int, int]:
    """Return the drawing of the big hand, with its size, to be drawn ahead of a fake."""
    return StackedHand(colour), _side(ring), _side(ring)


def _side(ring: Box) -> int:
    return round(hand_size(ring) * GROWN)
