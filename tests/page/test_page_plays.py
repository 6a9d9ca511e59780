"""The page in a real Chromium: a game by keys from the double-click to the result, and nothing is fetched."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from support.browser_page import BrowserPage
from support.chromium import errors
from support.waiting import until

pytestmark = pytest.mark.browser


A_HAND_S = 3.0  # between two slaps: who drums is too soon in every round, and many are played again
A_LOOK_S = 2.0  # at the result: keys are heard only once nobody slaps any more


def replayed(journal: Path) -> dict[str, Any]:
    """Return how this journal ends, event by event, as the program on this computer judges it."""
    command = [sys.executable, "-P", "-m", "slamomatic.cli", "replay", "--json", str(journal)]
    said: dict[str, Any] = json.loads(
        subprocess.run(command, capture_output=True, check=True, text=True).stdout
    )
    return said


def test_quick_draw_is_played_by_keys_to_the_result(page: BrowserPage) -> None:
    """The journal that the page hands out is a game to the program too, to the last point."""
    page.open("game=quick-draw&seed=7&speed=8")

    page.press(Keys.ENTER)  # the first round explains itself

    def over() -> bool:
        page.press("q")
        time.sleep(A_HAND_S)
        return any("/finished/" in path for path in page.kept())

    def saved() -> bool:
        page.press("v")
        time.sleep(A_LOOK_S)
        return page.downloaded() is not None

    assert until(over) and until(saved)
    journal = page.downloaded()
    assert journal is not None
    ended = replayed(journal)
    assert ended["game"] == "quick-draw" and ended["state"]["over"]
    assert errors(page.browser) == []


def test_a_game_waits_while_another_tab_hides_it(page: BrowserPage) -> None:
    """A paused game goes on with Esc; one that runs stops with it."""
    page.open("game=quick-draw&seed=7")

    def told() -> int:
        return max((len(data) for path, data in page.kept().items() if path.endswith(".journal")), default=0)

    def goes_on() -> bool:
        before = told()
        return until(lambda: told() > before)

    page.press(Keys.ENTER)  # the first round explains itself
    assert goes_on()
    table = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    page.browser.close()
    page.browser.switch_to.window(table)
    page.press(Keys.ESCAPE)
    assert goes_on()
    assert errors(page.browser) == []


def settings(page: BrowserPage) -> dict[str, Any]:
    """Return the settings that the page keeps."""
    kept = next((data for path, data in page.kept().items() if path.endswith("/table.json")), b"{}")
    said: dict[str, Any] = json.loads(kept)
    return said


def test_the_keys_that_the_table_names_are_heard_and_the_picture_fills_the_screen(page: BrowserPage) -> None:
    """F2 and F11 would be the browser's own. Leaving the full screen by the browser's Esc is noticed too."""
    page.open()
    page.press(Keys.F2)
    assert until(lambda: bool(settings(page).get("muted")))
    page.press(Keys.F11)
    assert until(lambda: bool(settings(page).get("fullscreen")))
    assert until(lambda: bool(page.browser.execute_script("return document.fullscreenElement !== null")))
    page.browser.execute_script("document.exitFullscreen()")
    assert until(lambda: settings(page).get("fullscreen") is False)
    assert page.words() == ""
    assert errors(page.browser) == []


def test_the_page_may_run_its_own_script_and_ask_nobody(page_file: Path) -> None:
    """No address is in it that a browser would follow, and none may be followed."""
    text = page_file.read_text()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    rules = dict(rule.partition(" ")[::2] for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "unsafe-inline" not in policy and "http" not in policy and "*" not in policy
    assert not re.findall(r'<(?:script|img|link)[^>]+(?:src|href)="(?!data:)', text)
    assert len(text.encode()) < 20_000_000
