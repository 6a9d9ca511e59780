"""A long wait makes no trouble for a contact that was left alone."""

from __future__ import annotations

from typing import Any

import pytest

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


@pytest.mark.parametrize("began_us", [1_000_000, 1_013_000, 1_027_000, 1_035_000])
@pytest.mark.parametrize("slap_every_us", [110_000, 120_000, 160_000])
def test_drumming_on_a_paddle_is_no_chatter(began_us: int, slap_every_us: int) -> None:
    """Each look may fall beside the stillness between two slaps; that they are two says there was one."""
    watcher: Any = module("watcher")
    bench = Bench()
    told: list[tuple[str, int, bool]] = []
    it = watcher.Watcher(bench.cells, lambda *what: told.append(what))
    edge_us, closed = began_us, False
    for now_us in range(20_000, 5_000_000, 10_000):
        while edge_us < now_us:
            closed = not closed
            bench.put(int(closed), edge_us)
            bench.step(edge_us)
            edge_us += slap_every_us // 2
        bench.step(now_us)
        it.tick(now_us)
    assert len(bench.downs) >= (5_000_000 - began_us) // slap_every_us
    assert told == []
