"""Every journal that a test leaves open is closed after it, and its thread with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from slamomatic.store.journal import Journal


@pytest.fixture(autouse=True)
def journals_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Journal] = []
    begin = Journal.__init__

    def noted(self: Journal, path: Path, fd: int) -> None:
        begin(self, path, fd)
        opened.append(self)

    monkeypatch.setattr(Journal, "__init__", noted)
    yield
    for journal in opened:
        journal.close()
