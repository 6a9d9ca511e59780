"""The unit: its loop takes edges first, then sends lines, then obeys one command, then sleeps."""

import gc
import os
import select
import sys
from binascii import crc32, hexlify

import machine
from micropython import const

from slap import (
    capture,
    commands,
    debounce,
    lights,
    pen,
    safety,
    settings,
    sleep,
    timebase,
    watcher,
    wire,
)
from slap.debounce import step
from slap.pen import is_prepared, leave, log, prepare

TICK_MS = const(10)
_TICK_US = const(10_000)
# Half a millisecond early counts as due: the timer that ends the sleep has the same period.
_DUE_US = const(9_500)
# Folded in for speed by tests/unit/firmware_constants.py:
# From debounce.py
_TICK_MASK = const(0x3FFFFFFF)
_CLOSED = const(0)
_TAIL = const(1)
_LEFT = const(2)
_HORIZON = const(7)
_UNDECIDED = const(9)
_SPIKES = const(10)
_OUTS = const(19)
# From timebase.py
_HI = const(3)
_LO = const(4)
# From pen.py
_SLAPPED = const(56)
_LAST_DOWN = const(58)
_DECIMAL = const(1)
_HEX = const(2)
# From wire.py
_NEXT_SEQ = const(0)
_SENT_SEQ = const(1)
# From capture.py
_PASS_TICK = const(4)
_WORST_US = const(5)

BEAT_TICKS = 100
QUARTER_TICKS = 25
HOST_TICKS = 300  # without a word from a host for so long, the unit paints the lights
ASLEEP_TICKS = 2  # a bus that is silent for so long is suspended: USB says so after 3 ms
FAULT_TICKS = 10  # a fault of the capture is over after so long without another
QUIET_US = 100_000  # contacts that moved more recently than this may move again at once
PLAY_US = 1_000_000  # somebody plays if a contact has moved more recently than this
LITTER = 40  # so many rarer commands, of half a kilobyte each, lie between two garbage collections
EDGES_LITTER = 4  # a line of raw edges counts as so many: two kilobytes
OVERRUN_LITTER = 2
MEASURE_US = 2_000_000  # counting free memory takes 9 ms, so it waits until nobody has played for so long
WATCHDOG_MS = 4_000
WELL_TICKS = 3_000  # after running for so long, earlier watchdog boots don't count any more
_OVER = "-over"


class NoEdges:
    """Stands in for bench/edges.py until somebody asks for raw edges."""

    def __init__(self) -> None:
        self.on = False
        self.waits = False

    def take(self, levels: int, times: int, cells) -> None:  # type: ignore[no-untyped-def]
        """Take nothing: nobody wants edges."""

    def waiting(self) -> bool:
        return False

    def body(self) -> bytes:
        return b""


