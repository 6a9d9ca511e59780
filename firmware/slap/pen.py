"""The pen: writes events (all but FAULT), BEAT and PONG as lines, five times as fast as `%`.

It takes nothing from the heap. It also moves the debounce's DOWNs and UPs into the replay ring, and the
ring's events into lines. `words` is timebase's array, `events` the words of wire.Ring.
"""

# ruff: noqa: F821 (ptr8, ptr32 and uint are words of viper)

import micropython
import uctypes
from micropython import const

from slap import wire
from slap.timebase import stamp, words

# From timebase.py
_HI = const(3)
_LO = const(4)

# Words of timebase.words that say what to write
KIND = const(8)
SEQ = const(9)
PADDLE = const(10)
EXTRA = const(11)
_PREPARED_CONTACT = const(12)
_PREPARED_TICK = const(13)
COUNT = const(14)  # how many items below are filled
PADDLES = const(15)
_ITEMS = const(16)  # pairs: value, form
SLAPPED = const(56)  # 1: there was a slap since this was last cleared
LAST_TICK = const(57)
LAST_DOWN = const(58)  # paddles of the last slap, as bits: more than one in a tie
_PREPARED_REOPENED_US = const(59)
_CRC_AT = const(60)
_NAMES_AT = const(61)
_TEXT_AT = const(62)
TOUCHES = const(63)

# Forms of an item
_JOINED = const(0)  # nine digits, joined to the item before
_DECIMAL = const(1)  # a comma and decimal digits
_HEX = const(2)  # a comma and hexadecimal digits
_TEXT = const(16)  # a comma and (form - _TEXT) bytes of the text, from `value` on

# From wire.py
_DOWN = const(0)
_TOUCH = const(2)
_NEXT = const(3)
_FAULT = const(4)

# Two reports, numbered behind the events
BEAT = const(5)
PONG = const(6)

# From debounce.py
_UNDECIDED = const(9)
_OUTS = const(19)
_FIRST_OUT = const(20)
_OUT_WORDS = const(4)
_OUT_CONTACT = const(1)
_OUT_TICK = const(2)
_OUT_EXTRA = const(3)
_OUT_DOWN = const(0)
_FIRST_CELL = const(148)
_CELL_WORDS = const(8)
_REOPENED_US = const(2)
_STATE = const(4)
_STAMP = const(5)
_FIRST = const(1)

# From wire.py
_NEXT_SEQ = const(0)
_SENT_SEQ = const(1)
_TOTAL = const(2)
_COVERED = const(3)
_LIMIT = const(5)
_FIRST_EVENT = const(8)
_EVENT_WORDS = const(5)
_EVENT_HI = const(1)
_EVENT_LO = const(2)
_EVENT_EXTRA = const(3)
_EVENT_TOTAL = const(4)
_COUNTER_MASK = const(0xFFFFFFF)
_KEPT = const(512)
_EVENT_LIMIT = const(62)
_DOLLAR = const(36)
_STAR = const(42)
_COMMA = const(44)
_LINE_FEED = const(10)

_NAMES = "".join(["%-5s" % name for name in wire.EVENTS + wire.REPORTS[1:3]]).encode()  # five bytes each

line = bytearray(128)
words[_CRC_AT] = uctypes.addressof(wire.CRC_TABLE)
words[_NAMES_AT] = uctypes.addressof(_NAMES)


def text_from(buffer: bytearray) -> None:
    """Set the source of the text items."""
    words[_TEXT_AT] = uctypes.addressof(buffer)


