"""Run what `python3 tests` runs: ruff, mypy and pytest.

python3 tests                all that protects a change, in minutes
python3 tests --long         the long counts too: evenings, games on phones, plants, languages, sizes
python3 tests --lint         ruff and mypy alone
python3 tests tests/rules -k pass    other words go to pytest, and then only pytest runs
"""

import os
import subprocess
import sys

import debian_packages
import own_python
from first_run import ROOT


def run(title: str, *words: str) -> bool:
    print(f"--- {title}", flush=True)
    return subprocess.call([*words], cwd=ROOT) == 0


def main() -> int:
    words = sys.argv[1:]
    python = own_python.ready()
    if words == ["--lint"]:
        return 0 if lint(python) else 1
    debian_packages.provide()
    pytest = [python, "-P", "-m", "pytest"]
    if words not in ([], ["--long"]):
        return subprocess.call([*pytest, *words], cwd=ROOT)
    # While mypy leaves a core idle, the test files are read once for all workers (conftest.py keeps them).
    unheard = subprocess.DEVNULL
    with subprocess.Popen([*pytest, "--collect-only"], cwd=ROOT, stdout=unheard, stderr=unheard):
        well = lint(python)
    # One worker more than there are cores: a quarter of the time a test waits, for a port or a window.
    # worksteal: a worker that is done takes from the end of another's part, where tests are short.
    workers = str((os.cpu_count() or 1) + 1)
    well &= run("pytest", *pytest, "-n", workers, "--dist", "worksteal", "-q", *words)
    if words == ["--long"]:
        well &= run("games on phones", python, "-P", "tools/phone_games.py", "--paddles")
        well &= run("plants", python, "-P", "tests/plants")
        well &= run("mutants", python, "-P", "tests/plants", "mutants")
    return 0 if well else 1


def lint(python: str) -> bool:
    """Whether ruff and mypy find nothing."""
    well = run("ruff", python, "-P", "-m", "ruff", "check", ".")
    well &= run("ruff format", python, "-P", "-m", "ruff", "format", "--check", ".")
    well &= run("mypy", python, "-P", "-m", "mypy")  # the firmware has a test of its own for it
    return well
