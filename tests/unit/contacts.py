"""Simulated contacts: edges go through the firmware's debounce as the capture would deliver them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from unit.firmware_source import module

debounce: Any = module("debounce")

RING = 1024
MASK = 0x3FFFFFFF

Edge = tuple[int, int]  # (t_us, contact): that contact changes


@dataclass(frozen=True)
class Out:
    """Events that the debounce let out."""

    down: bool
    contact: int
    tick: int
    extra: int


def records(edges: list[Edge]) -> list[tuple[int, int]]:
    """(t_us, levels) as one look after the other sees them; what changes in one microsecond is one record."""
    found: list[tuple[int, int]] = []
    levels = 0
    for t_us, contact in sorted(edges):
        levels ^= 1 << contact
        if found and found[-1][0] == t_us:
            found[-1] = (t_us, levels)
        else:
            found.append((t_us, levels))
    return found


class Bench:
    """A debounce with a ring before it and a list after it."""

    def __init__(self, contacts: int = 4, start_us: int = 0) -> None:
        self.cells: Any = debounce.new_cells(contacts, (1 << contacts) - 1, RING - 1, 0)
        self.levels = array("i", [debounce.TAKEN] * RING)
        self.times = array("i", [0] * RING)
        self.outs: list[Out] = []
        self.now_us = start_us
        self._head = 0
        debounce.start(self.cells, 0, start_us & MASK)

    def put(self, levels: int, t_us: int) -> None:
        self.levels[self._head] = levels
        raw = t_us & 0xFFFFFFFF
        self.times[self._head] = raw - (1 << 32) if raw >= 1 << 31 else raw  # viper reads signed words
        self._head = (self._head + 1) % RING

    def step(self, horizon_us: int) -> int:
        cells = self.cells
        self.now_us = horizon_us
        cells[debounce.LEFT] = (self._head - cells[debounce.TAIL]) % RING
        cells[debounce.HORIZON] = horizon_us & MASK
        said: int = debounce.step(self.levels, self.times, cells)
        at = debounce.FIRST_OUT
        for _ in range(cells[debounce.OUTS]):
            what, contact, tick, extra = cells[at : at + 4]
            self.outs.append(Out(what == debounce.OUT_DOWN, contact, tick, extra))
            at += 4
        cells[debounce.OUTS] = 0
        return said

    def play(self, edges: list[Edge], looks_us: list[int]) -> None:
        """Hand the records over in the portions that the given moments of looking make of them."""
        waiting = records(edges)
        for look_us in sorted(looks_us):
            while waiting and waiting[0][0] <= look_us:
                t_us, levels = waiting.pop(0)
                self.put(levels, t_us)
            while True:
                assert self.step(look_us) == debounce.ALL_TAKEN
                if not self.cells[debounce.LEFT]:
                    break
        assert not waiting, "look until after the last edge"

    @property
    def downs(self) -> list[Out]:
        return [out for out in self.outs if out.down]

    @property
    def ups(self) -> list[Out]:
        return [out for out in self.outs if not out.down]
