"""For every folder: the real Chromium, and property tests that may take their time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest
from selenium import webdriver

from support.chromium import chromium

# A busy machine takes long over an example: that says nothing about the code.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")

# A shell that starts us in the background has Ctrl-C ignored, and whatever we start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LC_ALL"] = "C.UTF-8"  # tests read the program's English on every machine


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    """A headless Chromium with a profile of its own, as wide as a phone."""
    with chromium() as chrome:
        yield chrome


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, those on the emulated unit: at the end both cores find something short to do."""
    items.sort(key=lambda item: item.get_closest_marker("emulator") is None)
