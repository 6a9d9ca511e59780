"""Every word has its place and is shown whole in each language, and in one that is 40 % longer than English.

    SLAMOMATIC_FULL=1 .venv/bin/python -P -m pytest tests/table/test_layout_in_languages.py

looks at every scene in every language at every size: a minute. Without it the longest language is held in all
games and each other one in a game of its own, in the narrowest window and in one more.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.words import languages
from support.pictures import SIZES, mistakes
from support.pseudo_language import pseudo_spoken
from support.scenes_of_all_games import all_scenes
from words.pseudo import CODE

FULL = bool(os.environ.get("SLAMOMATIC_FULL"))
NAMES = list(GAMES)
SPOKEN = [code for code in languages.languages() if code != "en"]
ALL = [(CODE, game) for game in NAMES] + [
    (code, game)
    for number, code in enumerate(SPOKEN)
    for game in (NAMES if FULL else [NAMES[number % len(NAMES)]])
]


def spoken(code: str, folder: Path) -> AbstractContextManager[None]:
    return pseudo_spoken(folder) if code == CODE else languages.speaking(code)


@pytest.mark.parametrize("code, game", ALL)
def test_nothing_overlaps_and_nothing_is_cut_off(code: str, game: str, tmp_path: Path) -> None:
    found: dict[str, str] = {}
    folder = tmp_path / "catalogues"
    folder.mkdir()
    one_more = SIZES[1 + NAMES.index(game) % (len(SIZES) - 1)]
    with spoken(code, folder):
        for stage, name, scene in all_scenes(tmp_path / "home", [game]):
            for size in SIZES if FULL else (SIZES[0], one_more):
                for what in mistakes(stage.easel(scene, size).sprites, size):
                    found.setdefault(what, f"{name} at {size}")
    assert not found, "\n".join(f"{what} ({where})" for what, where in found.items())
