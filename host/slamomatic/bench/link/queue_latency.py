"""The time from readable bytes to an event in the table's queue, beside a frame busy half of the time.

Over TCP on this machine bytes can be read as soon as they are written. A terminal's bytes are first passed on
by a worker of the system's, at a time of its own: that is not the host's half, but shown beside it.

Run as a program, this file is the other end: a scripted unit that slaps at random moments. Its clock is this
machine's, so what it stamps can be compared with when the host had it.
"""

import random
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from slamomatic.bench.link.scripted_unit import ScriptedUnit
from slamomatic.emulator.ports import Port, PtyPort, TcpPort
from slamomatic.errors import UserError
from slamomatic.units.base import Link, News, PaddleEvent, now_us
from slamomatic.units.merge import Units
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort

FRAME_S = 0.016
WORK_S = 0.008
CONNECT_S = 30.0
QUIET_S = 5.0
SLAP_S = (0.002, 0.018)
SETTLE_S = 0.5


class _StampedQueue(deque[News]):
    """The table's queue, with the moment at which each event was in it."""

    def __init__(self) -> None:
        super().__init__()
        self.delays_us: list[float] = []

    def append(self, news: News) -> None:
        super().append(news)
        if isinstance(news, PaddleEvent):
            # The sender stamps its lines with this machine's own clock, just before it writes them.
            self.delays_us.append(now_us() - news.unit_t_us)


def queue_latency(slaps: int, way: str) -> list[float]:
    """Return each slap's delay in microseconds, over `tcp` or a `pty`; the sender is a process of its own.

    Ctrl-C ends it early with the delays so far. UserError if slaps are missing at the end.
    """
    sender = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, way, str(slaps)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert sender.stdout is not None
    port = sender.stdout.readline().strip()
    unit = SerialUnit(OnePort(port))
    unit.news = queue = _StampedQueue()
    try:
        with Units([unit]) as units, suppress(KeyboardInterrupt):
            _work_until(units, lambda: units.states()[0].link is Link.CONNECTED, CONNECT_S)
            _work_until(units, lambda: len(queue.delays_us) >= slaps, QUIET_S + slaps * 0.02)
            if len(queue.delays_us) < slaps:
                raise UserError(
                    "Only {delays_us} of {slaps} slaps came through. Is this machine overloaded?",
                    delays_us=len(queue.delays_us),
                    slaps=slaps,
                )
    finally:
        sender.terminate()
        sender.communicate()
    return queue.delays_us


def _work_until(units: Units, done: Callable[[], bool], limit_s: float) -> None:
    """Work as the frame thread does, half of each frame in Python, until `done()` or the limit."""
    give_up = time.monotonic() + limit_s
    while not done() and time.monotonic() < give_up:
        began = time.perf_counter()
        units.drain()
        total = 0
        while time.perf_counter() - began < WORK_S:
            total += sum(range(50))
        time.sleep(max(0.0, FRAME_S - (time.perf_counter() - began)))


def run_sender(slaps: int, port: Port) -> None:
    """Run the scripted unit for ever: print the port's name, wait for the host, slap so often."""
    print(port.name, flush=True)
    chance = random.Random(1)
    unit = ScriptedUnit(now_us, drift_ppm=0.0)
    unit.booted_at = 0  # its microseconds are the host's
    slap_at = float("inf")
    while True:
        port.poll()
        select.select(port.waiting_on, [], [], min(0.01, max(0.0, slap_at - time.perf_counter())))
        unit.feed(port.read())
        if slap_at == float("inf") and any(said.startswith("SINCE") for said in unit.commands):
            slap_at = time.perf_counter() + SETTLE_S
        if time.perf_counter() >= slap_at and slaps:
            slaps -= 1
            slap_at = time.perf_counter() + chance.uniform(*SLAP_S)
            unit.tick()
            port.write(unit.take_output())  # older lines leave first, so that the slap waits for none
            unit.slap(slaps % 4)
        unit.tick()
        port.write(unit.take_output())


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, OSError):
        run_sender(int(sys.argv[2]), PtyPort() if sys.argv[1] == "pty" else TcpPort(0))
