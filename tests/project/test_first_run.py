"""`python3 host` and `python3 tests` on a machine that lacks something: one sentence with the next step."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from project import first_runs, stand_in
from slamomatic.cli import main
from support.waiting import until

ROOT = Path(__file__).parents[2]
# The files of the checkout that a first run needs; the real .venv stays untouched.
SEED = ["pyproject.toml", "README.md", "host/first_run.py", "host/__main__.py"]

Answer = tuple[int, str, str]  # exit code, stdout, stderr
RARER = (first_runs.other_python, first_runs.python_gone)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in SEED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def first_run(
    checkout: Path, *words: str, before: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """`python3 host words…`, after `before` has changed the Python that runs it."""
    code = (
        f"import sys, runpy; sys.argv = ['host', *{list(words)!r}]\n{before}\n"
        f"runpy.run_path({str(checkout / 'host')!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **(env or {})}
    )


def one_sentence(text: str) -> bool:
    return len(stand_in.troubles(text)) == 1 and "Traceback" not in text


def test_an_old_python_is_named_with_what_to_do(checkout: Path) -> None:
    done = first_run(checkout, before="sys.version_info = (3, 9, 2); sys.version = '3.9.2 (main)'")
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert "3.9.2" in done.stderr and "python.org" in done.stderr


def test_a_missing_venv_module_is_named_with_the_package_that_brings_it(checkout: Path) -> None:
    done = first_run(checkout, before="sys.modules['ensurepip'] = None")
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert "python3-venv" in done.stderr


@pytest.mark.parametrize(
    ("words", "fetched"),
    [
        ((), ["phone"]),
        (("film", "a.journal"), ["film", "phone"]),
        (("play", "--speak"), ["phone", "speech"]),
        (("play", "--speak", "full"), ["phone", "speech"]),
    ],
)
def test_what_films_and_speech_need_is_fetched_when_they_are_first_asked_for(
    words: tuple[str, ...], fetched: list[str], checkout: Path
) -> None:
    before = (
        f"sys.path.insert(0, {str(checkout / 'host')!r}); import first_run; "
        "first_run.ensure = lambda extras: sys.exit(print(sorted(extras)))"
    )
    assert first_run(checkout, *words, before=before).stdout == f"{fetched}\n"


class Made(NamedTuple):
    """A stand-in project, and what its first two runs answered: without a connection, and with one."""

    folder: Path
    alone: Answer
    connected: Answer
    kept_leftover: bool


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = stand_in.checkout(tmp_path_factory.mktemp("checkout") / "made")
    backend = folder / "stand_in_backend.py"
    text = backend.read_text()
    phone = "Provides-Extra: phone"
    backend.write_text(text.replace(phone, f"Requires-Dist: far-away\n{phone}"))
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    alone = stand_in.FirstRun(folder, env=nowhere).end()
    leftover = folder / ".venv/leftover"
    leftover.touch()
    backend.write_text(text)
    connected = stand_in.run(folder, python=str(folder / ".venv/bin/python"))  # which makes itself again
    return Made(folder, alone, connected, leftover.exists())


@pytest.fixture
def made(runs: Made) -> Path:
    """The project, whose first run is over."""
    return runs.folder


def test_a_failed_download_says_to_check_the_connection(runs: Made) -> None:
    code, out, err = runs.alone
    assert (code, out) == (1, "") and one_sentence(err)
    assert err.startswith("First run: making .venv") and "Installing what the project needs" in err
    assert "check the internet connection" in err


def test_an_unfinished_venv_is_made_again(runs: Made) -> None:
    code, out, err = runs.connected
    assert (code, out) == (0, "ran 4 --version\n"), "what it does meanwhile is no part of the answer"
    assert err.startswith("An earlier run was interrupted: making .venv again ...")
    assert stand_in.troubles(err) == [] and not runs.kept_leftover


def test_what_is_there_is_used_again_and_further_words_are_passed_on(made: Path) -> None:
    assert stand_in.FirstRun(made, words=("bench", "order")).end() == (0, "ran 4 bench order\n", "")


def test_venv_of_an_older_version_of_this_program_is_kept_if_it_works(made: Path) -> None:
    (made / ".venv/installed").write_text("0123abcd phone")  # as that version noted it
    kept = made / ".venv/kept"
    kept.touch()
    code, out, err = stand_in.run(made)
    assert (code, out, stand_in.troubles(err)) == (0, "ran 4 --version\n", [])
    assert err.startswith("Installing what the project needs") and kept.exists()


def test_what_the_player_installs_there_is_no_reason_to_install_again(made: Path) -> None:
    (site,) = (made / ".venv/lib").glob("*/site-packages")
    (site / "own_tool.py").touch()
    assert stand_in.run(made) == (0, "ran 4 --version\n", "")


@pytest.mark.long
def test_need_that_does_not_start_here_stops_nothing_else(tmp_path: Path) -> None:
    """A library of the system is missing, say: `doctor` has to run, and nothing is made again each time."""
    folder = stand_in.checkout(tmp_path / "checkout", demo="raise ImportError('libSDL is missing')")
    (folder / "host/slamomatic/cli.py").write_text("print('ran 4 without')")
    code, out, err = stand_in.run(folder)
    assert (code, out) == (0, "ran 4 without\n")
    assert one_sentence(err) and "`doctor` says what is missing" in err
    assert stand_in.run(folder) == (0, "ran 4 without\n", "")


@pytest.mark.long
def test_first_run_that_was_killed_heals(tmp_path: Path) -> None:
    """A sample; `python tools/first_runs.py 60` interrupts at any moment and in every way."""
    assert first_runs.interrupt(first_runs.killed, stand_in.checkout(tmp_path / "checkout"), 2.0) == []


@pytest.mark.parametrize(
    "kind", [first_runs.module_gone, *(pytest.param(kind, marks=pytest.mark.long) for kind in RARER)]
)
def test_venv_that_was_broken_later_heals(kind: first_runs.Interruption, made: Path) -> None:
    assert first_runs.interrupt(kind, made, 0.0) == []


def test_ctrl_c_is_one_sentence_and_a_second_run_that_waited_goes_on(tmp_path: Path) -> None:
    folder = stand_in.checkout(tmp_path / "checkout")
    (folder / "held").touch()  # or it could be done before we stop it
    first = stand_in.FirstRun(folder)
    assert until(lambda: (folder / ".venv/unfinished").exists())
    second = stand_in.FirstRun(folder)
    assert second.says() == "Another run is setting up .venv: waiting for it to end ...\n"
    first.ctrl_c()
    code, _, err = first.end()
    assert code == 130
    assert one_sentence(err) and "Run the same command again" in err
    (folder / "held").unlink()
    assert second.end()[:2] == (0, "ran 4 --version\n")


def test_module_that_is_damaged_is_a_sentence_and_the_next_run_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / "installed").touch()
    monkeypatch.setitem(sys.modules, "serial", None)
    monkeypatch.delitem(sys.modules, "slamomatic.commands.flash", raising=False)
    monkeypatch.delitem(sys.modules, "slamomatic.units.ports", raising=False)
    monkeypatch.delitem(sys.modules, "slamomatic.pico.connected", raising=False)
    assert main(["flash", "--check"]) == 1
    said = capsys.readouterr().err
    assert one_sentence(said) and "missing or damaged" in said and "Run the same command again" in said
    assert (tmp_path / "unfinished").exists() and not (tmp_path / "installed").exists()
