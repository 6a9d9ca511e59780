"""SELFTEST: the unit checks itself; with the loop-back jig it also measures its real blind time.

A check returns "ok", "failed ..." or "skipped: ...".
"""

import time
from array import array

import machine

from slap import chip, commands, debounce, pen, timebase, wire
from slap.bench.jig import PLAY_CLOCKS, PLAY_HZ, Jig

STEPS = 64  # a multiple of eight: each pin moves an even number of times, and all are released at the end
MOVED = "skipped: a paddle moved"
_LINES = (
    (wire.DOWN, b"DOWN,123456,3,4000000005,1"),
    (wire.UP, b"UP,123456,3,4000000005,1"),
    (wire.TOUCH, b"TOUCH,123456,3,4000000005,1"),
    (wire.NEXT, b"NEXT,123456,4000000005,1"),
)
SPACINGS_NS = (20_000, 5_000, 2_000, 1_000, 800, 700, 600, 500, 400)


def _heap() -> str:
    """Check that nothing else writes into a piece of the heap."""
    pattern = bytearray([i * 37 & 255 for i in range(2048)])
    time.sleep_ms(5)
    for i, byte in enumerate(pattern):
        if byte != i * 37 & 255:
            return "failed at byte %d" % i
    return "ok"


def _check() -> str:
    """Check that the pen's lines are as in wire.md, with the CRC that MicroPython itself calculates."""
    words = timebase.words
    for kind, body in _LINES:
        words[pen.KIND] = kind
        words[pen.SEQ] = 123456
        words[pen.PADDLE] = 3
        words[timebase.HI] = 4
        words[timebase.LO] = 5
        words[pen.EXTRA] = 1
        length = pen.event(words, pen.line)
        if bytes(pen.line[:length]) != wire.frame(body):
            return "failed " + wire.EVENTS[kind]
    return "ok"


def _clock() -> str:
    """Check that time goes forward, as fast as MicroPython's own."""
    first = timebase.read(timebase.words)
    mark = time.ticks_us()
    time.sleep_ms(10)
    spent = (timebase.read(timebase.words) - first) & debounce.TICK_MASK
    other = time.ticks_diff(time.ticks_us(), mark)
    return "ok" if abs(spent - other) < 500 else "failed %d us against %d" % (spent, other)


def _ring(unit) -> str:  # type: ignore[no-untyped-def]
    """Check that the first record of a restarted capture shows the levels of the pins."""
    if unit.capture.name != "pio":
        return "skipped: capture is irq"
    if _waiting(unit):
        return MOVED  # somebody's slap: it is left to the loop
    unit.restart_capture()
    time.sleep_ms(1)
    shown = machine.mem32[unit.rings.levels]
    are = 0
    for i, pin in enumerate(unit.pins):
        are |= pin.value() << i
    return "ok" if shown == are else "failed: %x shown, %x are" % (shown, are)


def _steps(spacing_ns: int) -> "array[int]":
    """Return words for a pattern in which the four pins change one after another, so far apart."""
    stay = max(0, spacing_ns * (PLAY_HZ // 1_000_000) // 1000 - PLAY_CLOCKS)
    words = array("I")
    low = 0
    for step in range(STEPS):
        low ^= 1 << step % 4
        words.append(low | stay << 4)
    return words


def _waiting(unit) -> "list[int]":  # type: ignore[no-untyped-def]
    """Return the levels in the records that the loop still has to take, as bits of closed contacts."""
    cells = unit.cells
    levels = unit.rings.levels
    found = []  # type: list[int]
    at = cells[debounce.TAIL]
    while not machine.mem32[levels + 4 * at] & debounce.TAKEN and len(found) < 4 * STEPS:
        found.append((machine.mem32[levels + 4 * at] ^ cells[debounce.INVERT]) & 15)
        at = (at + 1) & cells[debounce.RING_MASK]
    return found


def _take(unit, count: int) -> None:  # type: ignore[no-untyped-def]
    """Take so many records away from the loop: they are the jig's, or tell nothing new."""
    cells = unit.cells
    for _ in range(count):
        machine.mem32[unit.rings.levels + 4 * cells[debounce.TAIL]] = debounce.TAKEN
        cells[debounce.TAIL] = (cells[debounce.TAIL] + 1) & cells[debounce.RING_MASK]


def _blind(unit) -> "list[tuple[str, str]]":  # type: ignore[no-untyped-def]
    """Play edges closer and closer, until the capture misses one or the look stalls; return the results.

    "blind_ns" is the closest spacing at which all edges were seen.
    """
    pins = unit.settings["jig_pins"]
    if unit.paddles < 4 or len(pins) < 4:
        return [("jig", "skipped: it takes four paddles")]
    if _waiting(unit) != [0]:  # the capture has just restarted: it reports its levels, and all are open
        return [("jig", MOVED)]
    _take(unit, 1)
    jig = Jig(pins)
    try:
        jig.play(_steps(20_000)[:1])
        jig.play(array("I", [0]))
        if _waiting(unit) != [1, 0]:
            return [("jig", "skipped: none is fitted")]
        _take(unit, 2)
        good_ns = 0
        for spacing_ns in SPACINGS_NS:
            machine.mem32[chip.PIO_FDEBUG] = 1
            wanted = [word & 15 for word in _steps(spacing_ns)]
            jig.play(_steps(spacing_ns))
            stalled = machine.mem32[chip.PIO_FDEBUG] & 1
            seen = _waiting(unit)
            _take(unit, len(seen))
            if seen != wanted or stalled:
                break
            good_ns = spacing_ns
        unit.restart_capture()  # edges that are still on their way are the jig's
        machine.mem32[chip.PIO_FDEBUG] = 1
        if not good_ns:
            return [("jig", "failed: nothing is seen whole")]
        return [("jig", "ok"), ("blind_ns", str(good_ns))]
    finally:
        jig.close()


def selftest(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey SELFTEST, unless somebody plays: run all checks and answer how many failed."""
    commands.numbers(fields, 0)
    if unit.in_play():
        unit.say("NO,SELFTEST,in play")
    else:
        unit.say("OK,SELFTEST,%d" % run(unit))


def run(unit) -> int:  # type: ignore[no-untyped-def]
    """Run all checks and send each result as a TEST line; return how many failed."""
    ring = _ring(unit)
    results = [("heap", _heap()), ("check", _check()), ("clock", _clock()), ("ring", ring)]
    if ring == "ok":
        results += _blind(unit)
    failed = 0
    for name, result in results:
        failed += result.startswith("failed")
        unit.say("TEST,%s,%s" % (name, result))
    return failed
