"""The thread that reads slaps is woken before a frame that is drawing: what the system has noted of it."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import threading
from pathlib import Path

import pytest

from slamomatic.units.base import Link, now_us
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from support.fake_unit import FakeUnit
from support.waiting import until

SCHED_GETATTR = {"x86_64": 315, "aarch64": 275}
OLDEST_KERNEL = (6, 12)
ATTRIBUTES = struct.Struct("IIQiIQQQ")


def slice_and_nice(thread_id: int) -> tuple[int, int]:
    noted = ctypes.create_string_buffer(ATTRIBUTES.size)
    call = SCHED_GETATTR[platform.machine()]
    assert ctypes.CDLL(None).syscall(call, thread_id, noted, len(noted), 0) == 0
    _, _, _, nice, _, slice_ns, *_ = ATTRIBUTES.unpack(noted)
    return slice_ns, nice


@pytest.mark.skipif(
    sys.platform != "linux"
    or platform.machine() not in SCHED_GETATTR
    or tuple(int(part) for part in platform.release().split(".")[:2]) < OLDEST_KERNEL
    or os.sched_getscheduler(0) != os.SCHED_OTHER,
    reason="a Linux of 6.12 or newer keeps a slice for each thread",
)
def test_the_unit_s_thread_works_in_shorter_slices_than_the_frame_and_is_as_nice(tmp_path: Path) -> None:
    with FakeUnit(tmp_path, now_us) as fake:
        unit = SerialUnit(OnePort(str(fake.port)))
        unit.start()
        try:
            assert until(lambda: unit.state().link is Link.CONNECTED)
            threads = [thread for thread in threading.enumerate() if thread.name.startswith("slaps from")]
            assert len(threads) == 1 and threads[0].native_id is not None
            slice_ns, nice = slice_and_nice(threads[0].native_id)
            frame_ns, frame_nice = slice_and_nice(threading.get_native_id())
        finally:
            unit.stop()
    assert slice_ns * 4 < frame_ns
    assert nice == frame_nice
