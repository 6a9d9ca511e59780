"""Switches wired to pins play contact patterns at exact times; the PIO is kept in step around each edge."""

import heapq
import itertools
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from rp2040py.peripherals.pio import RPPIO

from slamomatic.emulator.chip import CYCLE_NS, Chip

# A look of the capture takes up to ten instructions of 100 ns, then the DMA. Both are kept in step from a
# little before an edge (so that no look is half done) until the edge is safely in the ring.
BEFORE_NS = 1_200
AFTER_NS = 4_000
_IDLE_CYCLES = 64
# rp2040py writes off what a state machine is owed when it comes more than eight cycles late. At longer steps
# than this a look of 0.6 us took up to 1 us, and a contact closed for 0.7 us was not seen.
_STEP_CYCLES = 8
_OF_MACHINE = attrgetter(
    *("pc", "x", "y", "exec_valid", "waiting", "input_shift_reg", "input_shift_count"),
    *("output_shift_reg", "output_shift_count", "rx_fifo.item_count", "tx_fifo.item_count"),
)
_OF_BLOCK = attrgetter("irq", "pin_values", "pin_directions", "fdebug")


class _Rest:
    """One PIO block, put to rest while its only state machine goes round in the same circle.

    Such a machine looks, finds nothing new and looks again: a state that came back with no input changed,
    nothing pushed and no flag raised will come back for ever. Resting it saves most of the emulator's work;
    when it wakes, it is put where it would have been.
    """

    def __init__(self, chip: Chip, block: RPPIO) -> None:
        self._chip = chip
        self.block = block
        self._seen: tuple[Any, ...] | None = None
        self._seen_due = 0
        self._circle_fp = 0
        self._since_ns: float | None = None

    def look(self, now_ns: float) -> bool:
        """Put the block to rest if its state has come back, and say so. Call it after each instruction."""
        running = [] if self.block.stopped else [each for each in self.block.machines if each.enabled]
        if len(running) != 1:
            return False
        state, due_fp = _OF_MACHINE(running[0]) + _OF_BLOCK(self.block), running[0].next_due_fp
        if state == self._seen and due_fp > self._seen_due:
            self._circle_fp = due_fp - self._seen_due
            self._since_ns = now_ns
            self.block.stopped = True
            self._chip.list_running()
            return True
        if self._seen is None:
            self._seen, self._seen_due = state, due_fp
        return False

    def forget(self) -> None:
        self._seen = None

    def wake(self, now_ns: float) -> None:
        """End the rest: move block and machine on to where they would be now.

        The machine skips whole circles and takes the last steps one by one.
        """
        self._seen = None
        if self._since_ns is None:
            return
        elapsed_fp = round((now_ns - self._since_ns) / CYCLE_NS) << 8
        self._since_ns = None
        block = self.block
        machine = next((machine for machine in block.machines if machine.enabled), None)
        block.stopped = False
        self._chip.list_running()
        block.cycle_fp += elapsed_fp
        if machine is not None:
            machine.next_due_fp += elapsed_fp // self._circle_fp * self._circle_fp
            while machine.next_due_fp <= block.cycle_fp and not machine.waiting:
                machine.step()
        block.recompute_due()


