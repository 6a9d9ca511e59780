"""The unit's half of the wire: lines, their check, and the replay ring of events. Pure; see ../wire.md."""

from array import array
from binascii import crc32

from slap.viper import const, micropython, ptr8, ptr32, uint

PROTOCOL = 1
COMMAND_LIMIT = const(64)  # bytes from `$`, without the line end
EVENT_LIMIT = const(62)  # without the line end. No event is so long, even with it: each fits one USB packet
LINE_LIMIT = 120
KEPT = const(512)  # so many events are kept: 200 slaps, with their UPs, while nobody reads
# So many bytes may be on their way that the host has not read for sure. MicroPython's USB buffer holds 256,
# so it stays below that: a write into a full one would wait up to half a second.
UNCOVERED_LIMIT = const(200)
TOKEN_LIMIT = 16
BILLION = 1_000_000_000

# Events are the kinds of lines with a number (seq). The ring keeps a kind as its index here.
EVENTS = ("DOWN", "UP", "TOUCH", "NEXT", "FAULT")
DOWN = const(0)
UP = const(1)
TOUCH = const(2)
NEXT = const(3)
FAULT = const(4)
REPORTS = ("HELLO", "BEAT", "PONG", "EDGES", "OK", "NO", "GONE", "TEST")
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
NOBODY = 15  # the paddle of a FAULT that belongs to none
DETAILS = ("", "spoiled", "lapped")  # how an overrun was noticed, by the result of debounce's step()


def frame(body: bytes) -> bytes:
    """Return a body as a line with its check."""
    return b"$%s*%08x\n" % (body, crc32(body) & 0xFFFFFFFF)


def time_text(hi: int, lo: int) -> str:
    """Return the microseconds of a time, as text; it is kept as (billions, rest)."""
    return "%d%09d" % (hi, lo) if hi else "%d" % lo


def fault_body(seq: int, paddle: int, extra: int) -> bytes:
    """Return the body of a FAULT. All other events are written by pen.event().

    `extra`: the fault's index in FAULTS, and above eight bits that of its detail.
    """
    whose = "-" if paddle == NOBODY else "%d" % paddle
    detail = "," + DETAILS[extra >> 8] if extra >> 8 else ""
    return ("FAULT,%d,%s,%s%s" % (seq, whose, FAULTS[extra & 255], detail)).encode()


def _crc_table() -> "array[int]":
    """Return the table by which a CRC-32 is calculated byte by byte."""
    table = array("I", [0] * 256)
    for byte in range(256):
        word = byte
        for _ in range(8):
            word = (word >> 1) ^ (0xEDB88320 if word & 1 else 0)
        table[byte] = word
    return table


CRC_TABLE = _crc_table()

_DOLLAR = const(36)
_STAR = const(42)
_COMMA = const(44)
_LINE_FEED = const(10)
_RETURN = const(13)

# The reader's words between two bytes
_IN_LINE = const(0)  # how many bytes are in the line
_TOO_LONG = const(1)  # 1: the line had more bytes than fit
_WHOLE = const(2)  # 1: the line has ended


@micropython.viper
def _feed(state: ptr32, line: ptr8, byte: int) -> int:
    """Take one more byte; return 1 when the line is whole, else 0.

    A `$` begins a new line at any time. A line ends with \\n, or with \\r if it was typed.
    """
    count = int(state[_IN_LINE])
    if byte == _DOLLAR or int(state[_WHOLE]):
        state[_IN_LINE] = 0
        state[_TOO_LONG] = 0
        state[_WHOLE] = 0
        count = 0
    if byte == _LINE_FEED or (byte == _RETURN and not (count and int(line[0]) == _DOLLAR)):
        # A terminal's Enter is a \r. In a line from a program, \r stands before \n and is ignored.
        state[_WHOLE] = 1
        return 1
    if byte == _RETURN:
        return 0
    if count == COMMAND_LIMIT:
        state[_TOO_LONG] = 1
    else:
        line[count] = byte
        state[_IN_LINE] = count + 1
    return 0


