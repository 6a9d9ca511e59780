"""Keeps the PIO in step around edges: while the core sleeps, rp2040py would jump over what it should see."""

from __future__ import annotations

from slamomatic.emulator.chip import Chip
from slamomatic.emulator.clock import CYCLE_NS

# A look of the capture takes up to ten instructions of 100 ns, then the DMA: kept in step a little before
# an edge (so that no look is half done) and until the edge is safely in the ring.
BEFORE_NS = 1_200
AFTER_NS = 4_000
_IDLE_CYCLES = 64


class Stepper:
    """Wakes the emulator once a PIO clock, from a little before to a little after each edge."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._clock = chip.listed_clock
        self._alarm = self._clock.unlisted_alarm(self._step)
        self._until_ns = 0.0
        self._stepping = False

    def cover_until(self, until_ns: float) -> None:
        """Keep in step from now on until `until_ns`."""
        self._until_ns = max(self._until_ns, until_ns)
        if not self._stepping:
            self._stepping = True
            self._step()

    def _step(self) -> None:
        if self._clock.nanos >= self._until_ns:
            self._stepping = False
            return
        self._alarm.schedule(self._pio_clock_cycles() * CYCLE_NS)

    def _pio_clock_cycles(self) -> int:
        """The fastest state machine's clock in chip cycles, rounded down: no instruction is skipped."""
        cycles = _IDLE_CYCLES
        for block in self._chip.pio:
            if not block.stopped:
                for machine in block.machines:
                    if machine.enabled:
                        cycles = min(cycles, machine.div_fp >> 8)
        return cycles
