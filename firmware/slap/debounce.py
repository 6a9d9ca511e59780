"""Pure: edges to downs and ups, per contact. One source: viper on the unit, plain Python on CPython.

Times are ticks: the low 30 bits of the microsecond timer, so that none is ever a heap object. A tick is
compared only with ticks less than nine minutes away; whatever waits longer is a state, not a tick. All that
the rule knows is in one array of words, `cells`, so that a bouncing contact costs 2 us an edge, not 170.
"""

from array import array

from slap.viper import const, micropython, ptr32

TICK_MASK = const(0x3FFFFFFF)
HALF = const(0x20000000)  # ticks further than this ahead are behind
FOREVER = const(0x3FFFFFFF)

# The words of `cells`: what all contacts share,
CLOSED = const(0)  # levels as of the last record taken, bit set: closed
TAIL = const(1)  # the next record's slot
LEFT = const(2)  # records to take
RING_MASK = const(3)
INVERT = const(4)
INPUTS = const(5)
FITTED = const(6)  # which contacts there are; the pins between them are not looked at
HORIZON = const(7)  # up to here every edge is in the ring
CHECK = const(8)  # look at the slot after the last record: it must bear the mark
UNDECIDED = const(9)  # contacts in FIRST or READY: the loop looks again at once
SPIKES = const(10)
TIE_ON = const(11)  # first edges up to TIE_END carry TIE_TICK: the capture can't tell them apart
TIE_TICK = const(12)
TIE_END = const(13)
HOLD_US = const(14)
BURST_US = const(15)
GAP_US = const(16)
REST_US = const(17)
LOCKOUT_US = const(18)
OUTS = const(19)  # how many of the outs below are filled
FIRST_OUT = const(20)  # four words each: what, contact, tick, extra
MOST_OUTS = const(32)
# and for each contact:
FIRST_CELL = const(148)
CELL_WORDS = const(8)
LAST = const(0)  # tick of its last edge
EDGES = const(1)  # edges since the first
LIMIT_OPEN = const(2)  # stillness that needs thought while open (0: every edge does)
LIMIT_CLOSED = const(3)  # and while closed
STATE = const(4)
STAMP = const(5)  # what the slap will carry
BEGAN = const(6)  # the true first edge: the burst is reckoned from it

# A contact's states
REST = const(0)  # open; the next edge is a first edge
FIRST = const(1)  # a first edge was seen, undecided
READY = const(2)  # a slap, waiting for earlier first edges to be decided
DOWN = const(3)  # told; all is bounce until still
NOISE = const(4)  # not believed until open and still for a while

# What comes out
OUT_DOWN = const(0)
OUT_UP = const(1)  # extra: edges in between

# What step() says
ALL_TAKEN = const(0)
SPOILED = const(1)  # a slot that should hold a record bears the mark: the ring was overrun
MAYBE_LAPPED = const(2)  # the slot after the last record does not bear the mark (only with CHECK set)

TAKEN = const(-1)  # the mark: no levels word has all bits set


@micropython.viper
def _enter(cells: ptr32, cell: int, state: int):  # type: ignore[no-untyped-def]
    was = int(cells[cell + STATE])
    cells[cell + STATE] = state
    if was == FIRST or was == READY:
        cells[UNDECIDED] = int(cells[UNDECIDED]) - 1
    limit_open = 0
    limit_closed = FOREVER
    if state == FIRST:
        limit_open = int(cells[GAP_US])
        limit_closed = int(cells[HOLD_US])
    elif state == NOISE:
        limit_open = int(cells[REST_US])
    elif state != REST:
        limit_open = int(cells[LOCKOUT_US])
    if state == FIRST or state == READY:
        cells[UNDECIDED] = int(cells[UNDECIDED]) + 1
    cells[cell + LIMIT_OPEN] = limit_open
    cells[cell + LIMIT_CLOSED] = limit_closed


