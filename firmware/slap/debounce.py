"""Pure: edges to downs and ups, per contact. Same input, same output, on CPython and on the unit.

Times are ticks: the low 30 bits of the microsecond timer, so that none is ever a heap object. A tick is compared
only with ticks less than nine minutes away; whatever waits longer than that is a state, not a tick.
"""

from array import array

try:
    from micropython import const
except ImportError:  # CPython

    def const(value: int) -> int:
        return value


TICK_MASK = const(0x3FFFFFFF)
HALF = const(0x20000000)
FOREVER = const(0x3FFFFFFF)  # reached by chance once in 17 minutes at most, and then harmless

# What the skimming of records shares with this file: one array of words.
CLOSED = const(0)  # the contacts' levels as of the last record taken, bit set: closed
TAIL = const(1)  # the next record's slot
LEFT = const(2)  # records to take
RING_MASK = const(3)
INVERT = const(4)
INPUTS = const(5)
STOP_CLOSED = const(6)  # a record that needs thought: its levels and its tick
STOP_TICK = const(7)
HORIZON = const(8)  # up to here every edge is in the ring
BURST_END = const(9)  # the earliest moment at which an undecided contact has had its time
BURST_ON = const(10)
DUE = const(11)  # a bit for each contact whose stillness reached its limit
CHECK = const(12)  # look at the slot after the last record: it must bear the mark
FITTED = const(13)  # which contacts there are; the pins between them are not looked at
FIRST_CELL = const(14)
LAST = const(0)  # for each contact: tick of its last edge,
EDGES = const(1)  # edges counted,
LIMIT_OPEN = const(2)  # stillness that needs thought while open
LIMIT_CLOSED = const(3)  # and while closed
CELL_WORDS = const(4)
DUE_BURST = const(1 << 20)
TAKEN = 0xFFFFFFFF  # the mark of a slot that was taken

# What skimming says
ALL_TAKEN = const(0)  # and DUE says which contacts have reached their limit by HORIZON
STOPPED = const(
    1
)  # before the record in STOP_*: a contact had been still for its limit (0 at rest: every edge)
SPOILED = const(2)  # a slot that should hold a record bears the mark: the ring was overrun
MAYBE_LAPPED = const(3)  # the slot after the last record does not bear the mark (only with CHECK set)

# A contact's states
REST = const(0)  # open; the next edge is a first edge
FIRST = const(1)  # a first edge was seen, undecided
READY = const(2)  # a slap, waiting for earlier first edges to be decided
DOWN = const(3)  # told; all is bounce until still
NOISE = const(4)  # not believed until open and still for a while

# What comes out
OUT_DOWN = const(0)
OUT_UP = const(1)
OUT_CHATTER = const(2)
OUT_STUCK = const(3)
OUT_FIRST = const(4)  # no slap yet: time to prepare its line


def new_cells(inputs: int, fitted: int, ring_mask: int, invert: int) -> "array[int]":
    """The words that skimming and debounce share, all contacts open and at rest."""
    cells = array("i", [0] * (FIRST_CELL + CELL_WORDS * inputs))
    cells[RING_MASK] = ring_mask
    cells[INVERT] = invert
    cells[INPUTS] = inputs
    cells[FITTED] = fitted
    for i in range(inputs):
        cells[FIRST_CELL + CELL_WORDS * i + LIMIT_CLOSED] = FOREVER
    return cells


def skim(levels: "array[int]", times: "array[int]", cells: "array[int]") -> int:
    """Take records as long as they only say that a bouncing contact bounces.

    This is the plain twin of skim.skim, for CPython and for the vectors.
    """
    fitted = cells[FITTED]
    if cells[CHECK] and levels[(cells[TAIL] + cells[LEFT]) & cells[RING_MASK]] != TAKEN:
        return MAYBE_LAPPED
    while cells[LEFT] > 0:
        tail = cells[TAIL]
        if levels[tail] == TAKEN:
            cells[CHECK] = 0
            return SPOILED
        was = cells[CLOSED]
        closed = (levels[tail] ^ cells[INVERT]) & fitted
        tick = times[tail] & TICK_MASK
        for i in range(cells[INPUTS]):
            cell = FIRST_CELL + CELL_WORDS * i
            limit = cells[cell + LIMIT_OPEN + (was >> i & 1)]
            if (was ^ closed) >> i & 1 and (tick - cells[cell + LAST]) & TICK_MASK >= limit:
                cells[STOP_CLOSED] = closed
                cells[STOP_TICK] = tick
                cells[CHECK] = 0
                return STOPPED
        for i in range(cells[INPUTS]):
            if (was ^ closed) >> i & 1:
                cells[FIRST_CELL + CELL_WORDS * i + LAST] = tick
                cells[FIRST_CELL + CELL_WORDS * i + EDGES] += 1
        cells[CLOSED] = closed
        levels[tail] = TAKEN
        cells[TAIL] = (tail + 1) & cells[RING_MASK]
        cells[LEFT] -= 1
    due = 0
    for i in range(cells[INPUTS]):
        cell = FIRST_CELL + CELL_WORDS * i
        limit = cells[cell + LIMIT_OPEN + (cells[CLOSED] >> i & 1)]
        quiet = (cells[HORIZON] - cells[cell + LAST]) & TICK_MASK
        if limit and limit <= quiet < HALF:  # the upper half: the last edge is later than the horizon
            due |= 1 << i
    if cells[BURST_ON] and (cells[HORIZON] - cells[BURST_END]) & TICK_MASK < HALF:
        due |= DUE_BURST
    cells[DUE] = due
    return ALL_TAKEN