@micropython.viper
def format_line(words: ptr32, out: ptr8) -> int:
    """Write the kind and the items as a whole line with its check; return its length."""
    names = ptr8(int(words[_NAMES_AT]))
    table = ptr32(int(words[_CRC_AT]))
    out[0] = _DOLLAR
    at = 1
    k = int(words[KIND]) * 5
    n = k + 5
    while k < n and int(names[k]) != 32:
        out[at] = names[k]
        at += 1
        k += 1
    i = _ITEMS
    n = _ITEMS + 2 * int(words[COUNT])
    while i < n:
        value = int(words[i])
        form = int(words[i + 1])
        i += 2
        if form:
            out[at] = _COMMA
            at += 1
        if form >= _TEXT:
            text = ptr8(int(words[_TEXT_AT]))
            k = 0
            while k < form - _TEXT:
                out[at] = text[value + k]
                at += 1
                k += 1
        elif form == _HEX:
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
    out[at] = _STAR
    at += 1
    k = 28
    while k >= 0:
        nibble = int(crc >> k) & 15
        out[at] = 48 + nibble if nibble < 10 else 87 + nibble
        at += 1
        k -= 4
    out[at] = _LINE_FEED
    return at + 1


@micropython.viper
def add_time(words: ptr32):
    """Add the time in HI and LO as the next item, or as two if it has more than nine digits."""
    i = _ITEMS + 2 * int(words[COUNT])
    if int(words[_HI]):
        words[i] = int(words[_HI])
        words[i + 1] = _DECIMAL
        words[i + 2] = int(words[_LO])
        words[i + 3] = _JOINED
        words[COUNT] = int(words[COUNT]) + 2
    else:
        words[i] = int(words[_LO])
        words[i + 1] = _DECIMAL
        words[COUNT] = int(words[COUNT]) + 1


@micropython.viper
def add(words: ptr32, value: int, form: int):
    """Add one item."""
    i = _ITEMS + 2 * int(words[COUNT])
    words[i] = value
    words[i + 1] = form
    words[COUNT] = int(words[COUNT]) + 1


@micropython.viper
def event(words: ptr32, out: ptr8) -> int:
    """Write the event in KIND, SEQ, PADDLE, HI, LO, EXTRA as a line; return its length. Not for a FAULT."""
    words[_ITEMS] = words[SEQ]
    words[_ITEMS + 1] = _DECIMAL
    i = _ITEMS + 2
    if int(words[KIND]) != _NEXT:
        words[i] = words[PADDLE]
        words[i + 1] = _DECIMAL
        i += 2
    if int(words[_HI]):  # as in add_time(): a call would take as long as all of this
        words[i] = words[_HI]
        words[i + 1] = _DECIMAL
        words[i + 2] = words[_LO]
        words[i + 3] = _JOINED
        i += 4
    else:
        words[i] = words[_LO]
        words[i + 1] = _DECIMAL
        i += 2
    words[i] = words[EXTRA]
    words[i + 1] = _DECIMAL
    words[COUNT] = (i + 2 - _ITEMS) >> 1
    return int(format_line(words, out))


@micropython.viper
def prepare(words: ptr32, out: ptr8, cells: ptr32, events: ptr32) -> int:
    """Write the DOWN of an undecided first edge ahead of time: most become slaps, which then leave sooner.

    Return its length. 0: nothing was written, as more than one contact is undecided, or it is no paddle's, or
    the line could not leave at once.
    """
    if int(cells[_UNDECIDED]) != 1 or int(events[_NEXT_SEQ]) != int(events[_SENT_SEQ]):
        return 0
    if ((int(events[_TOTAL]) - int(events[_COVERED])) & _COUNTER_MASK) > int(events[_LIMIT]) - _EVENT_LIMIT:
        return 0
    cell = _FIRST_CELL
    contact = 0
    paddles = int(words[PADDLES])
    while contact < paddles:
        if int(cells[cell + _STATE]) == _FIRST:
            tick = int(cells[cell + _STAMP])
            stamp(words, tick)
            words[_PREPARED_CONTACT] = contact
            words[_PREPARED_TICK] = tick
            words[KIND] = _DOWN
            words[SEQ] = int(events[_NEXT_SEQ])
            words[PADDLE] = contact
            words[EXTRA] = cells[cell + _REOPENED_US]  # later_us
            words[_PREPARED_REOPENED_US] = cells[cell + _REOPENED_US]
            return int(event(words, out))
        contact += 1
        cell += _CELL_WORDS
    return 0


