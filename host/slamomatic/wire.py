"""The host half of the wire, pure: bytes in any chunks to checked lines, and lines to bytes.

The document is firmware/wire.md; a test holds it, this file and firmware/slap/wire.py together.
"""

import struct
from collections import deque
from dataclasses import dataclass
from zlib import crc32

PROTOCOL = 1
HOST_LINE_LIMIT = 64  # host to unit, without the line end
LINE_LIMIT = 120  # unit to host
_FRAME = len("$*") + 8
_BODY_LIMIT = LINE_LIMIT - _FRAME
_CONSOLE_PIECE = 240  # console text without a line end is cut here, so that it can't pile up


def encode(body: str) -> bytes:
    """Return the line of this body, as it goes over the wire. Raise ValueError if it is too long."""
    raw = body.encode("ascii")
    line = b"$%s*%08x\n" % (raw, crc32(raw))
    if len(line) - 1 > HOST_LINE_LIMIT:
        raise ValueError(f"line too long for the unit: {body}")
    return line


@dataclass(slots=True)
class Counts:
    """Counts of the lines that a decoder has read and thrown away."""

    lines: int = 0  # good ones
    console: int = 0  # lines (or pieces) of console text
    damaged: int = 0  # cut short, or the check failed
    too_long: int = 0

    @property
    def thrown_away(self) -> int:
        """The number of lines that were thrown away."""
        return self.damaged + self.too_long


class Decoder:
    """Turns bytes, in pieces of any size, into the bodies of the good lines."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.rest = b""  # what has no line end yet: a prompt, for instance
        self._skipping = False  # inside a line already counted as too long
        self._console: deque[str] = deque(maxlen=200)

    def take_console(self) -> list[str]:
        """Return the console text since the last call, the latest 200 lines at most."""
        text = list(self._console)
        self._console.clear()
        return text

    def feed(self, data: bytes) -> list[bytes]:
        """Return the bodies of all good lines that `data` completes. What has no line end yet is kept."""
        data = self.rest + data
        end = data.rfind(b"\n") + 1
        self.rest = data[end:]
        bodies: list[bytes] = []
        if end:
            whole = data[:end]
            good = None if self._skipping else _all_good(whole)
            bodies = self._line_by_line(whole) if good is None else good
            self.counts.lines += len(bodies)
        if len(self.rest) > LINE_LIMIT:
            self._shorten_rest()
        return bodies

    def _line_by_line(self, whole: bytes) -> list[bytes]:
        """Return the bodies of the good lines among whole lines; keep console text, count what is damaged.

        A line may hold several `$`, if line ends were lost: only what follows the last one can be whole.
        """
        bodies = []
        for line in whole[:-1].split(b"\n"):
            text, dollar, framed = line.removesuffix(b"\r").partition(b"$")
            self._take_text(text)
            self._skipping = False
            if dollar:
                *cut, last = framed.split(b"$")
                for piece in cut:
                    self._drop(piece)
                body, crc = last[:-9], last[-9:]
                if len(body) > _BODY_LIMIT or crc != b"*%08x" % crc32(body):
                    self._drop(last)
                else:
                    bodies.append(body)
        return bodies

    def _take_text(self, text: bytes) -> None:
        """Keep console text, in pieces that are not too long."""
        if self._skipping:
            return
        for start in range(0, len(text), _CONSOLE_PIECE):
            self.counts.console += 1
            self._console.append(text[start : start + _CONSOLE_PIECE].decode("utf-8", "replace"))

    def _drop(self, framed: bytes) -> None:
        """Count a line that is thrown away."""
        if len(framed) >= LINE_LIMIT:
            self.counts.too_long += 1
        else:
            self.counts.damaged += 1

    def _shorten_rest(self) -> None:
        """Cut a long rest without a line end, so that it can't grow for ever; keep its console text."""
        text, dollar, framed = self.rest.partition(b"$")
        if dollar:
            self._take_text(text)
            self._skipping = False
            *cut, last = framed.split(b"$")
            for piece in cut:
                self._drop(piece)
            self.rest = b"$" + last
            if len(last) > LINE_LIMIT:  # one more than a full line: that one may be its \r
                self._drop(last)
                self.rest = b""
                self._skipping = True
        elif self._skipping:
            self.rest = b""
        elif len(text) > _CONSOLE_PIECE:
            whole = len(text) - len(text) % _CONSOLE_PIECE
            self._take_text(text[:whole])
            self.rest = text[whole:]


def _all_good(whole: bytes) -> list[bytes] | None:
    """Return the bodies if every line is good, without console text; else None.

    This is the quick way for almost all data: each step is one call for all lines.
    """
    if whole[:1] != b"$":
        return None
    parts = whole[1:-1].replace(b"\r\n", b"\n").removesuffix(b"\r").replace(b"\n$", b"*").split(b"*")
    bodies = parts[0::2]
    checks = struct.pack(f">{len(bodies)}I", *map(crc32, bodies)).hex("*", 4)
    if (
        b"*".join(parts[1::2]) != checks.encode()
        or not whole.count(b"$") == whole.count(b"\n") == len(bodies)
        or max(map(len, bodies)) > _BODY_LIMIT
    ):
        return None
    return bodies
