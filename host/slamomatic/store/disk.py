"""The disk as the store sees it: journals that grow, small files saved whole, and the project's own folders.

Everything that must outlive the program goes through a `Disk`. `DISK` is the computer's own; a test plugs in
a subclass that loses unsynced writes, fails or is full. All calls raise OSError when the disk refuses.
"""

import contextlib
import errno
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import platformdirs

from slamomatic.errors import explained
from slamomatic.words import N_, Sentence


class Listed(NamedTuple):
    """One file of a folder."""

    path: Path
    size: int
    changed_ns: int


_APPEND = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PRIVATE = 0o600


class File:
    """An open file that only grows at its end, locked against other programs and synced by a thread."""

    def __init__(self, path: Path, fd: int) -> None:
        self._path = path
        self._fd = fd
        self._length = os.fstat(fd).st_size
        self._torn = False  # part of a line stands behind `_length`
        self._closed = False
        self._sync_error: OSError | None = None  # of the thread; `append` raises it
        self._syncs = ThreadPoolExecutor(1, "sync")
        self._sync_waits = False  # a sync is wanted that has not begun
        self._ending = threading.Event()  # ends the thread's wait: the file is about to be closed

    def read(self) -> bytes:
        """Return the whole file."""
        with os.fdopen(os.dup(self._fd), "rb") as file:
            file.seek(0)
            return file.read()

    def append(self, data: bytes) -> None:
        """Write all of `data`, or nothing and raise OSError. It survives a killed program at once."""
        if self._sync_error is not None:
            raise self._sync_error
        if self._torn:
            self.cut(self._length)
        try:
            _write_whole(self._fd, data)
        except OSError:
            self._torn = True  # half a line would spoil the next one
            with contextlib.suppress(OSError):
                self.cut(self._length)
            raise
        self._length += len(data)

    def cut(self, length: int) -> None:
        """Drop everything after the first `length` bytes."""
        os.ftruncate(self._fd, length)
        self._length = length
        self._torn = False

    def sync(self) -> None:
        """Return once everything written survives a power loss."""
        _sync(self._fd)

    def sync_within(self, seconds: float) -> None:
        """Start a sync at most so much later, without waiting for it. If it fails, `append` fails too."""
        if not self._sync_waits:
            self._sync_waits = True
            self._syncs.submit(self._sync_at, time.monotonic() + seconds)

    def _sync_at(self, start_s: float) -> None:
        """Sync at that time, in the thread: writes that come close together share one sync."""
        if self._ending.wait(max(0.0, start_s - time.monotonic())) or self._sync_error is not None:
            return
        self._sync_waits = False  # before the sync: what is written during it needs another one
        try:
            self.sync()
        except OSError as error:
            self._sync_error = error

    def close(self) -> None:
        """Sync and release the file."""
        if self._closed:
            return
        try:
            self._sync_all()
        finally:
            self._release()

    def close_as(self, path: Path) -> None:
        """Sync, move the file to `path` and release it. Raise FileExistsError if that name is taken."""
        try:
            self._sync_all()
            if os.name == "nt":  # Windows renames no open file
                self._release()
            _move(self._path, path)
        finally:
            self._release()

    def _sync_all(self) -> None:
        """End the thread, then sync what it has not synced. Raise the error that it met, if any."""
        self._ending.set()
        self._syncs.shutdown()
        if self._sync_error is not None:
            raise self._sync_error
        self.sync()

    def _release(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._fd)


