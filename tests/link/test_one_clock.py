"""The host's one clock: one that nothing sets right while it runs."""

from __future__ import annotations

import inspect
import sys
import time

import pytest

from slamomatic.table.clock import TableClock
from slamomatic.units import base, merge
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.serial_unit import SerialUnit

SOON_US = 60_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere perf_counter is never slewed")
def test_a_clock_that_ntp_slews_does_not_move_it(monkeypatch: pytest.MonkeyPatch) -> None:
    raw_us = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) // 1000
    slewed_ns = time.perf_counter_ns() + 3_600_000_000_000
    for name in ("perf_counter_ns", "monotonic_ns", "time_ns"):
        monkeypatch.setattr(time, name, lambda: slewed_ns)
    assert raw_us <= base.now_us() < raw_us + SOON_US


@pytest.mark.parametrize("stamps", [SerialUnit, KeyboardUnit, merge.Units])
def test_paddles_and_keys_are_stamped_with_the_same_one(stamps: type) -> None:
    assert inspect.signature(stamps).parameters["clock"].default is base.now_us


def test_the_table_reads_it_too() -> None:
    before_us = base.now_us()
    assert before_us <= TableClock()() < before_us + SOON_US
