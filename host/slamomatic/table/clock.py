"""The table's one clock, in whole microseconds; it can run fast for tests and stand still for a pause."""

from collections import deque
from dataclasses import dataclass

from slamomatic.units.base import Clock, now_us

LONG_AGO_US = -(2**62)
NEVER_US = 2**62
STANDS = 16


class TableClock:
    """The host's clock, `speed` times as fast. Units stamp with it, so all times at the table compare."""

    def __init__(self, speed: float = 1.0, source: Clock = now_us) -> None:
        self._source = source
        self._start_us = source()
        self.speed = speed

    def __call__(self) -> int:
        return self._start_us + int((self._source() - self._start_us) * self.speed)


class StoppedClock(TableClock):
    """A clock that stands at `at_us` until somebody changes that."""

    def __init__(self) -> None:
        super().__init__()
        self.at_us = 0

    def __call__(self) -> int:
        return self.at_us


@dataclass(frozen=True, slots=True)
class _Stand:
    """A while in which the game's time stood still, by the table's clock."""

    from_us: int
    until_us: int  # NEVER_US: it stands still now
    at_us: int  # the game's time meanwhile
    ahead_us: int  # how much more the table's clock showed than the game's before


class GameClock:
    """Time of one game: 0 at its first card, on from there when it is resumed, not running in a pause."""

    def __init__(self, clock: Clock, start_us: int = 0) -> None:
        self._clock = clock
        began_us = clock()
        self.paused = False
        self.ahead_us = began_us - start_us  # how much more the table's clock shows than the game's
        # The latest few are kept, because slaps are told a little late. Before the game its time stood too.
        self._stands: deque[_Stand] = deque(maxlen=STANDS)
        self._stand(LONG_AGO_US, began_us, start_us)
        # The last time that was taken back, by the table's clock: slaps in it are lost.
        self.taken_back_us = range(LONG_AGO_US, LONG_AGO_US)

    def _stand(self, from_us: int, until_us: int, at_us: int) -> None:
        """Note a while in which the game's time stands at `at_us`, by the table's clock."""
        self._stands.append(_Stand(from_us, until_us, at_us, self.ahead_us))
        # By the table's clock. From here on the game's time has run: `ahead_us` is all that is needed.
        self.runs_since_us = until_us

    def now_us(self) -> int:
        return self.game_us(self._clock())

    def game_us(self, table_us: int) -> int:
        """Return the game's time at this moment of the table's clock, also for moments before a pause."""
        ahead_us = self.ahead_us
        for stand in reversed(self._stands):  # each remembers how far the clocks were apart before it
            if table_us >= stand.until_us:
                break
            if table_us >= stand.from_us:
                return stand.at_us
            ahead_us = stand.ahead_us
        return table_us - ahead_us

    def table_us(self, game_us: int) -> int:
        """Return when the table's clock shows this moment of the game, as long as the game goes on."""
        return game_us + self.ahead_us

    def pause(self) -> None:
        """Let the game's time stand until `go_on`."""
        if not self.paused:
            self._stand(self._clock(), NEVER_US, self.now_us())
            self.paused = True

    def go_on(self) -> None:
        """End a pause, if there is one: the game's time runs on from where it stood."""
        if self.paused:
            stand = self._stands.pop()
            self.paused = False
            self._run_on(stand.from_us, stand.at_us)

    def skip_to(self, game_us: int, table_us: int) -> None:
        """Leave out time: the game's time is at least `game_us` when the table's clock shows `table_us`.

        Slaps from before keep their time. The game's time never goes back by this.
        """
        now_us = self._clock()
        self._stand(now_us, now_us, self.now_us())  # remembers how far the clocks were apart until now
        self.ahead_us = min(self.ahead_us, table_us - game_us)

    def set_back(self, game_us: int) -> None:
        """Undo the time since that moment: nobody can know which paddles were slapped in it."""
        game_us = min(game_us, self.now_us())
        from_us = self._shown_us(game_us)
        if self.paused:
            from_us = min(self._stands.pop().from_us, from_us)
            self._stand(from_us, NEVER_US, game_us)
        else:
            self._run_on(from_us, game_us)
        self.taken_back_us = range(from_us, self._clock())

    def _shown_us(self, game_us: int) -> int:
        """Return when the table's clock showed this moment of the game for the first time."""
        ahead_us = self.ahead_us
        for stand in reversed(self._stands):
            if game_us > stand.at_us:
                break
            ahead_us = stand.ahead_us
        return game_us + ahead_us

    def _run_on(self, from_us: int, at_us: int) -> None:
        """Let the game's time run on from `at_us`, where it has stood from `from_us` until now."""
        now_us = self._clock()
        self._stand(from_us, now_us, at_us)
        self.ahead_us = now_us - at_us

    def at_an_edge(self, from_us: int, until_us: int) -> bool:
        """Return whether the game's time stopped or went on between these moments of the table's clock."""
        return any(
            from_us < edge_us <= until_us and self.stood_still(edge_us - 1) != self.stood_still(edge_us)
            for stand in self._stands
            for edge_us in (stand.from_us, stand.until_us)
        )

    def stood_still(self, table_us: int) -> bool:
        """Return whether the game's time stood at this moment of the table's clock."""
        return any(stand.from_us <= table_us < stand.until_us for stand in self._stands)
