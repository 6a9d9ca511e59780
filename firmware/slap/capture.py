"""Capture of edges: one PIO state machine looks at all contacts at once, and DMA stamps each change.

A record is the levels of all contacts after a change, and the microsecond at which it was seen. They are kept
in two rings. If the DMA ever fell behind, the state machine would wait, raise its stall flag, and show the
true levels later.
"""

from array import array

import machine
import micropython
import rp2
import uctypes
from micropython import const

from slap import chip

RECORDS = const(1024)
RING_BYTES = const(4096)
RING_BITS = const(12)  # the DMA wraps at 2**12 bytes, and needs its ring aligned to that

_CONTROL = const(0x10)  # of a DMA channel: the word that sets it up without starting it

# A look takes 0.5 us, or 0.6 us with a change. The DMA pair takes less (0.15 us, estimated), a contact more.
LOOK_HZ = const(10_000_000)


def _program(inputs: int):  # type: ignore[no-untyped-def]
    """Return the program of the look for so many inputs: the instruction `in_` holds their number.

    It pushes the levels whenever they differ from those before, and raises its interrupt flag.
    """

    @rp2.asm_pio(fifo_join=rp2.PIO.JOIN_RX, in_shiftdir=rp2.PIO.SHIFT_LEFT)
    def look():  # type: ignore[no-untyped-def]
        label("again")  # noqa: F821
        mov(isr, null)  # noqa: F821
        wrap_target()  # noqa: F821
        in_(pins, inputs)  # noqa: F821
        mov(y, isr)  # noqa: F821
        jmp(x_not_y, "changed")  # noqa: F821
        jmp("again")  # noqa: F821
        label("changed")  # noqa: F821
        mov(x, y)  # noqa: F821
        push(block)  # noqa: F821  (and it clears the ISR)
        irq(rel(0))  # noqa: F821
        wrap()  # noqa: F821

    return look


@micropython.viper
def _mask_wake(_sm):  # type: ignore[no-untyped-def]
    """Switch the wake-up off. It is on only while `sleep.doze` masks the core, so this hardly ever runs."""
    inte = ptr32(uint(chip.PIO_INTE))  # noqa: F821
    inte[0] = 0


@micropython.viper
def _mark_all(levels: ptr32):  # type: ignore[no-untyped-def]  # noqa: F821
    """Mark all slots of the ring as taken: -1 has the bit TAKEN."""
    for i in range(1024):
        levels[i] = -1


class Rings:
    """Two aligned rings in one piece of heap. The DMA (or the handlers) fill them, the loop empties them."""

    def __init__(self) -> None:
        self._memory = bytearray(3 * RING_BYTES)
        at = uctypes.addressof(self._memory)
        self.levels = (at + RING_BYTES - 1) & ~(RING_BYTES - 1)
        self.times = self.levels + RING_BYTES

    def mark(self) -> None:
        """Mark all slots as taken."""
        _mark_all(self.levels)


# The words of `at`, which watch() and linger() use
_AT_TIMER = const(0)  # address of the microsecond timer
_AT_WRITE = const(1)  # address of the word that says where the next record's time goes, behind its levels
_TIMES = const(2)  # where that ring begins
_AT_STALL = const(3)  # address of the stall flag's register
_PASS_TICK = const(4)  # when the last pass began; 0: the loop slept since
_WORST_US = const(5)  # the longest pass so far

# From debounce.py
_CLOSED = const(0)
_TAIL = const(1)
_LEFT = const(2)
_RING_MASK = const(3)
_INPUTS = const(5)
_HORIZON = const(7)
_GAP_US = const(16)
_FIRST_CELL = const(148)
_CELL_WORDS = const(8)
_STATE = const(4)
_FIRST = const(1)
_TICK_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)

# An edge is in the ring by then: 0.6 us for a look, and a generous 0.8 us for each of eight in the FIFO.
_IN_RING_US = const(10)