class Timing:
    """How long is long: settings, in microseconds."""

    def __init__(self) -> None:
        self.hold_us = 100  # unbroken contact that makes a slap; 0: the first edge does
        self.burst_us = 5_000  # it must manage that within this of its first edge
        self.gap_us = 1_000  # open for longer than this ends an undecided contact: a spike
        self.rest_us = 2_000  # open for this long before a contact that was noise is believed again
        self.lockout_us = 50_000  # stillness that ends the bounce
        self.chatter_us = 1_000_000
        self.stuck_us = 30_000_000


class Debounce:
    """Contacts in, slaps out: `tell(what, contact, tick, extra)` is called for each, DOWNs in order of their ticks."""

    def __init__(self, cells: "array[int]", timing: Timing, tell) -> None:  # type: ignore[no-untyped-def]
        self.cells = cells
        self.timing = timing
        self.tell = tell
        self.inputs = cells[INPUTS]
        self.spikes = 0
        self.undecided = 0  # contacts in FIRST or READY: the loop looks again at once
        self.quiet_us = 0  # how long all contacts have been still, as of the last tick()
        self.state = [REST] * self.inputs
        self._stamp = [0] * self.inputs  # what the slap will carry
        self._began = [0] * self.inputs  # the true first edge: the burst is reckoned from it
        self._restless = [-1] * self.inputs  # tick since when it has not been still
        self._chatter = [False] * self.inputs
        self._stuck = [False] * self.inputs
        self._tie_tick = -1
        self._tie_end = 0

    def start(self, closed: int, tick: int) -> None:
        """The levels to begin with. What is closed now was never seen to close: no slap until it was open."""
        self.cells[CLOSED] = closed
        for i in range(self.inputs):
            self.cells[FIRST_CELL + CELL_WORDS * i + LAST] = tick
            if closed >> i & 1:
                self._enter(i, NOISE)

    def blind(self, tick: int) -> None:
        """The capture missed something up to `tick`: first edges from the last record to there are told apart by nobody.

        So are those of contacts that may have closed for the first time before: they show again within a gap.
        """
        self._tie_tick = tick
        self._tie_end = (tick + self.timing.gap_us) & TICK_MASK

    def record(self, closed: int, tick: int) -> None:
        """One look that skim() stopped at: time first, then the edges."""
        cells = self.cells
        changed = closed ^ cells[CLOSED]
        i = 0
        while changed:
            if changed & 1:
                cell = FIRST_CELL + CELL_WORDS * i
                self._settle(i, tick)
                if self.state[i] == REST:
                    self._begin(i, tick)
                cells[cell + LAST] = tick
                cells[cell + EDGES] += 1
            changed >>= 1
            i += 1
        cells[CLOSED] = closed
        if self.timing.hold_us == 0:
            self._release()

    def time(self, now: int) -> None:
        """All records up to `now` are taken and DUE is set: settle what stillness decides."""
        due = self.cells[DUE]
        if due & DUE_BURST:
            due = (1 << self.inputs) - 1
        i = 0
        while due & ~DUE_BURST:
            if due & 1:
                self._settle(i, now)
            due >>= 1
            i += 1
        if self.undecided:
            self._release()
        if self._tie_tick >= 0 and (now - self._tie_end) & TICK_MASK < HALF:
            self._tie_tick = -1

    def tick(self, now: int) -> None:
        """A hundred times a second: what takes long, chatter and stuck contacts."""
        cells = self.cells
        timing = self.timing
        least = TICK_MASK
        for i in range(self.inputs):
            quiet = (now - cells[FIRST_CELL + CELL_WORDS * i + LAST]) & TICK_MASK
            if quiet >= HALF:
                quiet = 0
            if quiet < least:
                least = quiet
            if quiet < timing.lockout_us:
                if self._restless[i] < 0:
                    self._restless[i] = now
                elif not self._chatter[i] and (now - self._restless[i]) & TICK_MASK >= timing.chatter_us:
                    self._chatter[i] = True
                    self.tell(OUT_CHATTER, i, now, 1)
            else:
                self._restless[i] = -1
                if self._chatter[i]:
                    self._chatter[i] = False
                    self.tell(OUT_CHATTER, i, now, 0)
            if self.state[i] == REST:
                if self._stuck[i]:
                    self._stuck[i] = False
                    self.tell(OUT_STUCK, i, now, 0)
            elif not self._stuck[i] and cells[CLOSED] >> i & 1 and quiet >= timing.stuck_us:
                self._stuck[i] = True
                self.tell(OUT_STUCK, i, now, 1)
        self.quiet_us = least

    def _begin(self, i: int, tick: int) -> None:
        self.cells[FIRST_CELL + CELL_WORDS * i + EDGES] = 0
        self._began[i] = tick
        stamp = tick
        if self._tie_tick >= 0 and (self._tie_end - tick) & TICK_MASK < HALF:
            stamp = self._tie_tick
        self._stamp[i] = stamp
        if self.timing.hold_us:
            self._enter(i, FIRST)
            self.tell(OUT_FIRST, i, stamp, 0)
        else:
            self._enter(i, READY)

    def _enter(self, i: int, state: int) -> None:
        was = self.state[i]
        self.state[i] = state
        if was == FIRST or was == READY:
            self.undecided -= 1
        if state == FIRST or state == READY:
            self.undecided += 1
        timing = self.timing
        limit_open = 0
        limit_closed = FOREVER
        if state == FIRST:
            limit_open = timing.gap_us
            limit_closed = timing.hold_us
        elif state == READY or state == DOWN:
            limit_open = timing.lockout_us
        elif state == NOISE:
            limit_open = timing.rest_us
        cell = FIRST_CELL + CELL_WORDS * i
        self.cells[cell + LIMIT_OPEN] = limit_open
        self.cells[cell + LIMIT_CLOSED] = limit_closed
        if was == FIRST or state == FIRST:
            self._watch_bursts()

    def _watch_bursts(self) -> None:
        """The earliest end of an undecided contact's time, for skim() to watch."""
        cells = self.cells
        cells[BURST_ON] = 0
        for i in range(self.inputs):
            if self.state[i] == FIRST:
                # one past the end: what is still closed then can't have been held in time
                end = (self._began[i] + self.timing.burst_us + 1) & TICK_MASK
                if not cells[BURST_ON] or (cells[BURST_END] - end) & TICK_MASK < HALF:
                    cells[BURST_ON] = 1
                    cells[BURST_END] = end

    def _settle(self, i: int, now: int) -> None:
        """What stillness up to `now` decides about one contact."""
        state = self.state[i]
        if state == REST or state == READY:
            return
        cells = self.cells
        timing = self.timing
        last = cells[FIRST_CELL + CELL_WORDS * i + LAST]
        quiet = (now - last) & TICK_MASK
        if quiet >= HALF:  # its last edge is later than now
            quiet = 0
        closed = cells[CLOSED] >> i & 1
        if state == FIRST:
            if closed:
                held = (last + timing.hold_us - self._began[i]) & TICK_MASK
                if held > timing.burst_us:
                    self._spike(i, NOISE)
                elif quiet >= timing.hold_us:
                    self._enter(i, READY)
            elif quiet >= timing.gap_us:
                self._spike(i, REST)
            elif HALF > (now - self._began[i]) & TICK_MASK > timing.burst_us:
                self._spike(i, NOISE)
        elif not closed:
            if state == DOWN:
                if quiet >= timing.lockout_us:
                    # neither the first edge nor the last opening is bounce
                    self.tell(OUT_UP, i, last, cells[FIRST_CELL + CELL_WORDS * i + EDGES] - 2)
                    self._enter(i, REST)
            elif quiet >= timing.rest_us:
                self._enter(i, REST)

    def _spike(self, i: int, state: int) -> None:
        self.spikes += 1
        self._enter(i, state)

    def _release(self) -> None:
        """Tell the slaps that no undecided contact can come before, the earliest first."""
        while self.undecided:
            first = -1
            for i in range(self.inputs):
                state = self.state[i]
                if state == FIRST or state == READY:
                    if first < 0:
                        first = i
                    else:
                        later = (self._stamp[i] - self._stamp[first]) & TICK_MASK
                        if later >= HALF or (later == 0 and state == READY):
                            first = i
            if self.state[first] != READY:
                return
            self._enter(first, DOWN)
            self.tell(OUT_DOWN, first, self._stamp[first], 0)
