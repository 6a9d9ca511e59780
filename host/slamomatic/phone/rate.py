"""How much one phone may say: so many messages a second, and no more. Pure."""

from collections.abc import Callable

A_SECOND = 30


class Allowance:
    """So many messages a second; what a stalled network has held back comes at once."""

    def __init__(self, clock: Callable[[], float], a_second: int = A_SECOND, stall_s: int = 1) -> None:
        self._clock, self._a_second, self._at_once = clock, a_second, a_second * stall_s
        self._left, self._seen_s = float(self._at_once), clock()

    def spend(self) -> bool:
        """Whether one more message is allowed now."""
        now_s = self._clock()
        self._left = min(self._at_once, self._left + (now_s - self._seen_s) * self._a_second)
        self._seen_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True
