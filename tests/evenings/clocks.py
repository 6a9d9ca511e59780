"""The evening's clocks: crystals that drift, a host that gets warm or sleeps."""

from __future__ import annotations

from evenings.world import World
from slamomatic.table.clock import TableClock


class Crystal:
    """A clock that runs a little fast or slow, from 0 at `born_us`; its rate may change."""

    def __init__(self, born_us: int, ppm: float, start_us: int = 0) -> None:
        self._legs = [(born_us, float(start_us), 1 + ppm * 1e-6)]  # from, shown then, rate

    def at(self, true_us: int) -> int:
        for since_us, shown_us, rate in reversed(self._legs):
            if true_us >= since_us:
                return int(shown_us + (true_us - since_us) * rate)
        since_us, shown_us, rate = self._legs[0]  # what it would have shown before it was switched on
        return int(shown_us + (true_us - since_us) * rate)

    def true_us(self, shown_us: int) -> int:
        """The first moment at which it shows that, as far as is settled by now."""
        for since_us, begins_us, rate in reversed(self._legs):
            if shown_us >= begins_us and rate > 0:
                return since_us - int(-(shown_us - begins_us) // rate)
        return self._legs[0][0]

    def jump(self, true_us: int, by_us: int) -> None:
        """It shows so much more, a microsecond from now: in this one it may have been read before."""
        since_us, shown_us, rate = self._legs[-1]
        self._legs.append((true_us + 1, shown_us + (true_us + 1 - since_us) * rate + by_us, rate))

    def run_at(self, true_us: int, ppm: float) -> None:
        """From now on at this rate; -1,000,000: it stands still."""
        since_us, shown_us, rate = self._legs[-1]
        self._legs.append((true_us, shown_us + (true_us - since_us) * rate, 1 + ppm * 1e-6))


class HostClock(TableClock):
    """The host's one clock, as all its parts read it."""

    def __init__(self, world: World, ppm: float = 0.0, start_us: int = 5_000_000) -> None:
        super().__init__(source=lambda: 0)
        self.crystal = Crystal(0, ppm, start_us)
        self._world = world
        self._ppm, self._start = ppm, start_us

    def born(self, now_us: int) -> None:
        """The machine was switched on now."""
        self.crystal = Crystal(now_us, self._ppm, self._start)

    @property
    def true_us(self) -> int:
        """What it would show if it were perfect."""
        return self._world.now_us

    def __call__(self) -> int:
        return self.crystal.at(self._world.now_us)