class Disk:
    """The computer's own file system: the few things that the store asks of it."""

    @cached_property
    def boot(self) -> str:
        """A word that changes whenever the computer starts, or "" where the system has none."""
        try:
            if sys.platform == "darwin":
                ask = ["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]
                return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
            return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        except (OSError, subprocess.SubprocessError):
            return ""

    def make_folder(self, folder: Path) -> None:
        """Make a folder and its parents, readable by the user only."""
        new = [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in new:
            _sync_folder(each.parent)

    def create(self, path: Path) -> File:
        """Make a new file and hold it. Raise FileExistsError if there is one."""
        fd = os.open(path, _APPEND | os.O_CREAT | os.O_EXCL, _PRIVATE)
        try:
            _hold(fd)
            _sync_folder(path.parent)
        except OSError:
            os.close(fd)
            raise
        return self._held(path, fd)

    def open(self, path: Path) -> File:
        """Open a file and hold it. Raise BlockingIOError if another program holds it."""
        fd = os.open(path, _APPEND)
        try:
            _hold(fd)
            if not os.path.samestat(os.fstat(fd), path.stat()):  # moved by the program that held it
                raise FileNotFoundError(errno.ENOENT, Sentence("it was moved just now"), str(path))
        except OSError:
            os.close(fd)
            raise
        return self._held(path, fd)

    def _held(self, path: Path, fd: int) -> File:
        return File(path, fd)

    def read(self, path: Path, most: int = -1) -> bytes:
        """Return a file's contents, or its first `most` bytes."""
        with path.open("rb") as file:
            return file.read(most)

    def save(self, path: Path, data: bytes) -> None:
        """Replace a file whole: after a crash it holds either the old contents or the new."""
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _PRIVATE)
        try:
            try:
                _write_whole(fd, data)
                _sync(fd)  # else the new name could reach the disk before the contents
            finally:
                os.close(fd)
            os.replace(part, path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
        _sync_folder(path.parent)

    def move(self, path: Path, target: Path) -> None:
        """Rename a file. Raise FileExistsError if the new name is taken."""
        _move(path, target)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink()
        _sync_folder(path.parent)

    def files(self, folder: Path) -> list[Listed]:
        """Return the files in a folder, without those that vanish meanwhile."""
        found = []
        with os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):
                    if entry.is_file():
                        about = entry.stat()
                        found.append(Listed(Path(entry.path), about.st_size, about.st_mtime_ns))
        return found


def _hold(fd: int) -> None:
    """Lock the file. The system unlocks it when the program ends, however it ends."""
    if os.name == "nt":
        import msvcrt

        # Far beyond any journal, because Windows locks the bytes themselves against reading.
        os.lseek(fd, 1 << 40, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:
            raise BlockingIOError(error.errno, Sentence("another program holds it")) from error
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _write_whole(fd: int, data: bytes) -> None:
    """Write all of `data` with one call; raise OSError if the disk takes only a part of it."""
    if os.write(fd, data) != len(data):
        raise OSError(errno.ENOSPC, Sentence("the disk is full"))


def _sync(fd: int) -> None:
    """Ask the disk to keep what was written. On macOS fsync alone leaves it in the drive's own memory."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.ENOTTY, errno.EINVAL):
                raise
    os.fsync(fd)


def _sync_folder(folder: Path) -> None:
    """Sync a folder: only then are new names in it on the disk. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        _sync(fd)
    finally:
        os.close(fd)


def _move(path: Path, target: Path) -> None:
    """Rename a file, so that the new name is on the disk. Raise FileExistsError if that name is taken."""
    # Taking the name first makes this safe against another program, on every file system.
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, _PRIVATE))
    try:
        os.replace(path, target)
    except OSError:
        target.unlink()
        raise
    _sync_folder(target.parent)
    if path.parent != target.parent:
        _sync_folder(path.parent)


DISK = Disk()


# --- where the data is: the platform's own place, private to the user ------------------------------------

# One folder for everything instead of the platform's own: a portable installation, and every test.
HOME_VARIABLE = "SLAMOMATIC_HOME"


def data_folder() -> Path:
    """Return the folder for journals, history and settings; make it where it is missing."""
    home = os.environ.get(HOME_VARIABLE)
    folder = Path(home) if home else platformdirs.user_data_path("slamomatic", appauthor=False)
    return private_folder(folder)


def films_folder(home: Path | None = None) -> Path:
    """Return the folder for films, among the user's videos; make it where it is missing.

    Raise UserError if that fails.
    """
    own = home or os.environ.get(HOME_VARIABLE)
    folder = Path(own) / "films" if own else platformdirs.user_videos_path() / "Slam-O-Matic"
    says = N_("The folder {folder} for films can't be made ({why}). Check that you may write there.")
    with explained(says, folder=folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def save_json(path: Path, value: object, refused: str) -> None:
    """Save a value as JSON, replacing the file whole.

    `refused`: the sentence of the UserError if that fails, with {path} and {why}.
    """
    with explained(refused, path=path):
        DISK.save(path, f"{json.dumps(value, indent=1)}\n".encode())


def private_folder(folder: Path, disk: Disk = DISK) -> Path:
    """Return this folder, made where it is missing, so that nobody else can read it: it holds hidden cards.

    Raise UserError if it can't be made.
    """
    with explained(
        "The folder {folder} for games and settings can't be made ({why}). Make it writable, or name "
        "another folder in {variable}.",
        folder=folder,
        variable=HOME_VARIABLE,
    ):
        disk.make_folder(folder)
    return folder
