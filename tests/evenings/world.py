"""True time: one queue of what happens next. Everything in an evening runs in its order, in one thread."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from random import Random

MOST_EVENTS = 2_000_000  # an evening has some ten thousand

Do = Callable[[], None]


class World:
    """Microseconds since the evening began, as nobody in it can read them."""

    def __init__(self, seed: str) -> None:
        self.now_us = 0
        self.seed = seed
        self._due: list[tuple[int, int, Do]] = []
        self._count = 0

    def chance(self, name: str) -> Random:
        """A source of chance of its own for each part: one fault less shifts nobody else's."""
        return Random(f"{self.seed} {name}")

    def at(self, t_us: int, do: Do) -> None:
        """`do` at that moment, or now if it has passed; in one moment in the order they were put in."""
        self._count += 1
        heapq.heappush(self._due, (max(t_us, self.now_us), self._count, do))

    def after(self, wait_us: int, do: Do) -> None:
        self.at(self.now_us + wait_us, do)

    def run(self, until_us: int, done: Callable[[], bool] | None = None) -> bool:
        """On to that moment; True when `done` said so before."""
        due, most = self._due, self._count + MOST_EVENTS
        while due and due[0][0] <= until_us:
            self.now_us, _, do = heapq.heappop(due)
            do()
            if self._count > most:
                raise RuntimeError(f"nothing moves on any more at {self.now_us} us")
            if done is not None and done():
                return True
        self.now_us = max(self.now_us, until_us)
        return False
