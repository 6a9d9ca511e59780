"""The journal of one game: an event is in it before it is shown, and on the disk within a tenth of a second.

A written line survives a killed program at once (the system holds it); a thread then asks the disk to hold
it too, so a power cut costs at most SYNC_S. The frame loop never waits for the disk.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from slamomatic.errors import UserError
from slamomatic.store import lines
from slamomatic.store.lines import Contents, Entry
from slamomatic.store.places import data_folder, private_folder

SYNC_S = 0.05  # half of the promise; the other half is the disk's
SUFFIX = ".journal"
DAMAGED_SUFFIX = ".damaged"


class JournalError(UserError):
    """The journal can't be written or read; the game stops safely rather than go on unwritten."""


class Journal:
    """An append-only file of checked lines, held by one program at a time."""

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self._fd = fd
        self._length = os.fstat(fd).st_size
        self._unsynced = threading.Event()
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._sync_error: OSError | None = None
        self._writer = threading.Thread(target=self._keep_synced, name="journal sync", daemon=True)
        self._writer.start()

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry whole, or none of it and say why."""
        if self._sync_error is not None:
            raise _write_failed(self.path, self._sync_error)
        line = lines.encode(entry)
        with self._lock:
            try:
                _write_whole(self._fd, line)
            except OSError as error:
                # Half a line would hide the lines after it at the next read.
                with contextlib.suppress(OSError):
                    os.ftruncate(self._fd, self._length)
                raise _write_failed(self.path, error) from error
            self._length += len(line)
        self._unsynced.set()

    def _keep_synced(self) -> None:
        while True:
            self._unsynced.wait()
            if not self._closing.is_set():
                self._closing.wait(SYNC_S)  # let a clump of slaps share one sync
            self._unsynced.clear()
            try:
                os.fsync(self._fd)
            except OSError as error:
                self._sync_error = error
            if self._closing.is_set():
                return

    def close(self) -> None:
        """Sync what is left and let go of the file."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._unsynced.set()
        self._writer.join()
        os.close(self._fd)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def finish(self) -> Path:
        """The game is over: the file moves from the open games to the finished ones; its new path."""
        self.close()
        target = private_folder(self.path.parent.parent / "finished") / self.path.name
        try:
            os.replace(self.path, target)
            _sync_folder(target.parent)
        except OSError as error:
            raise JournalError(
                f"The finished game {self.path.name} can't be moved to {target.parent} ({error.strerror}): "
                "make that folder writable and resume the game."
            ) from error
        self.path = target
        return target


def _write_failed(path: Path, error: OSError) -> JournalError:
    return JournalError(
        f"The journal {path} can't be written ({error.strerror or error}): "
        "make room on the disk and resume the game with: slamomatic play --resume"
    )


def _hold(fd: int) -> bool:
    """One program at a time. The system lets go of the file by itself when its program dies."""
    try:
        if os.name == "nt":
            import msvcrt

            # Far beyond any journal, because Windows locks the bytes themselves against reading.
            os.lseek(fd, 1 << 40, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only once its folder is. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def open_folder(home: Path | None = None) -> Path:
    """Where the games stand that have not ended."""
    journals = private_folder((home or data_folder()) / "journals")
    return private_folder(journals / "open")


_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def create(game: str, home: Path | None = None) -> Journal:
    """A new, empty journal for one game of `game`."""
    folder = open_folder(home)
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    for again in range(1000):
        path = folder / f"{stamp}{f'-{again}' if again else ''}-{game}{SUFFIX}"
        try:
            fd = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            continue
        except OSError as error:
            raise _write_failed(path, error) from error
        _hold(fd)
        _sync_folder(folder)
        return Journal(path, fd)
    raise JournalError(f"No free name for a journal in {folder}: look why it holds so many.")


def reopen(path: Path) -> tuple[Journal, Contents]:
    """An unfinished game's journal, ready for its next event; a torn tail is cut off and kept beside it."""
    try:
        fd = os.open(path, _FLAGS)
    except OSError as error:
        raise JournalError(
            f"The journal {path} can't be opened ({error.strerror}): check its name and that it is yours."
        ) from error
    if not _hold(fd):
        os.close(fd)
        raise JournalError(f"The game in {path.name} is open in another window: close that one first.")
    try:
        contents = _mended(path, fd)
    except OSError as error:
        os.close(fd)
        raise _write_failed(path, error) from error
    return Journal(path, fd), contents


def _mended(path: Path, fd: int) -> Contents:
    """What the journal holds, its torn tail cut off."""
    data = _whole(fd)
    contents = lines.read(data)
    if contents.dropped_bytes:
        _set_aside(path, data[contents.good_bytes :])
        os.ftruncate(fd, contents.good_bytes)
    if contents.newline_missing:
        _write_whole(fd, b"\n")
    os.fsync(fd)
    return contents


def _whole(fd: int) -> bytes:
    with os.fdopen(os.dup(fd), "rb") as file:
        file.seek(0)
        return file.read()


def _set_aside(path: Path, rest: bytes) -> None:
    """Nothing is thrown away: what could not be read stands in a file of its own."""
    aside = path.with_name(path.name + DAMAGED_SUFFIX)
    out = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        _write_whole(out, rest)
    finally:
        os.close(out)


def _write_whole(fd: int, data: bytes) -> None:
    if os.write(fd, data) != len(data):
        raise OSError(0, "the disk is full")


def read_file(path: Path) -> Contents:
    """What a journal holds, without touching it."""
    try:
        return lines.read(path.read_bytes())
    except OSError as error:
        raise JournalError(
            f"The journal {path} can't be read ({error.strerror}): check its name and that it is yours."
        ) from error


def all_open(home: Path | None = None) -> list[Path]:
    """The unfinished games that hold anything, the one touched last first."""
    held = [path for path in open_folder(home).glob("*" + SUFFIX) if path.stat().st_size]
    return sorted(held, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def latest_open(home: Path | None = None) -> Path | None:
    """The unfinished game touched last."""
    return next(iter(all_open(home)), None)


def first_line(path: Path) -> Entry | None:
    """How the game began, where that can be read."""
    try:
        with path.open("rb") as file:
            return lines.decode(file.readline())
    except OSError:
        return None


__all__ = [
    "Contents",
    "Entry",
    "Journal",
    "JournalError",
    "all_open",
    "create",
    "first_line",
    "latest_open",
    "read_file",
    "reopen",
]
