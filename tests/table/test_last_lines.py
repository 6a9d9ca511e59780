"""A seat's last line says what slaps there, and beside it the points: two words, not one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.gallery.tables import table_of
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.words.languages import speaking

APART_PX = 6


@pytest.mark.parametrize("game", ["slamwich", "hit-the-deck"])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_key_and_points_keep_apart_in_large_print(game: str, players: int, tmp_path: Path) -> None:
    """In the smallest window they were glued together: "Taste P9 Karten"."""
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, large_print=True)
    with speaking("de"):
        scene, _ = table_of(stage, game, players, 3, (0, 1))
        scene.pump()
        shown = {sprite.name: sprite for sprite in stage.easel(scene, (800, 480)).sprites}
    for seat in range(players):
        tag, points = shown.get(f"seat/{seat}/tag"), shown[f"seat/{seat}/status"]
        if tag is None:
            continue
        assert isinstance(tag.art, Text) and isinstance(points.art, Text)
        ends = tag.box.x + tag.art.settled(tag.box.w, tag.box.h).w
        begins = points.box.right - points.art.settled(points.box.w, points.box.h).w
        assert begins - ends >= APART_PX