@micropython.viper
def _settle(cells: ptr32, cell: int, closed: int, now: int):  # type: ignore[no-untyped-def]
    """What stillness up to `now` decides about one contact whose level is `closed`."""
    state = int(cells[cell + STATE])
    last = int(cells[cell + LAST])
    quiet = (now - last) & TICK_MASK
    if quiet >= HALF:  # its last edge is later than now
        quiet = 0
    if state == FIRST:
        if closed:
            if ((last + int(cells[HOLD_US]) - int(cells[cell + BEGAN])) & TICK_MASK) > int(cells[BURST_US]):
                cells[SPIKES] = int(cells[SPIKES]) + 1
                _enter(cells, cell, NOISE)
            elif quiet >= int(cells[HOLD_US]):
                _enter(cells, cell, READY)
        elif quiet >= int(cells[GAP_US]):
            cells[SPIKES] = int(cells[SPIKES]) + 1
            _enter(cells, cell, REST)
        elif ((now - int(cells[cell + BEGAN])) & TICK_MASK) > int(cells[BURST_US]):
            cells[SPIKES] = int(cells[SPIKES]) + 1
            _enter(cells, cell, NOISE)
    elif closed:
        pass  # held: only opening changes anything
    elif state == DOWN:
        if quiet >= int(cells[LOCKOUT_US]):
            out = FIRST_OUT + 4 * int(cells[OUTS])
            cells[out] = OUT_UP
            cells[out + 1] = (cell - FIRST_CELL) >> 3
            cells[out + 2] = last
            cells[out + 3] = (
                int(cells[cell + EDGES]) - 2
            )  # neither the first edge nor the last opening is bounce
            cells[OUTS] = int(cells[OUTS]) + 1
            _enter(cells, cell, REST)
    elif state == NOISE and quiet >= int(cells[REST_US]):
        _enter(cells, cell, REST)


@micropython.viper
def _begin(cells: ptr32, cell: int, tick: int):  # type: ignore[no-untyped-def]
    """A first edge."""
    cells[cell + EDGES] = 0
    cells[cell + BEGAN] = tick
    stamp = tick
    if int(cells[TIE_ON]):
        if ((int(cells[TIE_END]) - tick) & TICK_MASK) < HALF:
            stamp = int(cells[TIE_TICK])
        else:
            # An edge after the tie has its own time: what is missed from now on is another tie.
            cells[TIE_ON] = 0
    cells[cell + STAMP] = stamp
    if int(cells[HOLD_US]):
        _enter(cells, cell, FIRST)
    else:
        _enter(cells, cell, READY)


@micropython.viper
def _release(cells: ptr32):  # type: ignore[no-untyped-def]
    """Let out the slaps that no undecided contact can come before, the earliest first."""
    while int(cells[UNDECIDED]):
        earliest = 0
        cell = FIRST_CELL
        left = int(cells[INPUTS])
        while left > 0:
            state = int(cells[cell + STATE])
            if state == FIRST or state == READY:
                if earliest == 0:
                    earliest = cell
                else:
                    later = (int(cells[cell + STAMP]) - int(cells[earliest + STAMP])) & TICK_MASK
                    # of two at the same time the one that can leave goes first
                    if later >= HALF or (later == 0 and int(cells[earliest + STATE]) == FIRST):
                        earliest = cell
            cell += CELL_WORDS
            left -= 1
        if int(cells[earliest + STATE]) == FIRST:
            return
        out = FIRST_OUT + 4 * int(cells[OUTS])
        cells[out] = OUT_DOWN
        cells[out + 1] = (earliest - FIRST_CELL) >> 3
        cells[out + 2] = cells[earliest + STAMP]
        cells[out + 3] = 0
        cells[OUTS] = int(cells[OUTS]) + 1
        _enter(cells, earliest, DOWN)


