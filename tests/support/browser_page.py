"""The table as a page in a real Chromium: opened from the disk, played with real keys and the mouse."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

from selenium import webdriver
from selenium.webdriver import ActionChains

from support.chromium import waits

SIZE = (1280, 720)
KEPT_AS = "slam-o-matic /home/slam-o-matic/"


class BrowserPage:
    """One tab with the page in it. Downloads go into `folder`."""

    def __init__(self, browser: webdriver.Chrome, file: Path, folder: Path) -> None:
        self.browser, self.file, self.downloads = browser, file, folder / "downloads"
        file.with_name("empty.html").touch()
        self.downloads.mkdir()
        allow = {"behavior": "allow", "downloadPath": str(self.downloads)}
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", allow)
        w, h = SIZE
        metrics = {"width": w, "height": h, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def keeps(self, name: str, data: bytes) -> None:
        """Let the browser keep this file from another evening."""
        text = base64.b64encode(zlib.compress(data)).decode()
        self.browser.get(self.file.with_name("empty.html").as_uri())
        self.browser.execute_script("localStorage.setItem(...arguments)", f"{KEPT_AS}{name}#0", text)

    def open(self, asks: str = "") -> None:
        """Double-click on the file, and wait for the first scene."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.file.as_uri()}#{asks}")
        waits(self.browser).until(lambda _: not self._opening())
        assert not self.words(), self.words()

    def _opening(self) -> bool:
        return bool(self.browser.execute_script("return document.getElementById('table').hidden"))

    def words(self) -> str:
        """Return the words that stand in place of the table: while it opens, or why it does not."""
        says = "const o = document.getElementById('opening'); return o.hidden ? '' : o.innerText"
        return str(self.browser.execute_script(says)).strip()

    def press(self, key: str) -> None:
        ActionChains(self.browser, duration=0).send_keys(key).perform()

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at these shares of the picture's width and height."""
        at = {"x": x * SIZE[0], "y": y * SIZE[1], "button": "left", "clickCount": 1}
        for does in ("mousePressed", "mouseReleased"):
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": does, **at})

    def kept(self) -> dict[str, bytes]:
        """Return the files that the browser keeps for the page, by their paths."""
        pieces: dict[str, dict[int, bytes]] = {}
        stored: dict[str, str] = self.browser.execute_script("return {...localStorage}")
        for name, text in stored.items():
            path, _, piece = name.rpartition("#")
            pieces.setdefault(path, {})[int(piece)] = zlib.decompress(base64.b64decode(text))
        return {name: b"".join(parts[n] for n in sorted(parts)) for name, parts in pieces.items()}

    def downloaded(self) -> Path | None:
        """Return a journal that was downloaded, if there is one."""
        return next((path for path in self.downloads.iterdir() if path.suffix == ".journal"), None)

    def leave(self) -> None:
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
