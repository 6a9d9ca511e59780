"""Somebody who only hears what is spoken, and has the keys, plays every game to its end.

`python tools/by_ear.py` plays a thousand of each kind.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.speech.lines import FULL, NORMAL, SHORT
from support.by_ear import ByEar, OneSwitchByEar
from support.length import count
from support.short_games import GAMES

LENGTHS = (SHORT, NORMAL, FULL)


@pytest.mark.parametrize("seed", range(1, 1 + count(1, 25)))
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_ear(game: str, length: str, seed: int, tmp_path: Path) -> None:
    player = ByEar(tmp_path, game, seed, length)
    player.play()
    assert any("again" in words.lower() for words in player.said[-4:]), "the result says how to go on"


@pytest.mark.parametrize("seed", range(1, 1 + count(1, 10)))
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_ear_and_with_one_switch(
    game: str, seed: int, tmp_path: Path
) -> None:
    OneSwitchByEar(tmp_path, game, seed).play()
