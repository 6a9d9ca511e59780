"""Raw edges of one contact cut into presses and releases; what their bounce asks of the settings. Pure."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

# A movement ends when the contact is still for longer than any bounce was ever seen to pause. That is 30 ms
# while closed (a quick slap is held no longer) and 60 ms while open (no hand lifts and slaps again sooner).
# The unit's own lockout plays no part, or a lockout set too short could never be found out.
STILL_CLOSED_US = 30_000
STILL_OPEN_US = 60_000

Edge = tuple[int, bool]  # (t_us, closed?)


@dataclass(frozen=True, slots=True)
class Burst:
    """The edges of one movement of a contact, from stillness to stillness."""

    edges: tuple[Edge, ...]

    @property
    def kind(self) -> str:
        """Return press, release, or spike: a contact that ends as it began was only touched or disturbed."""
        closed = self.edges[-1][1]
        if closed != self.edges[0][1]:  # the level before the first edge was the opposite of that edge
            return "spike"
        return "press" if closed else "release"

    @property
    def length_us(self) -> int:
        """The time from the first edge to the last (0: one clean edge)."""
        return self.edges[-1][0] - self.edges[0][0]

    @property
    def longest_gap_us(self) -> int:
        """The longest time between two edges: a shorter lockout ends in the middle of the bounce."""
        return max((late[0] - early[0] for early, late in pairwise(self.edges)), default=0)

    def held_after_us(self, hold_us: int) -> float:
        """Return how long after the first edge the contact has stayed closed for `hold_us`.

        Infinite if never.
        """
        for n, (t_us, closed) in enumerate(self.edges):
            last = n == len(self.edges) - 1
            if closed and (last or self.edges[n + 1][0] - t_us >= hold_us):
                return t_us + hold_us - self.edges[0][0]
        return math.inf


def cut(edges: Iterable[Edge]) -> list[Burst]:
    """Cut a contact's edges into its movements, oldest first."""
    movements: list[list[Edge]] = []
    before_us, before = 0, False
    for t_us, closed in edges:
        if not movements or t_us - before_us >= (STILL_CLOSED_US if before else STILL_OPEN_US):
            movements.append([])
        movements[-1].append((t_us, closed))
        before_us, before = t_us, closed
    return [Burst(tuple(movement)) for movement in movements]


@dataclass(frozen=True, slots=True)
class Advice:
    """The settings of the unit that follow from the bounce of all paddles."""

    lockout_ms: int
    hold_us: int
    near_lockout: int  # bounces whose longest stillness was over half the lockout now set
    near_hold: int  # presses that took over half of the unit's 5 ms to hold
    never_held: int  # presses that the hold now set would not have seen at all


# A lockout twice the longest stillness seen: the next bounce may be worse than any measured.
LOCKOUT_MARGIN = 2
LOCKOUT_LEAST_MS, LOCKOUT_MOST_MS = 10, 100
HOLD_CHOICES_US = (100, 50, 20)
HOLD_WITHIN_US = 5000


def advise(bursts: Sequence[Burst], *, lockout_ms: int, hold_us: int) -> Advice:
    """Return the settings that would have seen every measured press exactly once.

    `lockout_ms` and `hold_us` are the settings now; the lockout is never so long that it slows fair slaps.
    """
    moved = [burst for burst in bursts if burst.kind != "spike"]
    presses = [burst for burst in moved if burst.kind == "press"]
    longest_us = max((burst.longest_gap_us for burst in moved), default=0)
    wanted_ms = -(-longest_us * LOCKOUT_MARGIN // 1000)
    held = [burst.held_after_us(hold_us) for burst in presses]
    whole = [us for us in HOLD_CHOICES_US if all(one.held_after_us(us) <= HOLD_WITHIN_US for one in presses)]
    return Advice(
        lockout_ms=min(LOCKOUT_MOST_MS, max(LOCKOUT_LEAST_MS, -(-wanted_ms // 5) * 5)),
        hold_us=[*whole, HOLD_CHOICES_US[-1]][0],
        near_lockout=sum(burst.longest_gap_us * 2 > lockout_ms * 1000 for burst in moved),
        near_hold=sum(math.inf > after_us > HOLD_WITHIN_US / 2 for after_us in held),
        never_held=sum(after_us > HOLD_WITHIN_US for after_us in held),
    )
