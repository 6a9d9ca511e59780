"""Skips what needs no thought: records of bouncing contacts, in viper. Its plain twin is debounce.skim."""

# ruff: noqa: F821 (ptr32 and uint are words of viper)

import micropython


@micropython.viper
def skim(levels: ptr32, times: ptr32, cells: ptr32) -> int:
    """Like debounce.skim, word by word; the same vectors run on both."""
    tail = int(cells[1])
    left = int(cells[2])
    mask = int(cells[3])
    invert = int(cells[4])
    inputs = int(cells[5])
    fitted = int(cells[13])
    was = int(cells[0])
    if int(cells[12]) and int(levels[(tail + left) & mask]) != -1:
        return 3
    stopped = 0
    while left > 0:
        if int(levels[tail]) == -1:
            stopped = 2
            break
        closed = (int(levels[tail]) ^ invert) & fitted
        changed = closed ^ was
        t = int(times[tail]) & 0x3FFFFFFF
        if changed:
            rest = changed
            cell = 14
            level = was
            while rest:
                if rest & 1:
                    quiet = (t - int(cells[cell])) & 0x3FFFFFFF
                    if quiet >= int(cells[cell + 2 + (level & 1)]):
                        stopped = 1
                rest >>= 1
                level >>= 1
                cell += 4
            if stopped:
                break
            rest = changed
            cell = 14
            while rest:
                if rest & 1:
                    cells[cell] = t
                    cells[cell + 1] += 1
                rest >>= 1
                cell += 4
            was = closed
        levels[tail] = -1
        tail = (tail + 1) & mask
        left -= 1
    cells[0] = was
    cells[1] = tail
    cells[2] = left
    if stopped:
        cells[12] = 0
        if stopped == 1:
            cells[6] = closed
            cells[7] = t
        return stopped
    now = int(cells[8])
    level = was
    cell = 14
    due = 0
    bit = 1
    while inputs > 0:
        limit = int(cells[cell + 2 + (level & 1)])
        if limit > 0:
            quiet = (now - int(cells[cell])) & 0x3FFFFFFF
            # the upper half means that the last edge is later than the horizon
            if quiet >= limit and quiet < 0x20000000:
                due |= bit
        level >>= 1
        bit <<= 1
        cell += 4
        inputs -= 1
    if int(cells[10]) and ((now - int(cells[9])) & 0x3FFFFFFF) < 0x20000000:
        due |= 1 << 20
    cells[11] = due
    return 0
