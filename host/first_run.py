"""Shared by `python3 host` and `python3 tests`: a .venv beside the sources, made once and kept up to date.

Only the standard library, and words that an old Python can parse: it gets a sentence, not a traceback.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")


def give_up(sentence: str) -> NoReturn:
    """One sentence with the next step, exit 1."""
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def venv_python() -> str:
    return (
        os.path.join(VENV, "Scripts", "python.exe")
        if os.name == "nt"
        else os.path.join(VENV, "bin", "python")
    )


def _recipe() -> str:
    """Changes whenever what is in .venv may no longer fit: dependencies, the folder's place, the Python."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as project:
        digest = hashlib.sha256(project.read())
    digest.update(f"{ROOT} {sys.version}".encode())
    return digest.hexdigest()


def _installed(stamp: str, recipe: str) -> set[str] | None:
    """The extras that .venv holds for this recipe, or None where it holds nothing of use."""
    try:
        with open(stamp, encoding="utf-8") as file:
            found, *extras = file.read().split()
    except (OSError, ValueError):
        return None
    return set(extras) if found == recipe else None


def _make_venv() -> None:
    print("First run: making .venv, a Python of the project's own ...", flush=True)
    try:
        import ensurepip  # noqa: F401 - Debian splits it off, and without it venv fails half way
        import venv
    except ImportError:
        give_up(
            "This Python has no venv module: install it (on Debian and Ubuntu: sudo apt install "
            "python3-venv) and run the same command again."
        )
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (OSError, subprocess.CalledProcessError) as error:
        give_up(f"Could not make .venv ({error}): check that the folder {ROOT} is writable and try again.")


def ensure(extras: set[str]) -> str:
    """Make or refresh .venv so that it holds the project with `extras`; the path of its Python."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older one is just what may run this
        give_up(
            f"This needs Python 3.11 or newer, and this one is {sys.version.split()[0]}: "
            "install a newer one from python.org and run the same command with it."
        )
    python, recipe = venv_python(), _recipe()
    stamp = os.path.join(VENV, "installed")
    have = _installed(stamp, recipe)
    usable = os.path.exists(python)
    if usable and have is not None and extras <= have:
        return python
    if not usable:
        _make_venv()
    extras = extras | (have or set())
    print("Installing what the project needs into .venv (once, a minute or two) ...", flush=True)
    target = f"{ROOT}[{','.join(sorted(extras))}]"
    command = [python, "-P", "-m", "pip", "install", "--disable-pip-version-check", "--editable", target]
    log = os.path.join(VENV, "install.log")
    with open(log, "w", encoding="utf-8") as file:
        failed = subprocess.call(command, stdout=file, stderr=subprocess.STDOUT) != 0
    if failed:
        give_up(
            "The download or installation failed: check the internet connection and run the same "
            f"command again, what is already there is kept; pip's own words are in {log}."
        )
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(" ".join([recipe, *sorted(extras)]))
    return python


def become(command: list[str]) -> NoReturn:
    """Hand over to `command`: a terminal's Ctrl-C then reaches only it. Windows has no real exec."""
    if os.name == "nt":
        try:
            sys.exit(subprocess.call(command))
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(command[0], command)
