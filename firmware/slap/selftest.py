"""The unit checks itself; with the loop-back jig it measures its real blind time, or presses other devices.

The jig connects four outputs through 330 ohm to the four inputs. The outputs are open-drain: they only ever
pull low, so holding a paddle meanwhile shorts nothing. A state machine of the second block plays edges at
exact times, fed by DMA, while the capture runs as always.
"""

import time
from array import array

import machine
import rp2

from slap import chip, debounce, pen, timebase, wire

PLAY_HZ = 10_000_000
STEPS = 64  # a multiple of eight: each pin moves an even number of times, and all are released at the end
MOVED = "skipped: a paddle moved"
SPACINGS_NS = (20_000, 5_000, 2_000, 1_000, 800, 700, 600, 500, 400)


@rp2.asm_pio(out_init=[rp2.PIO.IN_LOW] * 4, out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_TX)
def _play():  # type: ignore[no-untyped-def]
    """Each word: four pin directions (out pulls low, in releases), then how long to stay."""
    wrap_target()  # noqa: F821
    pull(block)  # noqa: F821
    out(pindirs, 4)  # noqa: F821
    out(x, 28)  # noqa: F821
    label("stay")  # noqa: F821
    jmp(x_dec, "stay")  # noqa: F821
    wrap()  # noqa: F821


_PLAY_CLOCKS = 4  # of a word that stays for none


def _heap() -> str:
    """Write a pattern and read it back: does anything else write there?"""
    pattern = bytearray([i * 37 & 255 for i in range(2048)])
    time.sleep_ms(5)
    for i, byte in enumerate(pattern):
        if byte != i * 37 & 255:
            return "failed at byte %d" % i
    return "ok"


def _check() -> str:
    """The pen and the plain twin write the same line, and the check is crc32."""
    words = timebase.words
    for kind in (wire.DOWN, wire.UP, wire.TOUCH, wire.NEXT):
        words[pen.KIND] = kind
        words[pen.SEQ] = 123456
        words[pen.PADDLE] = 0 if kind == wire.NEXT else 3
        words[timebase.HI] = 4
        words[timebase.LO] = 5
        words[pen.EXTRA] = 1
        length = pen.event(words, pen.line)
        plain = wire.frame(wire.event_body(kind, 123456, 3, 4, 5, 1))
        if bytes(pen.line[:length]) != plain:
            return "failed " + wire.EVENTS[kind]
    return "ok"


def _clock() -> str:
    """The time goes forward, as fast as MicroPython's own."""
    first = timebase.read(timebase.words)
    mark = time.ticks_us()
    time.sleep_ms(10)
    spent = (timebase.read(timebase.words) - first) & debounce.TICK_MASK
    other = time.ticks_diff(time.ticks_us(), mark)
    return "ok" if abs(spent - other) < 500 else "failed %d us against %d" % (spent, other)


def _ring(unit) -> str:  # type: ignore[no-untyped-def]
    """Restart the capture: its first record must show the levels of the pins."""
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


class _Jig:
    """Plays words into the unit's own inputs."""

    def __init__(self, pins: "tuple[int, ...]", pull: "int | None" = machine.Pin.PULL_UP) -> None:
        # The stubs know only numbers; None is no pull at all.
        self._pins = [machine.Pin(pin, machine.Pin.IN, pull) for pin in pins]  # type: ignore[arg-type]
        self._player = rp2.StateMachine(chip.JIG_MACHINE, _play, freq=PLAY_HZ, out_base=self._pins[0])
        self._dma = rp2.DMA()
        self._player.active(1)

    def play(self, words: "array[int]") -> None:
        self._feed(words)
        while self._dma.active():
            pass
        time.sleep_ms(1)

    def play_at_once(self, words: "array[int]") -> None:
        """At most eight words; the time of the first one stands in timebase's words."""
        self._player.active(0)
        self._feed(words)
        while self._dma.active():
            pass
        timebase.read(timebase.words)
        self._player.active(1)

    def _feed(self, words: "array[int]") -> None:
        dma = self._dma
        dma.config(
            read=words,
            write=chip.PIO1_TX0 + 4 * (chip.JIG_MACHINE - 4),
            count=len(words),
            ctrl=dma.pack_ctrl(size=2, inc_write=False, treq_sel=chip.DREQ_PIO1_TX0 + chip.JIG_MACHINE - 4),
            trigger=True,
        )

    def close(self) -> None:
        self._player.active(0)
        self._dma.active(0)
        self._dma.close()
        rp2.PIO(1).remove_program(_play)
        for pin in self._pins:
            pin.init(machine.Pin.IN)


