"""Chance inside a game: random numbers from one integer (SplitMix64), and a record of what was drawn."""

from collections.abc import MutableSequence
from functools import lru_cache
from struct import Struct
from typing import Any, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
# Many numbers are mixed side by side in one large integer. Each has so many bits for itself, twice what it
# needs, so that no product reaches the next number.
LANE = 128


@lru_cache(maxsize=256)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """Return what mixing `count` numbers side by side needs.

    These are a large integer with 1 in each lane, one with 1, 2, 3 ... times STEP in the lanes, the mask of
    the lower 64 bits of all lanes, and the reader that unpacks these bits as one number per lane.
    """
    ones = sum(1 << LANE * at for at in range(count))
    steps = sum(((at + 1) * STEP & MASK) << LANE * at for at in range(count))
    return ones, steps, ones * MASK, Struct("<" + "Q8x" * count)


def _next_numbers(state: int, count: int) -> tuple[int, ...]:
    """Return the next `count` numbers of 64 bits, as `below` would use them one by one, but quicker."""
    ones, steps, lanes, reader = _lanes(count)
    z = (state * ones + steps) & lanes
    z = (z ^ (z >> 30 & lanes)) * 0xBF58476D1CE4E5B9 & lanes
    z = (z ^ (z >> 27 & lanes)) * 0x94D049BB133111EB & lanes
    z ^= z >> 31 & lanes
    return reader.unpack(z.to_bytes(LANE // 8 * count, "little"))


class Chance:
    """Random numbers by SplitMix64 (Steele, Lea and Flood): good from any seed, the same on any machine.

    `drawn` holds what chance drew since the event began. A log keeps these outcomes, and a replay puts them
    into `to_repeat`. So an old log plays the same cards even under another generator.
    """

    __slots__ = ("drawn", "state", "to_repeat")

    def __init__(self, state: int) -> None:
        self.state = state & MASK
        self.drawn: list[Any] = []
        self.to_repeat: list[Any] = []

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely; the next of `to_repeat` where there is one.

        ValueError: that one, from a log, is no such number.
        """
        self.state = z = (self.state + STEP) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        value = ((z ^ (z >> 31)) * n) >> 64
        if self.to_repeat:
            value = self.to_repeat.pop(0)
            if not isinstance(value, int) or not 0 <= value < n:
                raise ValueError(f"the log's chance outcome {value!r} is not a number below {n}")
        self.drawn.append(value)
        return value

    def take(self, cards: MutableSequence[T]) -> T:
        """Remove and return a random card."""
        return cards.pop(self.below(len(cards)))

    def shuffle(self, cards: list[T]) -> None:
        """Shuffle the cards in place; the record holds their new order.

        The next order of `to_repeat` is taken where there is one. ValueError: it has other cards.
        """
        i = len(cards)
        steps = max(0, i - 1)
        for number in _next_numbers(self.state, steps):
            j = number * i >> 64
            i -= 1
            cards[i], cards[j] = cards[j], cards[i]
        self.state = (self.state + steps * STEP) & MASK
        if self.to_repeat:
            order = self.to_repeat.pop(0)
            if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, cards)):
                raise ValueError("the log's shuffled cards are not the cards that were shuffled")
            cards[:] = order
        self.drawn.append(list(cards))
