"""Every word has its place and is shown whole in any language, even in one that is 40 % longer than
English."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from slamomatic import words
from slamomatic.engine import GAMES
from support.pictures import SIZES, mistakes
from support.pseudo_language import pseudo_spoken
from table.scenes_of_all_games import all_scenes
from words.pseudo import CODE

LANGUAGES = [CODE, *(code for code in words.languages() if code != "en")]


def spoken(code: str, folder: Path) -> AbstractContextManager[None]:
    return pseudo_spoken(folder) if code == CODE else words.speaking(code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_and_nothing_is_cut_off(game: str, code: str, tmp_path: Path) -> None:
    found: dict[str, str] = {}
    folder = tmp_path / "catalogues"
    folder.mkdir()
    with spoken(code, folder):
        for stage, name, scene in all_scenes(tmp_path / "home", [game]):
            for size in SIZES:
                for what in mistakes(stage.easel(scene, size).sprites, size):
                    found.setdefault(what, f"{name} at {size}")
    assert not found, "\n".join(f"{what} ({where})" for what, where in found.items())
