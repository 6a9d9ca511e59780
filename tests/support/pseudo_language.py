"""The pseudo-language, known or spoken in a test: one compiled catalogue in a folder, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from slamomatic.words import languages as known
from words import pseudo
from words.catalogues import collected, compiled


@contextmanager
def pseudo_known(folder: Path) -> Iterator[None]:
    """Somebody may read it; the program goes on in its own."""
    (folder / f"{pseudo.CODE}.mo").write_bytes(_catalogue())
    known.add_folder(str(folder))
    try:
        yield
    finally:
        known.remove_folder(str(folder))


@contextmanager
def pseudo_spoken(folder: Path) -> Iterator[None]:
    with pseudo_known(folder), known.speaking(pseudo.CODE):
        yield


@cache
def _catalogue() -> bytes:
    return compiled(pseudo.made_from(collected()))
