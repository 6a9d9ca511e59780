"""A wire between the emulated Pico's port and the host's: pulled, stalled and damaged at will."""

from __future__ import annotations

import os
import pty
import random
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path

from slamomatic.bench.link.scripted_unit import Damage
from slamomatic.units.ports import open_port, reader

FAR_END_S = 0.002  # how long one look at the emulated Pico's port takes at most


class Relay:
    """The host opens `port`; what it says goes on to `far`, and back, through `damage`."""

    def __init__(self, folder: Path, far: str) -> None:
        self.port = folder / "relay"
        self.damage = Damage(random.Random(0))
        self._far = open_port(far, FAR_END_S)
        self._read_far = reader(self._far)
        self._near: tuple[int, int] | None = None
        self._stalled_until = 0.0
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self.plug_in()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()

    def __enter__(self) -> Relay:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()
        self.unplug()
        self._far.close()

    def plug_in(self) -> None:
        with self._lock:
            if self._near is None:
                master, slave = pty.openpty()
                tty.setraw(slave)
                os.set_blocking(master, False)
                self.port.symlink_to(os.ttyname(slave))
                self._near = (master, slave)

    def unplug(self) -> None:
        with self._lock:
            if self._near is not None:
                self.port.unlink()
                for end in self._near:
                    os.close(end)
                self._near = None

    def stall(self, seconds: float) -> None:
        self._stalled_until = time.monotonic() + seconds

    def _run(self) -> None:
        while not self._stopping.is_set():
            if time.monotonic() < self._stalled_until:
                time.sleep(FAR_END_S)
                continue
            data = self._read_far()
            with self._lock, suppress(OSError):  # nobody has it open, or there is nothing to read
                if self._near is not None:
                    if data:
                        os.write(self._near[0], self.damage.applied_to(data))
                    said = os.read(self._near[0], 4096)
                    self._far.write(self.damage.applied_to(said))
