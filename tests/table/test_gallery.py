"""The gallery shows what can happen: every choice of every game under the cursor, and what the table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine import GAMES
from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE
from slamomatic.screen.scenes.table import TableScene
from support.scenes_of_all_games import all_scenes

# What people are told by a sentence, and so by a picture: the rarest of each game too.
SAID = {
    "hit-the-deck": {
        *("start", "played", "drew", "cut", "flipped", "race", "last", "uncalled", "faked-out", "hand-over"),
        *("void", "named", "left", "over"),
    },
    "yahtzee-hands-down": {"discarded", "called", "replaced", "combo-won", "void", "left", "over"},
    "lowdown": {
        *("opened", "drew", "placed", "threw", "looked", "turned", "peeked", "swapped", "stole", "cleared"),
        *("no-line", "last-claims", "hand-scored", "left", "over"),
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_and_every_sentence_is_in_a_picture(game: str, tmp_path: Path) -> None:
    under_cursor: set[str] = set()
    said: set[str] = set()
    for _, _, scene in all_scenes(tmp_path, [game]):
        if isinstance(scene, TableScene) and scene.sitting.name == game:
            said.add(scene.aftermath.saying)
            chosen = scene.chooser.chosen
            if chosen is not None:
                under_cursor.add(chosen.do)
    assert set(engine.find(game).EVENTS) - {TURNED_BY_THE_TABLE} <= under_cursor
    assert SAID.get(game, set()) <= said
