"""Writes lines in viper: no heap, a fifth of the time of `%`. The plain twin: wire.event_body, wire.frame."""

# ruff: noqa: F821 (ptr8, ptr32 and uint are words of viper)

import micropython
import uctypes
from micropython import const

from slap import wire
from slap.timebase import stamp, words

# Words of timebase.words that say what to write
KIND = const(8)
SEQ = const(9)
PADDLE = const(10)
EXTRA = const(11)
PREPARED_CONTACT = const(12)
PREPARED_TICK = const(13)
COUNT = const(14)  # how many of the items below
PADDLES = const(15)
ITEMS = const(16)  # pairs: value, form
_CRC_AT = const(60)
_NAMES_AT = const(61)
_TEXT_AT = const(62)
TOUCHES = const(63)
PREPARED_SOLID = const(59)
LAST_DOWN = const(58)  # paddles of the last slap, as bits: more than one if nobody can tell them apart
LAST_TICK = const(57)
SLAPPED = const(56)  # there was one since this was last cleared
# Forms of an item: 1 a comma and decimal digits; 0 nine digits joined to the one before; 2 a comma and
# hexadecimal digits; from 16 on a comma and (form - 16) bytes of the text, from `value` on.

BEAT = const(5)
PONG = const(6)
_NAMES = b"DOWN UP   TOUCHNEXT FAULTBEAT PONG "  # five bytes each, wire.EVENTS first

line = bytearray(128)
words[_CRC_AT] = uctypes.addressof(wire.CRC_TABLE)
words[_NAMES_AT] = uctypes.addressof(_NAMES)


def text_from(buffer: bytearray) -> None:
    """Where items that are text come from."""
    words[_TEXT_AT] = uctypes.addressof(buffer)


@micropython.viper
def write(words: ptr32, out: ptr8) -> int:
    """The kind and the items as a whole line; returns its length."""
    names = ptr8(int(words[61]))
    table = ptr32(int(words[60]))
    out[0] = 36
    at = 1
    k = int(words[8]) * 5
    n = k + 5
    while k < n and int(names[k]) != 32:
        out[at] = names[k]
        at += 1
        k += 1
    i = 16
    n = 16 + 2 * int(words[14])
    while i < n:
        value = int(words[i])
        form = int(words[i + 1])
        i += 2
        if form:
            out[at] = 44
            at += 1
        if form >= 16:
            text = ptr8(int(words[62]))
            k = 0
            while k < form - 16:
                out[at] = text[value + k]
                at += 1
                k += 1
        elif form == 2:
            k = 28
            while k > 0 and (value >> k) & 15 == 0:
                k -= 4
            while k >= 0:
                nibble = (value >> k) & 15
                out[at] = 48 + nibble if nibble < 10 else 87 + nibble
                at += 1
                k -= 4
        else:
            digits = 9
            if form:
                digits = 1
                bound = 10
                while digits < 9 and value >= bound:
                    bound = bound * 10
                    digits += 1
                if digits == 9 and value >= 1000000000:
                    digits = 10
            k = at + digits - 1
            while k >= at:
                tens = value // 10
                out[k] = 48 + value - tens * 10
                value = tens
                k -= 1
            at += digits
    crc = uint(-1)
    k = 1
    while k < at:
        crc = (crc >> 8) ^ uint(table[(int(crc) ^ int(out[k])) & 255])
        k += 1
    crc = crc ^ uint(-1)
    out[at] = 42
    at += 1
    k = 28
    while k >= 0:
        nibble = int(crc >> k) & 15
        out[at] = 48 + nibble if nibble < 10 else 87 + nibble
        at += 1
        k -= 4
    out[at] = 10
    return at + 1


@micropython.viper
def add_time(words: ptr32):
    """The time in HI and LO as the next item, or two."""
    i = 16 + 2 * int(words[14])
    if int(words[3]):
        words[i] = int(words[3])
        words[i + 1] = 1
        words[i + 2] = int(words[4])
        words[i + 3] = 0
        words[14] = int(words[14]) + 2
    else:
        words[i] = int(words[4])
        words[i + 1] = 1
        words[14] = int(words[14]) + 1


