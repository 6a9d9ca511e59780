"""Serves the phones of the room: a thread beside the frame loop, a token a phone, whole pages only.

The frame loop hands over finished text per phone (`publish`), takes what phones said (`take_messages`) and
never waits; this thread knows no game and no state. A token is the first word on the socket: it stands in no
address, no log and no Referer. `door.py` says who may stay connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from slamomatic.errors import UserError
from slamomatic.phone import sentences
from slamomatic.phone.door import PATIENCE_S, WATCH
from slamomatic.phone.entrance import Entrance, lan_address, listen
from slamomatic.phone.messages import MOST_BYTES, Message, read
from slamomatic.phone.rate import Allowance
from slamomatic.phone.room import Phone, Room
from slamomatic.words import gettext

TOKEN_WAIT_S = 5.0
JOIN_WAIT_S = 3.0  # how long somebody who wants to sit down waits for the frame loop
HEARTBEAT_S = 20.0  # a phone that fell asleep is dropped
GOODBYE_S = 2.0  # how long a page that is closed may take to answer that
CLOSE_WRONG_TOKEN = 4001
CLOSE_TOO_MANY = 4002  # a newer page of the same phone took its place
CLOSE_TOO_FAST = 4003
CLOSE_NOT_OURS = 4004  # it said something that our page never says
START_WAIT_S = 10.0
MOST_WAITING = 256  # messages and joins that the frame loop has not taken yet
LOGGERS = ("asyncio", *[f"aiohttp.{part}" for part in ("server", "web", "websocket", "access", "internal")])

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


def _quiet() -> None:
    """Log nothing about connections: a flood would fill the log, and what was sent may hold a token."""
    for name in LOGGERS:
        logging.getLogger(name).disabled = True


@dataclass(slots=True)
class Asked:
    """Somebody wants to sit down and waits for an answer."""

    wish: Message
    answer: Callable[[int, Mapping[str, Any]], None]  # an HTTP status, and what the page gets


@dataclass(slots=True)
class _Page:
    """One open page of a phone, or of the room's view."""

    number: int
    changed: asyncio.Event


