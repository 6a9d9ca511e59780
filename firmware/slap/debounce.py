"""Debounce: turns the edges of each contact into DOWNs and UPs. Pure: viper on the unit, Python in tests.

Times are ticks: the low 30 bits of the microsecond timer, so no tick is ever a heap object. A tick is only
compared with ticks less than nine minutes away. Later is `(a - b) & TICK_MASK < HALF`: a is not before b.
All state is in one array of words, `cells`: so a bouncing contact costs 2 us an edge instead of 170.

A cell begins with its last edge: viper reads `cells[cell]` faster than `cells[cell + LAST]`. The other files
repeat the constants that they use, because MicroPython folds only a file's own. They are copies, made by
`python3 tests/unit/firmware_constants.py`.
"""

from array import array

from slap.viper import const, micropython, ptr32

TICK_MASK = const(0x3FFFFFFF)
HALF = const(0x20000000)  # a difference of at least this means the past

# The words of `cells`: what all contacts share,
CLOSED = const(0)  # levels as of the last record taken; a bit is set for a closed contact
TAIL = const(1)  # the next record's slot
LEFT = const(2)  # how many records to take
RING_MASK = const(3)
INVERT = const(4)
INPUTS = const(5)
FITTED = const(6)  # which contacts there are, as bits; the pins between them are ignored
HORIZON = const(7)  # up to this tick every edge is in the ring
DUE = const(8)  # before this tick no stillness decides anything
UNDECIDED = const(9)  # how many contacts are in _FIRST or _READY: the loop looks again at once
SPIKES = const(10)
TIE_ON = const(11)  # 1: first edges up to TIE_END get TIE_TICK, because the capture missed their order
TIE_TICK = const(12)
TIE_END = const(13)
HOLD_US = const(14)
BURST_US = const(15)
GAP_US = const(16)
REST_US = const(17)
LOCKOUT_US = const(18)
OUTS = const(19)  # how many DOWNs and UPs wait below
FIRST_OUT = const(20)  # four words for each; the first is its kind
_OUT_WORDS = const(4)
_OUT_CONTACT = const(1)
_OUT_TICK = const(2)
_OUT_EXTRA = const(3)
_MOST_OUTS = const(30)
_ROOM_OUTS = const(18)  # one decision adds at most so many: an UP and a DOWN of each contact
BOUNCE_US = const(140)  # an opening longer than this is not ordinary bounce
DECIDED = const(141)  # up to this tick stillness has decided everything
KNOWN = const(142)  # what known() returned last
SEEN = const(143)  # how many taken records are still in the ring and young enough to show
# and for each contact:
FIRST_CELL = const(148)
CELL_WORDS = const(8)
LAST = const(0)  # tick of its last edge
_EDGES = const(1)  # edges so far, the first included
# From the stamp to the closing after the last opening longer than BOUNCE_US; 0: there was none. All before
# it may have been a spike, and the slap may have begun only then: so the DOWN says it, as later_us (wire.md).
_REOPENED_US = const(2)
STATE = const(4)
STAMP = const(5)  # the tick that the slap will carry
_BEGAN = const(6)  # tick of the first edge itself, for the burst; differs from STAMP only in a tie

# A contact's states
REST = const(0)  # open; the next edge is a first edge
_FIRST = const(1)  # a first edge was seen, undecided
_READY = const(2)  # a slap, which waits until earlier first edges are decided
TOLD = const(3)  # its DOWN is out; all edges are bounce until it is open and still for LOCKOUT_US
_NOISE = const(4)  # not believed until it is open and still for REST_US

# The kinds of outs
OUT_DOWN = const(0)  # extra: _REOPENED_US, the line's later_us
OUT_UP = const(1)  # extra: edges in between

# The results of step()
ALL_TAKEN = const(0)
SPOILED = const(1)  # a slot that should hold a record was taken already: records were written over
LAPPED = const(2)  # the slot taken last holds a record again: a whole ring or more waits

TAKEN = const(0x20000000)  # the mark of a slot that was taken; its levels stay below it
_FAR_US = const(0x0FFFFFFF)  # with nothing to decide, look again in four minutes, before ticks wrap


