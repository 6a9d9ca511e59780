"""For every folder: the real Chromium, and property tests that may take their time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

import needs

# A busy machine takes long over an example: that says nothing about the code.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")

os.environ["LC_ALL"] = "C.UTF-8"  # tests read the program's English, whoever runs them

# Without the background flags Chromium asks the network for things of its own.
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=420,800",
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """A headless Chromium with a profile of its own, as wide as a phone."""
    options = Options()
    options.binary_location = needs.program("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    profile: Path = tmp_path_factory.mktemp("chromium")
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    chrome = webdriver.Chrome(
        options=options, service=Service(needs.program("chromedriver", "chromium-driver"))
    )
    yield chrome
    chrome.quit()
