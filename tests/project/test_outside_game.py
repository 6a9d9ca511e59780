"""A game from a package of its own, without a face: installed beside a clean slamomatic, everything works.

No file of slamomatic changes for it: both are installed from their wheels, and found by the entry point.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine.installed import BUILT_IN
from support import display, result_on_screen
from support.display import playing, until

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "support" / "outside_game"
SIZE = (1280, 720)
desktop = pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both packages are installed, and nothing else of this project is."""
    out = tmp_path_factory.mktemp("wheels")
    source = shutil.copytree(GAME, out / "outside_game")  # a build leaves nothing behind in the checkout
    for project in (ROOT, source):
        # Without isolation nothing is downloaded: the build backend comes with the test extra.
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
        subprocess.run([*build, str(project)], check=True, capture_output=True)
    installed = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target"]
    wheels = map(str, out.glob("*.whl"))
    subprocess.run([*pip, str(installed), *wheels], check=True, capture_output=True)
    return installed


@pytest.fixture
def clean(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs that a test starts see those two packages; the home they play in."""
    monkeypatch.setenv("PYTHONPATH", str(place))
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def known_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process knows the game too: it reads the journals."""
    monkeypatch.syspath_prepend(GAME)
    monkeypatch.setitem(engine.GAMES, "snap", "outside_snap:Snap")


def slamomatic(*words: str, given: str = "") -> str:
    command = [sys.executable, "-m", "slamomatic.cli", *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_it_is_one_of_the_games(clean: Path, place: Path) -> None:
    code = "import slamomatic, slamomatic.engine as e; print(slamomatic.__file__, *e.GAMES)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    where, *games = done.stdout.split()
    assert where.startswith(str(place))
    assert games == [*BUILT_IN, "snap"]


@desktop
@pytest.mark.desktop
def test_it_is_chosen_and_played_by_keys_killed_resumed_and_won(
    clean: Path, screen: str, tmp_path: Path, known_here: None
) -> None:
    helper = str(ROOT / "tests" / "support" / "walk_to_tile.py")
    done = subprocess.run([sys.executable, helper, "snap"], capture_output=True, text=True, check=True)
    words = ["--unit", "keyboard", "--seed", "5", "--speed", "20", "--size", f"{SIZE[0]}x{SIZE[1]}"]
    with playing(screen, clean, *words) as player:
        player.keys(*done.stdout.split(), delay_ms=60)
        until(player, player.open_journals, lambda: player.keys("Return", delay_ms=60))
        (journal,) = player.open_journals()
        shown = journal.stat().st_size
        # Enter lays a card, Q slaps.
        until(player, lambda: journal.stat().st_size > shown + 600, lambda: player.keys("Return", "q"))
        player.program.send_signal(signal.SIGKILL)
        player.program.wait()
    with playing(screen, clean, *words, "--resume") as player:
        result_on_screen.play(player, lambda: player.keys("Return", "q", delay_ms=25), SIZE, tmp_path)
        assert player.said() == "", "nothing was lost"
    finished = journal.parent.parent / "finished" / journal.name
    answer = json.loads(slamomatic("replay", str(finished), "--json"))
    assert answer["game"] == "snap" and answer["state"]["over"]
    assert json.loads(slamomatic("history", "--json"))["matches"][0]["game"] == "snap"


def test_the_referee_knows_its_rules(clean: Path) -> None:
    lines = slamomatic("referee", "snap", "--players", "2", given='{"do": "lay", "seat": 0, "t_us": 1}\n')
    dealt, laid = map(json.loads, lines.splitlines())
    if not laid["ok"]:
        assert dealt["state"]["turn"] == 1 and "not your turn" in laid["error"]
    else:
        assert [effect["what"] for effect in laid["effects"]] == ["laid"]


def test_bots_play_it(clean: Path) -> None:
    words = ["--games", "20", "--players", "3", "--bots", "random", "--workers", "1", "--json"]
    answer = json.loads(slamomatic("simulate", "snap", *words))
    assert (answer["games"], answer["unfinished"]) == (20, 0)


@pytest.mark.long
def test_the_gallery_draws_it(clean: Path, tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    words = ["--out", str(out), "--game", "snap", "--size", "800x480", "--json"]
    names = {Path(path).name for path in json.loads(slamomatic("gallery", *words))["pictures"]}
    for shows in ("start-snap-", "help-snap-1-", "snap-room-00-", "snap-room-over-", "snap-own-result-"):
        assert any(name.startswith(shows) for name in names), shows


def test_its_phone_page_shows_the_seat_s_own_view(clean: Path, place: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(place), str(ROOT / "tests")])}
    command = [sys.executable, "-m", "support.phone_of_a_game", "snap"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    page = json.loads(done.stdout.splitlines()[-1])
    assert page["who"] == "Ada" and page["facts"] == ["Score: 0"] and page["cards"] == []
    assert page["state"] in ("Your turn", "Ben's turn")
