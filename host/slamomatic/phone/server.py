"""Serves the phones of the room: a thread beside the frame loop, a token a phone, whole pages only.

The frame loop hands over finished text per phone (`publish`), takes what phones said (`take_messages`) and
never waits; this thread knows no game and no state. A token is the first word on the socket: it stands in no
address, no log and no Referer. `door.py` says who may stay connected.
"""

import asyncio
import contextlib
import html
import json
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from importlib import resources
from string import Template
from typing import Any

import segno
from aiohttp import web

from slamomatic.errors import explained
from slamomatic.phone import pages
from slamomatic.phone.door import PATIENCE_S, Entrance, lan_address, listen
from slamomatic.phone.messages import MOST_BYTES, Message, read
from slamomatic.phone.room import BUSY, Chair, Join, Phone, Room
from slamomatic.phone.sockets import MOST_WAITING, WATCHING, Sockets, goodbyes, take_all
from slamomatic.words import gettext
from slamomatic.words.languages import browser_language, language, speaking

JOIN_WAIT_S = 3.0  # how long somebody who wants to sit down waits for the frame loop
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
    "/watch": ("page.html", "text/html"),
    **{f"/{name}": (name, "text/javascript") for name in ("page.js", "paddle.js", "talk.js")},
    "/page.css": ("page.css", "text/css"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}


@dataclass(slots=True)
class JoinRequest:
    """A wish to sit down that waits for the table's answer."""

    wish: Join
    language: str
    # An HTTP status, and what the page gets. Cancelled: the page waits no more.
    answer: Future[tuple[int, Mapping[str, Any]]]


