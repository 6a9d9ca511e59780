"""Asks the system to let a thread run as soon as it is woken, also beside a frame that is drawing."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

# Python has no call for it, nor has an older C library: Linux's number of sched_setattr, in 64-bit programs.
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
_SLICE_NS = 100_000
# The call's own structure: its size, policy, flags, niceness, priority, the slice, and two times that belong
# to other policies.
_ATTRIBUTES = struct.Struct("IIQiIQQQ")


def run_promptly() -> None:
    """A thread that works in short slices goes before one that works in long ones: needs no right, only asks.

    Else, where the scheduler finds both on one core, a slap may wait until the next tick takes the core from
    the frame: 4 ms on many a kernel. A Linux before 6.12 ignores it; other systems are not asked.
    """
    number = _SCHED_SETATTR.get(platform.machine())
    if sys.platform != "linux" or number is None or sys.maxsize < 2**32:
        return
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = _ATTRIBUTES.pack(_ATTRIBUTES.size, os.SCHED_OTHER, 0, nice, 0, _SLICE_NS, 0, 0)
    ctypes.CDLL(None).syscall(number, 0, wanted, 0)  # 0: the calling thread