@micropython.viper
def watch(at: ptr32, cells: ptr32) -> int:  # noqa: F821
    """Begin a pass of the loop: note how many records to take, and up to which time the ring is complete.

    Return 1 if the look stalled, else 0. The length of the longest pass is noted too. A pass tick of 0 means
    that the loop slept, so the tick of a pass is made odd.
    """
    timer = ptr32(int(at[_AT_TIMER]))  # noqa: F821
    tick = int(timer[0]) & _TICK_MASK
    before = int(at[_PASS_TICK])
    if before:
        spent = (tick - before) & _TICK_MASK
        if spent > int(at[_WORST_US]):
            at[_WORST_US] = spent
    at[_PASS_TICK] = tick | 1
    cells[_HORIZON] = (tick - _IN_RING_US) & _TICK_MASK
    write = ptr32(int(at[_AT_WRITE]))  # noqa: F821
    head = (int(write[0]) - int(at[_TIMES])) >> 2
    cells[_LEFT] = (head - int(cells[_TAIL])) & int(cells[_RING_MASK])
    stall = ptr32(int(at[_AT_STALL]))  # noqa: F821
    if int(stall[0]) & 1:  # read after the head: it belongs to these records or to later ones
        stall[0] = 1
        return 1
    return 0


@micropython.viper
def linger(at: ptr32, cells: ptr32, us: int):  # type: ignore[no-untyped-def]  # noqa: F821
    """Wait while a contact is undecided: for a record, or until stillness decides it; `us` at most.

    A slap can so be sent at the first microsecond at which it is certain.
    """
    timer = ptr32(int(at[_AT_TIMER]))  # noqa: F821
    write = ptr32(int(at[_AT_WRITE]))  # noqa: F821
    tail_at = int(at[_TIMES]) + (int(cells[_TAIL]) << 2)
    start = int(timer[0])
    while True:
        if int(write[0]) != tail_at:
            return
        raw = int(timer[0])
        if ((raw - start) & _TICK_MASK) > us:
            return
        now = (raw - _IN_RING_US) & _TICK_MASK
        level = int(cells[_CLOSED])
        left = int(cells[_INPUTS])
        cell = _FIRST_CELL
        while left > 0:
            if int(cells[cell + _STATE]) == _FIRST:
                limit = int(cells[_GAP_US - ((level & 1) << 1)])  # while closed the word of HOLD_US
                quiet = (now - int(cells[cell])) & _TICK_MASK
                if quiet >= limit and quiet < _HALF:
                    return
            level >>= 1
            cell += _CELL_WORDS
            left -= 1


# The words of _halt(): addresses of registers, and values to write there
_ENABLE = const(0)  # of the look
_INTE = const(1)
_FLAG = const(2)
_ABORT = const(3)  # of the DMA
_CHANNELS = const(4)  # as bits
_LEVEL_CONTROL = const(5)  # and what to write there
_TIME_CONTROL = const(7)  # and what to write there
_BUSY = const(9)  # the bit in both controls


@micropython.viper
def _halt(words: ptr32):  # type: ignore[no-untyped-def]  # noqa: F821
    """Stop the look and both DMA channels, in the order that the errata require, without the heap."""
    enable = ptr32(int(words[_ENABLE]))  # noqa: F821
    enable[0] = 1  # an atomic clear: nothing more is pushed, so no DREQ restarts a channel
    inte = ptr32(int(words[_INTE]))  # noqa: F821
    inte[0] = 0
    flag = ptr32(int(words[_FLAG]))  # noqa: F821
    flag[0] = 1
    # RP2350-E5, good on the RP2040 too: disabled and unchained, or aborting one starts the other.
    # RP2040-E13: an abort can raise the channel's interrupt: both are quiet, none is enabled.
    first = ptr32(int(words[_LEVEL_CONTROL]))  # noqa: F821
    first[0] = int(words[_LEVEL_CONTROL + 1])
    second = ptr32(int(words[_TIME_CONTROL]))  # noqa: F821
    second[0] = int(words[_TIME_CONTROL + 1])
    abort = ptr32(int(words[_ABORT]))  # noqa: F821
    abort[0] = int(words[_CHANNELS])
    while (int(first[0]) | int(second[0])) & int(words[_BUSY]):
        pass


