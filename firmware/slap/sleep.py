"""Sleep without a race: an edge between the last look and the sleep never waits for the next tick."""

# ruff: noqa: F821 (the words of the inline assembler)

from array import array

import machine
import micropython
from micropython import const

from slap import chip

_USB_CONTROL = const(0)  # where what waits for the host is marked
_USB_WAITS = const(1)  # with these bits
_usb = array("I", [chip.USB_IN_CONTROL, chip.USB_IN_WAITS])


def prepare() -> None:
    """An interrupt that comes while the core is masked must end the sleep: MicroPython does the same."""
    machine.mem32[chip.SLEEP_CONTROL] |= chip.SEV_ON_PEND


@micropython.viper
def _waits(usb: ptr32) -> int:
    control = ptr32(int(usb[_USB_CONTROL]))
    return int(control[0]) & int(usb[_USB_WAITS])


def fetched() -> bool:
    """Has the host fetched what the USB controller held for it?"""
    return not _waits(_usb)


@micropython.asm_thumb
def doze(r0, r1):  # type: ignore[no-untyped-def]
    """Sleep until any interrupt, unless the slot at r0 holds a record or one came since the last sleep.

    r1: four words: the wake flag's register and bit, its interrupt enable's register and bit. The wake-up
    is enabled only here, with the core masked: nothing is served, but what is pending ends the sleep.
    """
    cpsid(0)
    ldr(r2, [r1, 0])
    ldr(r3, [r1, 4])
    str(r3, [r2, 0])  # flags of records already taken must not end the sleep, nor leave it deaf
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
