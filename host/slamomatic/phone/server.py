"""Serves each seat its own page: a thread beside the frame loop, a token a seat, whole snapshots only.

The frame loop hands over finished text per seat (`publish`) and never waits; this thread knows no game and
no state. A token travels behind the `#` of the address, which browsers keep to themselves, and as the first
word on the socket: it stands in no log and no Referer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import threading
from collections.abc import Mapping
from importlib import resources
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from slamomatic.errors import UserError

TOKEN_WAIT_S = 5.0
HEARTBEAT_S = 20.0  # a phone that fell asleep is let go of
MAX_PAGES = 24  # four phones a seat; a crowd of sockets must not starve the game
CLOSE_WRONG_TOKEN = 4001
START_WAIT_S = 10.0

# The page brings everything itself and may load nothing else; nobody may frame it or keep a copy.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
FILES = {
    "/": ("page.html", "text/html"),
    "/page.js": ("page.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}


def lan_address() -> str:
    """This machine's address on the home network. No packet is sent: a route is looked up, nothing more."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class PhoneServer:
    """The pages of one sitting. Start it, publish to seats, stop it."""

    def __init__(
        self,
        seats: int,
        pictures: Mapping[str, bytes],
        *,
        address: str | None = None,
        port: int = 0,
    ) -> None:
        """`pictures`: a PNG for each card of the deck, all of them: which are asked for is no secret then."""
        self._pictures = pictures
        self._address = address or lan_address()
        self._port = port
        self._tokens = [secrets.token_urlsafe(16) for _ in range(seats)]
        self._snapshots: list[str | None] = [None] * seats
        self._changed: dict[web.WebSocketResponse, tuple[int, asyncio.Event]] = {}
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._serve, name="phone pages", daemon=True)

    def start(self) -> None:
        """Open the port; a taken one is one sentence, not a missing page."""
        self._thread.start()
        self._ready.wait(START_WAIT_S)
        if self._failure is not None:
            self._thread.join()
            raise UserError(
                f"The phone pages can't be served on {self._address}:{self._port} "
                f"({self._failure.strerror}): choose another port or play without them."
            )

    def stop(self) -> None:
        """Close every page and the port, and wait for the thread."""
        if self._loop is not None and self._stop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is gone already
                self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    @property
    def port(self) -> int:
        return self._port

    def url(self, seat: int) -> str:
        """What the seat's QR code holds. It is as good as the hand itself: show it only to its owner."""
        return f"http://{self._address}:{self._port}/#{self._tokens[seat]}"

    def publish(self, seat: int, page: Mapping[str, Any]) -> None:
        """Give `seat` its new page: a whole one, made from that seat's view and nothing else."""
        text = json.dumps(page, separators=(",", ":"))
        if text == self._snapshots[seat]:
            return
        self._snapshots[seat] = text
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake, seat)

    def _wake(self, seat: int) -> None:
        for wanted, changed in self._changed.values():
            if wanted == seat:
                changed.set()

    def _serve(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        app = web.Application(middlewares=[self._only_our_own_name])
        for path in FILES:
            app.router.add_get(path, _file)
        app.router.add_get("/card/{key}.png", self._picture)
        app.router.add_get("/seat", self._socket)
        app.on_shutdown.append(self._close_pages)
        # No access log: it would hold who looked when.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        self._stop = asyncio.Event()
        try:
            site = web.TCPSite(runner, self._address, self._port)
            await site.start()
            self._port = runner.addresses[0][1]
            self._loop = asyncio.get_running_loop()
        except OSError as error:
            self._failure = error
            await runner.cleanup()
            return
        finally:
            self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    @web.middleware
    async def _only_our_own_name(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """A page elsewhere that has its own name point here (DNS rebinding) speaks to us under that name."""
        ours = f"{self._address}:{self._port}"
        origin = request.headers.get("Origin")
        if request.headers.get("Host") != ours or origin not in (None, f"http://{ours}"):
            return web.Response(status=403, text="Scan the code on the game's screen.\n", headers=HEADERS)
        response: web.StreamResponse = await handler(request)
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        picture = self._pictures.get(request.match_info["key"])
        if picture is None:
            return web.Response(status=404, headers=HEADERS)
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=256)
        await page.prepare(request)
        seat = await self._seat_of(page)
        if seat is None or len(self._changed) >= MAX_PAGES:
            await page.close(code=CLOSE_WRONG_TOKEN, message=b"scan the code again")
            return page
        changed = asyncio.Event()
        changed.set()
        self._changed[page] = (seat, changed)
        sender = asyncio.create_task(self._send_snapshots(page, seat, changed))
        try:
            async for _ in page:
                pass  # read-only: whatever a phone says is not listened to
        finally:
            del self._changed[page]
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return page

    async def _seat_of(self, page: web.WebSocketResponse) -> int | None:
        try:
            first = await page.receive(TOKEN_WAIT_S)
        except TimeoutError:
            return None
        if first.type is not WSMsgType.TEXT:
            return None
        said = first.data.encode()
        seats = [n for n, token in enumerate(self._tokens) if secrets.compare_digest(said, token.encode())]
        return seats[0] if seats else None

    async def _send_snapshots(self, page: web.WebSocketResponse, seat: int, changed: asyncio.Event) -> None:
        """The newest page only: a slow phone skips what it missed, it never holds up a queue."""
        while True:
            await changed.wait()
            changed.clear()
            text = self._snapshots[seat]
            if text is not None:
                await page.send_str(text)

    async def _close_pages(self, _: web.Application) -> None:
        for page in list(self._changed):
            await page.close(code=WSCloseCode.GOING_AWAY)


async def _file(request: web.Request) -> web.Response:
    name, kind = FILES[request.path]
    text = resources.files("slamomatic.phone").joinpath(name).read_text("utf-8")
    return web.Response(text=text, content_type=kind, headers=HEADERS)
