"""Finds a MicroPython image for the emulated Pico; `python -m slamomatic.emulator.image` prints its path."""

import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

from slamomatic.emulator import debian_image
from slamomatic.errors import UserError, explained
from slamomatic.store.disk import DISK
from slamomatic.words import Sentence, gettext, said

ENVIRONMENT = "SLAMOMATIC_MICROPYTHON"
EMULATED = "RPI_PICO"  # the board of `find_image`
VERSION = "1.25.0"  # what Debian's packages build too, so that every machine emulates the same
_UF2_BLOCK = 512
_UF2_MAGIC = b"UF2\n"


def cache_folder() -> Path:
    return Path(platformdirs.user_cache_dir("slamomatic", appauthor=False))


def _is_image(path: Path) -> bool:
    """Return whether a file is a whole .uf2, by the block count that every block carries."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    blocks = int.from_bytes(data[-_UF2_BLOCK + 24 :][:4], "little")
    # One block more may come first: files for the RP2350 begin with one that no chip takes.
    return data.startswith(_UF2_MAGIC) and len(data) in (blocks * _UF2_BLOCK, (blocks + 1) * _UF2_BLOCK)


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold a lock while the context lasts, so that no two processes do the same long work.

    On Windows there is no lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def image_of(board: str, given: str | Path | None = None) -> Path:
    """Return MicroPython for a board by its name at micropython.org. UserError if there is none to be had."""
    if board == EMULATED or given:
        return find_image(given)
    target = cache_folder() / f"micropython-{VERSION}-{board}.uf2"
    if not _is_image(target):
        if not debian_image.can_build(board):
            raise UserError(
                "There is no MicroPython for {board} here. Download the .uf2 of {version} from "
                "https://micropython.org/download/{board}/, and name it with --micropython.",
                board=board,
                version=VERSION,
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        _tell(gettext("Building it from Debian's packages instead (about a minute) …"))
        debian_image.build(target, VERSION, board)
    return target


def _download(target: Path) -> Sentence | None:
    """Download the official image to `target`; return None, or the reason why that failed."""
    logging.getLogger("rp2040py").setLevel(logging.CRITICAL)
    try:
        found = retrieve(MICROPYTHON, VERSION)
    except OSError as error:
        return Sentence("the download failed ({why})", why=error)
    if found is None:
        return Sentence("the download failed")
    if not _is_image(found):
        found.unlink(missing_ok=True)
        return Sentence("the download was cut short")
    DISK.save(target, found.read_bytes())
    return None


def find_image(given: str | Path | None = None) -> Path:
    """Return a MicroPython image: the one given, or cached, or downloaded, or built on Debian.

    UserError if none.
    """
    named = given or os.environ.get(ENVIRONMENT)
    if named:
        path = Path(named)
        if not _is_image(path):
            raise UserError(
                "{path} is not a MicroPython image for the Pico. Name a complete .uf2 file.", path=path
            )
        return path
    folder = cache_folder()
    target = folder / f"micropython-{VERSION}.uf2"
    if _is_image(target):
        return target
    with contextlib.ExitStack() as alone:
        with explained(
            "The cache folder {folder} can't be written ({why}). Make it writable, or name "
            "a MicroPython .uf2 in {environment}.",
            folder=folder,
            environment=ENVIRONMENT,
        ):
            alone.enter_context(only_one(folder / "lock"))
        if _is_image(target):
            return target
        _tell(gettext("Downloading MicroPython for the emulated Pico (only once) …"))
        trouble = _download(target)
        if trouble is None:
            return target
        if not debian_image.possible():
            raise UserError(
                "There is no MicroPython image for the emulated Pico: {why}. Download the Pico's .uf2 of "
                "{version} from micropython.org, and name it in {environment}.",
                why=trouble,
                version=VERSION,
                environment=ENVIRONMENT,
            )
        _tell(gettext("Building it from Debian's packages instead (about a minute) …"))
        debian_image.build(target, VERSION)
    return target


def _tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> int:
    try:
        print(find_image())
    except UserError as error:
        _tell(f"slamomatic: {said(error)}")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
