"""What `python3 tests` does: ruff, mypy and pytest.

Words that follow are handed to pytest (`python3 tests tests/rules -k pass`), and then only pytest runs.
"""

import subprocess
import sys

import debian_packages
import own_python
from first_run import ROOT


def run(title: str, *words: str) -> bool:
    print(f"--- {title}", flush=True)
    return subprocess.call([*words], cwd=ROOT) == 0


def main() -> int:
    python = own_python.ready()
    debian_packages.provide()
    words = sys.argv[1:]
    if words:
        return subprocess.call([python, "-P", "-m", "pytest", *words], cwd=ROOT)
    well = run("ruff", python, "-P", "-m", "ruff", "check", ".")
    well &= run("ruff format", python, "-P", "-m", "ruff", "format", "--check", ".")
    well &= run("mypy", python, "-P", "-m", "mypy")  # the firmware has a test of its own for it
    # worksteal: a worker that is done takes from the end of the other's half, where tests are short
    well &= run("pytest", python, "-P", "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q")
    return 0 if well else 1
