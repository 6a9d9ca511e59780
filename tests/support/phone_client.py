"""A phone without a browser, for tests: it shows its code and reads what it is sent, on this machine only."""

from __future__ import annotations

import base64
import json
import os
import select
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from support.waiting import PATIENCE_S


class PhoneClient:
    """A web socket to a seat's page. It comes from `address`, one of this machine's, and goes to `host`."""

    def __init__(
        self,
        port: int,
        address: str = "127.0.0.1",
        host: str = "127.0.0.1",
        wait_s: float = PATIENCE_S,
        path: str = "/seat",
        reads: str = "en",
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        """`meanwhile`: what goes on while this phone waits, such as a table in the same thread."""
        self._wait_s, self._meanwhile = wait_s, meanwhile
        self._socket = socket.create_connection((host, port), wait_s, (address, 0))
        self._rest = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Accept-Language: {reads}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._rest:
            self._more()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        assert b" 101 " in head.splitlines()[0]

    def say(self, text: str) -> None:
        data = text.encode()
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self._socket.sendall(bytes([0x81, 0x80 | len(data)]) + mask + masked)

    def send(self, frame: bytes) -> None:
        """Bytes that need not be a frame."""
        self._socket.sendall(frame)

    def has_page(self) -> bool:
        """Whether `page` can return at once: a whole frame that is no ping has come. Pings are answered."""
        while True:
            if self._answered_frame():
                return True
            if not select.select([self._socket], [], [], 0)[0]:
                return False
            self._more()

    def page(self) -> dict[str, Any]:
        """Wait for the next page and return it."""
        kind, data = self._next_frame()
        assert kind == 1, f"closed with {data!r}"
        page: dict[str, Any] = json.loads(data)
        return page

    def close_code(self) -> int:
        """Read until the server says goodbye; return its code."""
        kind, data = self._next_frame()
        while kind != 8:
            kind, data = self._next_frame()
        return int(struct.unpack(">H", data[:2])[0])

    def end(self) -> None:
        self._socket.close()

    def _next_frame(self) -> tuple[int, bytes]:
        ends = time.monotonic() + self._wait_s
        while not self.has_page():
            if time.monotonic() > ends:
                raise TimeoutError(f"nothing came to this phone in {self._wait_s} s")
            self._meanwhile()
            select.select([self._socket], [], [], 0.01)
        kind, data, self._rest = self._parsed()
        return kind, data

    def _answered_frame(self) -> bool:
        """Answer the pings at the front; return whether a whole frame stands behind them."""
        while True:
            kind, _, rest = self._parsed()
            if kind != 9:
                return kind >= 0
            self._rest = rest
            self._socket.sendall(bytes([0x8A, 0x80, 0, 0, 0, 0]))

    def _parsed(self) -> tuple[int, bytes, bytes]:
        """Kind and data of the first frame, and the bytes behind the frame; kind -1 if a part is missing."""
        data, at = self._rest, 2
        if len(data) < 2:
            return -1, b"", data
        size = data[1] & 0x7F
        if size >= 126:
            wide = 2 if size == 126 else 8
            at += wide
            if len(data) < at:
                return -1, b"", data
            size = int.from_bytes(data[2:at], "big")
        if len(data) < at + size:
            return -1, b"", data
        return data[0] & 0x0F, data[at : at + size], data[at + size :]

    def _more(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        self._rest += data


def token(url: str) -> str:
    return url.partition("#")[2]