class PhoneServer:
    """The pages of one room. Start it, publish to phones, take what they say, stop it."""

    def __init__(self, room: Room, *, address: str | None = None, ports: tuple[int, ...] = (0,)) -> None:
        """Prepare to serve on the first of these ports that is free; 0 is any port."""
        self.room = room
        self.pictures: Mapping[str, bytes] = {}  # of all cards of the deck: which are asked for is no secret
        self._address = address or lan_address()
        self._ports = ports
        self.port = ports[0]
        # For somebody without a chair: all chairs, how many play, and whether the room is locked.
        self.chairs: tuple[Sequence[Chair], int, bool] = ((), 0, False)
        self._joins: deque[JoinRequest] = deque()
        self._door = Entrance()
        self.sockets = Sockets(room, self._door)
        self._stop = asyncio.Event()

    # --- what the frame loop calls ------------------------------------------------------------------

    def start(self) -> None:
        """Open the port and serve in a thread. Raise UserError if the port can't be had."""
        with explained(
            "The phone pages can't be served on {address}:{ports} ({strerror}): choose another "
            "port or play without them.",
            address=self._address,
            ports=self._ports[-1],
        ):
            listening = listen(self._address, self._ports)
        self.port = listening.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._serve, args=(listening,), name="phone pages", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Close every page and the port, and wait for the thread."""
        self._soon(self._stop.set)
        self._thread.join()

    @property
    def url(self) -> str:
        """The address in the room's QR code. It is public: everyone who opens it still has to sit down."""
        return f"http://{self._address}:{self.port}/"

    def url_of(self, phone: Phone) -> str:
        """Return the address in a seat's own QR code. It opens the seat's cards: only for its owner."""
        return f"{self.url}#{phone.token}"

    def publish(self, phone: int, page: Mapping[str, Any]) -> None:
        """Give this phone its new page: a whole one, made for its eyes and in the language spoken now.

        Only pages that are read in that language show it.
        """
        if self.sockets.set_page(phone, language(), json.dumps(page, separators=(",", ":"))):
            self._soon(lambda: self.sockets.wake(phone))

    def take_messages(self) -> list[tuple[int, Message]]:
        """Return the messages of phones since the last call."""
        return take_all(self.sockets.messages)

    def take_joins(self) -> list[JoinRequest]:
        """Return the wishes to sit down since the last call."""
        return take_all(self._joins)

    def close(self, phone: int) -> None:
        """Close the pages of a phone that has lost its chair."""
        self.sockets.forget(phone)
        self._soon(lambda: self.sockets.close_all_of(phone))

    # --- in the thread ------------------------------------------------------------------------------

    def _soon(self, call: Callable[[], object]) -> None:
        """Let the server's thread call this soon."""
        with contextlib.suppress(RuntimeError):  # the loop is gone already
            self._loop.call_soon_threadsafe(call)

    def _serve(self, listening: socket.socket) -> None:
        """Run the server until it is stopped; this is the thread."""
        # Log nothing about connections: a flood would fill the log, and what was sent may hold a token.
        for name in LOGGERS:
            logging.getLogger(name).disabled = True
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._main(listening))

    async def _main(self, listening: socket.socket) -> None:
        """Set up all addresses, let connections in until `stop` is called, then close everything."""
        app = web.Application(middlewares=[self._only_our_own_name], client_max_size=MOST_BYTES)
        for path in FILES:
            app.router.add_get(path, _file)
        app.router.add_get("/card/{key}.png", self._picture)
        app.router.add_get("/room", self._room)
        app.router.add_post("/join", self._join)
        for path in ("/seat", WATCHING):
            app.router.add_get(path, self.sockets.serve)
        app.on_shutdown.append(self.sockets.close_all)
        # No access log: it would hold who looked when.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=PATIENCE_S)
        await runner.setup()
        assert runner.server is not None
        workers = [
            asyncio.create_task(self._door.let_in(listening, runner.server)),
            asyncio.create_task(self._door.send_overdue_away()),
        ]
        await self._stop.wait()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        listening.close()
        await runner.cleanup()

    @web.middleware
    async def _only_our_own_name(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse requests of pages from elsewhere, then handle the others in their reader's language.

        A page from elsewhere can let its own name point to this machine (DNS rebinding). Its requests still
        bear that name.
        """
        ours = f"{self._address}:{self.port}"
        origin = request.headers.get("Origin")
        # Browsers send the origin with whatever may change something.
        allowed = (f"http://{ours}",) if request.method == "POST" else (None, f"http://{ours}")
        if request.headers.get("Host") != ours or origin not in allowed:
            return web.Response(
                status=403, text=gettext("Scan the code on the game's screen.") + "\n", headers=HEADERS
            )
        if request.transport is not None:
            self._door.note_request(request.transport)
        with speaking(browser_language(request.headers.get("Accept-Language", ""))):
            response: web.StreamResponse = await handler(request)
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        """Answer with the picture of a card."""
        picture = self.pictures.get(request.match_info["key"])
        if picture is None:
            return web.Response(status=404, headers=HEADERS)
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)

    # --- sitting down -------------------------------------------------------------------------------

    async def _room(self, _: web.Request) -> web.Response:
        """Answer with the chairs that are free."""
        return _answer(200, pages.chairs(*self.chairs))

    async def _join(self, request: web.Request) -> web.Response:
        """Pass a wish to sit down to the frame loop and wait a moment for its answer."""
        wish = read(await request.text())
        if wish is None or wish.do != "join":
            return _busy(400)
        if len(self._joins) >= MOST_WAITING:
            return _busy(503)
        asked = JoinRequest(Join(**wish.values), language(), Future())
        self._joins.append(asked)
        answer = asyncio.wrap_future(asked.answer)
        await asyncio.wait([answer], timeout=JOIN_WAIT_S)
        if asked.answer.cancel():  # else nobody could sit on the chair of a page that waits no more
            return _busy(503)
        return _answer(*await answer)


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a QR code, with the border that scanners need. True is a dark square."""
    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(square) for square in row) for row in code.matrix_iter(border=4))


def _answer(status: int, page: Mapping[str, Any]) -> web.Response:
    return web.json_response(dict(page), status=status, headers=HEADERS)


def _busy(status: int) -> web.Response:
    """Refuse a request for now, with a sentence for its reader."""
    return _answer(status, {"words": gettext(BUSY)})


async def _file(request: web.Request) -> web.Response:
    """Answer with one of the page's own files; the page itself gets its words in the reader's language."""
    name, kind = FILES[request.path]
    text = resources.files("slamomatic.phone").joinpath(name).read_text("utf-8")
    if name == "page.html":
        fields = {
            "language": language(),
            "says": json.dumps(goodbyes()),
            "cards": gettext("Your cards"),
            "choices": gettext("What you can do"),
        }
        text = Template(text).substitute({field: html.escape(words) for field, words in fields.items()})
    return web.Response(text=text, content_type=kind, headers=HEADERS)
