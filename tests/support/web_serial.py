"""A stand-in for `navigator.serial`, joined to a port of this computer by a WebSocket."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web
from selenium import webdriver

# A stand-in for the browser's Web Serial, with one Pico. `cable` plugs it in and out.
STAND_IN = """
(() => {
  let into = null, busy = false;
  const serial = new EventTarget();
  const chosen = () => sessionStorage.getItem("chosen") !== null;
  const port = {
    async open() {
      if (busy) throw new DOMException("Failed to open serial port.", "NetworkError");
      const wire = new WebSocket("ws://127.0.0.1:PORT/");
      wire.binaryType = "arraybuffer";
      await new Promise((open, fail) => { wire.onopen = open; wire.onerror = fail; });
      this.readable = new ReadableStream({ start: (controller) => { into = controller; } });
      this.writable = new WritableStream({ write: (bytes) => { wire.send(bytes); } });
      wire.onmessage = (event) => { if (into) into.enqueue(new Uint8Array(event.data)); };
      this.wire = wire;
    },
    async close() { this.wire.close(); this.readable = this.writable = into = null; },
  };
  serial.getPorts = async () => (chosen() ? [port] : []);
  serial.requestPort = async () => { sessionStorage.setItem("chosen", "yes"); return port; };
  Object.defineProperty(navigator, "serial", { value: serial });
  window.cable = {
    unplug() {
      const gone = into;
      into = port.readable = null;
      port.wire.close();
      gone.error(new DOMException("The device has been lost.", "NetworkError"));
    },
    plug() {
      const event = new Event("connect");
      Object.defineProperty(event, "target", { value: port });
      serial.dispatchEvent(event);
    },
    busy(is) { busy = is; },
  };
})();
"""


@contextmanager
def joined(browser: webdriver.Chrome, name: str) -> Iterator[None]:
    """Give the pages of this tab a `navigator.serial` whose one Pico is at the port `name`.

    The page itself may ask nobody for anything, the stand-in may: only for it is the policy lifted.
    """
    with _bridge(name) as port:
        source = {"source": STAND_IN.replace("PORT", str(port))}
        added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        try:
            yield
        finally:
            browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
            browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@contextmanager
def _bridge(name: str) -> Iterator[int]:
    """Offer the serial port `socket://HOST:PORT` as a WebSocket on a port of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="the cable", daemon=True)
    thread.start()

    async def carry(request: web.Request) -> web.WebSocketResponse:
        address = urlsplit(name)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        page = web.WebSocketResponse()
        await page.prepare(request)

        async def to_the_page() -> None:
            while data := await reader.read(4096):
                await page.send_bytes(data)

        reading = asyncio.ensure_future(to_the_page())
        async for message in page:
            if message.type is WSMsgType.BINARY:
                writer.write(message.data)
        reading.cancel()
        writer.close()
        return page

    async def serve() -> tuple[web.AppRunner, int]:
        app = web.Application()
        app.router.add_get("/", carry)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return runner, runner.addresses[0][1]

    runner, port = asyncio.run_coroutine_threadsafe(serve(), loop).result()
    try:
        yield port
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
