"""The watcher: finds contacts that chatter or are stuck, and how long all have been quiet. Pure."""

from slap.debounce import (
    CELL_WORDS,
    CLOSED,
    FIRST_CELL,
    HALF,
    INPUTS,
    LAST,
    LOCKOUT_US,
    REST,
    STAMP,
    STATE,
    TICK_MASK,
    TOLD,
)

CHATTER_US = 1_000_000
STUCK_US = 30_000_000
OLD_US = 60_000_000  # an edge counts as no older: after nine minutes it would look like a future one


class Watcher:
    """Watches the cells of all contacts.

    It calls `tell(what, contact, on)` when a contact begins (`on`) or ends to be "chatter" or "stuck".
    """

    def __init__(self, cells, tell) -> None:  # type: ignore[no-untyped-def]
        self._cells = cells
        self._tell = tell
        inputs = cells[INPUTS]
        # By contact:
        self._restless = [-1] * inputs  # the tick since when it has not been still; -1: it was
        self._chatter = [False] * inputs
        self._stuck = [False] * inputs
        self._slap = [-1] * inputs  # the tick of its last slap
        self.quiet_us = 0  # how long all contacts had been still, as of the last round
        self._least = TICK_MASK  # the shortest stillness in this round
        self._turn = 0  # the contact that the next tick looks at

    def tick(self, now: int) -> None:
        """Look at the next contact; call it a hundred times a second. One at a time keeps no edge waiting."""
        cells = self._cells
        i = self._turn
        cell = FIRST_CELL + CELL_WORDS * i
        quiet = (now - cells[cell + LAST]) & TICK_MASK
        if quiet >= HALF:
            quiet = 0
        elif quiet > OLD_US:
            quiet = OLD_US
            cells[cell + LAST] = (now - OLD_US) & TICK_MASK
        self._least = min(self._least, quiet)
        slap = cells[cell + STAMP] if cells[cell + STATE] == TOLD else self._slap[i]
        # A new slap proves that the contact was still for a lockout between two looks.
        if quiet >= cells[LOCKOUT_US] or slap != self._slap[i]:
            self._slap[i] = slap
            self._restless[i] = -1
            if self._chatter[i]:
                self._chatter[i] = False
                self._tell("chatter", i, False)
        elif self._restless[i] < 0:
            self._restless[i] = now
        elif not self._chatter[i] and (now - self._restless[i]) & TICK_MASK >= CHATTER_US:
            self._chatter[i] = True
            self._tell("chatter", i, True)
        if cells[cell + STATE] == REST:
            if self._stuck[i]:
                self._stuck[i] = False
                self._tell("stuck", i, False)
        elif not self._stuck[i] and quiet >= STUCK_US and cells[CLOSED] >> i & 1:
            self._stuck[i] = True
            self._tell("stuck", i, True)
        self._turn += 1
        if self._turn == len(self._stuck):
            self._turn = 0
            self.quiet_us = self._least
            self._least = TICK_MASK
