"""For every folder: the real Chromium, and property tests that may take their time."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import hypothesis
import pytest
from selenium import webdriver

from support.chromium import chromium, fresh_window
from support.display import made_empty, virtual_display

# No deadline: a busy machine takes long over an example, and that says nothing about the code.
# The quick command tries the same few examples in every run; the long one looks for new ones.
_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile(
    "quick", deadline=None, max_examples=25, derandomize=True, database=None, suppress_health_check=_SLOW
)
hypothesis.settings.register_profile(
    "long", deadline=None, max_examples=500, database=None, print_blob=True, suppress_health_check=_SLOW
)

# Kept: three hundred test files whose asserts pytest has rewritten. Each worker would do it again for itself
# where Python is told to write no byte code beside the sources.
sys.dont_write_bytecode, sys.pycache_prefix = False, os.path.join(sys.prefix, "bytecode")

# A shell that starts us in the background has Ctrl-C ignored, and whatever we start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LC_ALL"] = "C.UTF-8"  # tests read the program's English on every machine


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes long, and try more of the rest")
    parser.addoption("--fresh", action="store_true", help="ask KiCad about unchanged files too")


def pytest_configure(config: pytest.Config) -> None:
    """Set the length of the run; `support.length` reads it when the test files are imported."""
    long = config.getoption("--long") or os.environ.get("SLAMOMATIC_LONG")
    if long:
        os.environ["SLAMOMATIC_LONG"] = "1"
    if long or config.getoption("--fresh"):
        os.environ["SLAMOMATIC_FRESH"] = "1"
    hypothesis.settings.load_profile("long" if long else "quick")


@pytest.fixture(scope="session")
def one_chromium() -> Iterator[webdriver.Chrome]:
    with chromium() as chrome:
        yield chrome


@pytest.fixture
def browser(one_chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """A window of a headless Chromium, as wide as a phone; nothing in it is of another test."""
    with fresh_window(one_chromium):
        yield one_chromium


@pytest.fixture(scope="session")
def one_display() -> Iterator[str]:
    with virtual_display() as name:
        yield name


@pytest.fixture
def screen(one_display: str) -> str:
    """A virtual display of 1280x720 with nothing on it."""
    made_empty(one_display)
    return one_display


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked long. Begin with the emulated unit: at the end both cores have short tests."""
    if not os.environ.get("SLAMOMATIC_LONG"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    items.sort(key=lambda item: item.get_closest_marker("emulator") is None)
