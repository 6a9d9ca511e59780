"""Microseconds since power-on: 64 bits kept as two small ints, so no stamp is ever a heap object."""

# ruff: noqa: F821 (uint is a word of viper)

from array import array

import micropython
from micropython import const

from slap import chip

# A time is (hi, lo) with t_us = hi * 10**9 + lo: both stay small ints for ages, and digits are cheap.
# One array holds the time and what pen.py writes from, so one call in viper does both.
_HIGH = const(0)  # the hardware's high word, and what it stands for as (hi, lo)
_HIGH_HI = const(1)
_HIGH_LO = const(2)
HI = const(3)
LO = const(4)
_TICK = const(5)  # the low 30 bits of now: the debounce calculates with these
_HIGH_AT = const(6)
_LOW_AT = const(7)

# From debounce.py
_TICK_MASK = const(0x3FFFFFFF)

words = array("i", [0] * 64)
words[_HIGH_AT] = chip.TIMER_HIGH
words[_LOW_AT] = chip.TIMER_LOW


@micropython.viper
def read(words: ptr32) -> int:
    """Read the time of now into words[HI], words[LO] and words[_TICK]; return the tick."""
    high_at = ptr32(int(words[_HIGH_AT]))
    low_at = ptr32(int(words[_LOW_AT]))
    high = int(high_at[0])
    low = uint(low_at[0])
    if high != int(high_at[0]):  # the low word ran over between the two reads
        high = int(high_at[0])
        low = uint(low_at[0])
    while int(words[_HIGH]) != high:  # one more 2**32 us: 4 * 10**9 + 294967296
        words[_HIGH] = int(words[_HIGH]) + 1
        words[_HIGH_HI] = int(words[_HIGH_HI]) + 4
        lo = int(words[_HIGH_LO]) + 294967296
        if lo >= 1000000000:
            lo -= 1000000000
            words[_HIGH_HI] = int(words[_HIGH_HI]) + 1
        words[_HIGH_LO] = lo
    words[_TICK] = int(low & uint(_TICK_MASK))
    hi = int(words[_HIGH_HI])
    while low >= uint(1000000000):
        low = low - uint(1000000000)
        hi += 1
    lo = int(words[_HIGH_LO]) + int(low)
    if lo >= 1000000000:
        lo -= 1000000000
        hi += 1
    words[HI] = hi
    words[LO] = lo
    return int(words[_TICK])


@micropython.viper
def stamp(words: ptr32, tick: int):  # type: ignore[no-untyped-def]
    """Set words[HI], words[LO] to the time of `tick`, at most 17 minutes ago."""
    read(words)
    lo = int(words[LO]) - ((int(words[_TICK]) - tick) & _TICK_MASK)
    while lo < 0:
        lo += 1000000000
        words[HI] = int(words[HI]) - 1
    words[LO] = lo
