"""Raw edges for the bench: a copy of what passes through the ring, in lines that may be left out."""

# ruff: noqa: F821 (ptr32 is a word of viper)

from array import array

import micropython
from micropython import const

from slap import timebase, wire

KEPT = const(512)
_HEAD = const(0)
_TAIL = const(1)
_LOST = const(2)


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
            raw[4 + head * 2] = (int(levels[slot]) ^ invert) & fitted
            raw[5 + head * 2] = int(times[slot]) & 0x3FFFFFFF
            head = after
        slot = (slot + 1) & mask
        left -= 1
    raw[0] = head


class Raw:
    """On while the host asks for it."""

    def __init__(self) -> None:
        self.on = False
        self._words = array("i", [0] * (4 + 2 * KEPT))

    def switch(self, on: bool) -> None:
        self.on = on
        for i in range(3):
            self._words[i] = 0

    def take(self, levels: int, times: int, cells: "array[int]") -> None:
        _copy(levels, times, cells, self._words)

    def waiting(self) -> bool:
        return self._words[_HEAD] != self._words[_TAIL]

    def body(self) -> bytes:
        """The oldest edges as one EDGES line, as many as fit."""
        words = self._words
        tail = words[_TAIL]
        tick = words[5 + tail * 2]
        timebase.stamp(timebase.words, tick)
        text = "EDGES," + wire.time_text(timebase.words[timebase.HI], timebase.words[timebase.LO])
        while tail != words[_HEAD]:
            edge = ",%x:%d" % (words[4 + tail * 2], (words[5 + tail * 2] - tick) & 0x3FFFFFFF)
            if len(text) + len(edge) > wire.LINE_LIMIT - 18:  # room for the count and the check
                break
            text += edge
            tick = words[5 + tail * 2]
            tail = (tail + 1) & (KEPT - 1)
        words[_TAIL] = tail
        text += ",%d" % words[_LOST]
        words[_LOST] = 0
        return text.encode()
