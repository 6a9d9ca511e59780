"""A unit by script: what firmware/wire.md promises, without a Pico; to measure and test the host's half."""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

from slamomatic.wire import HOST_LINE_LIMIT, PROTOCOL, Decoder

KEPT = 256
UNCOVERED_LIMIT = 200
BEAT_EVERY_US = 1_000_000
ALONE_AFTER_US = 3_000_000  # no word from a host for so long: what was taken is covered


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the unit tells it, and when it truly happened on the host's clock."""

    boot: int
    seq: int
    body: str
    host_us: int

    @property
    def unit_us(self) -> int:
        return int(self.body.split(",")[3])


@dataclass(frozen=True, slots=True)
class Damage:
    """The chances with which a bad wire drops, doubles or changes a byte."""

    chance: random.Random
    dropped: float = 0.0
    doubled: float = 0.0
    damaged: float = 0.0

    def applied_to(self, data: bytes) -> bytes:
        """Return the bytes as the bad wire delivers them."""
        if not (self.dropped or self.doubled or self.damaged):
            return data
        out = bytearray()
        for byte in data:
            fate = self.chance.random()
            if fate >= self.dropped + self.doubled + self.damaged:
                out.append(byte)
            elif fate >= self.dropped + self.doubled:
                out.append(byte ^ 1 << self.chance.randrange(8))
            elif fate >= self.dropped:
                out += bytes((byte, byte))
        return bytes(out)


