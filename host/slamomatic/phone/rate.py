"""How much one phone may say: so many messages a second, and no more. Pure."""

from __future__ import annotations

from collections.abc import Callable

A_SECOND = 30


class Allowance:
    """Thirty messages may come at once; after that as many a second."""

    def __init__(self, clock: Callable[[], float], a_second: int = A_SECOND) -> None:
        self._clock, self._a_second = clock, a_second
        self._left, self._seen_s = float(a_second), clock()

    def spend(self) -> bool:
        """Whether one more message is allowed now."""
        now_s = self._clock()
        self._left = min(self._a_second, self._left + (now_s - self._seen_s) * self._a_second)
        self._seen_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True
