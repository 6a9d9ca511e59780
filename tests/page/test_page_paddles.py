"""The page with a real unit: the emulated Pico at the other end of a stand-in for Web Serial."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from slamomatic.units.emulated import EmulatorPort
from support.browser_page import BrowserPage
from support.chromium import errors
from support.waiting import until
from support.web_serial import joined

pytestmark = [pytest.mark.browser, pytest.mark.emulator, pytest.mark.long]

A_HAND_S, A_SCENE_S = 0.15, 1.5
# Where things are, as shares of the picture's width and height.
MORE, PADDLES, AUTOMATIC = (0.62, 0.94), (0.918, 0.084), (0.3, 0.31)


@pytest.fixture
def unit(page: BrowserPage) -> Iterator[EmulatorPort]:
    unit = EmulatorPort()
    unit.start()
    try:
        assert until(lambda: bool(unit.candidates(0)))
        with joined(page.browser, unit.candidates(0)[0]):
            yield unit
    finally:
        unit.stop()


def people(page: BrowserPage) -> list[int]:
    """Return the chairs that no bot sits on, as the page keeps them."""
    found = next((data for path, data in page.kept().items() if path.endswith("/table.json")), b"{}")
    seats = json.loads(found).get("seats", [])
    return [number for number, seat in enumerate(seats) if not seat["bot"]]


def sits_down(page: BrowserPage, unit: EmulatorPort, paddle: int) -> bool:
    """Slap this paddle until somebody sits on the chair before it."""

    def slapped() -> bool:
        unit.press(paddle, True)
        time.sleep(A_HAND_S)
        unit.press(paddle, False)
        time.sleep(A_HAND_S)
        return paddle in people(page)

    return until(slapped)


def test_slaps_of_a_chosen_unit_reach_the_table_before_and_after_its_cable_was_out(
    page: BrowserPage, unit: EmulatorPort
) -> None:
    page.open("seed=7")
    for place in (MORE, PADDLES, AUTOMATIC):  # the browser's own list opens; the stand-in has one Pico
        page.click(*place)
        time.sleep(A_SCENE_S)
    page.press(Keys.ESCAPE)
    assert sits_down(page, unit, 1)
    page.browser.execute_script("cable.unplug()")
    time.sleep(A_SCENE_S)
    page.browser.execute_script("cable.plug()")
    assert sits_down(page, unit, 2)
    assert page.words() == ""
    assert errors(page.browser) == []
