"""Watchdog and safe mode: a unit that can't run still answers at the prompt."""

import time
from array import array

import machine
import micropython
from micropython import const

from slap import chip

BITES = 3  # so many watchdog boots in a row, without a good run of the loop between them, end at the prompt
HELD_LOOKS = 20  # so many looks a paddle must be down: a slap or a bounce at power-on is shorter
HELD_LOOK_MS = 10
_RUNNING = 0x51A90000  # in the scratch word while the loop runs; the low byte counts bites


def _bites() -> int:
    """Return how many times in a row the watchdog ended the loop, this boot included."""
    word = machine.mem32[chip.SCRATCH_BITES]
    if word & 0x7FFF0000 != _RUNNING & 0x7FFF0000:
        return 0  # power-on, or the loop was left on purpose
    if not machine.mem32[chip.WATCHDOG_REASON] & chip.WATCHDOG_BIT:
        return 0  # a reset on purpose
    return (word & 0xFF) + 1


def reason_for_prompt(values) -> "str | None":  # type: ignore[no-untyped-def]
    """Return why this start should end at the prompt; None: run the unit.

    Too many watchdog boots are a reason, and two held paddles. Call it once, before anything is started: it
    counts this start.
    """
    bites = _bites()
    if bites >= BITES:
        machine.mem32[chip.SCRATCH_BITES] = 0
        return "the watchdog ended the firmware %d times in a row" % bites
    machine.mem32[chip.SCRATCH_BITES] = _RUNNING | bites
    low = values["polarity"] == "low"
    pull = machine.Pin.PULL_UP if low else machine.Pin.PULL_DOWN
    pins = [machine.Pin(pin, machine.Pin.IN, pull) for pin in values["paddles"]]
    held = _held(pins, low)
    if len(held) >= 2:
        machine.mem32[chip.SCRATCH_BITES] = 0
        return "paddles %s are held down" % " and ".join([str(i) for i in held])
    return None


def _held(pins, low: bool) -> "list[int]":  # type: ignore[no-untyped-def]
    """Return the paddles that stay down for a fifth of a second; at once if fewer than two are down."""
    held = [i for i in range(len(pins)) if pins[i].value() != low]
    looks = 0
    while len(held) >= 2 and looks < HELD_LOOKS:
        time.sleep_ms(HELD_LOOK_MS)
        held = [i for i in held if pins[i].value() != low]
        looks += 1
    return held


def watch(timeout_ms: int):  # type: ignore[no-untyped-def]
    """Start the watchdog and return it. Call its feed() only from the loop that takes events."""
    return machine.WDT(timeout=timeout_ms)


# The words of _unwatch()
_CLEAR = const(0)  # where to clear bits of the control register
_ENABLE_BIT = const(1)
_BITES_AT = const(2)  # where bites are counted

_off = array("I", [chip.WATCHDOG_CTRL + chip.ATOMIC_CLEAR, chip.WATCHDOG_ENABLE, chip.SCRATCH_BITES])


@micropython.viper
def _unwatch(off: ptr32):  # type: ignore[no-untyped-def]  # noqa: F821
    """Clear the watchdog's enable bit and the count of bites."""
    control = ptr32(int(off[_CLEAR]))  # noqa: F821
    control[0] = int(off[_ENABLE_BIT])
    bites = ptr32(int(off[_BITES_AT]))  # noqa: F821
    bites[0] = 0


def unwatch() -> None:
    """Switch the watchdog off for the prompt, by its register: MicroPython has no call for this."""
    _unwatch(_off)


def forget_bites() -> None:
    """Forget earlier watchdog boots: the loop has run well for a while."""
    machine.mem32[chip.SCRATCH_BITES] = _RUNNING
