"""Today's unit, whose parts and figures all tests of the kit share: nothing may change it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from hardware.tools.unit import Unit

import needs

BRINGS = {
    "kicad-cli": "kicad",
    "openscad": "",
    "ngspice": "",
    "dot": "graphviz",
}  # and its package


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Leave a test out, with one sentence, that asked for a program which is not installed."""
    try:
        return (yield)
    except FileNotFoundError as missing:
        name = str(missing.filename)
        if name in BRINGS and shutil.which(name) is None:
            needs.program(name, BRINGS[name])
        raise


@pytest.fixture(scope="session")
def unit() -> Unit:
    needs.program("openscad")
    return Unit()