class Unit:
    """The whole unit. Only an exception ends `run()`; `stop()` undoes everything."""

    def __init__(self, values: settings.Settings, watchdog: bool = True) -> None:
        self.settings = values
        self.paddles = len(values["paddles"])
        first, width, fitted = values.contacts()
        low = values["polarity"] == "low"
        pull = machine.Pin.PULL_UP if low else machine.Pin.PULL_DOWN
        self.pins = [machine.Pin(first + i, machine.Pin.IN, pull) for i in range(width)]
        self.cells = debounce.new_cells(width, fitted, capture.RECORDS - 1, (1 << width) - 1 if low else 0)
        self.rings = capture.Rings()
        if values["capture"] == "irq":
            from slap.capture_irq import IrqCapture

            self.capture = IrqCapture(self.pins, self.rings, first)
        else:
            self.capture = capture.PioCapture(self.pins, self.rings)  # type: ignore[assignment]
        self.watcher = watcher.Watcher(self.cells, self._trouble)
        self.apply_timing()
        self.ring = wire.Ring()
        self.reader = wire.Reader()
        self.edges = NoEdges()
        self.lights = lights.Lights(values)
        self.heard_tick = 0
        # A write into a full USB buffer would wait: see wire.UNCOVERED_LIMIT. While no program has the
        # port open, no write waits: new bytes replace the oldest ones in the buffer.
        self._write = sys.stdout.buffer.write
        # one view for each length: nothing is cut from the heap when a slap leaves
        view = memoryview(pen.line)
        self._views = [view[:length] for length in range(len(pen.line) + 1)]
        self._words = timebase.words
        pen.text_from(self.reader.line)
        self._words[pen.PADDLES] = self.paddles
        self._words[pen.TOUCHES] = self.paddles if values["touch"] else 0
        self._light = -1  # the contact of the light sensor; -1: there is none
        if values["light"]:  # the sensor is told as the touch contact of one paddle more than there are
            self._light = 2 * self.paddles
            self._words[pen.TOUCHES] = self.paddles + 1
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._ipoll = self._poll.ipoll
        self._stdin = sys.stdin.buffer.readinto
        self._byte = bytearray(1)
        self.unit_id = hexlify(machine.unique_id()).decode()
        self.boot_id = "%08x" % (crc32(os.urandom(8) + b"%d" % timebase.read(timebase.words)) & 0xFFFFFFFF)
        self._ticked = 0  # the tick of the loop's last tick
        self._command = False  # a whole command stands in the reader
        self._beat_in = BEAT_TICKS
        self._beat_due = False
        self._tick_due = False  # the watcher has looked; the rest of the tick is to be done
        self._quarter_in = 0
        self._host_ticks = 0
        self._blind_ticks = 0
        self._overrun_ticks = 0
        self._faulty = 0  # contacts in FAULT, as bits
        self._standing = []  # type: list[tuple[int, str]]  # faults that are not over
        self._well_in = WELL_TICKS
        self._litter = 0
        self._free = 0
        self._measure = False
        self._count = False
        self._timer = None  # type: machine.Timer | None
        self._watchdog = None
        self._want_watchdog = watchdog
        self._frame = sleep.frame()
        self._bus = False  # a computer has spoken on the bus since power-on
        self._still_ticks = 0  # how long the bus has been silent
        self._total_at_fetch = -1  # TOTAL when the host had last fetched all; -1: something still waits

    # -- for the other files

    def apply_timing(self) -> None:
        """Let the debounce use the durations of the settings from now on."""
        values = self.settings
        self.cells[debounce.HOLD_US] = values["hold_us"]
        self.cells[debounce.GAP_US] = values["gap_us"]
        self.cells[debounce.LOCKOUT_US] = values["lockout_ms"] * 1000
        self.cells[debounce.DUE] = self.cells[_HORIZON]  # it was calculated with the old values

    def restart_capture(self) -> None:
        """Begin again with an empty ring; the first record shows the levels as they are."""
        self.capture.stop()
        self.cells[_TAIL] = 0
        self.cells[debounce.SEEN] = 0
        self.capture.start()

    def in_play(self) -> bool:
        """Return whether somebody plays: a contact has moved in the last second."""
        return self.watcher.quiet_us < PLAY_US

    def host_lights(self, colours) -> None:  # type: ignore[no-untyped-def]
        """Show a host's colours, unless the unit shows a fault of its own."""
        if self._state() == "host":
            self.lights.host(colours)

    def say(self, body: str) -> bool:
        """Send a line if there is room for it, else drop it; return whether it was sent."""
        line = wire.frame(body.encode())
        if len(line) > wire.LINE_LIMIT + 1 or not self.ring.room(len(line)):
            return False
        self._write(line)
        self.ring.wrote(len(line))
        return True

    def send(self, length: int) -> bool:
        """Send or drop the line of this length that the pen has written; return whether it was sent."""
        if not self.ring.room(length):
            return False
        self._write(self._views[length])
        self.ring.wrote(length)
        return True

    def fault(self, paddle: int, what: str, detail: int = 0) -> None:
        """Tell a FAULT that begins, or one that ends ("-over"), and remember which ones stand."""
        if not what.endswith(_OVER):
            self._standing.append((paddle, what))
        elif (paddle, what[: -len(_OVER)]) in self._standing:
            self._standing.remove((paddle, what[: -len(_OVER)]))
        self._put_fault(paddle, what, detail)

    def tell_standing(self) -> None:
        """Tell a host that has just come which faults are not over.

        While events still wait to leave it is not told: a host that asks without end must not fill the ring.
        """
        if self.ring.words[_SENT_SEQ] == self.ring.next:
            for paddle, what in self._standing:
                self._put_fault(paddle, what, 0)

    def _put_fault(self, paddle: int, what: str, detail: int) -> None:
        timebase.read(self._words)
        extra = wire.FAULTS.index(what) | detail << 8
        self.ring.put(wire.FAULT, paddle, self._words[_HI], self._words[_LO], extra)

    # -- what the contacts do

    def _role(self, contact: int) -> int:
        """Return the kind of event that this contact makes: DOWN for a paddle, TOUCH or NEXT."""
        if contact < self.paddles:
            return wire.DOWN
        if contact < 2 * self.paddles and self.settings["touch"]:
            return wire.TOUCH
        return wire.NEXT

    def _trouble(self, what: str, contact: int, on: bool) -> None:
        """Tell that a contact begins (`on`) or ends to be "stuck" or "chatter", as a FAULT of its paddle."""
        if contact == self._light:
            return  # a screen may stay bright, and flicker
        role = self._role(contact)
        paddle = contact % self.paddles
        if role == wire.TOUCH:
            what = "touch-" + what
        elif role == wire.NEXT:
            what = "next-" + what
            paddle = wire.NOBODY
        if on:
            self._faulty |= 1 << contact
        else:
            self._faulty &= ~(1 << contact)
            what += "-over"
        self.fault(paddle, what)

    # -- lines out

    def _pump_rare(self) -> None:
        """Send an event that pen.leave() can't: a FAULT, or GONE for one that is no longer kept."""
        ring = self.ring
        if not ring.room(wire.EVENT_LIMIT):
            return  # asked before anything is made: while nobody reads, this comes at every pass
        self._litter += 1
        seq = ring.words[wire.SENT_SEQ]
        if seq < ring.oldest:
            if self.say("GONE,%d" % ring.oldest):
                ring.since(ring.oldest)
            return
        line = wire.frame(ring.fault(seq))
        self._write(line)
        ring.leave(seq, len(line))

    def _beat(self) -> None:
        """Send a BEAT: how the unit is, and up to when every slap is told."""
        words = self._words
        at = self.capture.at
        timebase.read(words)
        words[pen.KIND] = pen.BEAT
        words[pen.COUNT] = 0
        pen.add_time(words)
        pen.add(words, self.ring.next, _DECIMAL)
        pen.add(words, self.cells[_CLOSED], _HEX)
        pen.add(words, self.cells[_SPIKES], _DECIMAL)
        pen.add(words, self._free, _DECIMAL)
        pen.add(words, at[_WORST_US], _DECIMAL)
        timebase.stamp(words, debounce.known(self.cells))
        pen.add_time(words)
        if self.send(pen.format_line(words, pen.line)):
            at[_WORST_US] = 0

    # -- commands in

    def _hear(self) -> bool:
        """Read one byte and note when a command is complete. Return False if there was no byte.

        A command's time is that of its `$`, or of its end if it was typed by hand.
        """
        heard = False
        for _ in self._ipoll(0):
            heard = True
        if not heard:
            return False
        byte = self._byte
        reader = self.reader
        self._stdin(byte)
        if byte[0] == 3:  # Ctrl-C: main.py leaves it to the loop, where nothing is half done
            raise KeyboardInterrupt
        if byte[0] == 36:
            self.heard_tick = timebase.read(self._words)
        if not reader.feed(byte[0]) or not reader.take():
            return True
        self._host_ticks = HOST_TICKS
        if reader.typed:
            self.heard_tick = timebase.read(self._words)
            self.ring.cover_all()
        self._command = reader.end != reader.start
        return True

    def _obey(self) -> None:
        """Obey the command in the reader.

        It has a pass of the loop of its own, apart from reading its last byte: so an edge waits half as long.
        """
        self._command = False
        if commands.often(self, self.reader):
            return
        self._litter += 1
        ring = self.ring
        ring.ping()  # a host that asks again has read the answer before
        before = ring.words[wire.TOTAL]
        commands.obey(self, self.reader.body())
        if ring.words[wire.TOTAL] != before:
            ring.pong_left()

    # -- time

    def _tick(self) -> None:
        """Do what is due a hundred times a second, after the watcher; never called while records wait.

        Lights, BEAT and the two collections of garbage take long, so that at most one of them has this tick.
        """
        if self._watchdog is not None:
            self._watchdog.feed()
            if self._well_in:
                self._well_in -= 1
                if not self._well_in:
                    safety.forget_bites()
        awake = self._look_at_bus()
        if self._host_ticks:
            self._host_ticks -= 1
        elif awake:
            self._cover_fetched()
        else:
            self._total_at_fetch = -1
        self._beat_in -= 1
        self._quarter_in -= 1
        words = self._words
        if words[_SLAPPED]:
            words[_SLAPPED] = 0
            if self._state() == "no host":
                self.lights.slapped(words[_LAST_DOWN])
        if self.watcher.quiet_us >= watcher.OLD_US:
            self.cells[debounce.SEEN] = 0  # after a longer silence old times look like new ones
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
            self._beat_in += BEAT_TICKS  # not `=`: lights may have had the tick at which it was due
            self._beat_due = True
        elif self.watcher.quiet_us < QUIET_US:
            self._measure = True  # measure free memory once nobody plays any more
            self._count = False
        elif self._litter > LITTER:
            self._litter = 0
            gc.collect()
            self._measure = True
        elif self._measure and self.watcher.quiet_us > MEASURE_US:
            self._measure = False
            self._litter = 0
            gc.collect()  # what came since the last one is garbage, not use
            self._count = True
        elif self._count:  # in another tick: collecting and counting together take longer than LOOP_US
            self._count = False
            self._free = gc.mem_free()

    def _look_at_bus(self) -> bool:
        """Return whether the computer is awake; while it sleeps, hold all lines back: nobody fetches them."""
        frame = sleep.frame()
        if frame != self._frame:
            self._frame = frame
            self._bus = True
            if self._still_ticks >= ASLEEP_TICKS:
                self.ring.let_out(True)
            self._still_ticks = 0
            return True
        if self._bus and self._still_ticks < ASLEEP_TICKS:
            self._still_ticks += 1
            if self._still_ticks == ASLEEP_TICKS:
                self.ring.let_out(False)
        return False

    def _cover_fetched(self) -> None:
        """Count all lines as read once the computer has fetched them, while no host says so itself.

        It must have fetched the same total at two ticks in a row: only then no further packet waits.
        """
        if not sleep.fetched():
            self._total_at_fetch = -1
            return
        total = self.ring.words[wire.TOTAL]
        if self._total_at_fetch == total:
            self.ring.cover_all()
        self._total_at_fetch = total

    def _state(self) -> str:
        """Return what the lights show: "asleep", "fault", "host" or "no host"."""
        if self._still_ticks >= ASLEEP_TICKS:
            return "asleep"
        if self._faulty or self._blind_ticks or self._overrun_ticks:
            return "fault"
        return "host" if self._host_ticks else "no host"

    # -- the capture's own troubles

    def _blind(self) -> None:
        """Begin a tie and a FAULT, because the look stalled: since then levels are true, but times late."""
        debounce.blind(self.cells, timebase.read(timebase.words))
        if not self._blind_ticks:
            self.fault(wire.NOBODY, "blind")
        self._blind_ticks = FAULT_TICKS

    def overrun(self, check: int) -> None:
        """Start again with the levels as they are now, because records are lost: begin a tie and a FAULT.

        `check`: the result of step() that noticed it.
        """
        self.restart_capture()
        self._litter += OVERRUN_LITTER
        debounce.blind(self.cells, timebase.read(timebase.words))
        if not self._overrun_ticks:
            self.fault(wire.NOBODY, "overrun", check)
        self._overrun_ticks = FAULT_TICKS

    # -- the loop

    def start(self) -> None:
        """Start capture, debounce, timer and watchdog."""
        gc.collect()
        self._free = gc.mem_free()
        sleep.prepare()
        self._timer = machine.Timer(-1, period=TICK_MS, callback=_nothing)
        self.capture.start()
        closed = 0
        for i, pin in enumerate(self.pins):
            closed |= pin.value() << i
        now = timebase.read(self._words)
        debounce.start(self.cells, (closed ^ self.cells[debounce.INVERT]) & self.cells[debounce.FITTED], now)
        self._ticked = now
        if self._want_watchdog:
            self._watchdog = safety.watch(WATCHDOG_MS)

    def run(self) -> None:
        """Start and run the loop until an exception ends it.

        Each pass begins with the edges. Whatever takes long ends its pass by `continue`, so that no edge
        waits for two such things. While a contact is undecided all else waits: its slap must leave at once.
        """
        self.start()
        self.say(commands.hello(self))  # lost if the computer finds the unit later: so a host asks for it
        cells = self.cells
        at = self.capture.at
        wake = self.capture.wake
        levels = self.rings.levels
        times = self.rings.times
        watch = capture.watch
        linger = capture.linger
        events = self.ring.words
        prepared = 0  # length of a DOWN that waits in the pen while its contact is held, 0: none
        words = self._words
        write = self._write
        views = self._views
        line = pen.line
        while True:
            if watch(at, cells):
                prepared = 0  # the FAULT takes its number
                self._blind()
            if cells[_LEFT] and self.edges.on:
                self.edges.take(levels, times, cells)
            said = step(levels, times, cells)
            if said:
                prepared = 0
                self.overrun(said)
                continue
            if cells[_OUTS]:
                if prepared and not is_prepared(words, cells):
                    prepared = 0
                if prepared:
                    write(views[prepared])
                log(words, cells, events, prepared)
                prepared = 0
            if events[_NEXT_SEQ] != events[_SENT_SEQ]:
                prepared = 0
                length = leave(words, line, events)
                if length > 0:
                    write(views[length])
                    while not cells[_UNDECIDED]:  # slaps that came together leave together
                        length = leave(words, line, events)
                        if length <= 0:
                            break
                        write(views[length])
                    continue
                if length < 0:
                    self._pump_rare()
            if cells[_UNDECIDED]:
                if not prepared:
                    prepared = prepare(words, line, cells, events)
                # 100 us at most: a new pass looks at the stall flag, the end of a burst and the tick
                linger(at, cells, 100)
                # All else waits, but two ticks at most: noise may keep a contact undecided.
                if (cells[_HORIZON] - self._ticked) & _TICK_MASK < _DUE_US + 2 * _TICK_US:
                    continue
            prepared = 0
            # Only differences of ticks: a sum of two may be too large for a small int.
            if (cells[_HORIZON] - self._ticked) & _TICK_MASK >= _DUE_US:
                self._ticked = cells[_HORIZON]
                if self._tick_due:  # undecided contacts have put it off
                    self._tick()
                self.watcher.tick(cells[_HORIZON])
                self._tick_due = True
                continue
            if cells[_UNDECIDED]:
                continue
            if self._tick_due:  # in a pass of its own, as the watcher takes as long
                self._tick_due = False
                self._tick()
                continue
            if self._beat_due:  # in a pass of its own: after a tick's work an edge would wait too long
                self._beat_due = False
                self._beat()
                continue
            if self._command:
                self._obey()
                continue
            if self._hear():
                continue
            if self.edges.waits and self.edges.waiting() and self.ring.room(wire.LINE_LIMIT + 1):
                self.say(self.edges.body().decode())
                self._litter += EDGES_LITTER
                continue
            at[_PASS_TICK] = 0  # the sleep does not count as a long pass
            sleep.doze(levels + (cells[_TAIL] << 2), wake)

    def stop(self) -> None:
        """Stop everything that was started. May be called twice."""
        if self._watchdog is not None:
            safety.unwatch()
            self._watchdog = None
        self.capture.stop()
        self.lights.stop()
        if self._timer is not None:
            self._timer.deinit()
            self._timer = None


def _nothing(_timer) -> None:  # type: ignore[no-untyped-def]
    """Do nothing: the timer's interrupt only has to end the sleep."""
