"""The journals of all games: begun, found, read and repaired."""

import contextlib
import secrets
import time
from pathlib import Path

from slamomatic.errors import explained
from slamomatic.store.disk import DISK, Disk, File, data_folder, private_folder
from slamomatic.store.journal import (
    Contents,
    Entry,
    Journal,
    JournalError,
    Loss,
    finished_folder,
    free_name,
    not_begun,
    read_lines,
    write_failed,
)
from slamomatic.words import N_, Sentence, counted, gettext, said

SUFFIX = ".journal"
DAMAGED_SUFFIX = ".damaged"


def open_folder(home: Path | None = None, disk: Disk = DISK) -> Path:
    """Return the folder of the games that have not ended."""
    journals = private_folder((home or data_folder()) / "journals", disk)
    return private_folder(journals / "open", disk)


def create(game: str, home: Path | None = None, disk: Disk = DISK, after: Path | None = None) -> Journal:
    """Make a new, empty journal for one game of `game`, under a name that no other journal ever had.

    `after`: the journal of the game before it in a cup; then the name is `path_after`'s. Raise JournalError
    if that game was followed already, or the disk refuses.
    """
    folder = open_folder(home, disk)
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    while True:
        path = folder / f"{stamp}-{secrets.token_hex(3)}-{game}{SUFFIX}"
        if after is not None:
            path = path_after(after, game, home, disk)
            if any(file.path == path and not file.size for file in disk.files(folder)):
                disk.remove(path)  # the program was killed before the first line: that game has not begun
        try:
            return Journal(path, disk.create(path), disk)
        except FileExistsError as error:
            if after is not None:
                raise not_begun(folder, error) from error
        except OSError as error:
            raise not_begun(folder, error) from error


def path_after(path: Path, game: str, home: Path | None = None, disk: Disk = DISK) -> Path:
    """Return the path for the game after this journal's: always the same, so that none is followed twice."""
    return open_folder(home, disk) / f"{path.stem}-then-{game}{SUFFIX}"


def _read_failed(path: Path, error: OSError) -> JournalError:
    """Return the error that says why a journal can't be read."""
    return JournalError(
        "The journal {path} can't be read ({why}). Check its name, and that you may read it.",
        path=path,
        why=error.strerror or error,
    )


def is_finished(path: Path) -> bool:
    """Return whether this open journal's game is over and put away."""
    return (finished_folder(path) / path.name).is_file()


def reopen(path: Path, disk: Disk = DISK) -> tuple[Journal, Contents]:
    """Open an unfinished game's journal for its next event; cut a damaged end off and keep it beside it.

    Raise JournalError if the journal is open in another window, can't be read, or nothing of it is left.
    """
    says = N_("The journal {path} can't be opened ({why}). Check its name, and that you may write it.")
    with explained(says, JournalError, path=path):
        try:
            file = disk.open(path)
        except BlockingIOError as error:
            raise JournalError(
                "The game in {name} is open in another window. Close that window first.", name=path.name
            ) from error
    failed = _read_failed
    try:
        data = file.read()
        failed = write_failed
        contents = _repaired(path, data, file, disk)
    except OSError as error:
        with contextlib.suppress(OSError):
            file.close()
        raise failed(path, error) from error
    return Journal(path, file, disk, contents.chain), contents


def _repaired(path: Path, data: bytes, file: File, disk: Disk) -> Contents:
    """Cut the damaged end off a journal and return the rest. What is cut off is kept in a file beside it.

    A journal that is damaged from its first line on is renamed whole, and JournalError is raised.
    """
    contents = read_lines(data)
    if contents.lost is not None:
        aside = free_name(disk, path.with_name(path.name + DAMAGED_SUFFIX))
        if not contents.entries:
            file.close_as(aside)
            raise JournalError(
                "This game can't be resumed, because its journal is damaged from the first line on. "
                "{lost} The file is kept as {aside}.",
                lost=_lost_words(contents.lost),
                aside=aside,
            )
        disk.save(aside, data[contents.good_bytes :])
        file.cut(contents.good_bytes)
    if contents.newline_missing:
        file.append(b"\n")
    file.sync()
    return contents


def damage_words(contents: Contents, boot: str = "") -> str:
    """Return a sentence about what a journal may have lost, for players whose game goes on; mostly "".

    `boot`: the disk's word for the present start of the computer. If the journal names another one, the
    computer was off meanwhile.
    """
    if contents.lost is not None:
        return gettext(
            "The saved game is damaged. {what_is_lost}", what_is_lost=said(_lost_words(contents.lost))
        )
    if boot and contents.boot and boot != contents.boot:
        return gettext("The computer went off during this game. The last moment before that may be missing.")
    return ""  # closed or not: every slap was written before it was shown


def _lost_words(lost: Loss) -> Sentence:
    """Say how many slaps and moves were lost, no more exactly than it is known."""
    if not lost.exact and lost.events == 0:
        return Sentence("The last slaps and moves may be missing.")
    if lost.events == 0:
        return Sentence("No slap or move is lost.")
    if lost.exact:
        return counted(
            "The last slap or move is lost.", "The last {n} slaps and moves are lost.", lost.events
        )
    return counted(
        "At least the last slap or move is lost.",
        "At least the last {n} slaps and moves are lost.",
        lost.events,
    )


def read_file(path: Path) -> Contents:
    """Read a journal without changing it. Raise JournalError if the file can't be read."""
    try:
        return read_lines(DISK.read(path))
    except OSError as error:
        raise _read_failed(path, error) from error


def delete(path: Path) -> None:
    """Delete an unfinished game for good. Raise JournalError if it is open in another window."""
    journal, _ = reopen(path)
    journal.close()
    try:
        DISK.remove(path)
    except OSError as error:
        raise write_failed(path, error) from error


def all_open(home: Path | None = None, disk: Disk = DISK) -> list[Path]:
    """Return the journals of unfinished games, the latest one first; empty ones are left out."""
    held = [file for file in disk.files(open_folder(home, disk)) if file.path.suffix == SUFFIX and file.size]
    return [file.path for file in sorted(held, key=lambda file: file.changed_ns, reverse=True)]


def latest_open(home: Path | None = None, disk: Disk = DISK) -> Path | None:
    """Return the journal of the unfinished game that was played last; None if there is none."""
    return next(iter(all_open(home, disk)), None)


LONGEST_OPENING = 100_000


def first_line(path: Path) -> Entry | None:
    """Return the journal's first line, which says how the game began; None if it can't be read."""
    try:
        return next(iter(read_lines(DISK.read(path, LONGEST_OPENING)).entries), None)
    except OSError:
        return None
