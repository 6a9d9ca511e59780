"""The door of the phone pages: admits connections, closes those that are too many, limits messages.

Few strangers for a short time, phones with a token for good: anybody on the network can connect, and every
connection holds a descriptor that a journal may need.
"""

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from slamomatic.phone.room import WATCH

STRANGERS = 64  # connections without a token, from all addresses without one together
PER_ADDRESS = 16  # the same from one address; a browser holds six while it loads a page
PATIENCE_S = 10.0  # for a whole request, and between two
PER_PHONE = 4  # pages with one token
WATCHERS = 8  # pages that show the room's view, all together
A_SECOND = 30  # messages of one phone
# How often a phone may become a paddle, or cease to be one, at once; after that once every few seconds.
BEGINNINGS = 4
BEGINS_EVERY_S = 5
NEWCOMERS_A_SECOND = 60  # six phones that load their pages at once wait for a fraction of one
BACKLOG = 64  # connections that wait to be let in; each holds a descriptor soon
CROWD_PAUSE_S = 0.005  # where there are too many: a flood is let in slowly, and the game has its time
LOOK_S = 1.0  # how often overdue connections are looked for
_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed without leaving anything behind

C = TypeVar("C", bound=Hashable)


@dataclass(slots=True)
class _Visitor:
    """One connection: where it comes from, and what it has done so far."""

    address: str
    heard_s: float  # when it came, or sent its last whole request
    asked: bool = False  # it has sent a whole request
    phone: int | None = None  # whose token it showed


class Door(Generic[C]):
    """The connections that may stay, and those that have to go. `C` is whatever stands for a connection.

    Pure: it is told of each connection what that did, and returns those to close.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._visitors: dict[C, _Visitor] = {}  # in the order in which they came
        self._known: set[str] = set()  # addresses that have shown a token

    def connections(self) -> list[C]:
        return list(self._visitors)

    def note_arrival(self, connection: C, address: str) -> C | None:
        """Note a new connection; return the one that has to go for it, None if there is room.

        Silent connections go first, and of these the oldest: a phone asks for something at once.
        """
        self._visitors[connection] = _Visitor(address, self._clock())
        here = [one for one in self._strangers() if self._visitors[one].address == address]
        if len(here) > PER_ADDRESS:
            return self._first_to_go(here, connection)
        unknown = [one for one in self._strangers() if self._visitors[one].address not in self._known]
        return self._first_to_go(unknown, connection) if len(unknown) > STRANGERS else None

    def note_request(self, connection: C) -> None:
        """Note that the connection sent a whole request."""
        visitor = self._visitors.get(connection)
        if visitor is not None:
            visitor.asked = True
            visitor.heard_s = self._clock()

    def note_token(self, connection: C, phone: int) -> list[C]:
        """Let a connection with the token of `phone` stay; return the older pages that are too many now.

        The newest stays: a phone that wakes up finds its own dead connection still counted.
        """
        visitor = self._visitors.get(connection)
        if visitor is None:
            return []  # it was closed while it was asked for its token
        visitor.phone = phone
        if phone != WATCH:
            self._known.add(visitor.address)
        same = [one for one, each in self._visitors.items() if each.phone == phone and one != connection]
        return same[: max(0, len(same) + 1 - (WATCHERS if phone == WATCH else PER_PHONE))]

    def note_departure(self, connection: C) -> None:
        """Forget a connection that is closed."""
        self._visitors.pop(connection, None)

    def overdue(self) -> list[C]:
        """Return the connections without a token that have been silent for too long."""
        too_old_s = self._clock() - PATIENCE_S
        return [one for one in self._strangers() if self._visitors[one].heard_s < too_old_s]

    def _strangers(self) -> list[C]:
        """Return the connections that have shown no token, the oldest first."""
        return [one for one, visitor in self._visitors.items() if visitor.phone is None]

    def _first_to_go(self, strangers: list[C], newest: C) -> C:
        """Return the oldest connection that has asked for nothing, else the oldest; never the newest."""
        others = [one for one in strangers if one != newest]
        return min(others, key=lambda one: self._visitors[one].asked)


class Allowance:
    """So many messages a second are allowed; after a stall of `stall_s` all that waited may come at once."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, a_second: float = A_SECOND, stall_s: float = 1
    ) -> None:
        self._clock, self._a_second, self._at_once = clock, a_second, a_second * stall_s
        self._left, self._seen_s = float(self._at_once), clock()

    def spend(self) -> bool:
        """Take one message off the allowance; return whether it is allowed."""
        now_s = self._clock()
        self._left = min(self._at_once, self._left + (now_s - self._seen_s) * self._a_second)
        self._seen_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


def lan_address() -> str:
    """Return this machine's address on the home network, from its routes. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def listen(address: str, ports: Sequence[int]) -> socket.socket:
    """Listen on the first of these ports that is free. Raise OSError if all are taken."""
    *others, last = ports
    for port in others:
        with contextlib.suppress(OSError):
            return socket.create_server((address, port), backlog=BACKLOG)
    return socket.create_server((address, last), backlog=BACKLOG)


class Entrance(Door[asyncio.Transport]):
    """Admits the connections of one server one by one, and closes those that are too many or too slow."""

    async def let_in(self, listening: socket.socket, server: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections for ever, only so many a second; where there are too many, an old one goes."""
        listening.setblocking(False)
        loop, newcomers = asyncio.get_running_loop(), Allowance(a_second=NEWCOMERS_A_SECOND)
        while True:
            while not newcomers.spend():
                await asyncio.sleep(CROWD_PAUSE_S)
            try:
                connection, (address, *_) = await loop.sock_accept(listening)
            except OSError:  # no descriptor is left, or the connection was closed meanwhile
                await asyncio.sleep(CROWD_PAUSE_S)
                continue
            transport, _protocol = await loop.connect_accepted_socket(server, connection)
            self._forget_closed()
            leaves = self.note_arrival(transport, address)
            if leaves is not None:
                self._drop(leaves)
                await asyncio.sleep(CROWD_PAUSE_S)

    async def send_overdue_away(self) -> None:
        """Close connections that have been silent for too long, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            self._forget_closed()
            for transport in self.overdue():
                self._drop(transport)

    def _forget_closed(self) -> None:
        for transport in self.connections():
            if transport.is_closing():
                self.note_departure(transport)

    def _drop(self, transport: asyncio.Transport) -> None:
        """Close a connection at once, without a goodbye."""
        self.note_departure(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:  # without this the system would keep it for a minute
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        transport.abort()
