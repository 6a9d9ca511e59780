"""The start screen with more games than the five: each is shown, reached by keys, and can be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import tiny_game
from rules.tiny_game import Tiny
from slamomatic import engine
from slamomatic.face.faces import title_of
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from support.pictures import mistakes


def register(monkeypatch: pytest.MonkeyPatch, count: int) -> list[str]:
    names = [f"outside-{number}" for number in range(1, count + 1)]
    for number, name in enumerate(names):
        monkeypatch.setattr(tiny_game, f"Tiny{number}", type("Tiny", (Tiny,), {"NAME": name}), raising=False)
        monkeypatch.setitem(engine.GAMES, name, f"rules.tiny_game:Tiny{number}")
    return names


def reach(stage: BareStage, scene: StartScene, name: str) -> None:
    """Walk from PLAY to what is called so, up and then to the right, and press Enter there."""
    for rows in range(9):
        scene.cursor = 0
        targets = stage.easel(scene, (1280, 720)).targets
        for action in (*["up"] * rows, *["right"] * 8):
            scene.key(action)
            if targets[scene.cursor].name == name:
                scene.key("confirm")
                return
    raise AssertionError(f"no key leads to {name}")


@pytest.mark.parametrize("more", [0, 1, 5, 7])
def test_every_game_is_shown_and_can_be_chosen_by_keys(
    more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, more)
    stage = BareStage(tmp_path)
    scene = StartScene(stage)
    shown: set[str] = set()
    for _ in range(4):
        names = [target.name for target in stage.easel(scene, (1280, 720)).targets]
        page = [name for name in names if name.startswith("game/")]
        shown.update(page)
        for tile in page:
            reach(stage, scene, tile)
            assert stage.prefs.game == tile.removeprefix("game/")
        if more:
            reach(stage, scene, "more-games")
    assert shown == {f"game/{game}" for game in engine.GAMES}


@pytest.mark.parametrize("size", [(800, 480), (1920, 1080)])
def test_nothing_overlaps_on_any_page(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = register(monkeypatch, 7)
    stage = BareStage(tmp_path)
    scene = StartScene(stage)
    words: set[str] = set()
    for _ in range(3):
        easel = stage.easel(scene, size)
        assert mistakes(easel.sprites, size) == []
        words |= {sprite.art.words for sprite in easel.sprites if isinstance(sprite.art, Text)}
        for sprite in easel.sprites:
            sprite.art.draw(sprite.box.w, sprite.box.h)  # a deck that nobody drew has a plain back
        reach(stage, scene, "more-games")
    assert {title_of(name) for name in names} <= words
    assert "2-4 players" in words  # nobody has measured how long it takes


def test_the_page_of_the_game_that_was_chosen_last_is_the_first_to_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = register(monkeypatch, 3)
    stage = BareStage(tmp_path)
    StartScene(stage).choose_game(names[2])
    targets = [target.name for target in stage.easel(StartScene(stage), (1280, 720)).targets]
    assert f"game/{names[2]}" in targets


def test_five_games_need_no_second_page(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    targets = [target.name for target in stage.easel(StartScene(stage), (1280, 720)).targets]
    assert "more-games" not in targets
