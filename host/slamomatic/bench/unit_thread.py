"""A unit on the stand in a thread of its own, so that a window never waits for a port."""

from __future__ import annotations

import queue
import random
import threading
import time
from contextlib import closing

from slamomatic import messages as m
from slamomatic.bench.result import Measured
from slamomatic.bench.scope_why import Why, ask_why
from slamomatic.bench.stand import EmulatedStand, PortStand, open_stand
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.words import kept

TURN_US = 10_000
SLAP_HELD_US = 90_000


class UnitThread:
    """Messages of one unit with raw edges on. `trouble` holds the sentence when it ended badly."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._heard: queue.SimpleQueue[m.Message] = queue.SimpleQueue()
        self._slaps: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._asked: queue.SimpleQueue[m.Down] = queue.SimpleQueue()
        self._whys: queue.SimpleQueue[Why | UserError] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bench feed", daemon=True)
        self.measured: Measured | None = None
        self.damaged = 0
        self.clock_bound_us: float | None = None
        self.trouble = ""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def drain(self) -> list[m.Message]:
        heard = []
        while not self._heard.empty():
            heard.append(self._heard.get())
        return heard

    def slap(self, paddle: int) -> None:
        """Slap an emulated paddle; a real one takes a real hand."""
        self._slaps.put(paddle)

    def ask_why(self, slap: m.Down) -> None:
        """Ask the unit for the edges around this slap."""
        self._asked.put(slap)

    def why(self) -> Why | UserError | None:
        """The next answer, or why the unit can't give one. None: wait for it."""
        return None if self._whys.empty() else self._whys.get()

    def _run(self) -> None:
        try:
            with closing(open_stand(self._spec)) as stand:
                self.measured = stand.measured
                with stand.raw_edges():
                    self._listen(stand)
        except UserError as error:
            self.trouble = kept(error)

    def _listen(self, stand: EmulatedStand | PortStand) -> None:
        chance = random.Random()
        while not self._stop.is_set():
            before_s = time.perf_counter()
            if isinstance(stand, EmulatedStand):
                while not self._slaps.empty():
                    pattern = bounce.slap(stand.now_us() + 500, SLAP_HELD_US, bounce.GOOD_SWITCH, chance)
                    stand.play(self._slaps.get(), pattern)
            while not self._asked.empty():
                self._answer(stand, self._asked.get())
            for message in stand.listen(TURN_US):
                self._heard.put(message)
            self.damaged = stand.decoder.counts.thrown_away
            self.clock_bound_us = stand.clock_bound_us
            if isinstance(stand, EmulatedStand):
                # Emulated time must not run ahead of the eyes that watch it.
                self._stop.wait(max(0.0, TURN_US / 1e6 - (time.perf_counter() - before_s)))

    def _answer(self, stand: EmulatedStand | PortStand, slap: m.Down) -> None:
        try:
            self._whys.put(ask_why(stand, slap, self._heard.put))
        except UserError as error:
            self._whys.put(error)
