"""A disk that can lose what was not synced, fail, or be full; in memory, in the evening's own time."""

from __future__ import annotations

import errno
from pathlib import Path
from random import Random

from evenings.world import World
from slamomatic.store.disk import Disk, File, Listed

QUICKEST_SYNC_US = 200
SLOWEST_SYNC_US = 40_000


class Stored:
    """One file: what the system holds, and what the disk itself does."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.durable = b""
        self.written: list[tuple[int, bytes]] = []  # since the last sync: where, what
        self.changed_us = 0
        self.holder: object | None = None

    def synced(self, length: int) -> None:
        """Everything up to there is on the disk itself."""
        self.durable = bytes(self.data[: max(length, len(self.durable))])
        self.written = [(at, data) for at, data in self.written if at >= length]

    def power_lost(self, chance: Random) -> None:
        """Keep each piece written since then whole, in part, or as a hole, by chance."""
        left = bytearray(self.durable)
        for at, data in self.written:
            fate = chance.random()
            kept = data if fate < 0.4 else data[: chance.randrange(len(data) + 1)] if fate < 0.6 else b""
            if kept:
                left.extend(bytes(max(0, at + len(kept) - len(left))))
                left[at : at + len(kept)] = kept
        self.data = left
        self.durable = bytes(left)
        self.written = []
        self.holder = None


class SimFile(File):
    """An open file of the simulated disk."""

    def __init__(self, disk: SimDisk, path: Path, stored: Stored) -> None:
        self._disk = disk
        self._path = path
        self._stored = stored
        self._closed = False
        self._sync_under_way = False
        self._failed = False
        stored.holder = disk.program

    def read(self) -> bytes:
        return bytes(self._stored.data)

    def append(self, data: bytes) -> None:
        if self._failed:
            raise OSError(errno.EIO, "Input/output error")
        self._disk.refuse()
        stored = self._stored
        stored.written.append((len(stored.data), data))
        stored.data += data
        stored.changed_us = self._disk.world.now_us

    def cut(self, length: int) -> None:
        del self._stored.data[length:]
        self._stored.written.clear()
        self._stored.durable = bytes(self._stored.data)

    def sync(self) -> None:
        self._disk.refuse(writes=False)
        self._stored.synced(len(self._stored.data))

    def sync_within(self, seconds: float) -> None:
        if self._sync_under_way:
            return
        self._sync_under_way = True
        disk, program = self._disk, self._disk.program
        disk.world.after(int(seconds * 1_000_000), lambda: self._begin_sync(program))

    def _begin_sync(self, program: object) -> None:
        disk = self._disk
        if program is not disk.program or self._closed:
            return
        self._sync_under_way = False
        length = len(self._stored.data)
        takes_us = disk.chance.randint(QUICKEST_SYNC_US, disk.slowest_us)
        disk.world.after(takes_us, lambda: self._end_sync(program, length))

    def _end_sync(self, program: object, length: int) -> None:
        if program is not self._disk.program:
            return
        if self._disk.fails:
            self._failed = True
        elif length <= len(self._stored.data):
            self._stored.synced(length)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._stored.holder = None
            self.sync()

    def close_as(self, path: Path) -> None:
        self.close()
        self._disk.move(self._path, path)


class SimDisk(Disk):
    """A simulated one. A program that dies releases its files."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.chance = world.chance("disk")
        self.files_held: dict[Path, Stored] = {}
        self.program: object = object()
        self.boots = 1
        self.full = False
        self.failed_us: int | None = None  # since when it refuses everything
        self.slowest_us = SLOWEST_SYNC_US

    @property
    def fails(self) -> bool:
        return self.failed_us is not None

    # What befalls it

    def breaks(self) -> None:
        self.failed_us = self.world.now_us

    def repaired(self) -> None:
        """Somebody made room, or plugged another one in."""
        self.full, self.failed_us = False, None

    def program_died(self) -> None:
        self.program = object()
        for stored in self.files_held.values():
            stored.holder = None

    def power_lost(self) -> None:
        self.program_died()
        self.boots += 1
        for stored in self.files_held.values():
            stored.power_lost(self.chance)

    def refuse(self, writes: bool = True) -> None:
        if self.fails:
            raise OSError(errno.EIO, "Input/output error")
        if self.full and writes:
            raise OSError(errno.ENOSPC, "No space left on device")

    # The calls of the store

    @property
    def boot(self) -> str:
        return f"boot {self.boots}"

    def make_folder(self, folder: Path) -> None:
        pass

    def create(self, path: Path) -> File:
        if path in self.files_held:
            raise FileExistsError(errno.EEXIST, "File exists", str(path))
        self.refuse()
        stored = self.files_held[path] = Stored()
        return SimFile(self, path, stored)

    def open(self, path: Path) -> File:
        stored = self._stored(path)
        if stored.holder is not None:
            raise BlockingIOError(errno.EAGAIN, "another program holds it", str(path))
        return SimFile(self, path, stored)

    def read(self, path: Path, most: int = -1) -> bytes:
        data = bytes(self._stored(path).data)
        return data if most < 0 else data[:most]

    def save(self, path: Path, data: bytes) -> None:
        self.refuse()
        stored = Stored()
        stored.data = bytearray(data)
        stored.durable = data
        self.files_held[path] = stored

    def move(self, path: Path, target: Path) -> None:
        if target in self.files_held:
            raise FileExistsError(errno.EEXIST, "File exists", str(target))
        self.files_held[target] = self.files_held.pop(path)

    def remove(self, path: Path) -> None:
        self._stored(path)
        del self.files_held[path]

    def files(self, folder: Path) -> list[Listed]:
        return [
            Listed(path, len(stored.data), stored.changed_us * 1000)
            for path, stored in self.files_held.items()
            if path.parent == folder
        ]

    def _stored(self, path: Path) -> Stored:
        if path not in self.files_held:
            raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
        return self.files_held[path]
