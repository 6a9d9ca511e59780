"""Admit connections one by one, and close those that are too many or too slow."""

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import Callable, Sequence

from slamomatic.phone.door import Door
from slamomatic.phone.rate import Allowance

NEWCOMERS_A_SECOND = 60  # six phones that load their pages at once wait for a fraction of one
BACKLOG = 64  # connections that wait to be let in; each holds a descriptor soon
CROWD_PAUSE_S = 0.005  # where there are too many: a flood is let in slowly, and the game has its time
LOOK_S = 1.0  # how often overdue connections are looked for
_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed without leaving anything behind


def lan_address() -> str:
    """This machine's address on the home network. No packet is sent: a route is looked up, nothing more."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def listen(address: str, ports: Sequence[int]) -> socket.socket:
    """On the first of these ports that is not taken; OSError where all are."""
    *others, last = ports
    for port in others:
        with contextlib.suppress(OSError):
            return socket.create_server((address, port), backlog=BACKLOG)
    return socket.create_server((address, last), backlog=BACKLOG)


class Entrance:
    """The connections of one server; `door` says who may stay."""

    def __init__(self) -> None:
        self.door: Door[asyncio.Transport] = Door(time.monotonic)

    async def let_in(self, listening: socket.socket, server: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections one by one, so many a second; where there are too many, an old one goes."""
        listening.setblocking(False)
        loop, newcomers = asyncio.get_running_loop(), Allowance(time.monotonic, NEWCOMERS_A_SECOND)
        while True:
            while not newcomers.spend():
                await asyncio.sleep(CROWD_PAUSE_S)
            try:
                connection, (address, *_) = await loop.sock_accept(listening)
            except OSError:  # out of descriptors, or it went while it was let in
                await asyncio.sleep(CROWD_PAUSE_S)
                continue
            transport, _protocol = await loop.connect_accepted_socket(server, connection)
            self._forget_closed()
            leaves = self.door.came(transport, address)
            if leaves is not None:
                self._drop(leaves)
                await asyncio.sleep(CROWD_PAUSE_S)

    async def send_overdue_away(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._forget_closed()
            for transport in self.door.overdue():
                self._drop(transport)

    def _forget_closed(self) -> None:
        for transport in self.door.connections():
            if transport.is_closing():
                self.door.gone(transport)

    def _drop(self, transport: asyncio.Transport) -> None:
        self.door.gone(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:  # else the system would hold on to it for a minute
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        transport.abort()
