"""The other end for `bench link`: a scripted unit in its own process that slaps at random moments.

Its clock is this machine's, so what it stamps can be compared with when the host had it.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import socket
import sys
import time
from collections.abc import Callable

from slamomatic.bench.scripted_unit import ScriptedUnit
from slamomatic.units.base import now_us

SLAP_S = (0.002, 0.018)
SETTLE_S = 0.5
Write = Callable[[bytes], object]
Read = Callable[[float], bytes]


def _over_pty(slaps: int) -> None:
    import pty
    import tty

    master, slave = pty.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)

    def read(wait_s: float) -> bytes:
        ready, _, _ = select.select([master], [], [], wait_s)
        return os.read(master, 4096) if ready else b""

    _play(slaps, read, lambda data: os.write(master, data))


def _over_tcp(slaps: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(f"socket://127.0.0.1:{server.getsockname()[1]}", flush=True)
        host, _ = server.accept()
    host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read(wait_s: float) -> bytes:
        ready, _, _ = select.select([host], [], [], wait_s)
        return host.recv(4096) if ready else b""

    _play(slaps, read, host.sendall)


def _play(slaps: int, read: Read, write: Write) -> None:
    chance = random.Random(1)
    unit = ScriptedUnit(now_us, drift_ppm=0.0)
    unit.booted_at = 0  # its microseconds are the host's
    slap_at = float("inf")
    while True:
        unit.feed(read(min(0.01, max(0.0, slap_at - time.perf_counter()))))
        if slap_at == float("inf") and any(said.startswith("SINCE") for said in unit.commands):
            slap_at = time.perf_counter() + SETTLE_S
        if time.perf_counter() >= slap_at and slaps:
            slaps -= 1
            slap_at = time.perf_counter() + chance.uniform(*SLAP_S)
            unit.tick()
            write(unit.take_output())
            unit.slap(slaps % 4)
        unit.tick()
        if data := unit.take_output():
            write(data)


WAYS = {"tcp": _over_tcp, "pty": _over_pty}

if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, OSError):
        WAYS[sys.argv[1]](int(sys.argv[2]))
