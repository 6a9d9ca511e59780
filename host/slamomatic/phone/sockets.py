"""The open pages: each shows its token, gets the newest page, and is heard as long as it is one of ours."""

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import WSCloseCode, WSMsgType, web

from slamomatic.phone.door import BEGINNINGS, BEGINS_EVERY_S, Allowance, Entrance
from slamomatic.phone.messages import MOST_BYTES, OF_PADDLES, Message, read
from slamomatic.phone.room import WATCH, Room
from slamomatic.words import gettext
from slamomatic.words.languages import browser_language

TOKEN_WAIT_S = 5.0
HEARTBEAT_S = 20.0  # a phone that fell asleep is dropped
GOODBYE_S = 2.0  # how long a page may take to confirm that it closes
PING_LOOK_S = 0.005  # how often a paddle is asked whether it wants to ping
CLOSE_WRONG_TOKEN = 4001
CLOSE_TOO_MANY = 4002  # a newer page of the same phone took its place
CLOSE_TOO_FAST = 4003
CLOSE_NOT_OURS = 4004  # it said something that our page never says
WATCHING = "/watching"  # the address of the room's view
STALL_S = 4  # as long as a phone that is a paddle may be silent
MOST_WAITING = 256  # messages that the frame loop has not taken yet


class Paddle(Protocol):
    """A touch screen that is slapped; called from the server's thread."""

    def begin(self, grain_us: int) -> None: ...
    def end(self) -> None: ...
    def ping(self) -> int | None: ...
    def note_pong(self, number: int, phone_us: int) -> None: ...
    def note_touch(self, down: bool, phone_us: int) -> None: ...
    def note_sampling(self, repeat_us: int) -> None: ...


@dataclass(eq=False)
class _Page:
    """One open page of a phone."""

    number: int
    language: str
    transport: asyncio.Transport
    socket: web.WebSocketResponse
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    paddle: Paddle | None = None  # that this page is
    pinging: asyncio.Task[None] | None = None


