"""Raw edges for the bench and the photo finish: a copy of records in lines that may be left out."""

# ruff: noqa: F821 (ptr32 is a word of viper)

from array import array

import micropython
from micropython import const

from slap import timebase, wire

KEPT = const(512)
BEFORE_US = const(20000)  # around a slap this much is told
AFTER_US = const(50000)
FORGOTTEN_US = 480_000_000  # ticks this old are still told apart
_HEAD = const(0)
_TAIL = const(1)
_LOST = const(2)
_NOW = const(3)
_AGE = const(4)
_FIRST = const(8)


@micropython.viper
def _copy(levels: ptr32, times: ptr32, cells: ptr32, raw: ptr32):  # type: ignore[no-untyped-def]
    """Copy the records that are to be taken; those that find no room are counted."""
    slot = int(cells[1])
    left = int(cells[2])
    mask = int(cells[3])
    invert = int(cells[4])
    fitted = int(cells[6])
    head = int(raw[0])
    while left > 0:
        after = (head + 1) & 511
        if after == int(raw[1]):
            raw[2] = int(raw[2]) + 1
        else:
            raw[8 + head * 2] = (int(levels[slot]) ^ invert) & fitted
            raw[9 + head * 2] = int(times[slot]) & 0x3FFFFFFF
            head = after
        slot = (slot + 1) & mask
        left -= 1
    raw[0] = head


@micropython.viper
def _recall(levels: ptr32, times: ptr32, cells: ptr32, raw: ptr32) -> int:
    """Copy the taken records around a moment: how many, -1 if that moment is no longer in the ring.

    The one before them comes too, if it is there: it has the levels to begin with.
    """
    mask = int(cells[3])
    invert = int(cells[4])
    fitted = int(cells[6])
    moment = int(raw[4])
    slot = int(cells[1])
    later = int(raw[3])
    age = 0
    count = 0
    while count < int(cells[143]) and age <= moment + BEFORE_US:
        before = (slot - 1) & mask
        if (int(levels[before]) & 0x20000000) == 0:
            break  # a new record took its place meanwhile
        slot = before
        age += (later - int(times[slot])) & 0x3FFFFFFF
        later = int(times[slot])
        count += 1
    if age < moment:
        return -1
    head = 0
    while count > 0 and age + AFTER_US >= moment:
        if head == KEPT - 1:
            raw[2] = int(raw[2]) + 1
        else:
            raw[8 + head * 2] = ((int(levels[slot]) & 0xFFFF) ^ invert) & fitted
            raw[9 + head * 2] = int(times[slot]) & 0x3FFFFFFF
            head += 1
        slot = (slot + 1) & mask
        age -= (int(times[slot]) - later) & 0x3FFFFFFF
        later = int(times[slot])
        count -= 1
    raw[0] = head
    return head


class Raw:
    """What passes, while the host asks for it; or once what passed around a moment."""

    def __init__(self) -> None:
        self.on = False
        self.waits = False  # edges may wait to be told
        self._words = array("i", [0] * (_FIRST + 2 * KEPT))

    def switch(self, on: bool) -> None:
        self.on = self.waits = on
        for i in range(3):
            self._words[i] = 0

    def recall(self, rings, cells: "array[int]", hi: int, lo: int) -> int:  # type: ignore[no-untyped-def]
        """The edges around a time wait to be told: how many. -1: they are gone."""
        self.switch(False)
        words = timebase.words
        self._words[_NOW] = timebase.read(words)
        age_us = (words[timebase.HI] - hi) * wire.BILLION + words[timebase.LO] - lo
        if age_us > FORGOTTEN_US:
            return -1
        self._words[_AGE] = age_us
        count = int(_recall(rings.levels, rings.times, cells, self._words))
        self.waits = count > 0
        return count

    def take(self, levels: int, times: int, cells: "array[int]") -> None:
        _copy(levels, times, cells, self._words)

    def waiting(self) -> bool:
        self.waits = self.on or self._words[_HEAD] != self._words[_TAIL]
        return self._words[_HEAD] != self._words[_TAIL]

    def body(self) -> bytes:
        """The oldest edges as one EDGES line, as many as fit."""
        words = self._words
        tail = words[_TAIL]
        tick = words[_FIRST + 1 + tail * 2]
        timebase.stamp(timebase.words, tick)
        text = "EDGES," + wire.time_text(timebase.words[timebase.HI], timebase.words[timebase.LO])
        while tail != words[_HEAD]:
            edge = ",%x:%d" % (words[_FIRST + tail * 2], (words[_FIRST + 1 + tail * 2] - tick) & 0x3FFFFFFF)
            if len(text) + len(edge) > wire.LINE_LIMIT - 18:  # room for the count and the check
                break
            text += edge
            tick = words[_FIRST + 1 + tail * 2]
            tail = (tail + 1) & (KEPT - 1)
        words[_TAIL] = tail
        text += ",%d" % words[_LOST]
        words[_LOST] = 0
        return text.encode()
