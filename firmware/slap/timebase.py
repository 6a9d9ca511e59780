"""Microseconds since power-on: 64 bits kept as two small ints, so that no stamp is ever a heap object."""

# ruff: noqa: F821 (ptr32 and uint are words of viper)

from array import array

import micropython
from micropython import const

from slap import chip

# A time is (hi, lo) with t_us = hi * 10**9 + lo: both small ints for ages, and decimal digits come cheap.
HI = const(3)  # 0 to 2: the hardware's high word, and what it stands for as (hi, lo)
LO = const(4)
TICK = const(5)  # the low 30 bits of now: what the debounce reckons with

now = array("i", [0] * 6)
_at = array("I", [chip.TIMER_HIGH, chip.TIMER_LOW])


@micropython.viper
def _read(now: ptr32, at: ptr32):  # type: ignore[no-untyped-def]
    high_at = ptr32(int(at[0]))
    low_at = ptr32(int(at[1]))
    high = int(high_at[0])
    low = uint(low_at[0])
    if high != int(high_at[0]):  # the low word ran over between the two reads
        high = int(high_at[0])
        low = uint(low_at[0])
    while int(now[0]) != high:  # one more 2**32 us: 4 * 10**9 + 294967296
        now[0] = int(now[0]) + 1
        now[1] = int(now[1]) + 4
        lo = int(now[2]) + 294967296
        if lo >= 1000000000:
            lo -= 1000000000
            now[1] = int(now[1]) + 1
        now[2] = lo
    now[5] = int(low & uint(0x3FFFFFFF))
    hi = int(now[1])
    while low >= uint(1000000000):
        low = low - uint(1000000000)
        hi += 1
    lo = int(now[2]) + int(low)
    if lo >= 1000000000:
        lo -= 1000000000
        hi += 1
    now[3] = hi
    now[4] = lo


@micropython.viper
def _back(now: ptr32, tick: int):  # type: ignore[no-untyped-def]
    lo = int(now[4]) - ((int(now[5]) - tick) & 0x3FFFFFFF)
    while lo < 0:
        lo += 1000000000
        now[3] = int(now[3]) - 1
    now[4] = lo


def read() -> int:
    """Take the time: `now[HI]`, `now[LO]`, `now[TICK]`. Returns the tick."""
    _read(now, _at)
    return now[TICK]


def stamp(tick: int) -> None:
    """Set `now[HI]`, `now[LO]` to the time of `tick`, at most 17 minutes ago."""
    _read(now, _at)
    _back(now, tick)
