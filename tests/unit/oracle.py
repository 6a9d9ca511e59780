"""An independent judge of the debounce, written from firmware/wire.md: it knows every edge before it begins.

It shares no code with firmware/slap/debounce.py and has no batches: it reads each contact's whole story once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf


@dataclass(frozen=True)
class Times:
    """The promised times, in microseconds."""

    hold: int = 100
    gap: int = 1_000
    burst: int = 5_000
    rest: int = 2_000
    lockout: int = 50_000
    bounce: int = 650


@dataclass(frozen=True)
class Slap:
    """One DOWN, and its UP if it came."""

    contact: int
    first_us: int
    decided_us: float  # when it was certain
    solid_at_us: int | None  # when it began if its first edge was a spike
    up_us: int | None
    bounces: int


@dataclass
class Contact:
    """Return the contact's slaps, and when each spike began and was known to be one."""

    slaps: list[Slap] = field(default_factory=list)
    spikes: list[tuple[int, float]] = field(default_factory=list)


def _closures(edges: list[int]) -> list[tuple[int, float, float]]:
    """(closes, opens, closes again) for each closure."""
    ends = [*edges, inf, inf, inf]
    return [(edges[i], ends[i + 1], ends[i + 2]) for i in range(0, len(edges), 2)]


def judge(edges: list[int], times: Times, start_us: int) -> Contact:
    """The slaps of one contact that is open at the start; `edges` are all its changes, in order."""
    found = Contact()
    closures = _closures(edges)
    at = 0
    opened: float = start_us
    while at < len(closures) and closures[at][0] - opened < times.rest:
        opened = closures[at][1]
        at += 1
    while at < len(closures):
        began = closures[at][0]
        last_chance = began + times.burst
        solid_at = None
        for n in range(at, len(closures)):
            closes, opens, again = closures[n]
            if opens - closes >= times.hold and closes + times.hold <= last_chance:
                at = _after_slap(closures, at, n, found, solid_at, times)
                break
            if again - opens >= times.gap and opens + times.gap <= last_chance:
                found.spikes.append((began, opens + times.gap))
                at = n + 1
                break
            if again > last_chance:  # nothing was decided in time
                at = _after_noise(closures, n, found, began, last_chance, times)
                break
            if again - opens > times.bounce:
                solid_at = int(again)
    return found


def _after_noise(
    closures: list[tuple[int, float, float]], n: int, found: Contact, began: int, over: int, times: Times
) -> int:
    """The contact was restless for the whole burst: the closure that may be a slap again."""
    found.spikes.append((began, over + 1))
    while n < len(closures) and closures[n][2] - closures[n][1] < times.rest:
        n += 1
    return n + 1


def _after_slap(
    closures: list[tuple[int, float, float]],
    first: int,
    held: int,
    found: Contact,
    solid_at: int | None,
    times: Times,
) -> int:
    """A slap: it ends with the first opening that lasts for the lockout."""
    n = held
    while n < len(closures) and closures[n][2] - closures[n][1] < times.lockout:
        n += 1
    released = n < len(closures) and closures[n][1] < inf
    found.slaps.append(
        Slap(
            contact=-1,
            first_us=closures[first][0],
            decided_us=closures[held][0] + times.hold,
            solid_at_us=solid_at,
            up_us=int(closures[n][1]) if released else None,
            bounces=2 * (n - first),
        )
    )
    return n + 1
