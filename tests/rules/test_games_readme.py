"""The games' README builds games step by step: their very code is played here, at last at a table."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from rules.unsaved import unsaved
from slamomatic import engine
from slamomatic.check import check_game
from slamomatic.engine.bots.many import Plan, play_all
from slamomatic.face.faces import face_of
from slamomatic.gallery import tables as gallery
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.length import count
from support.pictures import mistakes

README = Path(__file__).parents[2] / "host" / "slamomatic" / "games" / "README.md"
SIZE = (800, 480)


@pytest.fixture
def snap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package that the README tells to write."""
    text = README.read_text(encoding="utf-8")
    section = text[text.index("## Step 3") : text.index("# Reference")]
    rules, face = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    project = tomllib.loads(re.findall(r"```toml\n(.*?)```", section, re.DOTALL)[0])["project"]
    assert {"name", "version"} <= project.keys(), "pip asks for both"
    (point,) = project["entry-points"]["slamomatic.games"].items()
    package = tmp_path / "snap"
    package.mkdir()
    for name, code in (("__init__", ""), ("rules", rules), ("face", face)):
        (package / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(engine.GAMES, *point)
    for name in ("snap", "snap.rules", "snap.face"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.parametrize("step", ["## Step 1", "## Step 2"])
def test_the_small_games_keep_what_every_game_must_keep(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text[text.index(step) :].split("\n## ")[0], re.DOTALL)
    module = ModuleType("small_game")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(code, vars(module))
    (kind,) = (value for value in vars(module).values() if isinstance(value, type) and is_a_game(value))
    assert unsaved(kind) == set()
    checks = check_game(kind, 0, lambda number: number >= count(80, 1500))
    assert {check.name: (check.broken, check.replay) for check in checks if not check.ok} == {}


def is_a_game(kind: type) -> bool:
    return issubclass(kind, engine.Game) and kind is not engine.Game


@pytest.mark.usefixtures("snap")
def test_bots_play_it_to_its_end() -> None:
    tally, _ = play_all(Plan("snap", 50, 3, ("random",) * 3, 1, {}), 1, lambda done: None)
    assert (tally.games, tally.unfinished) == (50, 0)


@pytest.mark.usefixtures("snap")
def test_it_keeps_what_every_game_must_keep() -> None:
    assert unsaved(engine.find("snap")) == set()
    checks = check_game(engine.find("snap"), 0, lambda number: number >= count(80, 1500))
    assert {check.name: (check.broken, check.replay) for check in checks if not check.ok} == {}
    assert all(check.tried for check in checks)


@pytest.mark.usefixtures("snap")
def test_the_table_shows_hears_and_times_it(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    session = gallery.posed_session(stage, "snap", 3, 2)
    scene = TableScene(stage, session)
    said: set[str] = set()
    for _ in gallery.steps(stage, scene, 600_000_000):
        sprites = stage.easel(scene, SIZE).sprites
        assert mistakes(sprites, SIZE) == []
        said |= {sprite.art.words for sprite in sprites if isinstance(sprite.art, Text)}
    assert session.over
    assert "Ada was first and wins the pile" in said
    assert any(words.startswith("Ada lays a ") for words in said)
    assert {"card", "pile", "slap"} <= set(stage.sounds)
    assert session.played.photographer.reactions, "the card that fell called for the slap"
    assert {*face_of("snap").effects} == {*engine.find("snap").EFFECTS}
