"""RAW and WHY: raw edges for the bench and the photo finish, copied into lines that may be dropped."""

# ruff: noqa: F821 (ptr32 is a word of viper)

from array import array

import micropython
from micropython import const

from slap import commands, timebase, wire

ROOM = const(512)
BEFORE_US = const(20000)  # edges from so long before a slap
AFTER_US = const(50000)  # until so long after it are told
FORGOTTEN_US = 480_000_000  # older ticks can't be told from newer ones
# The words of Edges
_HEAD = const(0)
_OLDEST = const(1)
_LOST = const(2)
_NOW = const(3)
_AGE = const(4)
_LEVELS_AT = const(8)  # then ROOM edges, two words each: levels and tick
_TICKS_AT = const(9)

# From debounce.py
_TAIL = const(1)
_LEFT = const(2)
_RING_MASK = const(3)
_INVERT = const(4)
_FITTED = const(6)
_SEEN = const(143)
_TAKEN = const(0x20000000)
_TICK_MASK = const(0x3FFFFFFF)


@micropython.viper
def _copy(levels: ptr32, times: ptr32, cells: ptr32, raw: ptr32):  # type: ignore[no-untyped-def]
    """Copy the records that the loop is about to take; count those that find no room."""
    slot = int(cells[_TAIL])
    left = int(cells[_LEFT])
    mask = int(cells[_RING_MASK])
    invert = int(cells[_INVERT])
    fitted = int(cells[_FITTED])
    head = int(raw[_HEAD])
    while left > 0:
        after = (head + 1) & (ROOM - 1)
        if after == int(raw[_OLDEST]):
            raw[_LOST] = int(raw[_LOST]) + 1
        else:
            raw[_LEVELS_AT + head * 2] = (int(levels[slot]) ^ invert) & fitted
            raw[_TICKS_AT + head * 2] = int(times[slot]) & _TICK_MASK
            head = after
        slot = (slot + 1) & mask
        left -= 1
    raw[_HEAD] = head


@micropython.viper
def _recall(levels: ptr32, times: ptr32, cells: ptr32, raw: ptr32) -> int:
    """Copy the taken records around a moment, which was `_AGE` before `_NOW`; return how many.

    -1: the moment is no longer in the ring. The record before them is copied too, if it is there: it has the
    levels to begin with.
    """
    mask = int(cells[_RING_MASK])
    invert = int(cells[_INVERT])
    fitted = int(cells[_FITTED])
    moment = int(raw[_AGE])
    slot = int(cells[_TAIL])
    later = int(raw[_NOW])
    age = 0
    count = 0
    while count < int(cells[_SEEN]) and age <= moment + BEFORE_US:
        before = (slot - 1) & mask
        if (int(levels[before]) & _TAKEN) == 0:
            break  # a new record took its place meanwhile
        slot = before
        age += (later - int(times[slot])) & _TICK_MASK
        later = int(times[slot])
        count += 1
    if age < moment:
        return -1
    head = 0
    while count > 0 and age + AFTER_US >= moment:
        if head == ROOM - 1:
            raw[_LOST] = int(raw[_LOST]) + 1
        else:
            raw[_LEVELS_AT + head * 2] = ((int(levels[slot]) & 0xFFFF) ^ invert) & fitted
            raw[_TICKS_AT + head * 2] = int(times[slot]) & _TICK_MASK
            head += 1
        slot = (slot + 1) & mask
        age -= (int(times[slot]) - later) & _TICK_MASK
        later = int(times[slot])
        count -= 1
    raw[_HEAD] = head
    return head


def edges_of(unit) -> "Edges":  # type: ignore[no-untyped-def]
    """Return the unit's raw edges; they are made when first asked for, as they need memory."""
    if not isinstance(unit.edges, Edges):
        unit.edges = Edges()
    return unit.edges  # type: ignore[no-any-return]


def raw(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey RAW: begin (1) or end (0) to tell all raw edges."""
    (on,) = commands.numbers(fields, 1)
    if on > 1:
        raise ValueError
    edges_of(unit).switch(on == 1)
    unit.say("OK,RAW,%d" % on)


def why(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey WHY: tell the raw edges around an event, if they are still there. While RAW is on, refuse."""
    (seq,) = commands.numbers(fields, 1)
    ring = unit.ring
    if not 0 < seq < ring.next:
        raise ValueError
    edges = edges_of(unit)
    if edges.on:
        unit.say("NO,WHY,raw")
        return
    count = -1 if seq < ring.oldest else edges.recall(unit.rings, unit.cells, *ring.time(seq))
    if count < 0:
        unit.say("NO,WHY,gone")
    elif not unit.say("OK,WHY,%d,%d" % (seq, count)):
        edges.switch(False)  # the answer had no room, so the edges must not come either


class Edges:
    """The edges that wait to be sent: all while RAW is on, or once those around a slap."""

    def __init__(self) -> None:
        self.on = False
        self.waits = False  # whether edges may wait to be sent; waiting() finds out
        self._words = array("i", [0] * (_LEVELS_AT + 2 * ROOM))

    def switch(self, on: bool) -> None:
        """Begin or end to take all edges; forget those that wait."""
        self.on = self.waits = on
        for i in range(3):
            self._words[i] = 0

    def recall(self, rings, cells: "array[int]", hi: int, lo: int) -> int:  # type: ignore[no-untyped-def]
        """Get the edges around a time ready to be sent; return how many. -1: they are no longer kept."""
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
        """Return whether edges wait to be sent."""
        self.waits = self.on or self._words[_HEAD] != self._words[_OLDEST]
        return self._words[_HEAD] != self._words[_OLDEST]

    def body(self) -> bytes:
        """Take the oldest edges, as many as fit, and return them as the body of one EDGES line."""
        words = self._words
        tail = words[_OLDEST]
        tick = words[_TICKS_AT + tail * 2]
        timebase.stamp(timebase.words, tick)
        text = "EDGES," + wire.time_text(timebase.words[timebase.HI], timebase.words[timebase.LO])
        while tail != words[_HEAD]:
            edge = ",%x:%d" % (
                words[_LEVELS_AT + tail * 2],
                (words[_TICKS_AT + tail * 2] - tick) & _TICK_MASK,
            )
            if len(text) + len(edge) > wire.LINE_LIMIT - 18:  # room for the count and the check
                break
            text += edge
            tick = words[_TICKS_AT + tail * 2]
            tail = (tail + 1) & (ROOM - 1)
        words[_OLDEST] = tail
        text += ",%d" % words[_LOST]
        words[_LOST] = 0
        return text.encode()
