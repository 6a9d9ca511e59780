"""Serial ports: find them, open one for ourselves alone, and explain each failure in one sentence."""

import errno
import os
import select
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import serial

from slamomatic.errors import UserError
from slamomatic.words import N_

RASPBERRY_PI_USB = 0x2E8A  # the maker of the Pico; all its MicroPython boards have this number
BAUD = 115_200  # USB does not care; a real serial line in between would
WRITE_TIMEOUT_S = 0.2
READ_BYTES = 4096

# One of these goes up when a port is pulled out, and not all of them are pyserial's own.
PORT_ERRORS: tuple[type[Exception], ...] = (OSError,)
with suppress(ImportError):  # Windows
    import termios

    PORT_ERRORS += (termios.error,)
_OPEN_ERRORS: tuple[type[Exception], ...] = (*PORT_ERRORS, ValueError)


class PortTrouble(UserError):
    """Why a port can't be used, and what to do."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port that may be a Pico's."""

    name: str
    serial_number: str  # of MicroPython: the unit id


_BUSY = N_(
    "{port} is in use by another program. Close that program (a second table, Thonny, a serial "
    "monitor). Then {port} works by itself."
)
_DENIED = N_(
    "You are not allowed to open {port}. On Linux, run `slamomatic doctor --udev` for the rule "
    "that allows it, or join the group that owns it. Then plug the unit in again."
)
_MISSING = N_("There is no port {port}. Check the cable, or run `slamomatic doctor`.")
_GONE = N_("{port} went away. Plug the unit in again. It is used as soon as it is back.")
_CLOSED = N_(
    "The program at the other end of {port} has ended. Start it again. {port} is used as soon as it is back."
)
_NOT_SERIAL = N_("{port} is not a serial port. `slamomatic doctor` lists the ports here.")
_REFUSED = N_(
    "Nothing answers at {port}. Start the program that should listen there, or check the host and "
    "the port number."
)

_SENTENCES = {
    errno.EBUSY: _BUSY,
    errno.EAGAIN: _BUSY,
    errno.EWOULDBLOCK: _BUSY,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.ENOENT: _MISSING,
    errno.ENXIO: _GONE,
    errno.ENODEV: _GONE,
    errno.EIO: _GONE,
    errno.ENOTTY: _NOT_SERIAL,
    errno.EINVAL: _NOT_SERIAL,
    errno.EISDIR: _NOT_SERIAL,
    errno.ECONNREFUSED: _REFUSED,
    errno.EHOSTUNREACH: _REFUSED,
    errno.ETIMEDOUT: _REFUSED,
}
# Windows tells pyserial, and pyserial tells us only in words; there, "access denied" means "in use".
_WORDS = {
    "FileNotFoundError": _MISSING,
    "PermissionError": _BUSY,
    "Could not exclusively lock": _BUSY,
    "disconnected": _GONE,
    "timed out": _REFUSED,
    "Name or service": _REFUSED,
}


def port_trouble(port: str, error: BaseException) -> PortTrouble:
    """Return the one sentence for this error of the system at `port`."""
    number = _number(error)
    if number in _SENTENCES and not (os.name == "nt" and number == errno.EACCES):
        return PortTrouble(_fitting(_SENTENCES[number], port), port=port)
    for words, sentence in _WORDS.items():
        if words in str(error):
            return PortTrouble(_fitting(sentence, port), port=port)
    unusable = N_("{port} can't be used ({error}). Unplug the unit, then plug it in again.")
    if "://" in port:
        unusable = N_("{port} can't be used ({error}). Write socket://HOST:PORT, for instance.")
    return PortTrouble(unusable, port=port, error=error)


def _fitting(sentence: str, port: str) -> str:
    """Return the sentence, or another one for a socket that went away: it has no plug."""
    return _CLOSED if sentence is _GONE and "://" in port else sentence