@micropython.viper
def _begin(cells: ptr32, cell: int, tick: int):  # type: ignore[no-untyped-def]
    """Note the first edge of a contact that was at rest: it is undecided now, and DUE may come sooner.

    In a tie it is stamped with TIE_TICK. With a HOLD_US of 0 it is a slap at once.
    """
    cells[cell + _EDGES] = 0
    cells[cell + _REOPENED_US] = 0
    cells[cell + _BEGAN] = tick
    stamp = tick
    if int(cells[TIE_ON]):
        if ((int(cells[TIE_END]) - tick) & TICK_MASK) < HALF:
            stamp = int(cells[TIE_TICK])
        else:
            # An edge after the tie has its own time. What the capture misses from now on is another tie.
            cells[TIE_ON] = 0
    cells[cell + STAMP] = stamp
    cells[UNDECIDED] = int(cells[UNDECIDED]) + 1
    cells[cell + STATE] = _FIRST
    soon = int(cells[HOLD_US])
    if soon == 0:
        cells[cell + STATE] = _READY
    elif soon > int(cells[GAP_US]):
        soon = int(cells[GAP_US])
    soon = (tick + soon) & TICK_MASK
    if ((int(cells[DUE]) - soon) & TICK_MASK) < HALF:
        cells[DUE] = soon


@micropython.viper
def _release(cells: ptr32):  # type: ignore[no-untyped-def]
    """Put out the DOWNs of ready slaps, the earliest first, up to the first undecided contact.

    A slap must wait for an earlier first edge, as that may become a slap too. Of two with the same stamp the
    ready one goes first.
    """
    while int(cells[UNDECIDED]):
        earliest = 0
        cell = FIRST_CELL
        left = int(cells[INPUTS])
        while left > 0:
            state = int(cells[cell + STATE])
            if state == _FIRST or state == _READY:
                if earliest == 0:
                    earliest = cell
                else:
                    later = (int(cells[cell + STAMP]) - int(cells[earliest + STAMP])) & TICK_MASK
                    if later >= HALF or (later == 0 and int(cells[earliest + STATE]) == _FIRST):
                        earliest = cell
            cell += CELL_WORDS
            left -= 1
        if int(cells[earliest + STATE]) == _FIRST:
            return
        out = FIRST_OUT + _OUT_WORDS * int(cells[OUTS])
        cells[out] = OUT_DOWN
        cells[out + _OUT_CONTACT] = (earliest - FIRST_CELL) >> 3
        cells[out + _OUT_TICK] = cells[earliest + STAMP]
        cells[out + _OUT_EXTRA] = cells[earliest + _REOPENED_US]
        cells[OUTS] = int(cells[OUTS]) + 1
        cells[UNDECIDED] = int(cells[UNDECIDED]) - 1
        cells[earliest + STATE] = TOLD