@micropython.viper
def _checked(line: ptr8, count: int, table: ptr32) -> int:
    """Return the length of the body of `$body*crc`; -1: the line fails its check."""
    star = count - 9
    if star < 1 or int(line[0]) != _DOLLAR or int(line[star]) != _STAR:
        return -1
    crc = uint(0xFFFFFFF)  # all ones, in two steps: a small int of viper holds no more
    crc = (crc << 4) | uint(15)
    k = 1
    while k < star:
        byte = int(line[k])
        if byte < 32 or byte > 126:
            return -1
        crc = (crc >> 8) ^ uint(table[(int(crc) ^ byte) & 255])
        k += 1
    k = star + 1
    while k < count:
        # The line has the inverted check. Compare it digit by digit, the highest first.
        nibble = 15 - (int(crc >> 28) & 15)
        if int(line[k]) != (48 + nibble if nibble < 10 else 87 + nibble):
            return -1
        crc = uint(crc << 4)
        k += 1
    return star - 1


@micropython.viper
def numbers(line: ptr8, at: int, end: int, out: ptr32) -> int:
    """Read comma-separated decimal fields from line[at:end] into `out`; return how many.

    -1: there are more than eight, or one is empty, longer than nine digits, or no number.
    """
    count = 0
    while at <= end:
        value = 0
        digits = 0
        while at < end and int(line[at]) != _COMMA:
            digit = int(line[at]) - 48
            if digit < 0 or digit > 9 or digits == 9:
                return -1
            value = value * 10 + digit
            digits += 1
            at += 1
        if digits == 0 or count == 8:
            return -1
        out[count] = value
        count += 1
        at += 1
    return count


@micropython.viper
def colours(line: ptr8, at: int, end: int, out: ptr32) -> int:
    """Read comma-separated rrggbb fields from line[at:end] into `out`; return how many.

    -1: there are more than eight, or one is not six hexadecimal digits.
    """
    count = 0
    while at <= end:
        value = 0
        digits = 0
        while at < end and int(line[at]) != _COMMA:
            digit = (int(line[at]) | 32) - 48
            if digit > 9:
                digit -= 39
                if digit < 10:
                    return -1
            if digit < 0 or digit > 15 or digits == 6 or int(line[at]) < 48:
                return -1
            value = (value << 4) | digit
            digits += 1
            at += 1
        if digits != 6 or count == 8:
            return -1
        out[count] = value
        count += 1
        at += 1
    return count


class Reader:
    """The reader of commands: takes bytes, and gives one command at a time.

    The command's body stands in `line` from `start` to `end`.
    """

    def __init__(self) -> None:
        self.dropped = 0  # how many damaged or over-long lines there were
        self.typed = False  # whether this command was typed by hand
        self.start = 0
        self.end = 0
        self.line = bytearray(COMMAND_LIMIT)
        self._state = array("i", [0, 0, 0])

    def feed(self, byte: int) -> int:
        """Take a byte; return 1 when a line is whole. Then call take() before the next byte."""
        return _feed(self._state, self.line, byte)

    def take(self) -> bool:
        """Find the command in the whole line; return False if there is none, and the line is dropped.

        An empty line that was typed is a command with an empty body.
        """
        count = self._state[_IN_LINE]
        line = self.line
        self.typed = False
        if self._state[_TOO_LONG]:
            self.dropped += 1
            return False
        if count and line[0] == _DOLLAR:
            length = _checked(line, count, CRC_TABLE)
            if length < 0:
                self.dropped += 1
                return False
            self.start = 1
            self.end = 1 + length
            return True
        for i in range(count):
            # Nobody types noise, nor a `*`: that is the rest of a line from a program that lost its `$`.
            if not 32 <= line[i] < 127 or line[i] == _STAR:
                self.dropped += 1
                return False
        self.typed = True
        self.start = 0
        self.end = count
        return True

    def body(self) -> bytes:
        return bytes(self.line[self.start : self.end])


# The replay ring and the bytes under way, as words that pen.py's viper shares
NEXT_SEQ = const(0)
SENT_SEQ = const(1)  # the number of the next event to leave
TOTAL = const(2)  # how many bytes were written
COVERED = const(3)  # how many of these the host has read for sure
PONG_MARK = const(4)  # TOTAL after the last PONG; -1: none is on its way
LIMIT = const(5)  # so many bytes may be uncovered: UNCOVERED_LIMIT, or none while the computer sleeps
FIRST_EVENT = const(8)  # five words each, the first: kind, and paddle << 4
_EVENT_WORDS = const(5)
_EVENT_HI = const(1)
_EVENT_LO = const(2)
_EVENT_EXTRA = const(3)
_EVENT_TOTAL = const(4)  # TOTAL after it left
_COUNTER_MASK = const(0xFFFFFFF)  # the counters run over long before they would need the heap


