"""Serves each seat its own page: a thread beside the frame loop, a token a seat, whole snapshots only.

The frame loop hands over finished text per seat (`publish`) and never waits; this thread knows no game and
no state. A token travels behind the `#` of the address, which browsers keep to themselves, and as the first
word on the socket: it stands in no log and no Referer. `door.py` says who may stay connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from slamomatic.errors import UserError
from slamomatic.phone.door import PATIENCE_S, Door

TOKEN_WAIT_S = 5.0
HEARTBEAT_S = 20.0  # a phone that fell asleep is let go of
GOODBYE_S = 2.0  # how long a page that is closed may take to answer that
CLOSE_WRONG_TOKEN = 4001
CLOSE_TOO_MANY = 4002  # a newer page of the same seat took its place
START_WAIT_S = 10.0
BACKLOG = 64  # connections that wait to be let in; each holds a descriptor soon
CROWD_PAUSE_S = 0.005  # after one had to go: a flood is let in slowly, and the game has its time
LOOK_S = 1.0  # how often overdue connections are looked for
LOGGERS = ("asyncio", *[f"aiohttp.{part}" for part in ("server", "web", "websocket", "access", "internal")])
_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed without leaving anything behind

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


def _quiet() -> None:
    """Log nothing about connections: a flood would fill the log, and what was sent may hold a seat's code."""
    for name in LOGGERS:
        logging.getLogger(name).disabled = True


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
        self._door: Door[asyncio.Transport] = Door(time.monotonic)
        self._pages: dict[asyncio.Transport, web.WebSocketResponse] = {}
        self._goodbyes: set[asyncio.Task[bool]] = set()
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
        _quiet()
        asyncio.run(self._main())

    async def _main(self) -> None:
        app = web.Application(middlewares=[self._only_our_own_name])
        for path in FILES:
            app.router.add_get(path, _file)
        app.router.add_get("/card/{key}.png", self._picture)
        app.router.add_get("/seat", self._socket)
        app.on_shutdown.append(self._close_pages)
        # No access log: it would hold who looked when.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=PATIENCE_S)
        await runner.setup()
        self._stop = asyncio.Event()
        try:
            listening = socket.create_server((self._address, self._port), backlog=BACKLOG)
            listening.setblocking(False)
            self._port = listening.getsockname()[1]
            self._loop = asyncio.get_running_loop()
        except OSError as error:
            self._failure = error
            await runner.cleanup()
            return
        finally:
            self._ready.set()
        assert runner.server is not None
        workers = [asyncio.create_task(self._let_in(listening, runner.server))]
        workers.append(asyncio.create_task(self._send_overdue_away()))
        await self._stop.wait()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        listening.close()
        await runner.cleanup()

    async def _let_in(self, listening: socket.socket, server: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections one by one; where there are too many, an old one goes."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (address, *_) = await loop.sock_accept(listening)
            except OSError:  # out of descriptors, or it went while it was let in
                await asyncio.sleep(CROWD_PAUSE_S)
                continue
            transport, _protocol = await loop.connect_accepted_socket(server, connection)
            self._forget_closed()
            leaves = self._door.came(transport, address)
            if leaves is not None:
                self._drop(leaves)
                await asyncio.sleep(CROWD_PAUSE_S)

    async def _send_overdue_away(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._forget_closed()
            for transport in self._door.overdue():
                self._drop(transport)

    def _forget_closed(self) -> None:
        for transport in self._door.connections():
            if transport.is_closing():
                self._door.gone(transport)

    def _drop(self, transport: asyncio.Transport) -> None:
        self._door.gone(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:  # else the system would hold on to it for a minute
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        transport.abort()

    @web.middleware
    async def _only_our_own_name(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """A page elsewhere that has its own name point here (DNS rebinding) speaks to us under that name."""
        ours = f"{self._address}:{self._port}"
        origin = request.headers.get("Origin")
        if request.headers.get("Host") != ours or origin not in (None, f"http://{ours}"):
            return web.Response(status=403, text="Scan the code on the game's screen.\n", headers=HEADERS)
        if request.transport is not None:
            self._door.asked(request.transport)
        response: web.StreamResponse = await handler(request)
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        picture = self._pictures.get(request.match_info["key"])
        if picture is None:
            return web.Response(status=404, headers=HEADERS)
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=256, timeout=GOODBYE_S)
        await page.prepare(request)
        seat = await self._seat_of(page)
        transport = request.transport
        if seat is None or transport is None:
            await page.close(code=CLOSE_WRONG_TOKEN, message=b"scan the code again")
            return page
        for older in self._door.seated(transport, seat):
            self._say_goodbye(older)
        self._pages[transport] = page
        changed = asyncio.Event()
        changed.set()
        self._changed[page] = (seat, changed)
        sender = asyncio.create_task(self._send_snapshots(page, seat, changed))
        try:
            async for _ in page:
                pass  # read-only: whatever a phone says is not listened to
        finally:
            self._changed.pop(page, None)
            self._pages.pop(transport, None)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return page

    def _say_goodbye(self, transport: asyncio.Transport) -> None:
        """Close an older page of a seat; nobody waits for its answer, it may be asleep."""
        self._door.gone(transport)
        page = self._pages.pop(transport, None)
        if page is not None:
            self._changed.pop(page, None)
            closing = asyncio.create_task(page.close(code=CLOSE_TOO_MANY, message=b"open on other phones"))
            self._goodbyes.add(closing)
            closing.add_done_callback(self._goodbyes.discard)

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
