"""The second capture: plain GPIO interrupts, for a board that needs its PIO elsewhere. Coarser.

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

_NEXT_SLOT = const(0)  # address of the next time slot
_RECORDED = const(1)  # pins whose waiting edge is recorded already
_LEVELS = const(2)  # of the record before
_FIRST_PIN = const(3)
_WIDTH = const(4)
_LEVEL_RING = const(5)
_TIME_RING = const(6)
_TIMER = const(7)
_GPIO_IN = const(8)
_WAITING = const(9)


@micropython.viper
def _edge(state: ptr32, own: int):  # type: ignore[no-untyped-def]
    """Record what is there now: levels, waiting edges, and the own pin, acknowledged just before."""
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
    before = int(state[_LEVELS])
    moved = ((waiting | own) & (int(state[_RECORDED]) ^ -1)) | (levels ^ before)
    state[_RECORDED] = waiting
    if moved == 0:
        return
    state[_LEVELS] = levels
    level_ring = ptr32(int(state[_LEVEL_RING]))
    time_ring = ptr32(int(state[_TIME_RING]))
    slot = (int(state[_NEXT_SLOT]) - int(state[_TIME_RING])) >> 2
    there_and_back = moved & (levels ^ before ^ -1)
    if there_and_back:
        # Closed and opened (or the other way round) before a handler looked: two edges at one time.
        level_ring[slot] = before ^ there_and_back
        time_ring[slot] = tick
        slot = (slot + 1) & 1023
    level_ring[slot] = levels
    time_ring[slot] = tick
    state[_NEXT_SLOT] = int(state[_TIME_RING]) + (((slot + 1) & 1023) << 2)


def _handler(state: "array[int]", own: int):  # type: ignore[no-untyped-def]
    def edge(_pin: machine.Pin) -> None:
        _edge(state, own)

    return edge


class IrqCapture:
    """The same rings as PioCapture, filled by handlers."""

    name = "irq"
    resolution_us = 30  # a record waits for the handler under way
    blind_us = 100  # measured under bounce on four pins: ties up to 20 us apart, stamps up to 22 us late

    def __init__(self, pins: "list[machine.Pin]", rings: capture.Rings, first_pin: int) -> None:
        self.rings = rings
        self._pins = pins
        self._state = array(
            "i",
            [
                rings.times,
                0,
                0,
                first_pin,
                len(pins),
                rings.levels,
                rings.times,
                chip.TIMER_LOW,
                0,
                chip.GPIO_EDGES,
            ],
        )
        self._nothing = array("i", [0, 0])
        nothing = uctypes.addressof(self._nothing)
        self.at = array("I", [chip.TIMER_LOW, uctypes.addressof(self._state), rings.times, nothing, 0, 0])
        self.wake = array("I", [nothing + 4, 0, nothing + 4, 0])  # no flag and no mask of its own

    def start(self) -> None:
        self.rings.mark()
        state = self._state
        state[_NEXT_SLOT] = self.rings.times
        state[_RECORDED] = 0
        _fill(state, chip.GPIO_IN)
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


@micropython.viper
def _fill(state: ptr32, gpio_in: uint):  # type: ignore[no-untyped-def]
    """Store an address that does not fit a signed word when it comes from Python."""
    state[_GPIO_IN] = int(gpio_in)
