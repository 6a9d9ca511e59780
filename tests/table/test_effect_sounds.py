"""Whatever happens at a table is heard, or there is a reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import GAMES, find
from slamomatic.engine.paper import paper_game
from slamomatic.engine.vocabulary import COMMON_EFFECTS
from slamomatic.face.faces import face_of
from slamomatic.face.telling import COMMON
from slamomatic.gallery.tables import posed_session, steps
from slamomatic.kit.tunes import TUNES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", [False, True])
def test_every_effect_has_a_sound_or_a_reason_for_silence(game: str, paper: bool) -> None:
    kind = paper_game(find(game)) if paper else find(game)
    told = {**COMMON, **face_of(game, paper).effects}
    for word in {**COMMON_EFFECTS, **kind.EFFECTS}:
        assert (told[word].sound != "") != (told[word].silent != ""), word
        assert told[word].sound in ("", "slap", *TUNES)


@pytest.mark.parametrize("game", GAMES)
def test_no_face_tells_of_an_effect_that_its_game_does_not_have(game: str) -> None:
    kind, face = find(game), face_of(game)
    assert {*face.effects} <= {*kind.EFFECTS, *COMMON_EFFECTS}
    assert {*face.paper} <= {*paper_game(kind).EFFECTS}
    assert {*COMMON} == {*COMMON_EFFECTS, "unit"}


def test_cards_that_fall_in_slamwich_are_heard(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = TableScene(stage, posed_session(stage, "slamwich", 3, 1))
    scene.pump()
    for _ in steps(stage, scene, 60_000_000):
        heard, stage.sounds = stage.sounds, []
        if (
            scene.announcements.last.get("flipped", {}).get("t_us")
            == scene.session.view(None)["flipped_us"]
            > 0
        ):
            assert "flip" in heard
            return
    raise AssertionError("no card fell")
