"""Microseconds since power-on: 64 bits kept as two small ints, so that no stamp is ever a heap object."""

# ruff: noqa: F821 (uint is a word of viper)

from array import array

import micropython
from micropython import const

from slap import chip

# A time is (hi, lo) with t_us = hi * 10**9 + lo: both small ints for ages, and decimal digits come cheap.
# One array holds the time and what pen.py writes from, so that one call in viper does both.
HI = const(3)  # 0 to 2: the hardware's high word, and what it stands for as (hi, lo)
LO = const(4)
TICK = const(5)  # the low 30 bits of now: what the debounce reckons with

words = array("i", [0] * 64)
words[6] = chip.TIMER_HIGH
words[7] = chip.TIMER_LOW


@micropython.viper
def read(words: ptr32) -> int:
    """Take the time: words[HI], words[LO], words[TICK]. Returns the tick."""
    high_at = ptr32(int(words[6]))
    low_at = ptr32(int(words[7]))
    high = int(high_at[0])
    low = uint(low_at[0])
    if high != int(high_at[0]):  # the low word ran over between the two reads
        high = int(high_at[0])
        low = uint(low_at[0])
    while int(words[0]) != high:  # one more 2**32 us: 4 * 10**9 + 294967296
        words[0] = int(words[0]) + 1
        words[1] = int(words[1]) + 4
        lo = int(words[2]) + 294967296
        if lo >= 1000000000:
            lo -= 1000000000
            words[1] = int(words[1]) + 1
        words[2] = lo
    words[5] = int(low & uint(0x3FFFFFFF))
    hi = int(words[1])
    while low >= uint(1000000000):
        low = low - uint(1000000000)
        hi += 1
    lo = int(words[2]) + int(low)
    if lo >= 1000000000:
        lo -= 1000000000
        hi += 1
    words[3] = hi
    words[4] = lo
    return int(words[5])


@micropython.viper
def stamp(words: ptr32, tick: int):  # type: ignore[no-untyped-def]
    """Set words[HI], words[LO] to the time of `tick`, at most 17 minutes ago."""
    read(words)
    lo = int(words[4]) - ((int(words[5]) - tick) & 0x3FFFFFFF)
    while lo < 0:
        lo += 1000000000
        words[3] = int(words[3]) - 1
    words[4] = lo
