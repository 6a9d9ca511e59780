"""Every page of every game under axe-core: `python tools/phone_accessibility.py axe.min.js`.

axe-core is not part of the project: `npm pack axe-core` brings it. Prints a line of JSON a page.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from selenium import webdriver  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.screen.scenes.table import TableScene  # noqa: E402
from slamomatic.screen.scenes.table_pause import go_home  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from support.chromium import chromium  # noqa: E402
from support.phone_evening import Evening  # noqa: E402

WITH_CURTAIN = "hands-down"
SIZES = ((360, 640), (844, 390))
RUN = """
const done = arguments[0];
axe.run(document).then((found) => done(found.violations.map((one) => (
  { rule: one.id, impact: one.impact, at: one.nodes.map((node) => node.target.join(" ")) }))));
"""


def audit(browser: webdriver.Chrome, axe: str, name: str) -> int:
    """How many rules this page breaks, at each size."""
    bad = 0
    for width, height in SIZES:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        browser.execute_script(axe)
        found: list[dict[str, Any]] = browser.execute_async_script(RUN)
        print(json.dumps({"page": name, "size": f"{width}x{height}", "violations": found}), flush=True)
        bad += len(found)
    return bad


# A finger that draws circles for as long as the phone's test takes.
CIRCLES = """
const slap = document.getElementById("slap");
const moves = setInterval(() => slap.dispatchEvent(new PointerEvent("pointermove", { pointerId: 7 })), 15);
setTimeout(() => clearInterval(moves), 4000);
"""


def audit_test(browser: webdriver.Chrome, axe: str) -> int:
    """How good is this phone? While it is tried, and what it says then."""
    browser.find_element("id", "test").click()
    browser.execute_script(CIRCLES)
    bad = audit(browser, axe, "test of a phone")
    until(lambda: browser.find_element("id", "news").text)
    print(json.dumps({"test of a phone says": browser.find_element("id", "news").text}))
    return bad + audit(browser, axe, "test of a phone, its result")


def audit_ring(browser: webdriver.Chrome, axe: str, evening: Evening, scene: TableScene) -> int:
    """Paddles rest after a look behind the curtain; the table stands still while the page is looked at."""
    with evening.pumping():
        for up in (True, False):
            scene.session.curtain(up)
            time.sleep(0.2)
        until(lambda: browser.find_elements("css selector", "#slap.rests"))
    assert browser.find_elements("css selector", "#slap.rests"), "no ring"
    return audit(browser, axe, "hand with a ring")


def until(done: Callable[[], object], patience_s: float = 30.0) -> None:
    ends = time.monotonic() + patience_s
    while not done() and time.monotonic() < ends:
        time.sleep(0.1)


def main() -> int:
    axe = Path(sys.argv[1]).read_text("utf-8")
    bad = 0
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        evening = Evening(Path(home), TableClock())
        url = evening.phones.server.url
        with evening.pumping():
            browser.get(url)
            until(lambda: browser.find_elements("css selector", "#chairs label"))
            bad += audit(browser, axe, "join")
        token = evening.ask(0, 0, "Ada")[1]["token"]
        with evening.pumping():
            browser.get(f"{url}#{token}")
            until(lambda: browser.find_elements("css selector", "#slap:not([hidden])"))
            bad += audit(browser, axe, "room")
            bad += audit_test(browser, axe)
        for game in GAMES:
            scene = evening.play(game, 3)
            evening.pump()
            for page, address in (("hand", ""), ("watch", "watch"), ("overlay", "watch?overlay")):
                with evening.pumping():
                    browser.get(f"{url}{address}")
                    wanted = "#facts li" if page == "hand" else "#seats li"
                    until(partial(browser.find_elements, "css selector", wanted))
                    bad += audit(browser, axe, f"{page}: {game}")
                if (page, game) == ("hand", WITH_CURTAIN):
                    bad += audit_ring(browser, axe, evening, scene)
            go_home(scene)
            evening.pump()
        evening.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