class PhoneServer:
    """The pages of one room. Start it, publish to phones, take what they say, stop it."""

    def __init__(
        self,
        room: Room,
        *,
        address: str | None = None,
        ports: tuple[int, ...] = (0,),
    ) -> None:
        """The first of `ports` that is not taken is used; 0 is any."""
        self.room = room
        self.pictures: Mapping[str, bytes] = {}  # of all cards of the deck: which are asked for is no secret
        self._address = address or lan_address()
        self._ports = ports
        self._port = ports[0]
        self._snapshots: dict[int, str] = {}
        self._chairs = "{}"
        self._messages: deque[tuple[int, Message]] = deque()
        self._joins: deque[Asked] = deque()
        self._open: dict[web.WebSocketResponse, _Page] = {}
        self._entrance = Entrance()
        self._door = self._entrance.door
        self._pages: dict[asyncio.Transport, web.WebSocketResponse] = {}
        self._goodbyes: set[asyncio.Task[bool]] = set()
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._serve, name="phone pages", daemon=True)

    # --- what the frame loop calls ------------------------------------------------------------------

    def start(self) -> None:
        """Open the port; a taken one is one sentence, not a missing page."""
        self._thread.start()
        self._ready.wait(START_WAIT_S)
        if self._failure is not None:
            self._thread.join()
            raise UserError(
                f"The phone pages can't be served on {self._address}:{self._ports[-1]} "
                f"({self._failure.strerror}): choose another port or play without them."
            )

    def stop(self) -> None:
        """Close every page and the port, and wait for the thread."""
        if self._stop is not None:
            self._soon(self._stop.set)
        self._thread.join()

    @property
    def port(self) -> int:
        return self._port

    @property
    def url(self) -> str:
        """What the room's QR code holds. It is no secret: whoever opens it still has to sit down."""
        return f"http://{self._address}:{self._port}/"

    def url_of(self, phone: Phone) -> str:
        """What a seat's own QR code holds. It is as good as the hand itself: show it only to its owner."""
        return f"{self.url}#{phone.token}"

    def publish(self, phone: int, page: Mapping[str, Any]) -> None:
        """Give this phone its new page: a whole one, made for its eyes and nothing else."""
        text = json.dumps(page, separators=(",", ":"))
        if text != self._snapshots.get(phone):
            self._snapshots[phone] = text
            self._soon(lambda: self._wake(phone))

    def show_chairs(self, page: Mapping[str, Any]) -> None:
        """What somebody reads who has no chair yet."""
        self._chairs = json.dumps(page, separators=(",", ":"))

    def take_messages(self) -> list[tuple[int, Message]]:
        """What phones said since the last call."""
        return _taken(self._messages)

    def take_joins(self) -> list[Asked]:
        """Who wants to sit down."""
        return _taken(self._joins)

    def close(self, phone: int) -> None:
        """This phone has lost its chair: it knows nothing more."""
        self._snapshots.pop(phone, None)
        self._soon(lambda: self._close_all_of(phone))

    def connected(self) -> set[int]:
        """The phones that have a page open now."""
        return {page.number for page in list(self._open.values())}

    # --- in the thread ------------------------------------------------------------------------------

    def _soon(self, call: Callable[[], object]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is gone already
                self._loop.call_soon_threadsafe(call)

    def _wake(self, phone: int) -> None:
        for page in self._open.values():
            if page.number == phone:
                page.changed.set()

    def _close_all_of(self, phone: int) -> None:
        for transport, socket_ in list(self._pages.items()):
            page = self._open.get(socket_)
            if page is not None and page.number == phone:
                self._say_goodbye(transport, CLOSE_WRONG_TOKEN)

    def _serve(self) -> None:
        _quiet()
        asyncio.run(self._main())

    async def _main(self) -> None:
        app = web.Application(middlewares=[self._only_our_own_name], client_max_size=MOST_BYTES)
        for path in FILES:
            app.router.add_get(path, _file)
        app.router.add_get("/card/{key}.png", self._picture)
        app.router.add_get("/room", self._room)
        app.router.add_post("/join", self._join)
        app.router.add_get("/seat", self._socket)
        app.on_shutdown.append(self._close_pages)
        # No access log: it would hold who looked when.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=PATIENCE_S)
        await runner.setup()
        self._stop = asyncio.Event()
        try:
            listening = listen(self._address, self._ports)
            self._port = listening.getsockname()[1]
            self._loop = asyncio.get_running_loop()
        except OSError as error:
            self._failure = error
            await runner.cleanup()
            return
        finally:
            self._ready.set()
        assert runner.server is not None
        workers = [asyncio.create_task(self._entrance.let_in(listening, runner.server))]
        workers.append(asyncio.create_task(self._entrance.send_overdue_away()))
        await self._stop.wait()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        listening.close()
        await runner.cleanup()

    @web.middleware
    async def _only_our_own_name(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """A page elsewhere that has its own name point here (DNS rebinding) speaks to us under that name."""
        ours = f"{self._address}:{self._port}"
        origin = request.headers.get("Origin")
        # Browsers send the origin with whatever may change something.
        allowed = (f"http://{ours}",) if request.method == "POST" else (None, f"http://{ours}")
        if request.headers.get("Host") != ours or origin not in allowed:
            return web.Response(status=403, text="Scan the code on the game's screen.\n", headers=HEADERS)
        if request.transport is not None:
            self._door.asked(request.transport)
        response: web.StreamResponse = await handler(request)
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        picture = self.pictures.get(request.match_info["key"])
        if picture is None:
            return web.Response(status=404, headers=HEADERS)
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)

    # --- sitting down -------------------------------------------------------------------------------

    async def _room(self, _: web.Request) -> web.Response:
        return web.Response(text=self._chairs, content_type="application/json", headers=HEADERS)

    async def _join(self, request: web.Request) -> web.Response:
        """Hand the wish to the frame loop and wait a moment for its answer."""
        wish = read(await request.text())
        if wish is None or wish.do != "join":
            return _answer(400, {"words": gettext(sentences.NOT_READY)})
        if len(self._joins) >= MOST_WAITING:
            return _answer(503, {"words": gettext(sentences.NOT_READY)})
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[tuple[int, Mapping[str, Any]]] = loop.create_future()

        def set_answer(status: int, page: Mapping[str, Any]) -> None:
            if not answered.done():
                answered.set_result((status, page))

        self._joins.append(Asked(wish, lambda *what: self._soon(lambda: set_answer(*what))))
        try:
            return _answer(*await asyncio.wait_for(answered, JOIN_WAIT_S))
        except TimeoutError:
            return _answer(503, {"words": gettext(sentences.NOT_READY)})

    # --- sockets ------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MOST_BYTES, timeout=GOODBYE_S)
        await page.prepare(request)
        number = await self._number_of(page)
        transport = request.transport
        if number is None or transport is None:
            await page.close(code=CLOSE_WRONG_TOKEN, message=b"sit down again")
            return page
        for older in self._door.seated(transport, number):
            self._say_goodbye(older, CLOSE_TOO_MANY)
        self._pages[transport] = page
        mine = _Page(number, asyncio.Event())
        mine.changed.set()
        self._open[page] = mine
        sender = asyncio.create_task(self._send_snapshots(page, mine))
        try:
            await self._listen_to(page, number)
        finally:
            self._open.pop(page, None)
            self._pages.pop(transport, None)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return page

    async def _listen_to(self, page: web.WebSocketResponse, number: int) -> None:
        """Until it closes, or says what no page of ours says."""
        allowance = Allowance(time.monotonic)
        async for frame in page:
            if page.closed or page not in self._open:
                return  # it was sent away, and says nothing more
            message = read(frame.data) if frame.type is WSMsgType.TEXT else None
            if not allowance.spend():
                await page.close(code=CLOSE_TOO_FAST, message=b"too many messages")
            elif message is None or number == WATCH:
                await page.close(code=CLOSE_NOT_OURS, message=b"not understood")
            elif len(self._messages) < MOST_WAITING:
                self._messages.append((number, message))

    def _say_goodbye(self, transport: asyncio.Transport, code: int) -> None:
        """Close a page; nobody waits for its answer, it may be asleep."""
        self._door.gone(transport)
        page = self._pages.pop(transport, None)
        if page is not None:
            self._open.pop(page, None)
            closing = asyncio.create_task(page.close(code=code))
            self._goodbyes.add(closing)
            closing.add_done_callback(self._goodbyes.discard)

    async def _number_of(self, page: web.WebSocketResponse) -> int | None:
        try:
            first = await page.receive(TOKEN_WAIT_S)
        except TimeoutError:
            return None
        if first.type is not WSMsgType.TEXT:
            return None
        phone = self.room.known(first.data)
        return phone.number if phone else None

    async def _send_snapshots(self, page: web.WebSocketResponse, mine: _Page) -> None:
        """The newest page only: a slow phone skips what it missed, it never holds up a queue."""
        while True:
            await mine.changed.wait()
            mine.changed.clear()
            text = self._snapshots.get(mine.number)
            if text is not None:
                await page.send_str(text)

    async def _close_pages(self, _: web.Application) -> None:
        for page in list(self._open):
            await page.close(code=WSCloseCode.GOING_AWAY)


def _taken(waiting: deque[Any]) -> list[Any]:
    taken = []
    with contextlib.suppress(IndexError):
        while True:
            taken.append(waiting.popleft())
    return taken


def _goodbyes() -> dict[object, str]:
    """What a page says when its socket is closed, by the code."""
    return {
        "lost": gettext(sentences.LOST),
        CLOSE_WRONG_TOKEN: gettext(sentences.REMOVED),
        CLOSE_TOO_MANY: gettext(sentences.TOO_MANY),
        CLOSE_TOO_FAST: gettext(sentences.TOO_FAST),
        CLOSE_NOT_OURS: gettext(sentences.NOT_OURS),
        int(WSCloseCode.MESSAGE_TOO_BIG): gettext(sentences.TOO_LONG),
    }


def _answer(status: int, page: Mapping[str, Any]) -> web.Response:
    return web.json_response(dict(page), status=status, headers=HEADERS)


async def _file(request: web.Request) -> web.Response:
    name, kind = FILES[request.path]
    text = resources.files("slamomatic.phone").joinpath(name).read_text("utf-8")
    if name == "page.html":
        for word, filled in (
            ("$says", json.dumps(_goodbyes())),
            ("$cards", gettext(sentences.YOUR_CARDS)),
            ("$choices", gettext(sentences.YOUR_CHOICES)),
        ):
            text = text.replace(word, html.escape(filled))
    return web.Response(text=text, content_type=kind, headers=HEADERS)