class Stepper:
    """Wakes the emulator at each step of the PIO, from a little before to a little after each edge.

    While the core sleeps, rp2040py jumps from alarm to alarm and the PIO would miss what happens between.
    """

    def __init__(self, chip: Chip) -> None:
        self._clock = chip.clock
        self._alarm = self._clock.unlisted_alarm(self._step)
        self._until_ns = 0.0
        self._stepping = False
        self._looked = False  # since all blocks were woken: one may rest
        self._step_ns: int | None = None  # None: to be found again
        self._rests = [_Rest(chip, block) for block in chip.pio]
        chip.on_pio_touched = self.touched
        chip.on_level_changed = lambda: self.cover_until(self._clock.nanos + AFTER_NS)

    def cover_until(self, until_ns: float) -> None:
        """Step with the PIO from now until `until_ns`."""
        self._until_ns = max(self._until_ns, until_ns)
        if not self._stepping:
            self._stepping = True
            # Not at once: rp2040py hands the PIO the whole jump that ends now, after this callback.
            self._alarm.schedule(CYCLE_NS)

    def touched(self) -> None:
        """Wake all blocks, as the firmware is about to write to one, and step along for a while."""
        self.wake()
        self.cover_until(self._clock.nanos + AFTER_NS)

    def wake(self) -> None:
        """Wake all resting blocks: before a write, a snapshot or an edge."""
        self._looked = False
        self._step_ns = None
        for rest in self._rests:
            rest.wake(self._clock.nanos)

    def _step(self) -> None:
        """Take one step: wake the blocks before an edge, let them rest after it, and stop at the end."""
        now_ns = self._clock.nanos
        if now_ns < self._until_ns - AFTER_NS / 2:
            if self._looked:
                self.wake()
        else:
            # The edge has been taken in: blocks that only go round in circles may rest now.
            self._looked = True
            for rest in self._rests:
                if rest.look(now_ns):
                    self._step_ns = None
        if now_ns >= self._until_ns:
            self._stepping = False
            for rest in self._rests:
                rest.forget()
            return
        if self._step_ns is None:
            self._step_ns = self._cycles_to_next_step() * CYCLE_NS
        self._alarm.schedule(self._step_ns)

    def _cycles_to_next_step(self) -> int:
        """Return the length of the next step in clock cycles: the fastest machine skips nothing in it."""
        awake = [rest.block for rest in self._rests if not rest.block.stopped]
        running = [machine for block in awake for machine in block.machines if machine.enabled]
        return min([_STEP_CYCLES, *(machine.div_fp >> 8 for machine in running)]) if running else _IDLE_CYCLES


class Switches:
    """Contacts from pins to ground. Open, a pin is left to its own pull, as with a real switch."""

    def __init__(self, chip: Chip, stepper: Stepper) -> None:
        self._chip = chip
        self._clock = chip.clock
        self._stepper = stepper
        self._alarm = self._clock.unlisted_alarm(self._move_due)
        self._edges: list[tuple[int, int, int, bool]] = []  # (time, number, pin, closed)
        self._numbers = itertools.count()
        self._closed: dict[int, bool] = {}

    def closed(self, pin: int) -> bool:
        return self._closed.get(pin, False)

    def set(self, pin: int, closed: bool) -> None:
        """Move a contact now (before power-on too)."""
        if self.closed(pin) != closed:
            self._closed[pin] = closed
            self._chip.drive(pin, False if closed else None)

    def play(self, pin: int, edges: Iterable[tuple[float, bool]]) -> None:
        """Queue edges (time in ns of emulated time, closed?) for one pin."""
        for t_ns, closed in edges:
            # The chip samples at its own clock: edges fall on it, so that all times stay exact.
            whole_cycles_ns = round(t_ns / CYCLE_NS) * CYCLE_NS
            heapq.heappush(self._edges, (whole_cycles_ns, next(self._numbers), pin, closed))
        self._move_due()

    def _move_due(self) -> None:
        """Move every contact that is due, and set the alarm for the next one.

        It goes off a little early, so that the PIO gets in step.
        """
        now_ns = self._clock.nanos
        while self._edges and self._edges[0][0] <= now_ns:
            _, _, pin, closed = heapq.heappop(self._edges)
            self.set(pin, closed)
        if not self._edges:
            return
        edge_ns = self._edges[0][0]
        if edge_ns - now_ns <= BEFORE_NS:
            self._stepper.cover_until(edge_ns + AFTER_NS)
            self._alarm.schedule(edge_ns - now_ns)
        else:
            self._alarm.schedule(edge_ns - BEFORE_NS - now_ns)
