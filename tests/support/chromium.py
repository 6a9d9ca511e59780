"""A real Chromium without a window, with a profile of its own, as wide as a phone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import (
    JavascriptException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

import needs
from support.waiting import PATIENCE_S

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


# A page that is drawn again may take a thing away between finding and reading it.
_NOT_YET = (NoSuchElementException, StaleElementReferenceException, JavascriptException)


def waits(browser: webdriver.Chrome) -> WebDriverWait[webdriver.Chrome]:
    return WebDriverWait(browser, PATIENCE_S, ignored_exceptions=_NOT_YET)


def errors(browser: webdriver.Chrome) -> list[str]:
    """Return the browser's errors since the last call, or since the test began."""
    log = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [line["message"] for line in log if line["level"] == "SEVERE"]


@contextmanager
def fresh_window(browser: webdriver.Chrome) -> Iterator[None]:
    """A window that nobody used: what was set in it, stored or left open is gone afterwards."""
    first = browser.current_window_handle
    assert browser.window_handles == [first], "a test before left a window open"
    browser.get_log("browser")  # type: ignore[no-untyped-call]
    browser.switch_to.new_window("window")
    try:
        yield
    finally:
        browser.delete_network_conditions()
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        for window in set(browser.window_handles) - {first}:
            browser.switch_to.window(window)
            browser.close()
        browser.switch_to.window(first)


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
