"""The scripted unit on a real pty: plugged and unplugged, stalled, its wire made bad."""

from __future__ import annotations

import os
import pty
import random
import select
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from slamomatic.bench.link.scripted_unit import Damage, ScriptedUnit, Told


class FakeUnit:
    """A scripted unit with a thread that pumps it. Its methods may be called from any thread."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], int],
        unit_id: str = "e6614864d3123456",
        damage: Damage | None = None,
        drift_ppm: float = 70.0,
    ) -> None:
        self.port = folder / f"fake-{unit_id[-4:]}"
        self.unit = ScriptedUnit(clock, unit_id, drift_ppm)
        self.damage = damage or Damage(random.Random(0))
        self.clock = clock
        self._master: int | None = None
        self._slave = -1
        self._cut_after: int | None = None
        self._stalled_until = 0
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self.plug_in()
        self._thread = threading.Thread(target=self._run, name="fake unit", daemon=True)
        self._thread.start()

    def __enter__(self) -> FakeUnit:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def history(self) -> list[Told]:
        return self.unit.history

    def slap(self, paddle: int) -> Told:
        with self._lock:
            return self.unit.slap(paddle)

    def lift(self, paddle: int) -> Told:
        with self._lock:
            return self.unit.lift(paddle)

    def fault(self, paddle: str, what: str) -> Told:
        with self._lock:
            return self.unit.fault(paddle, what)

    def restart(self) -> None:
        with self._lock:
            self.unit.restart()

    def raw(self, data: bytes) -> None:
        """Put bytes on the wire that are no line."""
        with self._lock:
            self._write(data)

    def unplug(self, after_bytes: int = 0) -> None:
        """Now, or in the middle of whatever is sent next."""
        with self._lock:
            if after_bytes:
                self._cut_after = after_bytes
            else:
                self._pull()

    def plug_in(self) -> None:
        with self._lock:
            self._cut_after = None
            if self._master is not None:
                return
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.port.unlink(missing_ok=True)
            self.port.symlink_to(os.ttyname(self._slave))
            self.unit.forget_sent()

    @property
    def plugged_in(self) -> bool:
        return self._master is not None

    def stall(self, duration_us: int) -> None:
        """Stop reading and writing for a while; slaps still go into the unit's ring."""
        with self._lock:
            self._stalled_until = self.clock() + duration_us

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        with self._lock:
            self._pull()

    def _run(self) -> None:
        while not self._stopping.is_set():
            now_us = self.clock()  # unplugged too: time waits for its reader
            with self._lock:
                self._turn(now_us)
                master = self._master
            if master is None:
                time.sleep(0.0005)
            else:
                with suppress(OSError):  # unplugged in this moment
                    select.select([master], [], [], 0.0003)

    def _turn(self, now_us: int) -> None:
        if self._master is None or now_us < self._stalled_until:
            return
        try:
            self.unit.feed(self.damage.applied_to(os.read(self._master, 4096)))
        except BlockingIOError:
            pass
        except OSError:
            return  # nobody has the port open
        self.unit.tick()
        data = self.unit.take_output()
        if data:
            self._write(self.damage.applied_to(data))

    def _write(self, data: bytes) -> None:
        if self._master is None:
            return
        cut = self._cut_after
        if cut is not None:
            data, self._cut_after = data[:cut], cut - len(data)
        with suppress(OSError):  # nobody listens, or their buffer is full: as on a real wire it is gone
            os.write(self._master, data)
        if cut is not None and cut <= len(data):
            self._pull()

    def _pull(self) -> None:
        if self._master is not None:
            self.port.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = None
