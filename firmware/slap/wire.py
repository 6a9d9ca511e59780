"""Pure: lines out and in, their check, the replay ring, and what may be out. The document is ../wire.md."""

from array import array
from binascii import crc32

PROTOCOL = 1
COMMAND_LIMIT = 64  # bytes from `$`, without the line end
EVENT_LIMIT = 62  # with its line end one USB packet
LINE_LIMIT = 120
KEPT = 256
UNCOVERED_LIMIT = 200
TOKEN_LIMIT = 16
BILLION = 1_000_000_000

# Events: kinds with a seq. Their number here is what the ring keeps.
EVENTS = ("DOWN", "UP", "TOUCH", "NEXT", "FAULT")
DOWN = 0
UP = 1
TOUCH = 2
NEXT = 3
FAULT = 4
REPORTS = ("HELLO", "BEAT", "PONG", "EDGES", "OK", "NO", "GONE", "TEST")
COMMANDS = (
    "HELLO",
    "PING",
    "SINCE",
    "ACK",
    "LIGHTS",
    "GET",
    "SET",
    "SAVE",
    "FACTORY",
    "RAW",
    "SELFTEST",
    "RESET",
)
FAULTS = (
    "stuck",
    "stuck-over",
    "chatter",
    "chatter-over",
    "touch-stuck",
    "touch-stuck-over",
    "touch-chatter",
    "touch-chatter-over",
    "next-stuck",
    "next-stuck-over",
    "next-chatter",
    "next-chatter-over",
    "blind",
    "blind-over",
    "overrun",
    "overrun-over",
    "settings",
)
NOBODY = 15  # a FAULT that is no paddle's

_COUNTER_MASK = 0xFFFFFFF  # byte counters run over long before they would need the heap


def frame(body: bytes) -> bytes:
    """A body as a checked line."""
    return b"$%s*%08x\n" % (body, crc32(body) & 0xFFFFFFFF)


def unframe(line: bytes) -> "bytes | None":
    """The body of a line from `$` on, without its end; None if the check fails."""
    if len(line) < 11 or line[0] != 36 or line[-9] != 42:
        return None
    body = bytes(line[1:-9])
    if bytes(line[-8:]) != b"%08x" % (crc32(body) & 0xFFFFFFFF):
        return None
    return body


def time_text(hi: int, lo: int) -> str:
    """t_us of a time kept as (billions, rest)."""
    return "%d%09d" % (hi, lo) if hi else "%d" % lo


def event_body(kind: int, seq: int, paddle: int, hi: int, lo: int, extra: int) -> bytes:
    """An event's body in plain Python; pen.event writes the same bytes faster."""
    name = EVENTS[kind]
    if kind == FAULT:
        whose = "-" if paddle == NOBODY else "%d" % paddle
        return ("%s,%d,%s,%s" % (name, seq, whose, FAULTS[extra])).encode()
    if kind == DOWN:
        return ("%s,%d,%d,%s" % (name, seq, paddle, time_text(hi, lo))).encode()
    if kind == NEXT:
        return ("%s,%d,%s,%d" % (name, seq, time_text(hi, lo), extra)).encode()
    return ("%s,%d,%d,%s,%d" % (name, seq, paddle, time_text(hi, lo), extra)).encode()


class Reader:
    """Bytes in, one command at a time out."""

    def __init__(self) -> None:
        self.dropped = 0  # damaged or over-long lines
        self.typed = False  # the command taken last came by hand
        self._line = bytearray(COMMAND_LIMIT)
        self._count = 0
        self._long = False

    def feed(self, byte: int) -> bool:
        """True when a line is whole: take() it before the next byte."""
        if byte == 36:  # `$` starts afresh wherever it stands
            self._line[0] = 36
            self._count = 1
            self._long = False
            return False
        if byte == 10:
            return True
        if byte == 13:
            # A terminal's Enter. In a machine's line it stands before the line feed and is ignored.
            return not (self._count and self._line[0] == 36)
        if self._count == COMMAND_LIMIT:
            self._long = True
        else:
            self._line[self._count] = byte
            self._count += 1
        return False

    def take(self) -> "bytes | None":
        """The body of the whole line: b"" for an empty one typed, None for one that was dropped."""
        line = bytes(self._line[: self._count])
        long = self._long
        self._count = 0
        self._long = False
        self.typed = line[:1] != b"$"
        body = line.strip() if self.typed else unframe(line)
        if long or body is None:
            self.dropped += 1
            self.typed = False
            return None
        if self.typed:
            for byte in body:
                if not 32 <= byte < 127:  # noise on the line is not typing
                    self.dropped += 1
                    self.typed = False
                    return None
        return body


class Ring:
    """The last events, small: words, not lines. `sent` is the next one to leave."""

    def __init__(self) -> None:
        self.next = 1
        self.sent = 1
        self._words = array("i", [0] * (4 * KEPT))
        self._marks = array("i", [0] * KEPT)

    @property
    def oldest(self) -> int:
        return self.next - KEPT if self.next > KEPT else 1

    def put(self, kind: int, paddle: int, hi: int, lo: int, extra: int) -> None:
        at = (self.next % KEPT) * 4
        words = self._words
        words[at] = kind | paddle << 4
        words[at + 1] = hi
        words[at + 2] = lo
        words[at + 3] = extra
        self.next += 1

    def fields(self, seq: int, out: "array[int]") -> int:
        """Event `seq` into `out`: kind, seq, paddle, hi, lo, extra. Returns the kind."""
        at = (seq % KEPT) * 4
        words = self._words
        kind = words[at] & 15
        out[0] = kind
        out[1] = seq
        out[2] = words[at] >> 4
        out[3] = words[at + 1]
        out[4] = words[at + 2]
        out[5] = words[at + 3]
        return kind

    def mark(self, seq: int, bytes_out: int) -> None:
        """Event `seq` has left; with it `bytes_out` bytes have."""
        self._marks[seq % KEPT] = bytes_out

    def marked(self, seq: int) -> int:
        return self._marks[seq % KEPT]


class Flow:
    """How many bytes are out that nothing has covered: the host may not be reading."""

    def __init__(self) -> None:
        self.total = 0
        self._covered = 0
        self._pong = -1

    def room(self, count: int) -> bool:
        return ((self.total - self._covered) & _COUNTER_MASK) + count <= UNCOVERED_LIMIT

    def sent(self, count: int) -> None:
        self.total = (self.total + count) & _COUNTER_MASK

    def cover(self, mark: int) -> None:
        """All up to `mark` was read. A mark from before what is covered already changes nothing."""
        out = (self.total - mark) & _COUNTER_MASK
        if out < (self.total - self._covered) & _COUNTER_MASK:
            self._covered = mark

    def cover_all(self) -> None:
        self._covered = self.total
        self._pong = -1

    def ping(self) -> None:
        """A host pings only when it has read the PONG before."""
        if self._pong >= 0:
            self.cover(self._pong)
            self._pong = -1

    def pong_sent(self) -> None:
        self._pong = self.total