@micropython.viper
def step(levels: ptr32, times: ptr32, cells: ptr32) -> int:
    """Take the records that are there, then let stillness up to the horizon decide. Outs are filled."""
    tail = int(cells[TAIL])
    left = int(cells[LEFT])
    mask = int(cells[RING_MASK])
    invert = int(cells[INVERT])
    fitted = int(cells[FITTED])
    was = int(cells[CLOSED])
    if int(cells[CHECK]) and int(levels[(tail + left) & mask]) != TAKEN:
        return MAYBE_LAPPED
    said = ALL_TAKEN
    while left > 0:
        word = int(levels[tail])
        if word == TAKEN:
            said = SPOILED
            break
        if int(cells[OUTS]) > MOST_OUTS - 20:  # a long blackout holds many slaps: the rest at the next call
            break
        closed = (word ^ invert) & fitted
        bits = closed ^ was
        if bits:
            tick = int(times[tail]) & TICK_MASK
            level = was
            cell = FIRST_CELL
            while bits:
                if bits & 1:
                    if ((tick - int(cells[cell])) & TICK_MASK) >= int(cells[cell + LIMIT_OPEN + (level & 1)]):
                        _settle(cells, cell, level & 1, tick)
                        if int(cells[cell + STATE]) == REST:
                            _begin(cells, cell, tick)
                    cells[cell] = tick
                    cells[cell + EDGES] = int(cells[cell + EDGES]) + 1
                bits >>= 1
                level >>= 1
                cell += CELL_WORDS
            was = closed
        levels[tail] = TAKEN
        tail = (tail + 1) & mask
        left -= 1
    cells[CLOSED] = was
    cells[TAIL] = tail
    cells[LEFT] = left
    if left == 0:
        now = int(cells[HORIZON])
        cell = FIRST_CELL
        left = int(cells[INPUTS])
        while left > 0:
            limit = int(cells[cell + LIMIT_OPEN + (was & 1)])
            state = int(cells[cell + STATE])
            # An UP can wait, a slap being decided can't: telling of the one would hold up the other.
            if limit and (state != DOWN or int(cells[UNDECIDED]) == 0):
                quiet = (now - int(cells[cell])) & TICK_MASK
                age = 0  # of an undecided contact
                if state == FIRST:
                    age = (now - int(cells[cell + BEGAN])) & TICK_MASK
                if quiet < HALF and (quiet >= limit or age > int(cells[BURST_US])):
                    _settle(cells, cell, was & 1, now)
            was >>= 1
            cell += CELL_WORDS
            left -= 1
        if int(cells[TIE_ON]) and ((now - int(cells[TIE_END])) & TICK_MASK) < HALF:
            cells[TIE_ON] = 0
    if int(cells[UNDECIDED]):
        _release(cells)
    return said


def new_cells(inputs: int, fitted: int, ring_mask: int, invert: int) -> "array[int]":
    """All contacts open and at rest, times as wire.md has them."""
    cells = array("i", [0] * (FIRST_CELL + CELL_WORDS * inputs))
    cells[RING_MASK] = ring_mask
    cells[INVERT] = invert
    cells[INPUTS] = inputs
    cells[FITTED] = fitted
    cells[HOLD_US] = 100
    cells[BURST_US] = 5_000
    cells[GAP_US] = 1_000
    cells[REST_US] = 2_000
    cells[LOCKOUT_US] = 50_000
    for i in range(inputs):
        cells[FIRST_CELL + CELL_WORDS * i + LIMIT_CLOSED] = FOREVER
    return cells


def start(cells: "array[int]", closed: int, tick: int) -> None:
    """The levels to begin with. What is closed now was never seen to close: no slap until it was open."""
    cells[CLOSED] = closed
    for i in range(cells[INPUTS]):
        cell = FIRST_CELL + CELL_WORDS * i
        cells[cell + LAST] = tick
        if closed >> i & 1:
            _enter(cells, cell, NOISE)


def blind(cells: "array[int]", tick: int) -> None:
    """The capture missed something up to `tick`: nobody can tell apart the first edges from the last record
    to there, nor those of contacts that closed unseen and show within a gap after."""
    # What is missed again at once belongs to the same tie, but no time is given that is long past.
    if not cells[TIE_ON] or (tick - cells[TIE_TICK]) & TICK_MASK > cells[BURST_US]:
        cells[TIE_TICK] = tick
    cells[TIE_ON] = 1
    cells[TIE_END] = (tick + cells[GAP_US]) & TICK_MASK
