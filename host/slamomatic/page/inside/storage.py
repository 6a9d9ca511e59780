"""The disk of the page: Python's own folder in memory, and a copy of each file in the browser's storage.

A call that writes a file returns only when the copy is made: a reload or a closed tab loses nothing.
"""

import base64
import errno
import zlib
from contextlib import suppress
from pathlib import Path

from pyodide.ffi import JsException
from slamomatic_page import files

from slamomatic.store import disk
from slamomatic.store.disk import Disk, File, data_folder
from slamomatic.words import Sentence

# A long journal is kept in pieces of so many bytes: only the last one is written again.
PIECE_BYTES = 16_384


def _name(path: Path, piece: int) -> str:
    return f"{path}#{piece}"


def copy_to_storage(path: Path, since: int = 0) -> None:
    """Copy a file into the storage, from the piece with byte `since` on. OSError: the storage is full."""
    data = path.read_bytes()
    first, pieces = since // PIECE_BYTES, max(1, -(-len(data) // PIECE_BYTES))
    for piece in range(first, pieces):
        part = data[piece * PIECE_BYTES : (piece + 1) * PIECE_BYTES]
        _put(_name(path, piece), base64.b64encode(zlib.compress(part, 1)).decode())
    _drop(path, pieces)


def _put(name: str, text: str) -> None:
    """Put a piece into the storage; if it is full, delete the oldest games that are over to make room.

    OSError: it is still full.
    """
    while True:
        try:
            files.set(name, text)
            return
        except JsException as error:
            oldest = _oldest_finished()
            if oldest is None:
                raise OSError(errno.ENOSPC, Sentence("the browser keeps no more"), name) from error
            oldest.unlink()
            _drop(oldest)


def _oldest_finished() -> Path | None:
    """Return the journal of the oldest game that is over: journals are named by their time."""
    return min(data_folder().glob("journals/finished/*"), default=None)


def _drop(path: Path, piece: int = 0) -> None:
    """Delete a file's pieces from the storage, from number `piece` on."""
    while files.has(_name(path, piece)):
        files.drop(_name(path, piece))
        piece += 1


def use() -> None:
    """Keep the disk's files in the browser's storage from now on, and bring back those from before.

    Call it before anything else of the program is imported, as that may read files.
    """
    disk.DISK = PageDisk()
    _fetch(data_folder())


def _fetch(home: Path) -> None:
    """Write all files of the storage back to their places, without pieces that are damaged."""
    found: dict[Path, dict[int, bytes]] = {}
    for name in map(str, files.names()):
        path, _, piece = name.rpartition("#")
        if Path(path).is_relative_to(home) and piece.isdecimal():
            with suppress(ValueError, zlib.error):
                part = zlib.decompress(base64.b64decode(files.get(name), validate=True))
                found.setdefault(Path(path), {})[int(piece)] = part
    for file, pieces in found.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"".join(pieces.get(piece, b"") for piece in range(len(pieces))))


_copied_ns: dict[Path, int] = {}  # by file: the time of the change that was copied last


def copy_if_changed(path: Path) -> None:
    """Copy a file into the storage if it has changed: for files such as SQLite's, not written by the disk."""
    try:
        changed_ns = path.stat().st_mtime_ns
    except FileNotFoundError:
        return
    if _copied_ns.get(path) != changed_ns:
        copy_to_storage(path)
        _copied_ns[path] = changed_ns


class PageFile(File):
    """An open file, which is copied into the storage at each change."""

    def append(self, data: bytes) -> None:
        """Append to the file and its copy. OSError: the storage is full, and the file is as before."""
        before = self._length
        super().append(data)
        try:
            copy_to_storage(self._path, before)
        except OSError:
            self.cut(before)
            raise

    def cut(self, length: int) -> None:
        super().cut(length)
        copy_to_storage(self._path, length)

    def sync_within(self, seconds: float) -> None:
        """Do nothing: the copy is made already."""

    def close_as(self, path: Path) -> None:
        super().close_as(path)
        copy_to_storage(path)
        _drop(self._path)


class PageDisk(Disk):
    """The disk of the page."""

    def create(self, path: Path) -> File:
        file = super().create(path)
        copy_to_storage(path)
        return file

    def _held(self, path: Path, fd: int) -> File:
        return PageFile(path, fd)

    def save(self, path: Path, data: bytes) -> None:
        super().save(path, data)
        copy_to_storage(path)

    def move(self, path: Path, target: Path) -> None:
        super().move(path, target)
        copy_to_storage(target)
        _drop(path)

    def remove(self, path: Path) -> None:
        super().remove(path)
        _drop(path)