@micropython.viper
def add(words: ptr32, value: int, form: int):
    """One more item."""
    i = 16 + 2 * int(words[14])
    words[i] = value
    words[i + 1] = form
    words[14] = int(words[14]) + 1


@micropython.viper
def event(words: ptr32, out: ptr8) -> int:
    """The event in KIND, SEQ, PADDLE, HI, LO, EXTRA (no FAULT) as a whole line; returns its length."""
    kind = int(words[8])
    words[16] = int(words[9])
    words[17] = 1
    words[14] = 1
    if kind != 3:
        words[18] = int(words[10])
        words[19] = 1
        words[14] = 2
    add_time(words)
    i = 16 + 2 * int(words[14])
    words[i] = int(words[11])
    words[i + 1] = 1
    words[14] = int(words[14]) + 1
    return int(write(words, out))


@micropython.viper
def prepare(words: ptr32, out: ptr8, cells: ptr32, ring: ptr32) -> int:
    """Most first edges become slaps: the line of an undecided one, written while its contact is being held.

    Returns 0 unless exactly one contact is undecided, a paddle's, and its line could leave at once.
    """
    if int(cells[9]) != 1 or int(ring[0]) != int(ring[1]):
        return 0
    if ((int(ring[2]) - int(ring[3])) & 0xFFFFFFF) > 138:
        return 0
    cell = 148
    contact = 0
    paddles = int(words[15])
    while contact < paddles:
        if int(cells[cell + 4]) == 1:
            tick = int(cells[cell + 5])
            stamp(words, tick)
            words[12] = contact
            words[13] = tick
            words[8] = 0
            words[9] = int(ring[0])
            words[10] = contact
            words[11] = cells[cell + 2]
            words[59] = cells[cell + 2]
            return int(event(words, out))
        contact += 1
        cell += 8
    return 0


@micropython.viper
def log(words: ptr32, cells: ptr32, ring: ptr32, left: int):
    """What the debounce let out goes into the ring; of the first one `left` bytes have left already."""
    count = int(cells[19])
    paddles = int(words[15])
    touch = int(words[63])
    out = 20
    while count > 0:
        what = int(cells[out])
        contact = int(cells[out + 1])
        extra = int(cells[out + 3])
        stamp(words, int(cells[out + 2]))
        kind = what
        if contact >= paddles:
            extra = 1 - what
            kind = 3
            if contact < paddles + touch:
                kind = 2
                contact -= paddles
            else:
                contact = 0
        elif what == 0:
            words[56] = 1
            if int(words[57]) != int(cells[out + 2]):
                words[57] = cells[out + 2]
                words[58] = 0
            words[58] = int(words[58]) | (1 << contact)
        seq = int(ring[0])
        at = 8 + 5 * (seq & 511)
        ring[at] = kind | (contact << 4)
        ring[at + 1] = int(words[3])
        ring[at + 2] = int(words[4])
        ring[at + 3] = extra
        ring[0] = seq + 1
        if left:
            total = (int(ring[2]) + left) & 0xFFFFFFF
            ring[2] = total
            ring[at + 4] = total
            ring[1] = seq + 1
            left = 0
        out += 4
        count -= 1
    cells[19] = 0


@micropython.viper
def leave(words: ptr32, out: ptr8, ring: ptr32) -> int:
    """The next event that waits as a line; the ring has it as sent. 0: none may leave, -1: not for this."""
    seq = int(ring[1])
    behind = int(ring[0]) - seq
    if behind == 0:
        return 0
    at = 8 + 5 * (seq & 511)
    kind = int(ring[at]) & 15
    if kind == 4 or behind > 512:
        return -1
    words[8] = kind
    words[9] = seq
    words[10] = int(ring[at]) >> 4
    words[3] = int(ring[at + 1])
    words[4] = int(ring[at + 2])
    words[11] = int(ring[at + 3])
    length = int(event(words, out))
    total = (int(ring[2]) + length) & 0xFFFFFFF
    if ((total - int(ring[3])) & 0xFFFFFFF) > 200:
        return 0
    ring[2] = total
    ring[at + 4] = total
    ring[1] = seq + 1
    return length
