"""Journals, the disk, the history: nothing is lost, whatever is killed, full or damaged."""

from __future__ import annotations

import dataclasses
import itertools
import os
from typing import Any

from plants.patching import Patch, always, answering, doing, plant

JOURNAL = "slamomatic.store.journal:Journal"
FILE = "slamomatic.store.disk:File"
DISK = "slamomatic.store.disk"


@plant("the journal is written after the picture")
def _(patch: Patch) -> None:
    """Each entry is kept back until the next one."""

    def append(original: Any, self: Any, entry: Any) -> None:
        waiting = getattr(self, "_waiting", None)
        self._waiting = entry
        if waiting is not None:
            original(self, waiting)

    patch(f"{JOURNAL}.append", doing(append))


@plant("the journal is never asked to reach the disk")
def _(patch: Patch) -> None:
    patch(f"{FILE}.sync_within", always(None))


@plant("the journal reaches the disk after five seconds")
def _(patch: Patch) -> None:
    patch.value("slamomatic.store.journal:SYNC_S", 5.0, f"{JOURNAL}.append")


@plant("a damaged journal loses the whole game")
def _(patch: Patch) -> None:
    def read_lines(original: Any, data: bytes) -> Any:
        contents = original(data)
        if contents.lost is None:
            return contents
        return original(b"damaged\n" + data)

    patch("slamomatic.store.journal:read_lines", doing(read_lines))


@plant("a damaged line of a journal is believed")
def _(patch: Patch) -> None:
    class _Believing:
        crc32 = staticmethod(lambda data, value=0: 0)

    patch("slamomatic.store.journal:zlib", lambda _: _Believing, "slamomatic.store.journal:decode")


@plant("a missing line of a journal is not noticed")
def _(patch: Patch) -> None:
    """A line of the first edition says nothing of the line before it."""
    patch(
        "slamomatic.store.journal:decode",
        answering(lambda line: line._replace(previous=None) if line else None),
        "slamomatic.store.journal:read_lines",
    )


@plant("nobody is told what a damaged journal has lost")
def _(patch: Patch) -> None:
    patch("slamomatic.store.journals:damage_words", always(""))


@plant("a damaged rest is thrown away, not kept")
def _(patch: Patch) -> None:
    def repaired(original: Any, path: Any, data: bytes, file: Any, disk: Any) -> Any:
        contents = original(path, data, file, disk)
        for aside in path.parent.glob("*.damaged*"):
            aside.unlink()
        return contents

    patch("slamomatic.store.journals:_repaired", doing(repaired))


@plant("a damaged rest stays in the journal, and spoils what comes after it")
def _(patch: Patch) -> None:
    patch(f"{FILE}.cut", always(None))


@plant("two windows write one game")
def _(patch: Patch) -> None:
    patch(f"{DISK}:_hold", always(None))


@plant("half a line stays when the disk is full")
def _(patch: Patch) -> None:
    def append(original: Any, self: Any, data: bytes) -> None:
        self.cut = lambda length: None
        original(self, data)

    patch(f"{FILE}.append", doing(append))


@plant("a disk that fails to sync is not noticed")
def _(patch: Patch) -> None:
    def sync_at(original: Any, self: Any, start_s: float) -> None:
        original(self, start_s)
        self._sync_error = None

    patch(f"{FILE}._sync_at", doing(sync_at))


@plant("settings are half written when the power fails")
def _(patch: Patch) -> None:
    patch(f"{DISK}:Disk.save", doing(lambda _, self, path, data: path.write_bytes(data)))


@plant("a finished game overwrites another of its name")
def _(patch: Patch) -> None:
    patch(f"{DISK}:_move", doing(lambda _, path, target: os.replace(path, target)))


@plant("what chance drew is not in the journal")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.vocabulary:Event.to_json",
        doing(lambda original, self, drawn=(): original(self)),
    )


@plant("lifted hands are not in the journal")
def _(patch: Patch) -> None:
    def append(original: Any, self: Any, entry: Any) -> None:
        if entry.get("do") != "up":
            original(self, entry)

    patch(f"{JOURNAL}.append", doing(append))


@plant("a resumed game lacks its last move")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.table.outcome:replayed",
        doing(lambda original, entries, *rest: original(list(entries)[: max(1, len(entries) - 1)], *rest)),
    )


@plant("a slap that was open when the table went away is judged on resuming")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.table.session:GameSession.void",
        always(None),
        "slamomatic.table.opening:resume",
    )


@plant("a resumed game waits for hands that went home")
def _(patch: Patch) -> None:
    patch("slamomatic.table.session:GameSession.hands_off", always(None))


@plant("a game that was played twice counts twice in the history")
def _(patch: Patch) -> None:
    numbers = itertools.count()

    def add(original: Any, self: Any, match: Any) -> Any:
        return original(self, dataclasses.replace(match, journal=f"{match.journal}-{next(numbers)}"))

    patch("slamomatic.store.history:History.add", doing(add))


@plant("the history names the loser as the winner")
def _(patch: Patch) -> None:
    def add(original: Any, self: Any, match: Any) -> Any:
        seats = tuple(dataclasses.replace(seat, won=not seat.won) for seat in match.seats)
        return original(self, dataclasses.replace(match, seats=seats))

    patch("slamomatic.store.history:History.add", doing(add))


@plant("anybody on the computer can read hands in the journal")
def _(patch: Patch) -> None:
    patch.value(f"{DISK}:_PRIVATE", 0o644, f"{DISK}:Disk.create")


@plant("an undone calibration stays in force")
def _(patch: Patch) -> None:
    patch("slamomatic.store.calibration:_write", always(None), "slamomatic.store.calibration:undo")