@micropython.viper
def _decide(cells: ptr32, closed: int, now: int, moving: int):  # type: ignore[no-untyped-def]
    """Decide about every contact by its stillness up to `now`, and set DUE, the next moment it can matter.

    A first edge becomes a slap if the contact stays closed for HOLD_US, a spike if it stays open for GAP_US,
    and noise if it is restless for BURST_US. After a DOWN, LOCKOUT_US open and still makes an UP.
    The result is the same however late this is called, as long as no edge after `now` was taken. `moving`:
    the contacts whose edges are taken next, as bits; 0 when all are taken.
    """
    level = closed
    cell = FIRST_CELL
    left = int(cells[INPUTS])
    ready = 0
    while left > 0 and int(cells[UNDECIDED]):
        state = int(cells[cell + STATE])
        if state == _FIRST:
            quiet = (now - int(cells[cell])) & TICK_MASK
            age = (int(cells[cell]) - int(cells[cell + _BEGAN])) & TICK_MASK  # at its last edge
            needed = int(cells[GAP_US])
            if level & 1:
                needed = int(cells[HOLD_US])
            if quiet >= HALF:
                pass  # its last edge is later than now
            elif quiet >= needed and age + needed <= int(cells[BURST_US]):
                state = REST
                if level & 1:
                    state = _READY
            elif quiet + age > int(cells[BURST_US]):
                state = _NOISE
            if state == REST or state == _NOISE:
                cells[SPIKES] = int(cells[SPIKES]) + 1
                cells[UNDECIDED] = int(cells[UNDECIDED]) - 1
            cells[cell + STATE] = state
        if state == _READY:
            ready = 1
        level >>= 1
        cell += CELL_WORDS
        left -= 1
    if ready:
        _release(cells)
    due = (now + _FAR_US) & TICK_MASK
    level = closed
    cell = FIRST_CELL
    left = int(cells[INPUTS])
    while left > 0:
        state = int(cells[cell + STATE])
        if state == _FIRST:
            first = int(cells[HOLD_US])  # after its last edge, if no other comes
            other = int(cells[GAP_US])  # after another one, which comes later than now
            if not level & 1:
                first = other
                other = int(cells[HOLD_US])
            first = (int(cells[cell]) + first) & TICK_MASK
            other = (now + other) & TICK_MASK
            if ((due - first) & TICK_MASK) < HALF:
                due = first
            if ((due - other) & TICK_MASK) < HALF:
                due = other
            first = (int(cells[cell + _BEGAN]) + int(cells[BURST_US]) + 1) & TICK_MASK
            if ((due - first) & TICK_MASK) < HALF:
                due = first
        elif state >= TOLD:
            first = int(cells[LOCKOUT_US])
            if state == _NOISE:
                first = int(cells[REST_US])
            if level & 1:  # held: only an opening, later than now, changes anything
                first = (now + first) & TICK_MASK
            else:
                first = (int(cells[cell]) + first) & TICK_MASK
                # An UP can wait. Sending it would hold up a slap that is being decided. So it waits until
                # nothing is undecided, or until its own contact moves again.
                if ((now - first) & TICK_MASK) < HALF and (
                    state == _NOISE
                    or (moving >> ((cell - FIRST_CELL) >> 3)) & 1
                    or (moving == 0 and int(cells[UNDECIDED]) == 0)
                ):
                    first = due
                    cells[cell + STATE] = REST
                    if state == TOLD:
                        out = FIRST_OUT + _OUT_WORDS * int(cells[OUTS])
                        cells[out] = OUT_UP
                        cells[out + _OUT_CONTACT] = (cell - FIRST_CELL) >> 3
                        cells[out + _OUT_TICK] = cells[cell]
                        # neither the first edge nor the last opening is bounce
                        cells[out + _OUT_EXTRA] = int(cells[cell + _EDGES]) - 2
                        cells[OUTS] = int(cells[OUTS]) + 1
            if ((due - first) & TICK_MASK) < HALF:
                due = first
        level >>= 1
        cell += CELL_WORDS
        left -= 1
    cells[DUE] = due


