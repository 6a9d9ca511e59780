"""Run a command of the tests in the project's own Python, which has the test extra."""

import os
import sys
from importlib.util import find_spec

sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "host"))

import first_run


def ready() -> str:
    """Return the project's own Python; make it if need be, with what `python3 host` needs too."""
    return first_run.ensure({"phone", "test"})


def needs(*modules: str) -> None:
    """Begin again in the project's own Python if these modules of the test extra are missing."""
    if not all(map(find_spec, modules)):
        python = ready()
        os.execv(python, [python, *sys.argv])
