"""A unit on a serial port: its own thread that opens, drains, loses and finds the port again by itself."""

import ctypes
import os
import platform
import struct
import sys
import threading
import traceback
from contextlib import suppress

import serial

from slamomatic.units.base import Clock, now_us
from slamomatic.units.ports import PORT_ERRORS, PortTrouble, Wake, open_port, port_trouble, reader, writer
from slamomatic.units.sources import PortSource
from slamomatic.units.talking_unit import RETRY_US, TalkingUnit
from slamomatic.words import gettext, said

MUTE_US = 1_000_000  # after a write that did not get through: the unit isn't reading, don't wait for it again
IDLE_S = 0.01  # how long a read waits, and so how late lights may be

# Python has no call for it, nor has an older C library: Linux's number of sched_setattr, in 64-bit programs.
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
_SLICE_NS = 100_000
# The call's own structure: its size, policy, flags, niceness, priority, the slice, and two times that belong
# to other policies.
_ATTRIBUTES = struct.Struct("IIQiIQQQ")


class SerialUnit(TalkingUnit):
    """The unit behind the ports of `source`, in a thread of its own."""

    def __init__(self, source: PortSource, clock: Clock = now_us, idle_s: float = IDLE_S) -> None:
        super().__init__(source)
        self._clock = clock
        self._idle_s = idle_s
        self._wake = Wake()
        self._asked_us: int | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    # Called by the table

    def start(self) -> None:
        self._wake.open()
        name = f"slaps from {self._record.name}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._wake.close()

    def ask(self, t_us: int) -> None:
        """Ask as every unit does, and end the thread's wait for bytes so that it asks at once."""
        if t_us != self._asked_us:
            self._asked_us = t_us
            super().ask(t_us)
            self._wake.up()

    # The thread

    def _run(self) -> None:
        """Look for the unit and use it, again and again until the unit is stopped."""
        run_promptly()
        while not self._stopping.is_set():
            try:
                self._look_around()
            except Exception as error:  # whatever it is: a thread that ends in silence would be worse
                traceback.print_exc()
                says = gettext(
                    "This program made a mistake with {name} ({error}). Please report it.",
                    name=self._record.name,
                    error=repr(error),
                )
                self.tell_trouble(says, self._clock())
            self.publish(self._clock())
            self._pause(RETRY_US)
        self.publish(self._clock(), ended=True)

    def _look_around(self) -> None:
        """Try each port that may be the unit's, one after the other."""
        for name in self._source.candidates(self._clock()):
            self._use(name)
            if self._stopping.is_set():
                return

    def _pause(self, duration_us: int) -> None:
        """Wait for so long by the unit's clock, which may run fast in tests, or until the unit is stopped."""
        until_us = self._clock() + duration_us
        while self._clock() < until_us and not self._stopping.wait(self._idle_s):
            pass

    def _use(self, name: str) -> None:
        """Open the port and stay with it as long as a unit answers there."""
        try:
            port = open_port(name, self._idle_s)
        except PortTrouble as trouble:
            self.tell_trouble(said(trouble), self._clock())
            return
        try:
            self._converse(port, name)
        except PORT_ERRORS as error:
            self.tell_trouble(said(port_trouble(name, error)), self._clock())
        finally:
            with suppress(*PORT_ERRORS):
                port.close()
            self.note_closed(self._clock())

    def _converse(self, port: serial.Serial, name: str) -> None:
        """Read and write until the unit gives up on this port, or is stopped."""
        self._talk.opened(self._clock(), self._source.manner(name, self._clock()))
        read, write = reader(port, self._wake), writer(port)
        muted_until_us = 0
        while not self._stopping.is_set():
            data = read(self._patience_s())
            now = self._clock()
            output = self.step(data, now)
            if output and now >= muted_until_us:
                try:
                    write(output)
                except serial.SerialTimeoutException:
                    muted_until_us = now + MUTE_US
            if self.gives_up(name, now):
                return

    def _patience_s(self) -> float:
        """Return how long a read may wait: not beyond the next question to the unit."""
        asks_at_us = self._talk.asks_at_us
        if asks_at_us is None:
            return self._idle_s
        return min(self._idle_s, max(asks_at_us - self._clock(), 0) / 1_000_000)


def run_promptly() -> None:
    """Ask Linux to run this thread in short slices, so that it goes before a thread that draws a frame.

    On one core a slap could otherwise wait for the next tick of the scheduler, 4 ms on many kernels. Nobody
    needs a right for this. A Linux before 6.12 ignores it; other systems are not asked.
    """
    number = _SCHED_SETATTR.get(platform.machine())
    if sys.platform != "linux" or number is None or sys.maxsize < 2**32:
        return
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = _ATTRIBUTES.pack(_ATTRIBUTES.size, os.SCHED_OTHER, 0, nice, 0, _SLICE_NS, 0, 0)
    ctypes.CDLL(None).syscall(number, 0, wanted, 0)  # 0: the calling thread
