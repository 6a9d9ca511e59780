"""People at a table with phones: pages in a real Chromium that choose by themselves, and pressed keys."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from selenium import webdriver

from slamomatic.screen.scenes.table import TableScene
from slamomatic.words import gettext
from slamomatic.words.languages import speaking
from support.chromium import waits

ROBOT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

PHONE = "Mozilla/5.0 (Linux; Android 9; Pixel 2) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"

# One phone must not find what another one stored: windows of one Chromium share the real storage.
OWN_STORAGE = """
if (location.host) Object.defineProperty(window, "localStorage", { value: window.sessionStorage });
"""


class Browsers:
    """Several phones in one Chromium: each has storage of its own."""

    def __init__(self, browser: webdriver.Chrome, reads: str = "en", pairs: bool = False) -> None:
        """`reads`: the language that all of them ask for. `pairs`: a robot with two alike cards slaps."""
        self._browser, self._reads = browser, reads
        self._tabs: list[str] = []
        with speaking(reads):
            known = {"SLAP_NOW": gettext("Slap now!"), "SLAPS_PAIRS": pairs}
        self._robot = ROBOT
        for word, value in known.items():
            self._robot = self._robot.replace(word, json.dumps(value))

    def open(self, url: str) -> int:
        """A phone more, on this page; its number."""
        self._browser.switch_to.new_window("window")
        self._browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OWN_STORAGE})
        agent = {"userAgent": PHONE, "acceptLanguage": self._reads}
        self._browser.execute_cdp_cmd("Network.setUserAgentOverride", agent)
        self._browser.get(url)
        self._tabs.append(self._browser.current_window_handle)
        return len(self._tabs) - 1

    def at(self, phone: int) -> webdriver.Chrome:
        self._browser.switch_to.window(self._tabs[phone])
        return self._browser

    def robots(self) -> None:
        for phone in range(len(self._tabs)):
            self.at(phone).execute_script(self._robot)

    def press(self, phone: int, button: str) -> None:
        """A finger on the button of this id, as soon as it is there."""
        page = self.at(phone)
        waits(page).until(lambda b: b.find_element("id", button).is_displayed())
        page.find_element("id", button).click()

    def kill(self, phone: int, away_s: float) -> None:
        """Close a phone's page at once, and open it again after so long."""
        page = self.at(phone)
        address = page.current_url
        page.get("about:blank")
        time.sleep(away_s)
        page.get(address)
        page.execute_script(self._robot)

    def chose(self) -> int:
        """How often a button or card was pressed on all of them."""
        return sum(
            self.at(phone).execute_script("return window.chose || 0") for phone in range(len(self._tabs))
        )

    def close(self) -> None:
        first = next(tab for tab in self._browser.window_handles if tab not in self._tabs)
        for tab in self._tabs:
            self._browser.switch_to.window(tab)
            self._browser.close()
        self._browser.switch_to.window(first)


class Slappers:
    """A hand for each seat: slaps when the rules want a slap of it, after as long as a hand needs."""

    def __init__(self, scene: TableScene, press: Callable[[int, bool], None], seed: int = 1) -> None:
        self._scene, self._press = scene, press
        self._chance = random.Random(seed)
        self._wakes_us: dict[int, int] = {}  # when this hand comes down
        self._lifts_us: dict[int, int] = {}

    def act(self, seats: Sequence[int]) -> None:
        now_us, session = self._scene.stage.clock(), self._scene.session
        view = session.moment.room
        for seat in seats:
            if seat in self._lifts_us:
                if now_us >= self._lifts_us[seat]:
                    del self._lifts_us[seat]
                    self._press(seat, False)
                continue
            wants = view["live"][seat] and any(choice.do == "down" for choice in session.legal(seat))
            if not wants or session.over:
                self._wakes_us.pop(seat, None)
            elif seat not in self._wakes_us:
                # Nobody has to slap in the own turn: mostly, people choose.
                slow = seat == view["turn"] and seat not in view["asked"]
                self._wakes_us[seat] = now_us + self._chance.randint(200_000, 3_000_000 if slow else 900_000)
            elif now_us >= self._wakes_us[seat]:
                del self._wakes_us[seat]
                self._press(seat, True)
                self._lifts_us[seat] = now_us + 90_000
