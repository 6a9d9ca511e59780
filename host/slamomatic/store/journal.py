"""The journal of one game: every event is written before it is shown, and can be read back.

A written line survives a killed program at once, because the system holds it. It is on the disk within
SYNC_S, so that a power loss costs no more than the last moment. The frame loop never waits for the disk.

A line is `check previous events text`: the CRC of all that follows it, the check of the line before, the
number of events up to here, and JSON. Damage fails the check; a line that is missing, doubled or out of place
does not continue the chain. Lines of the first edition are `check text`: they are still read, and can be
continued with chained ones.
"""

import contextlib
import errno
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from slamomatic.errors import UserError, explained
from slamomatic.store.disk import DISK, Disk, File, private_folder

Entry = dict[str, Any]

SYNC_S = 0.05
CLOSED = "closed"  # the line that a program writes last
BOOT = "boot"  # added to the first entry that a program writes: which start of the computer this is


class JournalError(UserError):
    """The journal can't be written or read; the game stops safely rather than go on unwritten."""


class Chain(NamedTuple):
    """The state of a journal's numbering and checksums, from which the next line continues."""

    check: int
    events: int


START = Chain(0, 0)


def is_event(entry: Mapping[str, Any] | None) -> bool:
    """Return whether this entry is an event of the game, not an opening, a note or the closing line."""
    return entry is not None and "do" in entry


def encode(entry: Mapping[str, Any] | None, chain: Chain = START) -> tuple[bytes, Chain]:
    """Return the line of an entry (None: the journal is closed), and the chain after it."""
    events = chain.events + is_event(entry)
    text = json.dumps(CLOSED if entry is None else entry, separators=(",", ":"), ensure_ascii=True).encode()
    rest = b"%08x %d %s" % (chain.check, events, text)
    check = zlib.crc32(rest)
    return b"%08x %s\n" % (check, rest), Chain(check, events)


