"""The emulated Pico's USB serial port for other programs: over TCP, or as a terminal device (pty).

Nothing here ever blocks.
"""

import contextlib
import os
import select
import socket
from collections.abc import Sequence

# Bytes that an operating system holds for a program that does not read. Then it sends no more IN tokens.
_HELD_BYTES = 4096
_READ_BYTES = 1024


class TcpPort:
    """A TCP port for one program at a time, by `socket://127.0.0.1:PORT`."""

    def __init__(self, port: int) -> None:
        self._server = socket.create_server(("127.0.0.1", port))
        self._server.setblocking(False)
        self.name = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._held = bytearray()

    @property
    def waiting_on(self) -> Sequence[int | socket.socket]:
        return [self._server if self._client is None else self._client]

    def poll(self) -> bool:
        """Let a waiting program in; return whether a program has the port open."""
        if self._client is None:
            with contextlib.suppress(BlockingIOError):
                self._client, _ = self._server.accept()
                self._client.setblocking(False)
                self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._client is not None

    def _drop_client(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None
        self._held.clear()

    def read(self) -> bytes:
        """Return the bytes that came in, b"" for none; a program that has gone is dropped."""
        if self._client is None:
            return b""
        try:
            data = self._client.recv(_READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop_client()
        return data

    def write(self, data: bytes) -> bool:
        """Pass on `data`, or keep it until the program reads; return whether there is room for more."""
        if self._client is None:
            return True
        self._held += data
        try:
            while self._held:
                del self._held[: self._client.send(self._held)]
        except BlockingIOError:
            pass
        except OSError:
            self._drop_client()
        return len(self._held) < _HELD_BYTES

    def close(self) -> None:
        self._drop_client()
        self._server.close()


class PtyPort:
    """A terminal device of its own, which any serial program opens like a real port."""

    def __init__(self) -> None:
        import pty
        import tty

        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        # With our own end closed, a hang-up on the master says that no program has the port open.
        os.close(slave)
        os.set_blocking(self._master, False)
        self._held = bytearray()

    @property
    def waiting_on(self) -> Sequence[int | socket.socket]:
        # A master without a program hangs up for ever: waiting on it would not wait.
        return [self._master] if self.poll() else []

    def poll(self) -> bool:
        """Return whether a program has the port open; without one, forget what nobody read."""
        poller = select.poll()
        poller.register(self._master, select.POLLIN)
        opened = not any(event & select.POLLHUP for _, event in poller.poll(0))
        if not opened:
            self._held.clear()
        return opened

    def read(self) -> bytes:
        try:
            return os.read(self._master, _READ_BYTES)
        except OSError:
            return b""  # nothing there, or nobody

    def write(self, data: bytes) -> bool:
        """Pass on `data`, or keep it until the program reads; return whether there is room for more."""
        self._held += data
        with contextlib.suppress(BlockingIOError):
            while self._held:
                del self._held[: os.write(self._master, self._held)]
        return len(self._held) < _HELD_BYTES

    def close(self) -> None:
        os.close(self._master)


Port = TcpPort | PtyPort  # where a program can open the emulated unit
