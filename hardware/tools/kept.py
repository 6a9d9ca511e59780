"""Keep what KiCad made of unchanged files, so that each is asked once.

An answer is found by its question: the words, the content of the file that is asked about and of all files
beside it, and the program's own file. `SLAMOMATIC_FRESH=1` asks again.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from hardware.tools.facts import ROOT

FOLDER = ROOT / ".cache" / "hardware"
UNUSED_S = 30 * 24 * 3600  # an answer that nobody asked for in so long is deleted


def question(program: str | Path, words: Iterable[str], source: Path, suffixes: tuple[str, ...]) -> str:
    """A name for all that an answer depends on; a source that changes by a byte has another one."""
    found = shutil.which(program)
    if found is None:
        return ""
    status = os.stat(found)
    digest = hashlib.sha256(repr((os.path.realpath(found), status.st_size, status.st_mtime_ns)).encode())
    digest.update(repr(list(words)).encode())
    digest.update(source.read_bytes())
    for path in sorted(source.parent.rglob("*")):
        if path.name.endswith(suffixes) and path != source and path.is_file():
            digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def answer(asked: str) -> Path | None:
    """The folder with the files that were made, if this was asked before."""
    folder = FOLDER / asked
    if not asked or os.environ.get("SLAMOMATIC_FRESH") or not folder.is_dir():
        return None
    os.utime(folder)
    return folder


def keep(asked: str, files: Iterable[Path]) -> None:
    """Remember these files as the answer; without a place to write nothing is kept."""
    if not asked:
        return
    try:
        _delete_unused()
        whole = Path(tempfile.mkdtemp(dir=FOLDER, prefix="new-"))
        for path in files:
            shutil.copy(path, whole / path.name)
        shutil.rmtree(FOLDER / asked, ignore_errors=True)
        whole.rename(FOLDER / asked)
    except OSError:
        return  # another run kept the same answer, or nothing can be written here


@functools.cache
def _delete_unused() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for folder in FOLDER.iterdir():
        if time.time() - folder.stat().st_mtime > UNUSED_S:
            shutil.rmtree(folder, ignore_errors=True)
