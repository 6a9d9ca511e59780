"""Chance inside a game: one integer, stepped by SplitMix64, and a record of what it drew."""

from collections.abc import MutableSequence
from functools import lru_cache
from struct import Struct
from typing import Any, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
LANE = 128  # bits for each of many numbers that are mixed side by side in one integer: none reaches the next


@lru_cache(maxsize=256)
def _side_by_side(count: int) -> tuple[int, int, int, Struct]:
    """So many lanes: a one in each, a multiple of STEP in each, 64 bits of each, and how to read them."""
    ones = sum(1 << LANE * at for at in range(count))
    steps = sum(((at + 1) * STEP & MASK) << LANE * at for at in range(count))
    return ones, steps, ones * MASK, Struct("<" + "Q8x" * count)


def _next_numbers(state: int, count: int) -> tuple[int, ...]:
    """So many numbers of 64 bits at once, the same as one step after the other gives."""
    ones, steps, lanes, reader = _side_by_side(count)
    z = (state * ones + steps) & lanes
    z = (z ^ (z >> 30 & lanes)) * 0xBF58476D1CE4E5B9 & lanes
    z = (z ^ (z >> 27 & lanes)) * 0x94D049BB133111EB & lanes
    z ^= z >> 31 & lanes
    return reader.unpack(z.to_bytes(LANE // 8 * count, "little"))


class Chance:
    """Steele, Lea and Flood's SplitMix64: good from any seed, the same on any machine.

    `drawn` holds what chance drew since the event began. A log keeps it, and a replay hands it back
    (`to_repeat`). So an old log plays the same cards even under another generator.
    """

    __slots__ = ("drawn", "state", "to_repeat")

    def __init__(self, state: int) -> None:
        self.state = state & MASK
        self.drawn: list[Any] = []
        self.to_repeat: list[Any] = []

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, every one as likely."""
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
        """Removes and returns a random card."""
        return cards.pop(self.below(len(cards)))

    def shuffle(self, cards: list[T]) -> None:
        """In place; the record holds the order that came out."""
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
