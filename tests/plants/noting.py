"""A pytest plugin: says which test runs, so that what is reached is noted for it, and how long each took."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from plants import importing


def _next(item: pytest.Item, phase: str) -> None:
    if importing.notes is not None:
        importing.notes.next_test(f"{item.nodeid} ({phase})")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    _next(item, "setup")
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    _next(item, "call")
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    _next(item, "teardown")
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ or not hasattr(report, "node"):
        place = Path(os.environ[importing.REACH]) / f"{os.getpid()}-seconds.reach"
        with place.open("a", encoding="utf-8") as file:
            about = {"seconds": report.duration, "failed": report.failed}
            file.write(json.dumps([report.nodeid, about]) + "\n")
