"""What the disk did to a game or to the history can be read on the screen, whole, at every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.errors import UserError
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.table import finish
from slamomatic.table.sitting import Sitting
from support.page import words_in
from support.pictures import SIZES, mistakes
from support.table import Table

HOME = Path("/home/somebody-with-a-name/.local/share/slamomatic")
BUSY = (
    f"The history {HOME}/history.sqlite did not answer (database is locked). Close other slamomatic windows "
    "and try again. A game that ended is counted when you resume it."
)
BLOCKED = (
    "The finished game 2026-11-18-163600-yahtzee-hands-down.journal can't be moved to "
    f"{HOME}/journals/finished (Permission denied). Make that folder writable, then resume the game."
)


@pytest.mark.parametrize("trouble", [BUSY, BLOCKED])
def test_why_a_game_is_not_counted_can_be_read(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(sitting: Sitting, home: Path | None = None) -> str:
        raise UserError(trouble)

    monkeypatch.setattr(finish, "keep", refuses)
    stage, sitting = BareStage(tmp_path), Table(tmp_path).sitting
    result = ResultScene(stage, sitting.outcome(), sitting)
    stage.go(result)
    assert trouble in words_in(stage, result)
    assert [what for size in SIZES for what in mistakes(stage.easel(result, size).sprites, size)] == []


def test_damaged_history_says_so_once_and_is_empty_then(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    (tmp_path / "history.sqlite").write_bytes(b"this was a history once" * 100)
    scene = HistoryScene(stage, StartScene(stage))
    stage.go(scene)
    assert any("set aside" in words for words in words_in(stage, scene))
    again = HistoryScene(stage, StartScene(stage))
    stage.go(again)
    assert any("No finished games yet" in words for words in words_in(stage, again))


def test_trouble_of_the_history_can_be_read(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = HistoryScene(stage, StartScene(stage))
    scene.trouble = BUSY
    assert BUSY in words_in(stage, scene)
    assert [what for size in SIZES for what in mistakes(stage.easel(scene, size).sprites, size)] == []