@micropython.viper
def is_prepared(words: ptr32, cells: ptr32) -> int:
    """Return 1 if the first out of the debounce is the very DOWN that prepare() has written, else 0."""
    if int(cells[_FIRST_OUT]) != _OUT_DOWN:
        return 0
    if int(cells[_FIRST_OUT + _OUT_TICK]) != int(words[_PREPARED_TICK]):
        return 0
    if int(cells[_FIRST_OUT + _OUT_CONTACT]) != int(words[_PREPARED_CONTACT]):
        return 0
    return 1 if int(cells[_FIRST_OUT + _OUT_EXTRA]) == int(words[_PREPARED_REOPENED_US]) else 0


@micropython.viper
def log(words: ptr32, cells: ptr32, events: ptr32, left: int):
    """Put the debounce's outs into the replay ring, each with its time and kind, and empty the outs.

    `left`: how many bytes of the first one have left already, as a prepared line; 0: it still has to leave.
    Contacts are first the paddles, then the touch contacts, then NEXT. A touch or NEXT has no kind of its own
    for its end: its extra is 1 for a DOWN and 0 for an UP. Paddles that slap at one tick share LAST_DOWN.
    """
    count = int(cells[_OUTS])
    paddles = int(words[PADDLES])
    touch = int(words[TOUCHES])
    out = _FIRST_OUT
    while count > 0:
        what = int(cells[out])
        contact = int(cells[out + _OUT_CONTACT])
        extra = int(cells[out + _OUT_EXTRA])
        stamp(words, int(cells[out + _OUT_TICK]))
        kind = what
        if contact >= paddles:
            extra = 1 - what
            kind = _NEXT
            if contact < paddles + touch:
                kind = _TOUCH
                contact -= paddles
            else:
                contact = 0
        elif what == _OUT_DOWN:
            words[SLAPPED] = 1
            if int(words[LAST_TICK]) != int(cells[out + _OUT_TICK]):
                words[LAST_TICK] = cells[out + _OUT_TICK]
                words[LAST_DOWN] = 0
            words[LAST_DOWN] = int(words[LAST_DOWN]) | (1 << contact)
        seq = int(events[_NEXT_SEQ])
        at = _FIRST_EVENT + _EVENT_WORDS * (seq & (_KEPT - 1))
        events[at] = kind | (contact << 4)
        events[at + _EVENT_HI] = int(words[_HI])
        events[at + _EVENT_LO] = int(words[_LO])
        events[at + _EVENT_EXTRA] = extra
        events[_NEXT_SEQ] = seq + 1
        if left:
            total = (int(events[_TOTAL]) + left) & 0xFFFFFFF
            events[_TOTAL] = total
            events[at + _EVENT_TOTAL] = total
            events[_SENT_SEQ] = seq + 1
            left = 0
        out += _OUT_WORDS
        count -= 1
    cells[_OUTS] = 0


@micropython.viper
def leave(words: ptr32, out: ptr8, events: ptr32) -> int:
    """Write the next waiting event as a line and mark it as sent; return its length.

    0: none waits, or too many bytes are out. -1: it is a FAULT, or no longer kept, so the pen can't write it.
    """
    seq = int(events[_SENT_SEQ])
    behind = int(events[_NEXT_SEQ]) - seq
    if behind == 0:
        return 0
    at = _FIRST_EVENT + _EVENT_WORDS * (seq & (_KEPT - 1))
    kind = int(events[at]) & 15
    if kind == _FAULT or behind > _KEPT:
        return -1
    words[KIND] = kind
    words[SEQ] = seq
    words[PADDLE] = int(events[at]) >> 4
    words[_HI] = int(events[at + _EVENT_HI])
    words[_LO] = int(events[at + _EVENT_LO])
    words[EXTRA] = int(events[at + _EVENT_EXTRA])
    length = int(event(words, out))
    total = (int(events[_TOTAL]) + length) & 0xFFFFFFF
    if ((total - int(events[_COVERED])) & _COUNTER_MASK) > int(events[_LIMIT]):
        return 0
    events[_TOTAL] = total
    events[at + _EVENT_TOTAL] = total
    events[_SENT_SEQ] = seq + 1
    return length