class Journal:
    """An append-only file of chained lines, held by one program at a time."""

    def __init__(self, path: Path, file: File, disk: Disk = DISK, chain: Chain = START) -> None:
        self.path = path
        self._file = file
        self._disk = disk
        self._chain = chain
        self._unclosed = False  # something was written that no closing line follows

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry whole, or nothing of it and raise JournalError."""
        try:
            self._write(entry if self._unclosed else {**entry, BOOT: self._disk.boot})
            self._unclosed = True
            self._file.sync_within(SYNC_S)
        except OSError as error:
            if self._chain == START:
                raise not_begun(self.path.parent, error) from error
            raise write_failed(self.path, error) from error

    def _write(self, entry: Mapping[str, Any] | None) -> None:
        """Write the line of an entry, or with None the closing line. Raise OSError if the disk refuses."""
        line, chain = encode(entry, self._chain)
        self._file.append(line)
        self._chain = chain

    def close(self) -> None:
        """Sync what is left and release the file. An empty journal is removed."""
        try:
            self._end()
            self._file.close()
            if self._chain == START:
                with contextlib.suppress(FileNotFoundError):
                    self._disk.remove(self.path)
        except OSError as error:
            raise write_failed(self.path, error) from error

    def _end(self) -> None:
        """Write the closing line, which says that nothing is missing; skip it where the disk has no room."""
        if self._unclosed:
            self._unclosed = False
            with contextlib.suppress(OSError):
                self._write(None)

    def finish(self) -> Path:
        """Close the journal of a game that is over and move it to the finished ones; return its new path.

        Raise JournalError if it can't be moved.
        """
        folder = finished_folder(self.path)
        with explained(
            "The finished game {name} can't be moved to {folder} ({why}). Make that folder writable, "
            "then resume the game.",
            JournalError,
            name=self.path.name,
            folder=folder,
        ):
            private_folder(folder, self._disk)
            self._end()
            target = free_name(self._disk, folder / self.path.name)
            self._file.close_as(target)
        self.path = target
        return target


def not_begun(folder: Path, error: OSError) -> JournalError:
    """Return the error that says why no game can begin."""
    if _is_full(error):
        return JournalError("No game can begin: the disk is full. Make room on it, then try again.")
    return JournalError(
        "No game can begin: {folder} can't be written ({why}). Make that folder writable, then try again.",
        folder=folder,
        why=error.strerror or error,
    )


def write_failed(path: Path, error: OSError) -> JournalError:
    """Return the error that says why a game stopped, and how it goes on."""
    if _is_full(error):
        return JournalError(
            "The disk is full, so the game stopped. Everything you saw is kept. "
            "Make room on the disk, then resume the game."
        )
    return JournalError(
        "The game stopped: its journal {path} can't be written ({why}). Check the disk, "
        "then resume the game.",
        path=path,
        why=error.strerror or error,
    )


def _is_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def free_name(disk: Disk, path: Path) -> Path:
    """Return this path, or one with a number that no file in its folder has."""
    taken = {file.path.name for file in disk.files(path.parent)}
    name, number = path.name, 1
    while name in taken:
        number += 1
        name = f"{path.stem}-{number}{path.suffix}"
    return path.with_name(name)


def finished_folder(path: Path) -> Path:
    """Return the folder of the finished games, beside the folder that holds this open journal."""
    return path.parent.parent / "finished"


# --- read back: pure ------------------------------------------------------------------------------------

CHAINED = re.compile(rb"([0-9a-f]{8}) (([0-9a-f]{8}) (0|[1-9][0-9]{0,9}) (.+))", re.DOTALL)
NUMBERED = re.compile(rb"[0-9a-f]{8} [0-9a-f]{8} ([0-9]{1,10}) ")
FIRST_EDITION = re.compile(rb"([0-9a-f]{8}) (\{.*)", re.DOTALL)


class Line(NamedTuple):
    """One line that is whole; `previous` is None in a line of the first edition."""

    chain: Chain
    previous: int | None
    entry: Entry | None  # None: the line says that the journal was closed


class Loss(NamedTuple):
    """The number of events in the dropped part of a journal."""

    events: int
    exact: bool  # False: there may have been more


@dataclass(frozen=True, slots=True)
class Contents:
    """The entries of a journal up to its first bad line, and what was lost after it."""

    entries: list[Entry]
    good_bytes: int
    newline_missing: bool
    chain: Chain
    lost: Loss | None  # None: nothing was dropped
    boot: str | None  # the start of the computer it was last opened in; None: closed, or never said


def decode(line: bytes) -> Line | None:
    """Return what a line says, or None if a byte of it is wrong. Its place in the chain is not checked."""
    line = line.removesuffix(b"\n")
    found = CHAINED.fullmatch(line)
    if found is not None:
        check, rest, previous, events, text = found.groups()
    elif (found := FIRST_EDITION.fullmatch(line)) is not None:
        check, rest = found.groups()
        previous, events, text = None, b"0", rest
    if found is None or check != b"%08x" % zlib.crc32(rest):
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) and said != CLOSED:
        return None
    chain = Chain(int(check, 16), int(events))
    return Line(chain, None if previous is None else int(previous, 16), None if said == CLOSED else said)


def read_lines(data: bytes) -> Contents:
    """Return every entry up to the first line that is damaged or out of place."""
    entries: list[Entry] = []
    boot: str | None = None
    chain, chained = START, False
    at = 0
    for piece in BytesIO(data):
        line = decode(piece)
        if line is None or (line.previous is None and chained):
            break
        after = _after(line, chain)
        chained = line.previous is not None
        if chained and (line.previous, line.chain) != (chain.check, after):
            break
        if line.entry is None:
            boot = None
        else:
            boot = line.entry.pop(BOOT, boot)
            entries.append(line.entry)
        chain = after
        at += len(piece)
    # If only the last newline is missing, nothing is lost: the check says that the line is whole.
    missing = at > 0 and not data[:at].endswith(b"\n")
    lost = _lost_from(data[at:], chain) if at < len(data) else None
    return Contents(entries, at, missing, chain, lost, boot)


def _after(line: Line, chain: Chain) -> Chain:
    """Return the chain after this line, as it must be if the line is at its place."""
    check = line.chain.check
    if line.previous is None:  # a line of the first edition: its check does not cover the lines before it
        check = zlib.crc32(b"%08x" % check, chain.check)
    return Chain(check, chain.events + is_event(line.entry))


def _lost_from(dropped: bytes, chain: Chain) -> Loss:
    """Return how many events a dropped part held, by the numbers of its lines as far as they can be read.

    Events after the last readable number are counted one by one. The count is exact only if the closing line
    can be read and nothing follows it.
    """
    last, since, exact = chain.events, 0, False
    for piece in BytesIO(dropped):
        line = decode(piece)
        if line is None:
            since += _was_event(piece, last + since + 1)
        elif line.previous is None:
            since += is_event(line.entry)
        elif line.chain.events >= last:
            last, since = line.chain.events, 0
            exact = line.entry is None
    return Loss(last - chain.events + since, exact and since == 0)


def _was_event(piece: bytes, number: int) -> bool:
    """Return whether the beginning of an unreadable line says that it was this event."""
    begins = NUMBERED.match(piece)
    return begins is not None and int(begins[1]) == number
