"""Sleep until something happens; an edge just before the sleep ends it at once."""

# ruff: noqa: F821 (the words of the inline assembler)

from array import array

import machine
import micropython
from micropython import const

from slap import chip

# Words of _usb: where the USB controller's memory and its frame counter are
_MEMORY = const(0)
_FRAME = const(1)

# That memory, in words: two for each endpoint's control, then two for its buffer; the way to the host first.
_ENDPOINTS = const(16)
_BUFFERS = const(32)
_CONTROL_KIND = const(35)  # of an endpoint's control, shifted down: enabled, and which kind of endpoint
_ENABLED_BULK = const(34)
_KIND_SHIFT = const(26)
_WAITS = const(0x04000400)  # in either half of a buffer: the host has not fetched it yet

_usb = array("I", [chip.USB_MEMORY, chip.USB_FRAME])


def prepare() -> None:
    """Let an interrupt that comes while the core is masked end the sleep, as MicroPython itself does."""
    machine.mem32[chip.SLEEP_CONTROL] |= chip.SEV_ON_PEND


@micropython.viper
def _waits(usb: ptr32) -> int:
    """Return 1 if the USB controller holds data that the host has not fetched, else 0.

    It looks at all bulk endpoints, because any of them may be the port's.
    """
    memory = ptr32(int(usb[_MEMORY]))
    endpoint = 1
    while endpoint < _ENDPOINTS:
        kind = (int(memory[2 * endpoint]) >> _KIND_SHIFT) & _CONTROL_KIND
        if kind == _ENABLED_BULK and int(memory[_BUFFERS + 2 * endpoint]) & _WAITS:
            return 1
        endpoint += 1
    return 0


def fetched() -> bool:
    """Return whether the host has fetched all data that the USB controller held for it."""
    return not _waits(_usb)


@micropython.viper
def _frame(usb: ptr32) -> int:
    frame = ptr32(int(usb[_FRAME]))
    return int(frame[0])


def frame() -> int:
    """Return the number of the USB bus's last frame. It stands still while no computer is awake."""
    return _frame(_usb)


@micropython.asm_thumb
def doze(r0, r1):  # type: ignore[no-untyped-def]
    """Sleep until any interrupt, unless the slot at r0 holds a record or one came since the last sleep.

    r1: four words: the wake flag's register and bit, its interrupt enable's register and bit. The wake-up
    is enabled only here, with the core masked: nothing is served, but what is pending ends the sleep.
    """
    cpsid(0)
    ldr(r2, [r1, 0])
    ldr(r3, [r1, 4])
    # Clear the flag of records already taken. Left set, it would end this sleep at once. And only a flag that
    # rises wakes the core: the next record can't raise one that is up already.
    str(r3, [r2, 0])
    ldr(r2, [r1, 8])
    ldr(r3, [r1, 12])
    str(r3, [r2, 0])
    ldr(r3, [r0, 0])
    lsl(r3, r3, 2)  # the mark of a taken slot becomes the sign
    cmp(r3, 0)
    bge(AWAKE)
    # Not wfi: an interrupt served since the last look (mostly USB) left an event, so this falls through.
    data(2, 0xBF20)  # wfe
    label(AWAKE)
    mov(r3, 0)
    str(r3, [r2, 0])  # masked again until the ring is drained
    cpsie(0)
