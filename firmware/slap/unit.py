"""The loop that ties them together: edges first, then lines out, then one command, then sleep."""

import gc
import os
import select
import sys
from binascii import crc32, hexlify

import machine
from micropython import const

from slap import VERSION, capture, commands, debounce, lights, pen, raw, settings, sleep, timebase, wire
from slap.skim import skim

TICK_MS = const(10)
_TICK_US = const(10_000)
_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_CLOSED = const(0)  # words of debounce's cells, folded in for speed
_TAIL = const(1)
_LEFT = const(2)
_STOP_CLOSED = const(6)
_STOP_TICK = const(7)
_HORIZON = const(8)
_DUE = const(11)
_PASS_TICK = const(4)  # of capture's `at`
_WORST_US = const(5)

BEAT_TICKS = 100
QUARTER_TICKS = 25
HOST_TICKS = 300  # no word from the host for so long: the lights are ours
FAULT_TICKS = 10  # the capture was good for so long: the fault is over
QUIET_US = 100_000
PLAY_US = 1_000_000
LITTER = 40  # commands and beats between two collections: a few hundred bytes each
MEASURE_US = 2_000_000  # counting free memory takes 9 ms: only when nobody has played for so long
WATCHDOG_MS = 4_000


class Unit:
    """Everything that runs. `run()` returns only by an exception; `stop()` undoes it all."""

    def __init__(self, values: settings.Settings, watchdog: bool = True) -> None:
        self.settings = values
        self.paddles = len(values["paddles"])
        first, width, fitted = values.contacts()
        low = values["polarity"] == "low"
        pull = machine.Pin.PULL_UP if low else machine.Pin.PULL_DOWN
        self._pins = [machine.Pin(first + i, machine.Pin.IN, pull) for i in range(width)]
        self.cells = debounce.new_cells(width, fitted, capture.RECORDS - 1, (1 << width) - 1 if low else 0)
        self.rings = capture.Rings()
        if values["capture"] == "irq":
            from slap.capture_irq import IrqCapture

            self.capture = IrqCapture(self._pins, self.rings)
        else:
            self.capture = capture.PioCapture(self._pins, self.rings)
        self.timing = debounce.Timing()
        self.debounce = debounce.Debounce(self.cells, self.timing, self._tell)
        self.apply_timing()
        self.ring = wire.Ring()
        self.flow = wire.Flow()
        self.reader = wire.Reader()
        self.raw = raw.Raw()
        self.lights = lights.Lights(values)
        self.heard_tick = 0
        self._write = sys.stdout.buffer.write
        # one view for each length: nothing is cut from the heap when a slap leaves
        view = memoryview(pen.line)
        self._views = [view[:length] for length in range(len(pen.line) + 1)]
        self._prepared = 0  # length of the line that waits in pen.line, 0: none
        self._prepared_contact = 0
        self._prepared_tick = 0
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._ipoll = self._poll.ipoll
        self._stdin = sys.stdin.buffer.readinto
        self._byte = bytearray(1)
        self._unit_id = hexlify(machine.unique_id()).decode()
        self._boot_id = "%08x" % (crc32(os.urandom(8) + b"%d" % timebase.read()) & 0xFFFFFFFF)
        self._next_tick = 0
        self._beat_in = BEAT_TICKS
        self._quarter_in = 0
        self._host_ticks = 0
        self._blind_ticks = 0
        self._overrun_ticks = 0
        self._faulty = 0  # contacts in FAULT, as bits
        self._litter = 0
        self._free = 0
        self._measure = True
        self._timer = None
        self._watchdog = None
        self._want_watchdog = watchdog

    # -- what others ask

    def apply_timing(self) -> None:
        values = self.settings
        self.timing.hold_us = values["hold_us"]
        self.timing.gap_us = values["gap_us"]
        self.timing.lockout_us = values["lockout_ms"] * 1000

    def hello(self) -> str:
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        return "HELLO,%d,%s,%s,%s,%s,%d,%s,%d,%d,%d,%d,%d,%d" % (
            wire.PROTOCOL,
            VERSION,
            version,
            self._unit_id,
            self._boot_id,
            self.paddles,
            self.capture.name,
            self.capture.resolution_us,
            self.capture.blind_us,
            self.timing.hold_us,
            self.settings.late_us() + self.capture.blind_us,
            self.ring.oldest,
            self.ring.next,
        )

    def in_play(self) -> bool:
        return self.debounce.quiet_us < PLAY_US

    def host_lights(self, colours: "list[int]") -> None:
        if self._state() == "host":
            self.lights.host(colours)

    def say(self, body: str) -> bool:
        """A line that may be dropped: it leaves only where the host has covered enough."""
        self._prepared = 0
        line = wire.frame(body.encode())
        if len(line) > wire.LINE_LIMIT + 1 or not self.flow.room(len(line)):
            return False
        self._write(line)
        self.flow.sent(len(line))
        return True

    def fault(self, paddle: int, what: str) -> None:
        self._prepared = 0
        timebase.read()
        self.ring.put(
            wire.FAULT, paddle, timebase.now[timebase.HI], timebase.now[timebase.LO], wire.FAULTS.index(what)
        )

    # -- what the debounce tells

    def _tell(self, what: int, contact: int, tick: int, extra: int) -> None:
        kind = wire.NEXT
        paddle = contact
        if contact < self.paddles:
            kind = wire.UP if what == debounce.OUT_UP else wire.DOWN
        elif contact < 2 * self.paddles and self.settings["touch"]:
            kind = wire.TOUCH
            paddle = contact - self.paddles
        if what == debounce.OUT_CHATTER or what == debounce.OUT_STUCK:
            word = "stuck" if what == debounce.OUT_STUCK else "chatter"
            if kind == wire.TOUCH:
                word = "touch-" + word
            elif kind == wire.NEXT:
                word = "next-" + word
                paddle = wire.NOBODY
            if extra:
                self._faulty |= 1 << contact
            else:
                self._faulty &= ~(1 << contact)
                word += "-over"
            self.fault(paddle, word)
            return
        now = timebase.now
        ring = self.ring
        if what == debounce.OUT_FIRST:
            # Most first edges become slaps: the line is written while the contact is being held.
            if not self._prepared and ring.sent == ring.next and kind == wire.DOWN:
                timebase.stamp(tick)
                fields = pen.fields
                fields[0] = wire.DOWN
                fields[1] = ring.next
                fields[2] = paddle
                fields[3] = now[timebase.HI]
                fields[4] = now[timebase.LO]
                self._prepared = pen.event()
                self._prepared_contact = contact
                self._prepared_tick = tick
            return
        if self._prepared:
            length = self._prepared
            self._prepared = 0
            if (
                what == debounce.OUT_DOWN
                and contact == self._prepared_contact
                and tick == self._prepared_tick
                and ring.sent == ring.next
                and self.flow.room(length)
            ):
                self._write(self._views[length])
                fields = pen.fields
                ring.put(wire.DOWN, paddle, fields[3], fields[4], 0)
                ring.sent = ring.next
                self.flow.sent(length)
                ring.mark(ring.next - 1, self.flow.total)
                return
        timebase.stamp(tick)
        if what == debounce.OUT_DOWN:
            extra = 1
        elif kind != wire.UP:
            extra = 0
        ring.put(kind, paddle, now[timebase.HI], now[timebase.LO], extra)

    # -- lines out

    def _pump(self) -> bool:
        """Send one event that waits, if it may leave. False: nothing was sent."""
        ring = self.ring
        if ring.sent < ring.oldest:
            if not self.say("GONE,%d" % ring.oldest):
                return False
            ring.sent = ring.oldest
            return True
        seq = ring.sent
        fields = pen.fields
        self._prepared = 0
        if ring.fields(seq, fields) == wire.FAULT:
            line = wire.frame(wire.event_body(wire.FAULT, seq, fields[2], fields[3], fields[4], fields[5]))
            length = len(line)
        else:
            length = pen.event()
            line = self._views[length]
        if not self.flow.room(length):
            return False
        self._write(line)
        self.flow.sent(length)
        ring.mark(seq, self.flow.total)
        ring.sent = seq + 1
        return True

    def _beat(self) -> None:
        timebase.read()
        text = wire.time_text(timebase.now[timebase.HI], timebase.now[timebase.LO])
        worst = self.capture.at[_WORST_US]
        if self.say(
            "BEAT,%s,%d,%x,%d,%d,%d"
            % (text, self.ring.next, self.cells[_CLOSED], self.debounce.spikes, self._free, worst)
        ):
            self.capture.at[_WORST_US] = 0

    # -- commands in

    def _hear(self) -> bool:
        """Read what has come in, up to one whole command, and obey it. False: nothing had come."""
        heard = False
        byte = self._byte
        for _ in self._ipoll(0):
            heard = True
        if not heard:
            return False
        self._stdin(byte)
        if byte[0] == 36:
            self.heard_tick = timebase.read()
        if not self.reader.feed(byte[0]):
            return True
        body = self.reader.take()
        if body is None:
            return True
        self._host_ticks = HOST_TICKS
        if self.reader.typed:
            self.heard_tick = timebase.read()
            self.flow.cover_all()
        if body:
            self._litter += 1
            self._prepared = 0
            commands.obey(self, body)
        return True

    # -- time

    def _tick(self) -> None:
        """A hundred times a second, and never while records wait."""
        self.debounce.tick(self.cells[_HORIZON])
        if self._watchdog is not None:
            self._watchdog.feed()
        if self._host_ticks:
            self._host_ticks -= 1
        self._beat_in -= 1
        self._quarter_in -= 1
        if self._blind_ticks:
            self._blind_ticks -= 1
            if not self._blind_ticks:
                self.fault(wire.NOBODY, "blind-over")
        if self._overrun_ticks:
            self._overrun_ticks -= 1
            if not self._overrun_ticks:
                self.fault(wire.NOBODY, "overrun-over")
        if self._quarter_in <= 0:
            self._quarter_in = QUARTER_TICKS
            self.lights.tick(self._state())
        elif self._beat_in <= 0:
            self._beat_in = BEAT_TICKS
            self._litter += 1
            self._beat()
        elif self._litter > LITTER and self.debounce.quiet_us > QUIET_US:
            self._litter = 0
            gc.collect()
            self._measure = True
        elif self._measure and self.debounce.quiet_us > MEASURE_US:
            self._measure = False
            self._free = gc.mem_free()

    def _state(self) -> str:
        if self._faulty or self._blind_ticks or self._overrun_ticks:
            return "fault"
        return "host" if self._host_ticks else "no host"

    # -- the capture's own troubles

    def _blind(self) -> None:
        """The look stalled on a full FIFO: what it saw since then is true, but late."""
        self.debounce.blind(timebase.read())
        if not self._blind_ticks:
            self.fault(wire.NOBODY, "blind")
        self._blind_ticks = FAULT_TICKS

    def _overrun(self) -> None:
        """The ring was lapped: begin again with the levels as they are now."""
        self.capture.stop()
        self.cells[_TAIL] = 0
        self.capture.start()
        self.debounce.blind(timebase.read())
        if not self._overrun_ticks:
            self.fault(wire.NOBODY, "overrun")
        self._overrun_ticks = FAULT_TICKS

    # -- the loop

    def start(self) -> None:
        gc.collect()
        gc.disable()
        self._timer = machine.Timer(period=TICK_MS, callback=_nothing)
        self.capture.start()
        closed = 0
        for i, pin in enumerate(self._pins):
            closed |= pin.value() << i
        now = timebase.read()
        self.debounce.start((closed ^ self.cells[debounce.INVERT]) & self.cells[debounce.FITTED], now)
        self._next_tick = now
        if self._want_watchdog:
            from slap import safety

            self._watchdog = safety.watch(WATCHDOG_MS)

    def run(self) -> None:
        """Until an exception ends it."""
        self.start()
        self.say(self.hello())
        cells = self.cells
        at = self.capture.at
        wake = self.capture.wake
        levels = self.rings.levels
        times = self.rings.times
        watch = capture.watch
        linger = capture.linger
        contacts = self.debounce
        ring = self.ring
        while True:
            if watch(at, cells):
                self._blind()
            if self.raw.on and cells[_LEFT]:
                self.raw.take(levels, times, cells)
            said = skim(levels, times, cells)
            while said:
                if said == 1:
                    contacts.record(cells[_STOP_CLOSED], cells[_STOP_TICK])
                elif said == 2 or self.capture.lapped():
                    self._overrun()
                    break
                else:
                    cells[debounce.CHECK] = 0
                said = skim(levels, times, cells)
            else:
                if cells[_DUE]:
                    contacts.time(cells[_HORIZON])
            if ring.sent != ring.next and self._pump():
                continue
            if contacts.undecided:
                linger(at, cells, 100)
            if (cells[_HORIZON] - self._next_tick) & _MASK < _HALF:
                self._next_tick = (cells[_HORIZON] + _TICK_US) & _MASK
                self._tick()
                continue
            if contacts.undecided:
                continue
            if self._hear():
                continue
            if self.raw.on and self.raw.waiting() and self.flow.room(wire.LINE_LIMIT + 1):
                self.say(self.raw.body().decode())
                continue
            at[_PASS_TICK] = 0  # sleeping is no work
            sleep.doze(levels + (cells[_TAIL] << 2), wake)

    def stop(self) -> None:
        """Hands everything back, whatever had been started. May be called twice."""
        if self._watchdog is not None:
            from slap import safety

            safety.unwatch()
            self._watchdog = None
        self.capture.stop()
        self.lights.stop()
        if self._timer is not None:
            self._timer.deinit()
            self._timer = None
        gc.enable()


def _nothing(_timer) -> None:  # type: ignore[no-untyped-def]
    """The tick only ends the sleep."""