class PioCapture:
    """The capture by PIO and DMA. The rest of the loop sees only the rings and the words in `at`."""

    name = "pio"
    resolution_us = 1  # a stamp may be so late
    blind_us = 1  # two edges closer than this are too close to call

    def __init__(self, pins: "list[machine.Pin]", rings: Rings) -> None:
        self.rings = rings
        self.at = array("I", [chip.TIMER_LOW, 0, rings.times, chip.PIO_FDEBUG, 0, 0])
        # For the sleep: where to clear the wake flag, where to let it through.
        self.wake = array("I", [chip.PIO_IRQ, 1, chip.PIO_INTE, chip.PIO_INTE_SM0])
        self._pins = pins
        self._program = _program(len(pins))
        # Made now: later a full heap may have no room for it.
        self._off = array("I", [chip.PIO0 + chip.ATOMIC_CLEAR, chip.PIO_INTE, chip.PIO_IRQ, chip.DMA_ABORT])
        self._off.extend(array("I", [0, 0, 0, 0, 0, chip.DMA_BUSY]))
        self._stoppable = False
        self._machine = None  # type: rp2.StateMachine | None
        self._level_dma = None  # type: rp2.DMA | None
        self._time_dma = None  # type: rp2.DMA | None

    def start(self) -> None:
        """Fill the rings from now on; the first record shows the levels as they are.

        The two DMA channels start each other: one copies the levels from the state machine's FIFO, then the
        other copies the timer. _halt() gets all its words first, so that a start that fails can be stopped.
        """
        self.rings.mark()
        self._level_dma = levels = rp2.DMA()
        self._time_dma = times = rp2.DMA()
        self._machine = look = rp2.StateMachine(0, self._program, freq=LOOK_HZ, in_base=self._pins[0])
        look.irq(_mask_wake, hard=True)
        machine.mem32[chip.PIO_INTE] = 0
        machine.mem32[chip.PIO_FDEBUG] = 1
        off = self._off
        off[_CHANNELS] = 1 << levels.channel | 1 << times.channel  # type: ignore[attr-defined]
        for k, dma in ((_LEVEL_CONTROL, levels), (_TIME_CONTROL, times)):
            own = dma.channel  # type: ignore[attr-defined]
            off[k] = uctypes.addressof(dma.registers) + _CONTROL  # type: ignore[attr-defined]
            off[k + 1] = dma.pack_ctrl(enable=False, chain_to=own)
        self._stoppable = True
        times.config(
            read=chip.TIMER_LOW,
            write=self.rings.times,
            count=1,
            ctrl=times.pack_ctrl(
                size=2,
                inc_read=False,
                inc_write=True,
                ring_sel=True,
                ring_size=RING_BITS,
                treq_sel=chip.DREQ_ALWAYS,
                chain_to=levels.channel,  # type: ignore[attr-defined]
                high_pri=True,
            ),
        )
        levels.config(
            read=chip.PIO_RX0,
            write=self.rings.levels,
            count=1,
            ctrl=levels.pack_ctrl(
                size=2,
                inc_read=False,
                inc_write=True,
                ring_sel=True,
                ring_size=RING_BITS,
                treq_sel=chip.DREQ_PIO0_RX0,
                chain_to=times.channel,  # type: ignore[attr-defined]
                high_pri=True,
            ),
            trigger=True,
        )
        self.at[_AT_WRITE] = uctypes.addressof(times.registers) + 4  # type: ignore[attr-defined]
        look.exec("mov(x, invert(null))")  # equal to no levels: the first look shows what is closed already
        look.active(1)

    def stop(self) -> None:
        """Stop, even when half started or stopped already, without taking memory from the heap."""
        if self._stoppable:
            self._stoppable = False
            _halt(self._off)
        if self._machine is not None:
            self._machine.active(0)
            self._machine.irq(None)
        if self._level_dma is not None:
            self._level_dma.close()
        if self._time_dma is not None:
            self._time_dma.close()
        if self._machine is not None:
            rp2.PIO(0).remove_program(self._program)
        self._machine = self._level_dma = self._time_dma = None
