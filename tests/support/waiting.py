"""For tests of threads: wait for a condition instead of for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

from slamomatic.units.base import News, PaddleEvent, Unit, UnitNotice, What

PATIENCE_S = 300.0  # only ever waited in full by a test that fails


def until(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    give_up = time.monotonic() + patience_s
    while not done():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.001)
    return True


class Listener:
    """Collects what a unit says."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self.news: list[News] = []

    @property
    def events(self) -> list[PaddleEvent]:
        return [one for one in self.news if isinstance(one, PaddleEvent)]

    @property
    def notices(self) -> list[UnitNotice]:
        return [one for one in self.news if isinstance(one, UnitNotice)]

    def texts(self, what: What) -> list[str]:
        return [notice.text for notice in self.notices if notice.what is what]

    def hears(self, done: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        def drained() -> bool:
            self.news += self._unit.drain()
            return done()

        return until(drained, patience_s)

    def hears_events(self, count: int) -> bool:
        return self.hears(lambda: len(self.events) >= count)

    def is_told(self, what: What, times: int = 1) -> bool:
        return self.hears(lambda: sum(notice.what is what for notice in self.notices) >= times)
