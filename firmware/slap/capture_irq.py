"""The second capture, by plain GPIO interrupts, for a board that needs its PIO elsewhere. It is coarser.

MicroPython serves pins in ascending number, one handler after the other. So the time of a handler says little
about its pin. But each handler can see which pins have an edge waiting, and records them all at once. So an
edge waits at most for the handler that is running, and edges seen together are one record: a tie.
"""

# ruff: noqa: F821 (ptr32 is a word of viper)

from array import array

import machine
import micropython
import uctypes
from micropython import const

from slap import capture, chip

# The words of a handler. The first one stands in for the DMA's register that watch() reads.
_NEXT_SLOT = const(0)  # address of the slot of the next time
_RECORDED = const(1)  # pins whose waiting edge is recorded already
_LEVELS = const(2)  # of the record before
_FIRST_PIN = const(3)
_WIDTH = const(4)
_TIME_RING = const(5)  # where the ring of times begins; that of levels ends there
_TIMER = const(6)
_GPIO_IN = const(7)
_WAITING = const(8)

# From capture.py
_RING_BYTES = const(4096)


@micropython.viper
def _edge(state: ptr32, own: int):  # type: ignore[no-untyped-def]
    """Put the levels of all pins as they are now into the rings, at the time of now.

    An edge counts once: `_RECORDED` has the pins whose waiting edge was recorded by an earlier handler. `own`
    is the pin of this handler, as a bit: its edge no longer waits, as it was acknowledged just before.
    """
    timer = ptr32(int(state[_TIMER]))
    tick = int(timer[0])
    gpio_in = ptr32(int(state[_GPIO_IN]))
    first = int(state[_FIRST_PIN])
    inputs = int(state[_WIDTH])
    edges = ptr32(int(state[_WAITING]))
    waiting = 0
    i = 0
    while i < inputs:
        pin = first + i
        if (int(edges[pin >> 3]) >> ((pin & 7) << 2)) & 12:
            waiting |= 1 << i
        i += 1
    levels = (int(gpio_in[0]) >> first) & ((1 << inputs) - 1)
    # As bits: the pins that are at the level of the record before, and those with an edge not recorded yet.
    unmoved = levels ^ int(state[_LEVELS]) ^ -1
    fresh = (waiting | own) & (int(state[_RECORDED]) ^ -1)
    state[_RECORDED] = waiting
    state[_LEVELS] = levels
    # A pin with a fresh edge and the same level has moved twice before a handler looked. Then two records
    # have the same time: the first one shows that pin at its other level.
    shown = levels ^ (fresh & unmoved)
    if shown == levels and unmoved == -1:
        return
    at = int(state[_NEXT_SLOT])
    while True:
        time = ptr32(at)
        time[0] = tick
        level = ptr32(at - _RING_BYTES)
        level[0] = shown
        at = int(state[_TIME_RING]) + ((at + 4) & (_RING_BYTES - 1))
        if shown == levels:
            break
        shown = levels
    state[_NEXT_SLOT] = at


def _handler(state: "array[int]", own: int):  # type: ignore[no-untyped-def]
    """Return the interrupt handler of one pin; `own` is the pin as a bit."""

    def edge(_pin: machine.Pin) -> None:
        _edge(state, own)

    return edge


class IrqCapture:
    """A capture with the same rings as PioCapture, filled by interrupt handlers."""

    name = "irq"
    resolution_us = 30  # a record waits for the handler under way
    blind_us = 100  # measured under bounce on four pins: ties up to 20 us apart, stamps up to 22 us late

    def __init__(self, pins: "list[machine.Pin]", rings: capture.Rings, first_pin: int) -> None:
        self.rings = rings
        self._pins = pins
        self._state = array("I", [rings.times, 0, 0, first_pin, len(pins), rings.times])
        self._state.extend(array("I", [chip.TIMER_LOW, chip.GPIO_IN, chip.GPIO_EDGES]))
        self._nothing = array("i", [0, 0])  # for the registers of the look, which this capture does not have
        nothing = uctypes.addressof(self._nothing)
        self.at = array("I", [chip.TIMER_LOW, uctypes.addressof(self._state), rings.times, nothing, 0, 0])
        self.wake = array("I", [nothing + 4, 0, nothing + 4, 0])

    def start(self) -> None:
        """Fill the rings from now on; the first record shows the levels as they are.

        All levels before are taken as the opposite, so that this record counts as a change of each pin.
        """
        self.rings.mark()
        state = self._state
        state[_NEXT_SLOT] = self.rings.times
        state[_RECORDED] = 0
        for i, pin in enumerate(self._pins):
            pin.irq(_handler(state, 1 << i), machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)
        # The first record shows all levels as they are: what moved before is not told at the next edge.
        masked = machine.disable_irq()
        levels = 0
        for i, pin in enumerate(self._pins):
            levels |= pin.value() << i
        state[_LEVELS] = levels ^ ((1 << len(self._pins)) - 1)
        _edge(state, 0)
        machine.enable_irq(masked)

    def stop(self) -> None:
        for pin in self._pins:
            pin.irq(None)
