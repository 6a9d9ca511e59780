"""Whole games in the page, slapped on the emulated unit's paddles by Web Serial, from the first card to the
result."""

from __future__ import annotations

import json
import random

import pytest
from selenium.webdriver.common.keys import Keys

from slamomatic.engine import Json
from slamomatic.store.journal import Entry, read_lines
from slamomatic.table import outcome
from support.browser_page import BrowserPage
from support.chromium import errors
from support.emulated_at_page import UnitAtPage
from support.web_serial import web_serial

pytestmark = [pytest.mark.browser, pytest.mark.emulator]

ME = 0
LOOKS_EVERY_US = 400_000
AT_NOTHING = 0.03  # how often a hand comes down though nothing asks for it
FIRST_LOOK_US = 2_000_000
A_GAME_US = 3600 * 1_000_000
# The shortest game of each, with the fewest players, for people who know the rules.
SETTINGS = {"players": 2, "length": "short", "pace": "quick", "reduced_motion": True}
GAMES = ["quick-draw", pytest.param("hands-down", marks=pytest.mark.long)]


class Player:
    """One person before the page, who slaps a paddle or presses Enter, and knows what the page has kept."""

    def __init__(self, page: BrowserPage, unit: UnitAtPage, seed: int) -> None:
        self._page, self._unit, self._chance = page, unit, random.Random(seed)
        self.slaps = 0  # after which the game went on

    def journal(self) -> list[Entry]:
        """Return the game so far."""
        kept = [data for path, data in self._page.kept().items() if path.endswith(".journal")]
        return read_lines(kept[-1]).entries if kept else []

    def view(self) -> Json:
        """Return what everybody at the table can see."""
        entries = self.journal()
        return outcome.replayed(entries)[0].view(None) if entries else {"asked": (), "over": False}

    def play(self) -> None:
        """Play until the page has put the game away."""
        self._unit.pass_us(FIRST_LOOK_US)
        while not any("/finished/" in path for path in self._page.kept()):
            assert self._unit.now_us < A_GAME_US, self.view()
            over = self.view()["over"]  # and still shown
            if not over and (ME in self.view()["asked"] or self._chance.random() < AT_NOTHING):
                self._unit.slap(ME)
                self.slaps += not self.view()["over"]
            else:
                self._page.press(Keys.ENTER)
            self._unit.pass_us(LOOKS_EVERY_US)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_on_a_real_units_paddles_to_its_result(page: BrowserPage, game: str) -> None:
    """Every slap is in the journal, none is void because of the cable, and the program judges them alike."""
    page.keeps("table.json", json.dumps({**SETTINGS, "game": game, "explained": [game]}).encode())
    with web_serial(page.browser) as cable:
        page.open(f"game={game}&seed=7")
        player = Player(page, UnitAtPage(cable, seed=7), seed=7)
        player.play()
    journal = player.journal()
    ended, _ = outcome.replayed(journal)
    assert ended.over
    mine = [entry for entry in journal if entry.get("do") == "down" and entry["seat"] == ME]
    assert len(mine) - player.slaps in (0, 1), journal  # 1: the slap that ended the game
    assert not [entry for entry in journal if entry.get("do") == "void"]
    assert errors(page.browser) == []
