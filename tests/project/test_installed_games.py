"""Games are found by their packages' entry points: ours as well as anybody's."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine.installed import BUILT_IN, GROUP, installed_games
from slamomatic.errors import UserError

ROOT = Path(__file__).parents[2]


def install(place: Path, **games: str) -> None:
    """As pip leaves a package behind that brings these games."""
    info = place / "somebody_s_games-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-s-games\nVersion: 1.0\n")
    points = "\n".join(f"{name.replace('_', '-')} = {where}" for name, where in games.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{points}\n")


def test_the_built_in_games_are_registered_as_anybodys() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"][GROUP] == BUILT_IN
    assert list(engine.GAMES)[: len(BUILT_IN)] == list(BUILT_IN), "in the order of the start screen"
    assert {engine.find(name).NAME for name in BUILT_IN} == set(BUILT_IN)


def test_an_installed_game_is_listed_after_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, zebra="zebra:Game", ape="ape:Game")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(installed_games()) == [*BUILT_IN, "ape", "zebra"]
    assert installed_games()["ape"] == "ape:Game"


def test_no_package_takes_the_name_of_a_built_in_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, lowdown="robber:Game")
    monkeypatch.syspath_prepend(tmp_path)
    assert installed_games() == BUILT_IN


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "not a game"),
        ("import no_such_thing", "ModuleNotFoundError"),
        ("raise RuntimeError('half written')", "half written"),
        ("def", "SyntaxError"),
        ("from rules.tiny_game import Tiny as Game", "calls itself 'tiny'"),
    ],
)
def test_a_game_that_can_t_be_loaded_says_so_in_a_sentence(
    code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(engine.GAMES, "broken", "broken_game:Game")
    monkeypatch.delitem(sys.modules, "broken_game", raising=False)
    with pytest.raises(UserError, match=why):
        engine.find("broken")
    sys.modules.pop("broken_game", None)


def test_help_asks_no_package_for_its_games() -> None:
    code = (
        "import sys\nfrom slamomatic import cli\n"
        "try: cli.main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'slamomatic.engine', 'importlib.metadata'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
