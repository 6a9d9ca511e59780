"""The order of a ceremony: the last place first, points counted reason by reason, a drum roll. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slamomatic.face.face import Reason

FIRST_PLACE_US, ROLL_US, STEP_US = 700_000, 1_100_000, 1_000_000
WINNER_STANDS_US = 2_000_000  # so long presses don't take a winner away who has just been told
DEAF_US = 1_000_000
COUNTS = 0.7  # the share of a step in which points are counted; then they stand


@dataclass(frozen=True, slots=True)
class Counted:
    """A seat's points as far as the ceremony has counted them."""

    points: int
    reasons: tuple[Reason, ...]  # those counted or being counted now


@dataclass(frozen=True)
class Ceremony:
    """The times of one ceremony, all counted from its beginning."""

    ranks: Sequence[int]  # of each seat, from 1; equal places are told together
    reasons: Sequence[Sequence[Reason]]  # of each seat, at least one
    step_us: int = STEP_US  # how long one reason takes

    def told_us(self, seat: int) -> int:
        """Return when this seat's place is told and the counting of its points begins."""
        mine = self.ranks[seat]
        before = {rank for rank in self.ranks if rank > mine}
        roll_us = ROLL_US if mine == min(self.ranks) else 0
        return FIRST_PLACE_US + self.step_us * sum(map(self._steps, before)) + roll_us

    def _steps(self, rank: int) -> int:
        """Return how many reasons are counted, one after another, while this place is told."""
        return max(len(self.reasons[seat]) for seat, its in enumerate(self.ranks) if its == rank)

    @property
    def lasts_us(self) -> int:
        best = min(self.ranks)
        return self.told_us(self.ranks.index(best)) + self.step_us * self._steps(best)

    def counted(self, seat: int, since_us: int) -> Counted | None:
        """Return what is counted for a seat so long after the beginning; None while its place is a secret."""
        since_us -= self.told_us(seat)
        if since_us <= 0:
            return None
        begun = self.reasons[seat][: since_us // self.step_us + 1]
        *done, last = begun
        share = min(1.0, (since_us - self.step_us * len(done)) / (COUNTS * self.step_us))
        return Counted(sum(reason.points for reason in done) + round(last.points * share), tuple(begun))

    def beats(self) -> list[tuple[int, str]]:
        """Return the sounds and their times: a stamp for each place and reason, the drum roll, a tune."""
        stamps = {
            self.told_us(seat) + self.step_us * step
            for seat in range(len(self.ranks))
            for step in range(len(self.reasons[seat]))
        }
        won_us = max(self.told_us(seat) for seat in range(len(self.ranks)))
        told = [(us, "stamp") for us in stamps - {won_us}]
        return sorted([*told, (won_us - ROLL_US, "drumroll"), (won_us, "win")])


class Running:
    """A ceremony that is watched: when it began, and up to when its sounds were heard."""

    def __init__(self, ceremony: Ceremony, now_us: int) -> None:
        self.ceremony = ceremony
        self._began_us = self._heard_us = now_us

    def counted(self, seat: int, now_us: int) -> Counted | None:
        """Return what is counted for a seat now; None while its place is a secret."""
        return self.ceremony.counted(seat, now_us - self._began_us)

    def all_told(self, now_us: int) -> bool:
        """Return whether no place is a secret any more."""
        return all(self.counted(seat, now_us) is not None for seat in range(len(self.ceremony.ranks)))

    def sounds_until(self, now_us: int) -> list[str]:
        """Return the sounds that are due since the last call."""
        due = [sound for us, sound in self.ceremony.beats() if self._heard_us < self._began_us + us <= now_us]
        self._heard_us = now_us
        return due

    def over(self, now_us: int) -> bool:
        return now_us >= self._began_us + self.ceremony.lasts_us


class Deafness:
    """A time in which presses don't count: a hand that is still playing must not press a button.

    A press that comes too soon makes it last for another moment.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._until_us = 0

    def begin(self, us: int = DEAF_US) -> None:
        """Let no press count for so long."""
        self._until_us = max(self._until_us, self._clock() + us)

    def takes_press(self) -> bool:
        """Return whether a press counts now."""
        if self._clock() >= self._until_us:
            return True
        self.begin()
        return False
