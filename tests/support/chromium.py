"""A real Chromium without a window, with a profile of its own, as wide as a phone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

import needs

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


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    options = Options()
    options.binary_location = needs.program("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in [*FLAGS, f"--user-data-dir={profile}"]:
            options.add_argument(flag)
        chrome = webdriver.Chrome(
            options=options, service=Service(needs.program("chromedriver", "chromium-driver"))
        )
        try:
            yield chrome
        finally:
            chrome.quit()
