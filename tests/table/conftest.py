"""Every journal that a test leaves open is closed after it; and phones are patient on a busy machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from slamomatic.phone import server
from slamomatic.store.journal import Journal
from support.waiting import PATIENCE_S


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


@pytest.fixture(autouse=True)
def phones_wait_for_a_busy_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody tests how long it takes, "the table is busy" is no answer."""
    monkeypatch.setattr(server, "JOIN_WAIT_S", PATIENCE_S)
