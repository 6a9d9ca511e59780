"""`python3 tests`: first run makes .venv and installs; then ruff, mypy and pytest, with whatever words follow.

Words are handed to pytest (`python3 tests tests/rules -k pass`); with words only pytest runs.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "host"))

import first_run  # noqa: E402


def run(title: str, *words: str) -> bool:
    print(f"--- {title}", flush=True)
    return subprocess.call([*words], cwd=ROOT) == 0


def main() -> int:
    python = first_run.ensure(["test"])
    sys.path.insert(0, HERE)
    import debian_packages

    debian_packages.provide()
    words = sys.argv[1:]
    if words:
        return subprocess.call([python, "-m", "pytest", *words], cwd=ROOT)
    well = run("ruff", python, "-m", "ruff", "check", ".")
    well &= run("ruff format", python, "-m", "ruff", "format", "--check", ".")
    well &= run("mypy host and tests", python, "-m", "mypy")
    # worksteal: a few emulator files are long, the rest is short
    well &= run("pytest", python, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
