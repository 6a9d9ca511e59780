"""The page with a real unit: the emulated Pico at the other end of a stand-in for Web Serial."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from support.browser_page import BrowserPage
from support.chromium import errors
from support.emulated_at_page import UnitAtPage
from support.web_serial import Cable, web_serial

pytestmark = [pytest.mark.browser, pytest.mark.emulator, pytest.mark.long]

SECOND_US = 1_000_000
SLAPS = 20  # that somebody makes who wants to sit down
# Where things are, as shares of the picture's width and height.
MORE, PADDLES, AUTOMATIC, KEYBOARD = (0.62, 0.94), (0.918, 0.084), (0.3, 0.31), (0.3, 0.41)


@pytest.fixture
def cable(page: BrowserPage) -> Iterator[Cable]:
    with web_serial(page.browser) as cable:
        yield cable


def people(page: BrowserPage) -> list[int]:
    """Return the chairs that no bot sits on, as the page keeps them."""
    found = next((data for path, data in page.kept().items() if path.endswith("/table.json")), b"{}")
    seats = json.loads(found).get("seats", [])
    return [number for number, seat in enumerate(seats) if not seat["bot"]]


def sits_down(page: BrowserPage, unit: UnitAtPage, paddle: int) -> bool:
    """Slap this paddle until somebody sits on the chair before it."""
    for _ in range(SLAPS):
        if paddle in people(page):
            return True
        unit.slap(paddle)
        unit.pass_us(SECOND_US)
    return False


def click(page: BrowserPage, unit: UnitAtPage, *places: tuple[float, float]) -> None:
    for place in places:
        page.click(*place)
        unit.pass_us(SECOND_US)


def test_slaps_of_a_chosen_unit_reach_the_table_before_and_after_its_cable_was_out(page: BrowserPage) -> None:
    with web_serial(page.browser, chosen=False) as cable:
        page.open("seed=7")
        unit = UnitAtPage(cable, seed=7)
        click(page, unit, MORE, PADDLES, AUTOMATIC)  # the browser's own list opens; it has one Pico
        page.press(Keys.ESCAPE)
        assert sits_down(page, unit, 1)
        cable.unplug()
        unit.pass_us(SECOND_US)
        cable.plug_in()
        assert sits_down(page, unit, 2)
    assert page.words() == ""
    assert errors(page.browser) == []


def test_slaps_arrive_after_an_error_that_is_not_the_end(page: BrowserPage, cable: Cable) -> None:
    """The browser's own buffer runs over when a page was busy for long."""
    page.open("seed=7")
    unit = UnitAtPage(cable, seed=7)
    assert sits_down(page, unit, 1)
    cable.fail("BufferOverrunError")
    assert sits_down(page, unit, 2)


def test_slaps_arrive_once_another_program_lets_go_of_the_port(page: BrowserPage, cable: Cable) -> None:
    page.open("seed=7")
    unit = UnitAtPage(cable, seed=7)
    cable.unplug()
    unit.pass_us(SECOND_US)
    cable.busy(True)
    cable.plug_in()
    unit.pass_us(3 * SECOND_US)
    cable.busy(False)
    page.press(Keys.ENTER)  # it was said that the port is busy
    assert sits_down(page, unit, 1)


def test_who_chose_the_keyboard_may_choose_the_paddles_again(page: BrowserPage, cable: Cable) -> None:
    page.open("seed=7")
    unit = UnitAtPage(cable, seed=7)
    click(page, unit, MORE, PADDLES, KEYBOARD, AUTOMATIC)
    page.press(Keys.ESCAPE)
    assert sits_down(page, unit, 1)


def test_a_game_keeps_its_keys_when_a_unit_is_plugged_in(page: BrowserPage) -> None:
    page.keeps("table.json", json.dumps({"players": 2, "explained": ["quick-draw"]}).encode())
    with web_serial(page.browser, plugged=False) as cable:
        page.open("game=quick-draw&seed=7")
        unit = UnitAtPage(cable, seed=7)
        unit.pass_us(2 * SECOND_US)
        cable.plug_in()
        unit.pass_us(2 * SECOND_US)
        before = slaps_of_mine(page)
        page.press("q")
        unit.pass_us(SECOND_US)
        assert slaps_of_mine(page) == before + 1


def slaps_of_mine(page: BrowserPage) -> int:
    """Return how many slaps of the first seat are in the journal."""
    journal = next(data for path, data in page.kept().items() if path.endswith(".journal"))
    return journal.count(b'"do":"down","seat":0')
