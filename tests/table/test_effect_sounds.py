"""Whatever happens at a table is heard, or there is a reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import GAMES, find
from slamomatic.engine.paper import paper_of
from slamomatic.engine.vocabulary import COMMON_EFFECTS
from slamomatic.kit.sound import TUNES
from slamomatic.screen.effect_sounds import SILENT, SOUNDS
from slamomatic.screen.gallery import Easels, sitting_of, steps
from slamomatic.screen.scenes.table import TableScene


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", [False, True])
def test_every_effect_has_a_sound_or_a_reason_for_silence(game: str, paper: bool) -> None:
    kind = paper_of(find(game)) if paper else find(game)
    for word in {**COMMON_EFFECTS, **kind.EFFECTS}:
        assert (word in SOUNDS) != (word in SILENT), word


def test_no_sound_is_kept_for_an_effect_that_no_game_has() -> None:
    words = set(COMMON_EFFECTS)
    for game in GAMES:
        words |= {*find(game).EFFECTS, *paper_of(find(game)).EFFECTS}
    assert {*SOUNDS, *SILENT} <= words
    assert set(SOUNDS.values()) <= set(TUNES)


def test_cards_that_fall_in_slamwich_are_heard(tmp_path: Path) -> None:
    stage = Easels(tmp_path)
    scene = TableScene(stage, sitting_of(stage, "slamwich", 3, 1))
    scene.pump()
    for _ in steps(stage, scene, 60_000_000):
        heard, stage.sounds = stage.sounds, []
        if scene.happenings.last.get("flipped", {}).get("t_us") == scene.sitting.view(None)["flipped_us"] > 0:
            assert "card" in heard
            return
    raise AssertionError("no card fell")
