"""`python3 host` and `python3 tests` on a machine that lacks something: one sentence with the next step."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What the first run needs of the checkout; the real .venv stays untouched.
SEED = ["pyproject.toml", "README.md", "host/first_run.py", "host/__main__.py"]


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
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


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


def test_a_failed_download_says_to_check_the_connection_and_the_next_run_tries_again(checkout: Path) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    for _ in range(2):
        done = first_run(checkout, env=nowhere)
        assert done.returncode == 1
        assert "check the internet connection" in done.stderr
        assert one_sentence(done.stderr)
        assert "Installing what the project needs" in done.stdout


def test_what_is_there_is_used_again_and_further_words_are_passed_on(checkout: Path) -> None:
    # A .venv that is already right: the stamp as first_run writes it, and a Python that shows its words.
    python = checkout / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "ran: $@"\n')
    python.chmod(0o755)
    stamp = "import first_run; open(first_run.VENV + '/installed', 'w').write(first_run._recipe() + ' phone')"
    subprocess.run([sys.executable, "-c", stamp], cwd=checkout / "host", check=True)
    done = first_run(checkout, "bench", "order")
    assert done.stdout == "ran: -P -m slamomatic.cli bench order\n"
