"""How quick phones are in Chromium on this machine: `python tools/phone_times.py [TOUCHES]`, in JSON.

From a touch to the end of the table's frame that knows of it. From a seat's code to its hand, with the
processor six times slower. And how heavy the page is.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from selenium import webdriver  # noqa: E402

from slamomatic.kit.easel import Frame  # noqa: E402
from slamomatic.phone.server import FILES  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.units.base import Link  # noqa: E402
from support.chromium import chromium  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.waiting import until  # noqa: E402

FILES_AT = Path(__file__).resolve().parents[1] / "host" / "slamomatic" / "phone"
FRAME_S = 1 / 60
SIZE = Frame(1280, 720)
SLOWER = 6
TOUCH = """
window.touched = [];
const slap = document.getElementById("slap");
const touch = (kind) => slap.dispatchEvent(new PointerEvent(kind, { pointerId: 7, bubbles: true }));
const again = () => {
  touched.push(performance.timeOrigin + performance.now());
  touch("pointerdown");
  setTimeout(() => touch("pointerup"), 50);
  if (touched.length < COUNT) setTimeout(again, 200 + 37 * (touched.length % 5));
};
again();
"""
HAND = """
const look = () => {
  const cards = [...document.querySelectorAll("#cards img")];
  if (cards.length && cards.every((card) => card.complete)) window.handAt = performance.now();
  else requestAnimationFrame(look);
};
addEventListener("DOMContentLoaded", look);
"""


def touch_to_frame_ms(browser: webdriver.Chrome, evening: Evening, url: str, count: int) -> list[float]:
    """On the start screen, where a phone can be tried."""
    with evening.pumping():
        browser.get(url)
        until(lambda: evening.phones.units[0].state().link is Link.CONNECTED)
    browser.execute_script(TOUCH.replace("COUNT", str(count)))
    shown_s: list[float] = []
    ends = time.monotonic() + count
    while len(shown_s) < count and time.monotonic() < ends:
        began, heard = time.perf_counter(), evening.stage.sounds.count("slap")
        evening.pump()
        evening.start.picture(SIZE)
        shown_s += [time.time()] * (evening.stage.sounds.count("slap") - heard)
        time.sleep(max(0.0, FRAME_S - (time.perf_counter() - began)))
    touched_ms: list[float] = browser.execute_script("return touched")
    assert len(shown_s) == len(touched_ms), "each touch is one slap"
    return sorted(1000 * shown - touched for shown, touched in zip(shown_s, touched_ms, strict=True))


def code_to_hand_ms(browser: webdriver.Chrome, evening: Evening, url: str) -> float:
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HAND})
    browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    with evening.pumping():
        browser.get("about:blank")
        browser.get(url)
        until(lambda: bool(browser.execute_script("return window.handAt > 0")))
    took_ms: float = browser.execute_script("return window.handAt")
    return took_ms


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    weight = sum((FILES_AT / name).stat().st_size for name in {name for name, _ in FILES.values()})
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        evening = Evening(Path(home), TableClock())
        token = evening.ask(0, 0, "Ada")[1]["token"]
        url = f"{evening.phones.server.url}#{token}"
        times_ms = touch_to_frame_ms(browser, evening, url, count)
        evening.play("hands-down", 3)
        hand_ms = code_to_hand_ms(browser, evening, url)
        evening.close()
    report = {
        "touches": count,
        "touch_to_frame_ms": {
            name: round(times_ms[int(len(times_ms) * share)], 1)
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
        },
        "page_bytes": weight,
        f"code_to_hand_{SLOWER}x_ms": round(hand_ms),
    }
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