class Ring:
    """The replay ring: the last events, to be sent again; and how many bytes the host has not read yet.

    Bytes are "covered" once the host has read them for sure. A host need not ACK or PING in a certain time.
    While a line has no room under UNCOVERED_LIMIT, an event waits here; a BEAT or an answer is dropped.
    """

    def __init__(self) -> None:
        self.words = array("i", [0] * (FIRST_EVENT + _EVENT_WORDS * KEPT))
        self.words[NEXT_SEQ] = 1
        self.words[SENT_SEQ] = 1
        self.words[PONG_MARK] = -1
        self.words[LIMIT] = UNCOVERED_LIMIT

    @property
    def next(self) -> int:
        return self.words[NEXT_SEQ]

    @property
    def oldest(self) -> int:
        return max(1, self.words[NEXT_SEQ] - KEPT)

    def put(self, kind: int, paddle: int, hi: int, lo: int, extra: int) -> None:
        """Add an event with the next number; the oldest one is no longer kept. It leaves later."""
        words = self.words
        at = FIRST_EVENT + _EVENT_WORDS * (words[NEXT_SEQ] % KEPT)
        words[at] = kind | paddle << 4
        words[at + _EVENT_HI] = hi
        words[at + _EVENT_LO] = lo
        words[at + _EVENT_EXTRA] = extra
        words[NEXT_SEQ] += 1

    def fault(self, seq: int) -> bytes:
        """Return the body of event `seq`, which must be a FAULT."""
        at = FIRST_EVENT + _EVENT_WORDS * (seq % KEPT)
        return fault_body(seq, self.words[at] >> 4, self.words[at + _EVENT_EXTRA])

    def time(self, seq: int) -> "tuple[int, int]":
        """Return the time of event `seq`, as (billions, rest)."""
        at = FIRST_EVENT + _EVENT_WORDS * (seq % KEPT)
        return self.words[at + _EVENT_HI], self.words[at + _EVENT_LO]

    def since(self, seq: int) -> None:
        """Send again from `seq` on."""
        self.words[SENT_SEQ] = seq

    def leave(self, seq: int, count: int) -> None:
        """Note that event `seq` has left as `count` bytes, and TOTAL after it."""
        self.wrote(count)
        words = self.words
        words[FIRST_EVENT + _EVENT_WORDS * (seq % KEPT) + _EVENT_TOTAL] = words[TOTAL]
        words[SENT_SEQ] = seq + 1

    def ack(self, seq: int) -> None:
        """Cover all bytes up to event `seq`: the host has read it."""
        if self.oldest <= seq < self.words[SENT_SEQ]:
            self._cover(self.words[FIRST_EVENT + _EVENT_WORDS * (seq % KEPT) + _EVENT_TOTAL])

    def room(self, count: int) -> bool:
        """Return whether so many more bytes may leave now."""
        words = self.words
        return ((words[TOTAL] - words[COVERED]) & _COUNTER_MASK) + count <= words[LIMIT]

    def let_out(self, on: bool) -> None:
        """Allow lines to leave, or hold all back while the computer sleeps."""
        self.words[LIMIT] = UNCOVERED_LIMIT if on else 0

    def wrote(self, count: int) -> None:
        """Count bytes that were written."""
        self.words[TOTAL] = (self.words[TOTAL] + count) & _COUNTER_MASK

    def cover_all(self) -> None:
        """Count all written bytes as read."""
        self.words[COVERED] = self.words[TOTAL]
        self.words[PONG_MARK] = -1

    def ping(self) -> None:
        """Cover all up to the last PONG: a host pings again only when it has read that."""
        if self.words[PONG_MARK] >= 0:
            self._cover(self.words[PONG_MARK])
            self.words[PONG_MARK] = -1

    def pong_left(self) -> None:
        """Note that a PONG or another answer has left: the host's next question covers all up to here."""
        self.words[PONG_MARK] = self.words[TOTAL]

    def _cover(self, mark: int) -> None:
        """Count all bytes up to `mark`, a value of TOTAL, as read. An earlier mark changes nothing."""
        words = self.words
        if (words[TOTAL] - mark) & _COUNTER_MASK < (words[TOTAL] - words[COVERED]) & _COUNTER_MASK:
            words[COVERED] = mark