class Sockets:
    """The open pages of one server. What the frame loop calls is marked; the rest runs in the thread."""

    def __init__(self, room: Room, door: Entrance) -> None:
        self._room, self._door = room, door
        self._snapshots: dict[tuple[int, str], str] = {}  # by phone and language
        self._languages: dict[int, set[str]] = {}  # that each phone was ever read in
        self.messages: deque[tuple[int, Message]] = deque()
        self._paddles: dict[int, Paddle] = {}
        self._beginnings: dict[int, Allowance] = {}  # by phone, whichever of its pages
        self._open: dict[asyncio.Transport, _Page] = {}
        self._goodbyes: set[asyncio.Task[bool]] = set()

    # --- called by the frame loop -------------------------------------------------------------------

    def set_page(self, phone: int, language: str, text: str) -> bool:
        """Set the page that this phone shows in one language; return whether it has changed."""
        fresh = text != self._snapshots.get((phone, language))
        self._snapshots[phone, language] = text
        return fresh

    def forget(self, phone: int) -> None:
        """Forget everything about a phone that has lost its chair."""
        for key in [key for key in self._snapshots if key[0] == phone]:
            del self._snapshots[key]
        self._languages.pop(phone, None)
        self._paddles.pop(phone, None)
        self._beginnings.pop(phone, None)

    def languages(self, phone: int) -> frozenset[str]:
        """Return the languages that this phone was read in so far, also by pages that sleep."""
        return frozenset(self._languages.get(phone, ()))

    def connected(self) -> set[int]:
        """Return the numbers of the phones that have a page open now."""
        return {page.number for page in list(self._open.values())}

    def slap_on(self, phone: int, paddle: Paddle | None) -> None:
        """Make a page of this phone this paddle from now on; None: no paddle."""
        if paddle is None:
            self._paddles.pop(phone, None)
        else:
            self._paddles[phone] = paddle

    # --- in the thread ------------------------------------------------------------------------------

    def wake(self, phone: int) -> None:
        """Send the new page to all open pages of this phone."""
        for page in self._open.values():
            if page.number == phone:
                page.changed.set()

    def close_all_of(self, phone: int) -> None:
        """Close all pages of a phone whose token is worth nothing any more."""
        for page in list(self._open.values()):
            if page.number == phone:
                self._say_goodbye(page.transport, CLOSE_WRONG_TOKEN)

    async def close_all(self, _: web.Application) -> None:
        """Close every page: the server ends."""
        for page in list(self._open.values()):
            await page.socket.close(code=WSCloseCode.GOING_AWAY)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a page until it closes. It shows its token first; the room's view is public, without one."""
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MOST_BYTES, timeout=GOODBYE_S)
        await socket.prepare(request)
        number = WATCH if request.path == WATCHING else await self._number_of(socket)
        if number is None:
            await socket.close(code=CLOSE_WRONG_TOKEN, message=b"sit down again")
        elif request.transport is not None:  # None: it was closed meanwhile
            code = browser_language(request.headers.get("Accept-Language", ""), request.query.get("lang", ""))
            await self._keep_open(_Page(number, code, request.transport, socket))
        return socket

    async def _keep_open(self, page: _Page) -> None:
        """Send a page its contents and listen to it until it closes; older pages that are too many go."""
        for older in self._door.note_token(page.transport, page.number):
            self._say_goodbye(older, CLOSE_TOO_MANY)
        self._languages[page.number] = {*self._languages.get(page.number, ()), page.language}
        self._open[page.transport] = page
        page.changed.set()
        sender = asyncio.create_task(self._send_snapshots(page))
        try:
            await self._listen_to(page)
        finally:
            self._open.pop(page.transport, None)
            self._end_paddle(page)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender

    async def _number_of(self, socket: web.WebSocketResponse) -> int | None:
        """Wait for a token; return the number of its phone, None if the page shows no good token."""
        try:
            phone = self._room.known(await socket.receive_str(timeout=TOKEN_WAIT_S))
        except (TimeoutError, TypeError):  # it said nothing, or no words
            return None
        return phone.number if phone else None

    async def _listen_to(self, page: _Page) -> None:
        """Listen to a page until it closes, or says something that no page of ours says."""
        people, answers = (Allowance(stall_s=STALL_S) for _ in range(2))
        async for frame in page.socket:
            if page.socket.closed or page.transport not in self._open:
                return  # the page was sent away: it is not heard any more
            message = read(frame.data) if frame.type is WSMsgType.TEXT else None
            # Answers to pings have an allowance of their own: they take nothing from a quick hand's.
            allowance = answers if message is not None and message.do == "pong" else people
            if not allowance.spend():
                await page.socket.close(code=CLOSE_TOO_FAST, message=b"too many messages")
            elif message is None or page.number == WATCH:
                await page.socket.close(code=CLOSE_NOT_OURS, message=b"not understood")
            elif message.do in OF_PADDLES:
                self._hear_paddle(page, message)
            elif len(self.messages) < MOST_WAITING:
                self.messages.append((page.number, message))

    def _say_goodbye(self, transport: asyncio.Transport, code: int) -> None:
        """Close a page with this code. Nobody waits until it has confirmed: it may be asleep."""
        self._door.note_departure(transport)
        page = self._open.pop(transport, None)
        if page is not None:
            self._end_paddle(page)
            closing = asyncio.create_task(page.socket.close(code=code))
            self._goodbyes.add(closing)
            closing.add_done_callback(self._goodbyes.discard)

    async def _send_snapshots(self, page: _Page) -> None:
        """Send the contents of a page whenever they change. A slow phone gets only the newest ones."""
        while True:
            await page.changed.wait()
            page.changed.clear()
            text = self._snapshots.get((page.number, page.language))
            if text is not None:
                await page.socket.send_str(text)

    # --- a page as a paddle -------------------------------------------------------------------------

    def _hear_paddle(self, page: _Page, message: Message) -> None:
        """Pass touches and answers to pings straight to the paddle: they must not wait for a frame."""
        if message.do == "paddle":
            self._begin_paddle(page, message.us("grain"))
        elif message.do == "away":
            self._end_paddle(page)
        elif page.paddle is None or self._paddles.get(page.number) is not page.paddle:
            return  # another page is that paddle by now, or none
        elif message.do == "pong":
            page.paddle.note_pong(message.number("n"), message.us("at"))
        elif message.do == "tested":
            page.paddle.note_sampling(message.us("repeat"))
        else:
            page.paddle.note_touch(message.do == "down", message.us("at"))

    def _begin_paddle(self, page: _Page, grain_us: int) -> None:
        """Make this page the paddle of its phone; the page that was it before is so no more."""
        paddle = self._paddles.get(page.number)
        if paddle is None or page.paddle is paddle:
            return  # the phone is not slapped on, or this page is its paddle already
        if not self._beginnings.setdefault(page.number, _few_beginnings()).spend():
            self._say_goodbye(page.transport, CLOSE_TOO_FAST)
            return
        for other in list(self._open.values()):
            if other.paddle is paddle:
                self._end_paddle(other)
        page.paddle = paddle
        paddle.begin(grain_us)
        page.pinging = asyncio.create_task(self._ping(page.socket, paddle))

    def _end_paddle(self, page: _Page) -> None:
        """End a page's time as a paddle, if it is one."""
        paddle, page.paddle = page.paddle, None
        if page.pinging is not None:
            page.pinging.cancel()
            page.pinging = None
        if paddle is not None:
            paddle.end()

    async def _ping(self, socket: web.WebSocketResponse, paddle: Paddle) -> None:
        """Send the pings that the paddle wants. If a socket is slow to take one, only its answer is late."""
        with contextlib.suppress(ConnectionError):
            while not socket.closed:
                number = paddle.ping()
                if number is not None:
                    await socket.send_str(json.dumps({"ping": number}))
                await asyncio.sleep(PING_LOOK_S)


def _few_beginnings() -> Allowance:
    """Return the allowance for becoming a paddle. Each time may make a slap void, so it is small."""
    return Allowance(a_second=1 / BEGINS_EVERY_S, stall_s=BEGINNINGS * BEGINS_EVERY_S)


def take_all(waiting: deque[Any]) -> list[Any]:
    """Take out and return all that waits. Another thread may add more meanwhile."""
    return [waiting.popleft() for _ in range(len(waiting))]


def goodbyes() -> dict[object, str]:
    """Return the words that a page shows when its socket was closed, by the code of its closing."""
    return {
        "lost": gettext("Connection lost. Trying again …"),
        CLOSE_WRONG_TOKEN: gettext("This phone has no chair now. Choose one to sit down."),
        CLOSE_TOO_MANY: gettext(
            "This hand is open on too many other pages. Close one of them, then reload this page."
        ),
        CLOSE_TOO_FAST: gettext("This phone sent too much at once. Reload this page to go on."),
        CLOSE_NOT_OURS: gettext("The table did not understand this phone. Reload this page to go on."),
        int(WSCloseCode.MESSAGE_TOO_BIG): gettext(
            "This phone sent something too long. Reload this page to go on."
        ),
    }
