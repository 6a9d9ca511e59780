"""A unit on the stand in a thread of its own, so that a window never waits for a port."""

import random
import threading
import time
from collections import deque
from collections.abc import Callable

from slamomatic import messages as m
from slamomatic.bench.edges.why import Why, ask_why
from slamomatic.bench.result import Measured
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.words import as_sentence

TURN_US = 10_000
SLAP_HELD_US = 90_000


class UnitThread:
    """Collects the messages of one unit, with its raw edges. `trouble`: why it ended early, or ""."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._heard: deque[m.Message] = deque()
        self._wishes: deque[Callable[[Stand], None]] = deque()
        self._whys: deque[Why | UserError] = deque()
        self._chance = random.Random()
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
        """Return the messages since the last call."""
        return [self._heard.popleft() for _ in range(len(self._heard))]

    def slap(self, paddle: int) -> None:
        """Slap an emulated paddle; at a real unit nothing happens."""
        self._wishes.append(lambda stand: self._slap(stand, paddle))

    def ask_why(self, slap: m.Down) -> None:
        """Ask the unit for the edges around this slap; why() returns the answer later."""
        self._wishes.append(lambda stand: self._ask_why(stand, slap))

    def why(self) -> Why | UserError | None:
        """Return the next answer to ask_why(), or the error instead of one; None if it has not come yet."""
        return self._whys.popleft() if self._whys else None

    def _run(self) -> None:
        try:
            with open_stand(self._spec) as stand:
                self.measured = stand.measured
                with stand.raw_edges():
                    self._listen(stand)
        except UserError as error:
            self.trouble = as_sentence(error)

    def _listen(self, stand: Stand) -> None:
        """Do what the window wished for and collect the messages, until stopped."""
        while not self._stop.is_set():
            before_s = time.perf_counter()
            while self._wishes:
                self._wishes.popleft()(stand)
            self._heard += stand.listen(TURN_US)
            self.damaged = stand.decoder.counts.thrown_away
            self.clock_bound_us = stand.clock_bound_us
            if isinstance(stand, EmulatedStand):
                # Emulated time must not run ahead of the eyes that watch it.
                self._stop.wait(max(0.0, TURN_US / 1e6 - (time.perf_counter() - before_s)))

    def _slap(self, stand: Stand, paddle: int) -> None:
        if isinstance(stand, EmulatedStand):
            at_us = stand.now_us() + 500
            stand.play(paddle, bounce.slap(at_us, SLAP_HELD_US, bounce.GOOD_SWITCH, self._chance))

    def _ask_why(self, stand: Stand, slap: m.Down) -> None:
        """Ask the unit why it counted this slap; keep its answer, or the error in its place."""
        try:
            self._whys.append(ask_why(stand, slap, self._heard.append))
        except UserError as error:
            self._whys.append(error)
