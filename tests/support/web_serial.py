"""A stand-in for `navigator.serial` with one Pico, whose bytes and time the test hands over."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from selenium import webdriver

from support.browser_time import TIME, before_every_page

STEP_MS = 40  # a page without news is looked at so often
# Streams and errors are those of the Web Serial specification. An open port can't be opened again, and one
# whose streams are held can't be closed. After an error that is not the end, `readable` is a new stream.
STAND_IN = """
(() => {
  const because = (name, words) => new DOMException(words, name);
  let plugged = PLUGGED, chosen = CHOSEN, busy = false, sent = [];

  class Port extends EventTarget {
    #open = false;
    #readable = null;
    #writable = null;
    #into = null;
    #outOf = null;
    #unread = [];  // came while nobody had a stream

    get connected() { return plugged; }
    get readable() {
      if (this.#open && !this.#readable) {
        this.#readable = new ReadableStream({
          start: (controller) => {
            this.#into = controller;
            for (const chunk of this.#unread.splice(0)) controller.enqueue(chunk);
          },
          cancel: () => { this.#readable = this.#into = null; },
        });
      }
      return this.#readable;
    }
    get writable() {
      if (this.#open && !this.#writable) {
        this.#writable = new WritableStream({
          start: (controller) => { this.#outOf = controller; },
          write: (bytes) => { sent.push(...bytes); },
          abort: () => { this.#writable = this.#outOf = null; },
        });
      }
      return this.#writable;
    }
    async open() {
      if (this.#open) throw because("InvalidStateError", "The port is already open.");
      if (busy || !plugged) throw because("NetworkError", "Failed to open serial port.");
      this.#open = true;
      time.stop();
    }
    async close() {
      if (!this.#open) throw because("InvalidStateError", "The port is already closed.");
      await Promise.all([this.#readable?.cancel(), this.#writable?.abort()]);
      this.#open = false;
    }
    getInfo() { return { usbVendorId: 0x2e8a, usbProductId: 0x0005 }; }

    static is_open(port) { return port.#open; }
    static arrives(port, bytes) {
      if (port.#into) port.#into.enqueue(bytes);
      else if (port.#open) port.#unread.push(bytes);
    }
    static fails(port, error) {
      const into = port.#into;
      port.#readable = port.#into = null;
      port.#unread.length = 0;
      into?.error(error);
    }
    static ends(port) {
      const error = because("NetworkError", "The device has been lost.");
      const outOf = port.#outOf;
      port.#open = false;
      Port.fails(port, error);
      port.#writable = port.#outOf = null;
      outOf?.error(error);
    }
  }

  const port = new Port(), serial = new EventTarget();
  serial.getPorts = async () => (chosen && plugged ? [port] : []);
  serial.requestPort = async () => { chosen = true; return port; };
  Object.defineProperty(navigator, "serial", { value: serial });

  function tells(what) {
    const event = new Event(what);
    Object.defineProperty(event, "target", { value: port });
    if (chosen) serial.dispatchEvent(event);
  }

  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.cable = {
    unplug() { plugged = false; Port.ends(port); tells("disconnect"); },
    plug() { plugged = true; tells("connect"); },
    busy(is) { busy = is; },
    fails(name) { Port.fails(port, because(name, "The wire said so.")); },
    // Hand the page these chunks, then let time pass until it says something; return that.
    async pass(chunks, ms, step_ms) {
      for (const chunk of chunks) {
        Port.arrives(port, bytes(chunk));
        await time.settles();
      }
      const passed_ms = ms ? await time.pass(ms, step_ms, () => sent.length > 0) : 0;
      return [passed_ms, btoa(String.fromCharCode(...sent.splice(0))), Port.is_open(port)];
    },
  };
})();
"""


@dataclass(frozen=True, slots=True)
class Passed:
    """The time that has passed in a page, and what the page did in it."""

    us: float
    said: bytes
    port_open: bool


class Cable:
    """The page's end of the cable."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self._browser = browser
        self._chunks: list[bytes] = []

    def stop_time(self) -> None:
        """Let no more time pass in the page but by `pass_us`."""
        self._browser.execute_script("time.stop()")

    def hand_over(self, chunk: bytes) -> None:
        """Hand the page these bytes before any more time passes there."""
        self._chunks.append(chunk)

    def pass_us(self, us: float) -> Passed:
        """Let time pass in the page, or as much of it as passes before the page writes something."""
        call = "const [a, b, c, done] = arguments; cable.pass(a, b, c).then(done)"
        texts = [base64.b64encode(chunk).decode() for chunk in self._chunks]
        self._chunks.clear()
        passed_ms, said, is_open = self._browser.execute_async_script(call, texts, us / 1000, STEP_MS)
        return Passed(passed_ms * 1000, base64.b64decode(said), is_open)

    def keep_busy(self, us: float) -> None:
        """Let the page do something else for so long: it reads nothing and no timer runs."""
        self._browser.execute_script("time.skip(arguments[0])", us / 1000)

    def unplug(self) -> None:
        self._browser.execute_script("cable.unplug()")

    def plug_in(self) -> None:
        self._browser.execute_script("cable.plug()")

    def busy(self, is_busy: bool) -> None:
        """Let another program have the port, or not."""
        self._browser.execute_script("cable.busy(arguments[0])", is_busy)

    def fail(self, name: str) -> None:
        """Let the browser tell an error of the wire that is not the end, such as BufferOverrunError."""
        self._browser.execute_script("cable.fails(arguments[0])", name)


@contextmanager
def web_serial(browser: webdriver.Chrome, chosen: bool = True, plugged: bool = True) -> Iterator[Cable]:
    """Give the pages of this tab a `navigator.serial` with one Pico.

    Once the page has opened its port, time passes in the page by `Cable.pass_us` alone.
    `chosen`: whether the player has let the page use the Pico on another evening.
    """
    script = TIME + STAND_IN.replace("CHOSEN", json.dumps(chosen)).replace("PLUGGED", json.dumps(plugged))
    with before_every_page(browser, script):
        yield Cable(browser)
