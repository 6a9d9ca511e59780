"""The other end for `bench link`: a scripted unit in its own process that slaps at random moments.

Its clock is this machine's, so what it stamps can be compared with when the host had it.
"""

import contextlib
import random
import select
import sys
import time

from slamomatic.bench.scripted_unit import ScriptedUnit
from slamomatic.emulator.ports import Port, PtyPort, TcpPort
from slamomatic.units.base import now_us

SLAP_S = (0.002, 0.018)
SETTLE_S = 0.5


def play(slaps: int, port: Port) -> None:
    print(port.name, flush=True)
    chance = random.Random(1)
    unit = ScriptedUnit(now_us, drift_ppm=0.0)
    unit.booted_at = 0  # its microseconds are the host's
    slap_at = float("inf")
    while True:
        port.poll()
        wait_s = min(0.01, max(0.0, slap_at - time.perf_counter()))
        if waiting_on := port.waiting_on:
            select.select(waiting_on, [], [], wait_s)
        else:
            time.sleep(wait_s)
        unit.feed(port.read())
        if slap_at == float("inf") and any(said.startswith("SINCE") for said in unit.commands):
            slap_at = time.perf_counter() + SETTLE_S
        if time.perf_counter() >= slap_at and slaps:
            slaps -= 1
            slap_at = time.perf_counter() + chance.uniform(*SLAP_S)
            unit.tick()
            port.write(unit.take_output())
            unit.slap(slaps % 4)
        unit.tick()
        if data := unit.take_output():
            port.write(data)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, OSError):
        play(int(sys.argv[2]), PtyPort() if sys.argv[1] == "pty" else TcpPort(0))
