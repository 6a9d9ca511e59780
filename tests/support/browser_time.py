"""The time of a page, turned by hand: a test with a game of minutes takes no longer than its work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver

# From `time.stop()` on, the page's clock, its timers and its pictures move only by `time.pass`.
TIME = """
(() => {
  const FRAME_MS = 16;
  const own = {
    now: performance.now.bind(performance),
    set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window),
    draw: window.requestAnimationFrame.bind(window), cancel: window.cancelAnimationFrame.bind(window),
  };
  let at = null, number = 1e9;
  const due = new Map();
  const later = (wait_ms, does) => { due.set(++number, [at + wait_ms, does]); return number; };
  const forget = (which, by) => { if (!due.delete(which)) by(which); };
  performance.now = () => (at === null ? own.now() : at);
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => performance.now() });
  window.setTimeout = (does, wait_ms = 0, ...about) => (
    at === null ? own.set(does, wait_ms, ...about) : later(wait_ms, () => does(...about)));
  window.clearTimeout = (which) => forget(which, own.clear);
  window.requestAnimationFrame = (does) => at === null ? own.draw(does) : later(FRAME_MS, () => does(at));
  window.cancelAnimationFrame = (which) => forget(which, own.cancel);

  // The page's own messages to itself, and what streams hand on, go first.
  const channel = new MessageChannel();
  async function settles() {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((go) => { channel.port1.onmessage = go; channel.port2.postMessage(0); });
    }
  }
  window.time = {
    stop() { at ??= own.now(); },
    skip(ms) { at += ms; },
    settles,
    // Let `ms` pass in steps, or as much of it as passes before `enough()`; return how much that was.
    async pass(ms, step_ms, enough = () => false) {
      const from = at, until = from + ms;
      do {
        at = Math.min(until, at + step_ms);
        for (const [which, [t, does]] of [...due]) if (t <= at && due.delete(which)) does();
        await settles();
      } while (at < until && !enough());
      return at === until ? ms : at - from;
    },
  };
})();
"""


@contextmanager
def before_every_page(browser: webdriver.Chrome, script: str) -> Iterator[None]:
    """Run this script in each page of this tab before the page's own."""
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
