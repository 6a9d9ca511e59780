"""Pairs of presses, what a device made of each, and which gaps to press next. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import permutations
from random import Random
from typing import TypeVar

from slamomatic.bench.figures import rounded

Time = TypeVar("Time", int, float)

WIDEST_US = 20_000.0
LATEST_US = 500_000.0
# The gaps narrow down on the threshold in four stages: this share of all pairs, from and up to this
# multiple of the threshold that the stage before it saw.
STAGES = ((0.08, 0.0, 0.0), (0.17, 0.0, 1.7), (0.35, 0.0, 1.2), (0.4, 0.8, 1.25))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two presses, and when each came out, counted from the first press; None: it was lost."""

    first: int
    second: int
    gap_us: float
    first_came_us: float | None
    second_came_us: float | None

    @property
    def order(self) -> int | None:
        """1: in order, 0: a tie, -1: the wrong way round, None: a press was lost."""
        if self.first_came_us is None or self.second_came_us is None:
            return None
        return (self.second_came_us > self.first_came_us) - (self.second_came_us < self.first_came_us)

    @property
    def latencies_us(self) -> tuple[tuple[int, float], ...]:
        """Each press that came out: its button, and how long it took."""
        came = ((self.first, self.first_came_us, 0.0), (self.second, self.second_came_us, self.gap_us))
        return tuple((button, t_us - pressed_us) for button, t_us, pressed_us in came if t_us is not None)

    def to_json(self) -> list[float | None]:
        return [rounded(value) for value in astuple(self)]


def pair_of(first: int, second: int, gap_us: float, came: Iterable[tuple[int, float]]) -> tuple[Pair, int]:
    """One pair from what came out as (button, us since the first press), and how much came that nobody
    pressed."""
    times, invented = first_of_each({first, second}, came)
    return Pair(first, second, gap_us, times.get(first), times.get(second)), invented


def first_of_each(wanted: set[int], came: Iterable[tuple[int, Time]]) -> tuple[dict[int, Time], int]:
    """The first time of each that was wanted, and how much came beside that."""
    times: dict[int, Time] = {}
    invented = 0
    for which, t_us in came:
        if which in wanted and which not in times:
            times[which] = t_us
        else:
            invented += 1
    return times, invented


def stage_sizes(pairs: int) -> list[int]:
    """How many pairs each stage presses."""
    sizes = [int(pairs * share) for share, _, _ in STAGES[:-1]]
    return [*sizes, pairs - sum(sizes)]


def stage_gaps(stage: int, threshold_us: float | None) -> tuple[float, float]:
    """From which to which gap this stage presses."""
    _, low, high = STAGES[stage]
    if threshold_us is None or not high:
        return 0.0, WIDEST_US
    return low * threshold_us, min(WIDEST_US, max(high * threshold_us, 100.0))


def planned(
    count: int, buttons: int, gaps_us: tuple[float, float], chance: Random
) -> Iterator[tuple[int, int, float]]:
    """Buttons and gaps of one stage: every pair equally often in either order, the gaps evenly spread."""
    pairs = list(permutations(range(buttons), 2))
    presses = [
        (*pairs[number % len(pairs)], gaps_us[0] + (gaps_us[1] - gaps_us[0]) * chance.random())
        for number in range(count)
    ]
    chance.shuffle(presses)
    yield from presses


def lost_by_button(pairs: Sequence[Pair], buttons: int) -> list[int]:
    """How many presses of each button never came out."""
    lost = [0] * buttons
    for pair in pairs:
        lost[pair.first] += pair.first_came_us is None
        lost[pair.second] += pair.second_came_us is None
    return lost