class ScriptedUnit:
    """A unit whose paddles are slapped by calls.

    It reads the host's bytes and writes its own. Its clock runs fast.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        unit_id: str = "e6614864d3123456",
        drift_ppm: float = 70.0,
        older: bool = False,
    ) -> None:
        self.history: list[Told] = []
        self.commands: list[str] = []  # all it obeyed
        self.boots = 0
        self.send_seq = 1  # the next event to leave
        self.protocol = PROTOCOL
        self.unit_id = unit_id
        self.paddles = 4
        self.older = older  # of firmware 0.1, which does not say up to when it knows everything
        self.firmware = "0.1.0" if older else "0.2.0"
        self.boot_id: str | None = None  # None: a new one each boot
        self.clock = clock
        self._rate = 1 + drift_ppm * 1e-6
        self._out: list[bytes] = []
        self._uncovered: deque[tuple[int, int]] = deque()  # (seq or 0, bytes)
        self._pong_mark: int | None = None  # how many of those the next PING confirms: up to the last PONG
        self._beat_due = 0
        self._host_spoke_us = clock()
        self._quiet = False  # after GONE, until the next SINCE or HELLO
        self._boot()

    # --- events at the unit

    def slap(self, paddle: int) -> Told:
        solid = "" if self.older else ",0"
        return self.event(f"DOWN,{{seq}},{paddle},{{t_us}}{solid}")

    def lift(self, paddle: int) -> Told:
        return self.event(f"UP,{{seq}},{paddle},{{t_us}},7")

    def fault(self, paddle: str, what: str) -> Told:
        if what.endswith("-over"):
            self._standing.discard((paddle, what.removesuffix("-over")))
        else:
            self._standing.add((paddle, what))
        return self.event(f"FAULT,{{seq}},{paddle},{what}")

    def restart(self) -> None:
        """Restart as after a power cut: clock, numbers and memory begin again."""
        self._boot()
        self._say(self._hello())

    def forget_sent(self) -> None:
        """Forget the bytes on their way, in both directions.

        A host that reopens the port throws them away.
        """
        self._decoder = Decoder()
        self._cover_all()
        self._out.clear()

    def now_us(self, host_us: int | None = None) -> int:
        host_us = self.clock() if host_us is None else host_us
        return int((host_us - self.booted_at) * self._rate)

    def known_us(self) -> int:
        """Return the time up to which all slaps are known: another may still come in this microsecond."""
        return self.now_us() - 1

    # Its wire

    @property
    def uncovered_bytes(self) -> int:
        """Sent, but not yet confirmed by the host."""
        return sum(count for _, count in self._uncovered)

    def feed(self, data: bytes) -> None:
        """Take bytes from the host and obey the lines. An empty line (Enter) confirms all that was sent."""
        for piece in data.splitlines(keepends=True):
            if piece == b"\n" and not self._decoder.rest:
                self._host_spoke_us = self.clock()
                self._cover_all()
            for body in self._decoder.feed(piece):
                self._host_spoke_us = self.clock()
                if len(body) + 10 <= HOST_LINE_LIMIT:
                    self._command(body.decode("ascii", "replace"))

    def tick(self) -> None:
        """Send the heartbeat and the events that are due; confirm all if no host has spoken for long."""
        if not self._out and self.clock() - self._host_spoke_us >= ALONE_AFTER_US:
            self._cover_all()
        if self.clock() >= self._beat_due:
            self._beat_due = self.clock() + BEAT_EVERY_US
            known = "" if self.older else f",{self.known_us()}"
            self._say(f"BEAT,{self.now_us()},{self._next_seq},0,137,150000,12900{known}")
        # Events follow in order, as far as there is room. GONE tells of those that are no longer kept.
        while not self._quiet and self.send_seq < self._next_seq:
            if self.send_seq < self._oldest():
                self.send_seq = self._oldest()
                self._say(f"GONE,{self.send_seq}")
            event = self._ring[self.send_seq - self._oldest()]
            if not self._say(event.body, event.seq):
                break
            self.send_seq += 1

    def take_output(self) -> bytes:
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _cover_all(self) -> None:
        self._uncovered.clear()
        self._pong_mark = None

    def _boot(self) -> None:
        """Begin a new life: another boot id, the clock at 0, numbers from 1, nothing kept."""
        self.boots += 1
        self._boot_id = self.boot_id or f"{self.boots:08x}"
        self.booted_at = self.clock()
        self._ring: deque[Told] = deque(maxlen=KEPT)
        self._standing: set[tuple[str, str]] = set()  # faults that are not over: (paddle, what)
        self._next_seq = 1
        self.send_seq = 1
        self._quiet = False
        self._decoder = Decoder()
        self._cover_all()
        self._beat_due = self.clock() + BEAT_EVERY_US

    def event(self, form: str) -> Told:
        """Let an event happen now; `form` has places for its number and the unit's time."""
        host_us = self.clock()
        body = form.format(seq=self._next_seq, t_us=self.now_us(host_us))
        told = Told(self.boots, self._next_seq, body, host_us)
        self._next_seq += 1
        self._ring.append(told)
        self.history.append(told)
        return told

    def _oldest(self) -> int:
        return self._ring[0].seq if self._ring else self._next_seq

    def _hello(self) -> str:
        return (
            f"HELLO,{self.protocol},{self.firmware},1.25.0,{self.unit_id},{self._boot_id},{self.paddles},pio,1,2,100,5600,"
            f"{self._oldest()},{self._next_seq}"
        )

    def _command(self, body: str) -> None:
        """Obey one line of the host, as firmware/wire.md says."""
        kind, _, rest = body.partition(",")
        if kind == "LIGHTS" and len(rest.split(",")) != self.paddles:
            self._say("NO,LIGHTS,fields")
            return
        self.commands.append(body)
        if kind == "HELLO":
            self._cover_all()
            self._quiet = False
            self._say(self._hello() if rest == str(self.protocol) else "NO,HELLO,protocol")
            for paddle, what in sorted(self._standing):
                self.fault(paddle, what)
        elif kind == "PING":
            for _ in range(min(self._pong_mark or 0, len(self._uncovered))):
                self._uncovered.popleft()
            known = "" if self.older else f",{self._next_seq},{self.known_us()}"
            pong = self._say(f"PONG,{rest},{self.now_us()}{known}")
            self._pong_mark = len(self._uncovered) if pong else None
        elif kind == "SINCE":
            self._since(int(rest))
        elif kind == "ACK":
            while any(0 < seq <= int(rest) for seq, _ in self._uncovered):
                self._uncovered.popleft()
                self._pong_mark = self._pong_mark - 1 if self._pong_mark else None

    def _since(self, seq: int) -> None:
        """Send the events again from number `seq` on; with some of them gone, say GONE and send nothing."""
        self._quiet = seq < self._oldest()
        if self._quiet:
            self._say(f"GONE,{self._oldest()}")
            return
        if seq > self._next_seq:
            self._say("NO,SINCE,fields")
            return
        self.send_seq = seq
        self._say(f"OK,SINCE,{seq},{self._next_seq - self.send_seq}")

    def _say(self, body: str, seq: int = 0) -> bool:
        """Put a line on the wire; return False if there is no room for it.

        `seq`: the event's number, 0 for none.
        """
        raw = body.encode()
        line = b"$%s*%08x\n" % (raw, crc32(raw))
        if self.uncovered_bytes + len(line) > UNCOVERED_LIMIT:
            return False
        self._uncovered.append((seq, len(line)))
        self._out.append(line)
        return True
