"""What takes long: no contact is in trouble for having been left alone."""

from __future__ import annotations

from typing import Any

from unit.contacts import MASK, Bench
from unit.firmware_source import module


def test_quiet_for_twenty_minutes_is_no_fault() -> None:
    watcher: Any = module("watcher")
    bench = Bench()
    bench.put(0b100, 5_000)  # one is held all the while
    told: list[tuple[str, int, bool]] = []
    it = watcher.Watcher(bench.cells, lambda *what: told.append(what))
    for now_us in range(20_000, 1_200_000_000, 10_000):
        if now_us < 100_000:
            bench.step(now_us)
        it.tick(now_us & MASK)
        assert now_us < 2_000_000 or it.quiet_us >= 1_000_000
    assert told == [("stuck", 2, True)]