@micropython.viper
def step(levels: ptr32, times: ptr32, cells: ptr32) -> int:
    """Take the records that are there, then let stillness up to the horizon decide; put out DOWNs and UPs.

    Before each record, stillness up to its time decides: so it makes no difference how many come at once.
    Return ALL_TAKEN, or which check found that records were written over. If the outs have no more room,
    LEFT says how many records are left for the next call.
    """
    tail = int(cells[TAIL])
    left = int(cells[LEFT])
    mask = int(cells[RING_MASK])
    if (int(levels[(tail - 1) & mask]) & TAKEN) == 0:
        return LAPPED
    invert = int(cells[INVERT])
    fitted = int(cells[FITTED])
    was = int(cells[CLOSED])
    due = int(cells[DUE])
    seen = int(cells[SEEN]) + left
    said = ALL_TAKEN
    while left > 0:
        word = int(levels[tail])
        if word & TAKEN:
            said = SPOILED
            break
        closed = (word ^ invert) & fitted
        bits = closed ^ was
        if bits:
            tick = int(times[tail]) & TICK_MASK
            if ((tick - due) & TICK_MASK) < HALF:
                # After a long absence many slaps wait: the next call takes the rest.
                if int(cells[OUTS]) > _MOST_OUTS - _ROOM_OUTS:
                    break
                _decide(cells, was, tick, bits)
                due = int(cells[DUE])
            level = was
            cell = FIRST_CELL
            while bits:
                if bits & 1:
                    state = int(cells[cell + STATE])
                    if state == REST:
                        _begin(cells, cell, tick)
                        due = int(cells[DUE])
                    elif (
                        state == _FIRST
                        and not level & 1
                        and ((tick - int(cells[cell])) & TICK_MASK) > int(cells[BOUNCE_US])
                    ):
                        reopened_us = (tick - int(cells[cell + STAMP])) & TICK_MASK
                        if reopened_us < HALF:  # in a tie the stamp may be later than this
                            cells[cell + _REOPENED_US] = reopened_us
                    cells[cell] = tick
                    cells[cell + _EDGES] = int(cells[cell + _EDGES]) + 1
                bits >>= 1
                level >>= 1
                cell += CELL_WORDS
            was = closed
        levels[tail] = word | TAKEN
        tail = (tail + 1) & mask
        left -= 1
    cells[CLOSED] = was
    cells[TAIL] = tail
    cells[LEFT] = left
    seen -= left
    cells[SEEN] = seen if seen < mask else mask
    if left == 0 and int(cells[OUTS]) <= _MOST_OUTS - _ROOM_OUTS:
        now = int(cells[HORIZON])
        if int(cells[UNDECIDED]) or ((now - due) & TICK_MASK) < HALF:
            _decide(cells, was, now, 0)
        if int(cells[TIE_ON]) and ((now - int(cells[TIE_END])) & TICK_MASK) < HALF:
            cells[TIE_ON] = 0
        cells[DECIDED] = now
    return said


@micropython.viper
def known(cells: ptr32) -> int:
    """Return the tick up to which every slap is decided and put out. Never runs backwards."""
    tick = int(cells[DECIDED])
    if int(cells[TIE_ON]) and ((tick - int(cells[TIE_TICK])) & TICK_MASK) < HALF:
        tick = (int(cells[TIE_TICK]) - 1) & TICK_MASK  # first edges that are still to come may get it
    if int(cells[UNDECIDED]):
        cell = FIRST_CELL
        left = int(cells[INPUTS])
        while left > 0:
            state = int(cells[cell + STATE])
            stamp = int(cells[cell + STAMP])
            if (state == _FIRST or state == _READY) and ((tick - stamp) & TICK_MASK) < HALF:
                tick = (stamp - 1) & TICK_MASK
            cell += CELL_WORDS
            left -= 1
    if ((tick - int(cells[KNOWN])) & TICK_MASK) < HALF:
        cells[KNOWN] = tick
    return int(cells[KNOWN])


def new_cells(inputs: int, fitted: int, ring_mask: int, invert: int) -> "array[int]":
    """Return cells with all contacts open and at rest, and the durations of wire.md.

    `fitted` and `invert`: contacts as bits; an inverted one is closed while its pin is low.
    """
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
    cells[BOUNCE_US] = 650  # the longest that good switches have shown
    return cells


def start(cells: "array[int]", closed: int, tick: int) -> None:
    """Begin at `tick` with these contacts closed (bits). None makes a slap before it was open for REST_US.

    A hand may lie there. Or it was lifted just now: its contact looks open, and closes again as it bounces.
    """
    cells[CLOSED] = closed
    cells[DUE] = cells[DECIDED] = cells[KNOWN] = tick
    for i in range(cells[INPUTS]):
        cell = FIRST_CELL + CELL_WORDS * i
        cells[cell + LAST] = tick
        cells[cell + STATE] = _NOISE


def blind(cells: "array[int]", tick: int) -> None:
    """Begin a tie, because the capture missed something up to `tick`: nobody knows the order around it.

    First edges after the last record and up to GAP_US after `tick` get one time: their contacts may have
    closed unseen.
    """
    # If it misses again at once, that belongs to the same tie. But no slap gets a time that is long past.
    if not cells[TIE_ON] or (tick - cells[TIE_TICK]) & TICK_MASK > cells[BURST_US]:
        cells[TIE_TICK] = tick
    cells[TIE_ON] = 1
    cells[TIE_END] = (tick - TICK_MASK + cells[GAP_US] - 1) & TICK_MASK  # no sum too large for a small int
