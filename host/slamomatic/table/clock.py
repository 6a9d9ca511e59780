"""The table's one clock, in whole microseconds; it can run fast for tests and stand still for a pause."""

from __future__ import annotations

from slamomatic.unit.base import Clock, now_us


class TableClock:
    """The host's clock, `speed` times as fast. Units stamp with it, so all times at the table compare."""

    def __init__(self, speed: float = 1.0, source: Clock = now_us) -> None:
        self._source = source
        self._start_us = source()
        self.speed = speed

    def __call__(self) -> int:
        return self._start_us + int((self._source() - self._start_us) * self.speed)


class SittingClock:
    """Time of one game: 0 at its first card, on from there when it is resumed, not running in a pause."""

    def __init__(self, clock: Clock, start_us: int = 0) -> None:
        self._clock = clock
        self._ahead_us = clock() - start_us  # what the table's clock shows more than the game's
        self._paused_at_us: int | None = None
        self._stood_us = (0, 0)  # the last pause, by the table's clock

    @property
    def paused(self) -> bool:
        return self._paused_at_us is not None

    def now_us(self) -> int:
        if self._paused_at_us is not None:
            return self._paused_at_us
        return self._clock() - self._ahead_us

    def game_us(self, table_us: int) -> int:
        """A stamp of the table's clock in the game's time."""
        return table_us - self._ahead_us

    def pause(self) -> None:
        if self._paused_at_us is None:
            self._paused_at_us = self.now_us()
            self._stood_us = (self._clock(), 0)

    def go_on(self) -> None:
        if self._paused_at_us is not None:
            now_us = self._clock()
            self._ahead_us = now_us - self._paused_at_us
            self._paused_at_us = None
            self._stood_us = (self._stood_us[0], now_us)

    def stood_still(self, table_us: int) -> bool:
        """Whether that moment lies in the pause, or in the last one: slaps are told of a little later."""
        from_us, until_us = self._stood_us
        return from_us <= table_us and (self.paused or table_us < until_us)
