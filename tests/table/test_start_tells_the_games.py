"""The start screen tells what each game is, and none of its buttons moves under a pointer."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.face.faces import face_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from support.page import Page


@pytest.mark.parametrize("game", GAMES)
def test_who_points_at_a_game_reads_what_it_is(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    page = Page(stage, StartScene(stage))
    page.click_name(f"game/{game}")
    says = face_of(game).about
    assert says and page.said_by("line/words").startswith(says)


def test_resume_has_its_place_also_while_there_is_nothing_to_resume(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = StartScene(stage)
    page = Page(stage, scene)
    before = {target.name: target.box for target in page.easel().targets}
    assert "resume" not in before, "it can't be pressed yet"
    scene.resumable = True
    after = {target.name: target.box for target in page.easel().targets}
    assert "resume" in after and all(after[name] == box for name, box in before.items())
