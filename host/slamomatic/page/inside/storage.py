"""The disk of the page: Python's own folder in memory, and a copy of each file in the browser's storage.

A file is in the storage before the call returns that wrote it: a reload, or a closed tab, loses nothing.
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


def keep(path: Path, since: int = 0) -> None:
    """Copy a file into the storage, from the piece with byte `since` on."""
    data = path.read_bytes()
    first, pieces = since // PIECE_BYTES, max(1, -(-len(data) // PIECE_BYTES))
    for piece in range(first, pieces):
        part = data[piece * PIECE_BYTES : (piece + 1) * PIECE_BYTES]
        _put(_name(path, piece), base64.b64encode(zlib.compress(part, 1)).decode())
    _drop(path, pieces)


def _put(name: str, text: str) -> None:
    """Put a piece into the storage. If it is full, the oldest games that are over make room."""
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
    while files.has(_name(path, piece)):
        files.drop(_name(path, piece))
        piece += 1


def use() -> None:
    """Let all that outlives the page go through the browser's storage: before anything else is imported."""
    disk.DISK = PageDisk()
    _fetch(data_folder())


def _fetch(home: Path) -> None:
    """Put all files of the storage back where they were. What is damaged stays away."""
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


_kept_ns: dict[Path, int] = {}  # when files last changed that others write


def keep_changed(path: Path) -> None:
    """Copy a file that is not written through the disk, as SQLite's, once it has changed."""
    try:
        changed_ns = path.stat().st_mtime_ns
    except FileNotFoundError:
        return
    if _kept_ns.get(path) != changed_ns:
        keep(path)
        _kept_ns[path] = changed_ns


class PageFile(File):
    """An open file; there is no thread to sync it with, and no need: each line is kept at once."""

    def append(self, data: bytes) -> None:
        before = self._length
        super().append(data)
        try:
            keep(self._path, before)
        except OSError:
            self.cut(before)
            raise

    def cut(self, length: int) -> None:
        super().cut(length)
        keep(self._path, length)

    def sync_within(self, seconds: float) -> None:
        """Do nothing: it is kept already."""

    def close_as(self, path: Path) -> None:
        super().close_as(path)
        keep(path)
        _drop(self._path)


class PageDisk(Disk):
    """The disk of the page."""

    def create(self, path: Path) -> File:
        file = super().create(path)
        keep(path)
        return file

    def _held(self, path: Path, fd: int) -> File:
        return PageFile(path, fd)

    def save(self, path: Path, data: bytes) -> None:
        super().save(path, data)
        keep(path)

    def move(self, path: Path, target: Path) -> None:
        super().move(path, target)
        keep(target)
        _drop(path)

    def remove(self, path: Path) -> None:
        super().remove(path)
        _drop(path)
