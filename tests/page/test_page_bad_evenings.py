"""The page's link on bad evenings: every slap arrives once and in its order, or the table says so."""

from __future__ import annotations

import pytest

from link.bad_evening import complaints
from page.page_evening import IN_PLACE_OF_THE_TABLE, PageEvening
from support.browser_page import BrowserPage
from support.browser_time import before_every_page
from support.chromium import errors
from support.length import count
from support.web_serial import web_serial

pytestmark = pytest.mark.browser

EVENINGS, STEPS = count(2, 30), count(12, 24)


def test_no_slap_goes_astray_on_a_bad_evening_at_the_page(page: BrowserPage) -> None:
    """The wire loses, spoils, doubles, swaps and delays; cable, unit and page come and go and stand still."""
    browser = page.browser
    found: dict[int, list[str]] = {}
    slaps = heard = 0
    with web_serial(browser) as cable, before_every_page(browser, IN_PLACE_OF_THE_TABLE):
        page.open()
        for seed in range(EVENINGS):
            evening = PageEvening(browser, cable, seed)
            came_out = evening.play(STEPS)
            slaps += len(came_out.history)
            heard += len(came_out.news)
            if wrong := [*complaints(came_out), *evening.wrong_losers()]:
                found[seed] = [*wrong, *came_out.script]
    assert found == {}
    assert slaps > 0 and heard > 0
    assert errors(browser) == []
