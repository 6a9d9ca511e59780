"""Every journal that a test leaves open is closed after it, and its thread with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from slamomatic.store.journal import Journal


@pytest.fixture(autouse=True)
def journals_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Journal] = []
    begin = Journal.__init__

    def noted(self: Journal, *how: Any) -> None:
        begin(self, *how)
        opened.append(self)

    monkeypatch.setattr(Journal, "__init__", noted)
    yield
    for journal in opened:
        journal.close()
