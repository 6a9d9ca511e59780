"""Advice names the program as its user typed it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slamomatic.cli import main
from slamomatic.command_name import VARIABLE, with_command

ROOT = Path(__file__).resolve().parents[2]


def test_advice_is_given_in_the_user_s_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = "run `slamomatic flash` again, or slamomatic --help"
    assert with_command(advice) == advice
    monkeypatch.setenv(VARIABLE, r"python3 C:\games\host")
    assert with_command(advice) == r"run `python3 C:\games\host flash` again, or python3 C:\games\host --help"
    assert with_command("A slamomatic, DIY: pip install 'slamomatic[phone]'") == (
        "A slamomatic, DIY: pip install 'slamomatic[phone]'"
    )


@pytest.mark.parametrize("verb", ["", "play", "bench", "bench order"])
def test_help_names_the_program_as_it_was_called(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for called in ("slamomatic", "python3 host"):
        monkeypatch.setenv(VARIABLE, called)
        with pytest.raises(SystemExit):
            main([*verb.split(), "--help"])
        assert capsys.readouterr().out.startswith(f"usage: {called} {verb}".strip())


# `python3 host`, whose .venv is the Python that runs the tests: nothing is installed here.
WITH_THIS_PYTHON = """
import runpy, sys
sys.path.insert(0, "host")
import first_run
first_run.ensure = lambda extras: sys.executable
sys.argv = ["host", "history"]
sys.orig_argv = ["python3", *sys.argv]
runpy.run_path("host", run_name="__main__")
"""


def test_python_host_advises_python_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    command = [sys.executable, "-c", WITH_THIS_PYTHON]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "No game has ended yet. Start one: python3 host play"
