"""The emulated time: rp2040py's clock, whose alarms can also be listed and set again (for snapshots)."""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.clock.simulation_clock import ClockAlarm, SimulationClock

# The chip's own clock: every time handed to the emulator is a whole number of these.
CYCLE_NS = 8


def find_once(part: object, *methods: str) -> None:
    """Keep these bound methods on the object itself, where they are found at once.

    Compiled rp2040py looks up by name what a subclass may have replaced, several times per instruction.
    Making a bound method each time was two fifths of the emulator's work.
    """
    for name in methods:
        setattr(part, name, getattr(part, name))


class ListedAlarm(ClockAlarm):
    """An alarm that remembers when it is due; the native one keeps that to itself."""

    def __init__(self, clock: ListedClock, callback: Callable[[], None]) -> None:
        self._listed_clock = clock
        self._fire = callback
        self.due_ns: float | None = None
        self.order = 0
        super().__init__(clock, self._fired)

    def _fired(self) -> None:
        self.due_ns = None
        self._fire()

    def schedule(self, delta_nanos: float) -> None:
        super().schedule(delta_nanos)  # cancels first, so the due time is noted after it
        clock = self._listed_clock
        self.due_ns = clock.nanos + delta_nanos
        clock.scheduled_count += 1
        self.order = clock.scheduled_count

    def cancel(self) -> None:
        self.due_ns = None
        super().cancel()


class ListedClock(SimulationClock):
    """Keeps the chip's alarms in the order they were made, which is the same on every construction."""

    def __init__(self) -> None:
        super().__init__()
        find_once(self, "tick")
        self.alarms: list[ListedAlarm] = []
        self.scheduled_count = 0

    def create_alarm(self, callback: Callable[[], None]) -> ListedAlarm:
        alarm = ListedAlarm(self, callback)
        self.alarms.append(alarm)
        return alarm

    def unlisted_alarm(self, callback: Callable[[], None]) -> ClockAlarm:
        """An alarm of the bench around the chip, not of the chip: no snapshot holds it, and it is quicker."""
        return ClockAlarm(self, callback)
