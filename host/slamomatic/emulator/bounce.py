"""Models of how a switch bounces, and of static; and what is true of such a pattern. Pure.

All times in microseconds; a pattern is a list of (t_us, closed?) edges, alternating, oldest first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

Edges = list[tuple[float, bool]]


@dataclass(frozen=True, slots=True)
class Model:
    """Bounce of one kind of switch; the ranges are those of public recordings."""

    name: str
    edges: tuple[int, int]  # how many edges until the contact is quiet
    lasts_us: tuple[float, float]  # from the first edge to the last
    longest_still_us: float  # inside one bounce, made or broken
    settles_us: float  # by then the contact has been made for a while, though it may go on bouncing


CLEAN = Model("clean", (1, 1), (0.0, 0.0), 0.0, 0.0)
GOOD_SWITCH = Model("good switch", (20, 110), (200.0, 1_700.0), 650.0, 1_700.0)
WORST_SWITCH = Model("worst switch", (109, 110), (1_000.0, 1_700.0), 650.0, 1_700.0)
DRUM = Model("drum pedal", (20, 110), (11_000.0, 40_000.0), 4_000.0, 2_500.0)
MODELS = (CLEAN, GOOD_SWITCH, DRUM)

# A slap on the kit's paddle, by the hand's speed in m/s: when the paddle takes the contact over its click,
# back, and over it again, under an arm that presses with 20 N. From a calculation with an assumed hand
# (`tests/support/hand_model.py`): nobody has measured it.
KIT_SLAPS_US: dict[float, tuple[int, ...]] = {
    1.0: (0,),
    2.0: (0, 24_080, 53_435),
    2.5: (0, 22_750, 63_400),
    3.0: (0, 21_770, 73_460),
    3.5: (0, 21_005, 83_585, 111_805, 121_295),
    4.0: (0, 20_385, 93_745, 120_260, 135_945),
}

# Shorter than this no contact that a finger moves can be: the input network would swallow it.
_SHORTEST_US = 2.0
# Before a contact first holds, no opening is longer than this: switches have shown 650.
_LONGEST_EARLY_OPENING_US = 650.0
# A contact that stays made this long has been made, by any setting of the unit's hold time.
_MADE_US = 250.0


def _stills(model: Model, chance: Random) -> list[float]:
    """Draw the times between the edges of one bounce, in their order; there is an even number of them."""
    low, high = model.edges
    count = chance.randint(low, high)
    count -= count % 2 == 0  # an odd number of edges leaves the contact where it was pushed
    lasts_us = chance.uniform(*model.lasts_us)
    weights = [chance.expovariate(1.0) ** 2 for _ in range(count - 1)]
    share = lasts_us / sum(weights) if weights else 0.0
    return [min(max(weight * share, _SHORTEST_US), model.longest_still_us) for weight in weights]


def bounce(t_us: float, closed: bool, model: Model, chance: Random) -> Edges:
    """Return the edges of a contact that moves to `closed`: the first at `t_us`, then its bounces."""
    edges: Edges = [(t_us, closed)]
    now_us, state, made = t_us, closed, False
    for still_us in _stills(model, chance):
        if closed and not made:
            if state and now_us - t_us > model.settles_us:
                still_us = max(still_us, _MADE_US)
            elif not state:
                still_us = min(still_us, _LONGEST_EARLY_OPENING_US)
            made = state and still_us >= _MADE_US
        now_us += still_us
        state = not state
        edges.append((now_us, state))
    return edges


def slap(t_us: float, held_us: float, model: Model, chance: Random) -> Edges:
    """Return the edges of a slap at `t_us`; the release comes `held_us` later, or after the bounce."""
    down = bounce(t_us, True, model, chance)
    up_us = max(t_us + held_us, down[-1][0] + 2 * _MADE_US)
    return down + bounce(up_us, False, model, chance)


def kit_slap(t_us: float, held_us: float, hand_m_per_s: float, chance: Random) -> Edges:
    """Return the edges of a slap on the kit's paddle, with its rebounds.

    The release is `held_us` after them.
    """
    edges: Edges = []
    for number, click_us in enumerate(KIT_SLAPS_US[hand_m_per_s]):
        edges += bounce(t_us + click_us, number % 2 == 0, GOOD_SWITCH, chance)
    return edges + bounce(edges[-1][0] + held_us, False, GOOD_SWITCH, chance)


def spike(t_us: float, width_us: float) -> Edges:
    """Return the two edges of static: a contact far shorter than any hand could make."""
    return [(t_us, True), (t_us + width_us, False)]


def spike_width_us(chance: Random) -> float:
    """Draw the width of a spike from 0.1 to 50 us, evenly by its logarithm."""
    return math.exp(chance.uniform(math.log(0.1), math.log(50.0)))


def gap_us(chance: Random, low_us: float = 1.0, high_us: float = 5_000.0) -> float:
    """Draw the gap between two slaps, evenly by its logarithm."""
    return math.exp(chance.uniform(math.log(low_us), math.log(high_us)))


def hold_reached_us(edges: Sequence[tuple[float, bool]], hold_us: float) -> float | None:
    """Return when the contact has first stayed closed for `hold_us`; None if it opens too soon."""
    for number, (t_us, closed) in enumerate(edges):
        if closed:
            until_us = edges[number + 1][0] if number + 1 < len(edges) else math.inf
            if until_us - t_us >= hold_us:
                return t_us + hold_us
    return None
