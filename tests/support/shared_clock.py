"""A simulated clock for several threads, as quick as they are: a busy machine only makes it slow."""

from __future__ import annotations

import threading


class SharedClock:
    """Time passes a step at a time, each once every thread that reads it has come by again.

    Nobody can be late then, however seldom the machine lets a thread run. The main thread only looks on.
    """

    def __init__(self, step_us: int = 50_000) -> None:
        self._step_us = step_us
        self._now_us = 0
        self._lock = threading.Lock()
        self._readers: set[threading.Thread] = set()
        self._came_by: set[threading.Thread] = set()

    def __call__(self) -> int:
        reader = threading.current_thread()
        with self._lock:
            if reader is not threading.main_thread():
                self._readers.add(reader)
                self._came_by.add(reader)
                self._readers = {one for one in self._readers if one.is_alive()}
                if self._readers <= self._came_by:
                    self._now_us += self._step_us
                    self._came_by.clear()
            return self._now_us
