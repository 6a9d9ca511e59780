"""Fixtures of the table's tests. Journals left open are closed; phones wait for a busy machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slamomatic.phone import server
from slamomatic.screen.offscreen import BareStage
from slamomatic.store.journal import Journal
from support.phone_evening import Evening
from support.played import Played
from support.table import FOUR
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


@pytest.fixture
def stage(tmp_path: Path) -> BareStage:
    return BareStage(tmp_path)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def played(tmp_path: Path) -> Played:
    played = Played(tmp_path, list(FOUR))
    played.at(900_000)
    return played
