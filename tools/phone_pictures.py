"""Pictures of every page at four sizes: `python tools/phone_pictures.py FOLDER [READS [GAME ...]]`.

Each size gets a contact sheet too. They are there to be looked at; nothing is checked.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

import pygame  # noqa: E402
from selenium import webdriver  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.screen.scenes.table_pause import go_home  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.units.base import Link  # noqa: E402
from support.chromium import chromium  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.phone_robot import PHONE  # noqa: E402
from support.waiting import until  # noqa: E402

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024))
SHEET = 1800  # pixels wide
GAP = 8
PATIENCE_S = 30.0
PLAYED_S = 3.0  # something has happened by then


class Camera:
    """Takes each page at all sizes."""

    def __init__(self, browser: webdriver.Chrome, folder: Path, reads: str) -> None:
        self.browser, self._folder = browser, folder
        browser.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": PHONE, "acceptLanguage": reads})

    def take(self, name: str, address: str, wanted: str) -> None:
        """`wanted`: what must be there before the picture is taken."""
        self.browser.get(address)
        until(lambda: bool(self.browser.find_elements("css selector", wanted)), PATIENCE_S)
        for width, height in SIZES:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            until(lambda: bool(self.browser.execute_script(LOADED)), PATIENCE_S)
            self.browser.save_screenshot(str(self._folder / f"{width}x{height} {name}.png"))

    def sheets(self) -> None:
        """Put all pictures of one size, half as large, on a sheet side by side, and save it."""
        for size in SIZES:
            stem = f"{size[0]}x{size[1]}"
            files = sorted(self._folder.glob(f"{stem} *.png"))
            pictures = [pygame.image.load(file) for file in files]
            across = max(1, SHEET // (size[0] // 2 + GAP))
            cell = (size[0] // 2 + GAP, size[1] // 2 + GAP)
            sheet = pygame.Surface((across * cell[0], -(-len(pictures) // across) * cell[1]))
            sheet.fill((120, 120, 120))
            for index, picture in enumerate(pictures):
                small = pygame.transform.smoothscale(picture, (size[0] // 2, size[1] // 2))
                sheet.blit(small, (index % across * cell[0], index // across * cell[1]))
            pygame.image.save(sheet, self._folder / f"sheet {stem}.png")


LOADED = "return [...document.images].every((image) => image.complete)"


def main() -> int:
    folder, reads = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en"
    folder.mkdir(parents=True, exist_ok=True)
    games = [*GAMES] if len(sys.argv) < 4 else sys.argv[3:]
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        camera = Camera(browser, folder, reads)
        evening = Evening(Path(home), TableClock())
        url = evening.phones.server.url
        with evening.pumping():
            camera.take("join", url, "#chairs label")
        token = evening.ask(0, 0, "Ada")[1]["token"]
        keep = f"localStorage.setItem('slam-o-matic', {json.dumps(token)})"
        with evening.pumping():
            browser.execute_script(keep)
            camera.take("room", url, "#slap:not([hidden])")
        for paddle in (True, False):
            if not paddle:
                with evening.pumping():
                    browser.get(url)
                    until(lambda: browser.find_element("id", "change").is_displayed(), PATIENCE_S)
                    browser.find_element("id", "change").click()
                evening.pump_until(lambda: evening.phones.units[0].state().link is Link.ENDED)
            for game in games:
                scene = evening.play(game, 3)
                evening.pump()
                with evening.pumping():
                    time.sleep(PLAYED_S)
                    camera.take(f"{game} {'paddle' if paddle else 'hand'}", url, "#facts li")
                    if not paddle:
                        camera.take(f"{game} watch", f"{url}watch", "#seats li")
                go_home(scene)
                evening.pump()
        evening.close()
        camera.sheets()
    return 0


if __name__ == "__main__":
    sys.exit(main())