def _number(error: BaseException | None) -> int | None:
    """Return the system's number of this error; None if there is none.

    pyserial often wraps the system's error and loses its number, which is still in the error's context.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        if error.args and isinstance(error.args[0], int):  # termios.error
            return error.args[0]
        error = error.__cause__ or error.__context__
    return None


def open_port(name: str, read_timeout_s: float) -> serial.Serial:
    """Open any pyserial URL for ourselves alone. Raise PortTrouble if that fails."""
    try:
        port = serial.serial_for_url(
            name, BAUD, do_not_open=True, timeout=read_timeout_s, write_timeout=WRITE_TIMEOUT_S
        )
        if "://" not in name:
            port.exclusive = True
        if name.startswith("rfc2217://"):
            port.write_timeout = None  # pyserial has none there; its socket gives up by itself after 5 s
        port.open()
    except _OPEN_ERRORS as error:
        raise port_trouble(name, error) from error
    return port


class Wake:
    """Ends a reader's wait from another thread, where the system can wait for two things at once."""

    def __init__(self) -> None:
        self._pipe: tuple[int, int] | None = None

    def open(self) -> None:
        if os.name == "posix":
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)

    @property
    def descriptors(self) -> list[int]:
        return [] if self._pipe is None else [self._pipe[0]]

    def up(self) -> None:
        """End the reader's wait; called from another thread."""
        if self._pipe is not None:
            with suppress(OSError):  # full: it will wake up anyway
                os.write(self._pipe[1], b"!")

    def take(self) -> None:
        """Take the wake-up out of the pipe: the reader is awake."""
        if self._pipe is not None:
            os.read(self._pipe[0], READ_BYTES)

    def close(self) -> None:
        pipe, self._pipe = self._pipe, None
        for descriptor in pipe or ():
            os.close(descriptor)


Read = Callable[..., bytes]


def reader(port: serial.Serial, wake: Wake | None = None) -> Read:
    """Return a function that reads all bytes that are there; it waits so many seconds for the first one.

    Without a number it waits for the port's timeout. `wake` ends its wait. It returns b"" if nothing came.
    """
    if os.name == "posix":
        with suppress(AttributeError, OSError):
            return _descriptor_reader(port, port.fileno(), wake or Wake())
    return lambda patience_s=None: _read_all(port)


def _descriptor_reader(port: serial.Serial, descriptor: int, wake: Wake) -> Read:
    """Return a reader that asks the system directly: the quickest where a port has a descriptor."""
    # Every call into the system releases the interpreter, and a busy frame is slow to give it back.
    # pyserial's own read makes five such calls for one line, this makes two.
    both = [descriptor, *wake.descriptors]

    def read(patience_s: float | None = None) -> bytes:
        ready = select.select(both, [], [], port.timeout if patience_s is None else patience_s)[0]
        if descriptor not in ready:
            if ready:
                wake.take()
            return b""
        data = os.read(descriptor, READ_BYTES)
        if not data:  # readable, but nothing to read: the other end has gone
            raise OSError(errno.ENODEV, "disconnected")
        return data

    return read


def writer(port: serial.Serial) -> Callable[[bytes], object]:
    """Return a function that writes all of its data, or raises SerialTimeoutException after a while."""
    if os.name == "posix":
        with suppress(AttributeError, OSError):
            return _descriptor_writer(port.fileno())
    write: Callable[[bytes], object] = port.write
    return write


def _descriptor_writer(descriptor: int) -> Callable[[bytes], None]:
    """Return a writer that asks the system directly, for the same reason as `_descriptor_reader`.

    pyserial's own writer asks after each piece whether the next one could be written.
    """

    def write(data: bytes) -> None:
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                if not select.select([], [descriptor], [], WRITE_TIMEOUT_S)[1]:
                    raise serial.SerialTimeoutException("write timeout") from None

    return write


def _read_all(port: serial.Serial) -> bytes:
    """Read by pyserial's own calls, where a port has no descriptor."""
    data = bytes(port.read(1))
    while data and len(data) < READ_BYTES:
        # A URL's port may say only that there is something, so it can take several turns.
        waiting = port.in_waiting
        if not waiting:
            break
        data += port.read(waiting)
    return data


def find_picos() -> list[FoundPort]:
    """Return the ports with the USB id of a Pico. This may take seconds: never call it in the frame loop."""
    from serial.tools import list_ports  # not to be had in a browser

    return [
        FoundPort(port.device, (port.serial_number or "").lower())
        for port in sorted(list_ports.comports())
        if port.vid == RASPBERRY_PI_USB
    ]
