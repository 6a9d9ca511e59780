"""One trial of `bench order`: the slaps that are played, the truth, and the unit's verdict. Pure."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from slamomatic.emulator import bounce
from slamomatic.emulator.bounce import Edges
from slamomatic.messages import Down

PADDLES = 4
GAPS_US = (1.0, 5_000.0)
# A spike and a slap of one paddle are two things only when the contact rests between them longer than the
# unit's `gap_us` (1,000). Nearer than that, static and the first touch of a bounce are the same thing.
APART_US = 1_300.0
LEAD_US = 12_000.0
_HELD_US = (60_000.0, 110_000.0)
_SPIKES = 3  # in each trial, of each kind if there is room for it
# The unit's stamps are whole microseconds of its own clock, and its looks half a microsecond apart.
MATCH_US = 3.0


@dataclass(frozen=True, slots=True)
class Trial:
    """The contact patterns of each paddle, and the truth about them: the slaps in order, and the spikes."""

    patterns: tuple[Edges, ...]
    slaps: tuple[tuple[float, int], ...]  # (t_us, paddle), in true order
    spikes: int
    ends_us: float
    again: tuple[tuple[float, int], ...] = ()  # rebounds: a paddle came back and closed once more


def make_trial(start_us: float, chance: Random, kit: bool = False) -> Trial:
    """Make a trial: all four paddles slapped in random order, each bouncing in its own way, with static.

    With `kit` they move as the kit's paddles do under a hand of 1 to 4 m/s.
    """
    at_us = start_us + LEAD_US + chance.random()
    slaps = []
    for paddle in chance.sample(range(PADDLES), PADDLES):
        slaps.append((at_us, paddle))
        at_us += bounce.gap_us(chance, *GAPS_US)
    patterns: list[Edges] = [[] for _ in range(PADDLES)]
    again = []
    for t_us, paddle in slaps:
        held_us = chance.uniform(*_HELD_US)
        if kit:
            hand_m_per_s = chance.choice(list(bounce.KIT_SLAPS_US))
            patterns[paddle] = bounce.kit_slap(t_us, held_us, hand_m_per_s, chance)
            again += [(t_us + click_us, paddle) for click_us in bounce.KIT_SLAPS_US[hand_m_per_s][2::2]]
        else:
            patterns[paddle] = bounce.slap(t_us, held_us, chance.choice(bounce.MODELS), chance)
    spikes = 0
    for first_us, paddle in slaps:
        lonely = [start_us + chance.uniform(0, LEAD_US - APART_US) for _ in range(_SPIKES)]
        before = [first_us - APART_US - chance.expovariate(1 / 500) for _ in range(_SPIKES)]
        beside = [other_us + chance.uniform(-60, 60) for other_us, other in slaps if other != paddle]
        spikes += _add_spikes(patterns[paddle], chance.sample(lonely + before, _SPIKES) + beside, chance)
    ends_us = max(pattern[-1][0] for pattern in patterns)
    return Trial(tuple(patterns), tuple(slaps), spikes, ends_us, tuple(again))


def _add_spikes(pattern: Edges, times_us: Sequence[float], chance: Random) -> int:
    """Add a spike at each time that is far enough from the other spikes and the slap.

    Return how many were added.
    """
    slap_us = pattern[0][0]
    added: Edges = []
    for t_us in sorted(times_us):
        width_us = bounce.spike_width_us(chance)
        free = not added or t_us - added[-1][0] > APART_US
        if free and t_us + width_us + APART_US <= slap_us:
            added += bounce.spike(t_us, width_us)
    pattern[:0] = added
    return len(added) // 2


@dataclass(slots=True)
class Verdict:
    """The unit's answer to one trial, compared with the truth."""

    true_last: int
    wrong: int = 0  # pairs of slaps named in the wrong order
    ties: int = 0  # neighbours that it could not tell apart
    untrue_ties: int = 0  # ... though they were far enough apart
    missed: int = 0  # slaps without a DOWN
    invented: int = 0  # DOWNs without a slap: static taken for one
    misstamped: int = 0  # DOWNs with a time later than the true first contact
    late_order: bool = False  # DOWNs sent in another order than they are stamped
    smallest_gap_us: float | None = None  # of neighbours told apart in the right order
    named_last: tuple[int, ...] = ()  # more than one when tied
    stamp_error_us: float = 0.0
    closed_again: int = 0  # second DOWNs of a paddle that did come back and close once more


def judge(
    slaps: Sequence[tuple[float, int]],
    downs: Sequence[Down],
    tie_below_us: float,
    match_us: float = MATCH_US,
    again: Sequence[tuple[float, int]] = (),
) -> Verdict:
    """Compare the DOWNs with the slaps that were played.

    `slaps` and the rebounds `again` are in the unit's own time, in true order. Two slaps at least
    `tie_below_us` apart must not tie; a stamp may be off by `match_us`.
    """
    found = Verdict(slaps[-1][1])
    stamps: dict[int, int] = {}
    truth = {paddle: t_us for t_us, paddle in slaps}
    for down in downs:
        if down.paddle in stamps and any(
            paddle == down.paddle and abs(t_us - down.t_us) <= match_us for t_us, paddle in again
        ):
            found.closed_again += 1
            continue
        true_us = truth.get(down.paddle)
        if down.paddle in stamps or true_us is None or down.t_us < true_us - match_us:
            found.invented += 1
            continue
        # A stamp that is late is still what the order is judged by.
        stamps[down.paddle] = down.t_us
        if down.t_us > true_us + match_us:
            found.misstamped += 1
        found.stamp_error_us = max(found.stamp_error_us, abs(down.t_us - true_us))
    known = [(t_us, stamps[paddle]) for t_us, paddle in slaps if paddle in stamps]
    found.wrong = sum(early > later for (_, early), (_, later) in itertools.combinations(known, 2))
    for (early_us, early), (later_us, later) in itertools.pairwise(known):
        gap_us = later_us - early_us
        if early == later:
            found.ties += 1
            if gap_us >= tie_below_us:
                found.untrue_ties += 1
        elif early < later:
            smallest_us = found.smallest_gap_us
            found.smallest_gap_us = gap_us if smallest_us is None else min(smallest_us, gap_us)
    latest = max(stamps.values(), default=0)
    found.missed = len(slaps) - len(stamps)
    found.late_order = any(a.t_us > b.t_us for a, b in itertools.pairwise(downs))
    found.named_last = tuple(sorted(paddle for paddle, t_us in stamps.items() if t_us == latest))
    return found


def chi_square(counts: Sequence[float]) -> float:
    """Return how unequal the counts are (chi-square); four fair ones pass 16.3 once in a thousand times."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts) if mean else 0.0