def _word(low: int, stay_us: int) -> int:
    """These outputs low, for so long."""
    return low | max(0, stay_us * (PLAY_HZ // 1_000_000) - _PLAY_CLOCKS) << 4


def press(unit, first: int, second: int, gap_us: int, held_us: int) -> str:  # type: ignore[no-untyped-def]
    """Press two switches of another device `gap_us` apart. Returns when the first one went down.

    The outputs have no pull-ups here: the other device brings its own.
    """
    jig = _Jig(unit.settings["jig_pins"], None)
    try:
        both = 1 << first | 1 << second
        words = [_word(both, held_us), 0]
        if gap_us:
            words.insert(0, _word(1 << first, gap_us))
        jig.play_at_once(array("I", words))
        pressed = wire.time_text(timebase.words[timebase.HI], timebase.words[timebase.LO])
        time.sleep_us(gap_us + held_us + 100)
        return pressed
    finally:
        jig.close()


def _steps(spacing_ns: int) -> "array[int]":
    """A walking pattern: each step moves one pin, in turn."""
    stay = max(0, spacing_ns * (PLAY_HZ // 1_000_000) // 1000 - _PLAY_CLOCKS)
    words = array("I")
    low = 0
    for step in range(STEPS):
        low ^= 1 << step % 4
        words.append(low | stay << 4)
    return words


def _waiting(unit) -> "list[int]":  # type: ignore[no-untyped-def]
    """The levels in the records that the loop still has to take, as bits of closed contacts."""
    cells = unit.cells
    levels = unit.rings.levels
    found = []  # type: list[int]
    at = cells[debounce.TAIL]
    while not machine.mem32[levels + 4 * at] & debounce.TAKEN and len(found) < 4 * STEPS:
        found.append((machine.mem32[levels + 4 * at] ^ cells[debounce.INVERT]) & 15)
        at = (at + 1) & cells[debounce.RING_MASK]
    return found


def _take(unit, count: int) -> None:  # type: ignore[no-untyped-def]
    """Take so many records away: they were the jig's, or say nothing new."""
    cells = unit.cells
    for _ in range(count):
        machine.mem32[unit.rings.levels + 4 * cells[debounce.TAIL]] = debounce.TAKEN
        cells[debounce.TAIL] = (cells[debounce.TAIL] + 1) & cells[debounce.RING_MASK]


def _blind(unit) -> "list[tuple[str, str]]":  # type: ignore[no-untyped-def]
    """Play known sequences, closer and closer, until the capture misses an edge or the look stalls."""
    pins = unit.settings["jig_pins"]
    if unit.paddles < 4 or len(pins) < 4:
        return [("jig", "skipped: it takes four paddles")]
    if _waiting(unit) != [0]:  # the capture has just restarted: it reports its levels, and all are open
        return [("jig", MOVED)]
    _take(unit, 1)
    jig = _Jig(pins)
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
        unit.restart_capture()  # what is still on its way is the jig's
        machine.mem32[chip.PIO_FDEBUG] = 1
        if not good_ns:
            return [("jig", "failed: nothing is seen whole")]
        return [("jig", "ok"), ("blind_ns", str(good_ns))]
    finally:
        jig.close()


def run(unit) -> int:  # type: ignore[no-untyped-def]
    """Run all checks, each result as a TEST line. Returns how many failed."""
    ring = _ring(unit)
    results = [("heap", _heap()), ("check", _check()), ("clock", _clock()), ("ring", ring)]
    if ring == "ok":
        results += _blind(unit)
    failed = 0
    for name, result in results:
        failed += result.startswith("failed")
        unit.say("TEST,%s,%s" % (name, result))
    return failed
