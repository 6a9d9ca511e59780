"""A scripted unit on a real pty, with a clock of its own and a wire that can be made bad."""

from __future__ import annotations

import os
import pty
import random
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

KEPT = 256
UNCOVERED_LIMIT = 200
LINE_LIMIT = 64


@dataclass(frozen=True)
class FastClock:
    """A simulated host clock: `speed` seconds pass in a real one; a minute's stall costs half a second."""

    speed: float = 100.0
    _origin: float = field(default_factory=time.perf_counter)

    def __call__(self) -> int:
        return int((time.perf_counter() - self._origin) * self.speed * 1_000_000)


@dataclass
class Damage:
    """What the wire does to each byte, by chance."""

    chance: random.Random
    dropped: float = 0.0
    doubled: float = 0.0
    damaged: float = 0.0

    def of(self, data: bytes) -> bytes:
        if not (self.dropped or self.doubled or self.damaged):
            return data
        out = bytearray()
        for byte in data:
            fate = self.chance.random()
            if fate < self.dropped:
                continue
            if fate < self.dropped + self.doubled:
                out += bytes((byte, byte))
            elif fate < self.dropped + self.doubled + self.damaged:
                out.append(byte ^ 1 << self.chance.randrange(8))
            else:
                out.append(byte)
        return bytes(out)


@dataclass(frozen=True)
class Sent:
    """One event the unit has had, as it will tell it."""

    boot: int
    seq: int
    body: str
    host_us: int  # the truth, which only the test knows

    @property
    def line(self) -> bytes:
        raw = self.body.encode()
        return b"$%s*%08x\n" % (raw, crc32(raw))


class FakeUnit:
    """Speaks firmware/wire.md. Its methods may be called from any thread."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], int],
        unit_id: str = "e6614864d3123456",
        damage: Damage | None = None,
        drift_ppm: float = 70.0,
        same_boot_id: bool = False,
    ) -> None:
        self.port = folder / f"fake-{unit_id[-4:]}"
        self.history: list[Sent] = []
        self.boots = 0
        self.commands: list[str] = []
        self.damage = damage or Damage(random.Random(0))
        self.protocol = 1
        self.unit_id = unit_id
        self._host_clock = clock
        self._drift = 1 + drift_ppm * 1e-6
        self._same_boot_id = same_boot_id
        self._master: int | None = None
        self._slave = -1
        self._cut_after: int | None = None
        self._stalled_until = 0
        self._input = bytearray()
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._boot()
        self.plug_in()
        self._thread = threading.Thread(target=self._run, name="fake unit")
        self._thread.start()

    # The script

    def slap(self, paddle: int) -> Sent:
        with self._lock:
            host_us = self._host_clock()
            return self._event(f"DOWN,{{seq}},{paddle},{self.now_us(host_us)}", host_us)

    def lift(self, paddle: int, edges: int = 7) -> Sent:
        with self._lock:
            host_us = self._host_clock()
            return self._event(f"UP,{{seq}},{paddle},{self.now_us(host_us)},{edges}", host_us)

    def fault(self, paddle: str, what: str) -> Sent:
        with self._lock:
            return self._event(f"FAULT,{{seq}},{paddle},{what}", self._host_clock())

    def raw(self, data: bytes) -> None:
        """Put bytes on the wire that are no line."""
        with self._lock:
            self._write(data)

    def unplug(self, after_bytes: int = 0) -> None:
        """Now, or in the middle of whatever is sent next."""
        with self._lock:
            if after_bytes:
                self._cut_after = after_bytes
            else:
                self._pull()

    def plug_in(self) -> None:
        with self._lock:
            self._cut_after = None
            if self._master is not None:
                return
            self._master, slave = pty.openpty()
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self.port.unlink(missing_ok=True)
            self.port.symlink_to(os.ttyname(slave))
            self._slave = slave
            self._input.clear()
            self._cover()

    @property
    def plugged_in(self) -> bool:
        return self._master is not None

    def stall(self, duration_us: int) -> None:
        """It neither reads nor writes; slaps go on into its ring."""
        with self._lock:
            self._stalled_until = self._host_clock() + duration_us

    def restart(self) -> None:
        with self._lock:
            self._boot()
            self._say(self._hello())

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        with self._lock:
            self._pull()

    def now_us(self, host_us: int | None = None) -> int:
        host_us = self._host_clock() if host_us is None else host_us
        return int((host_us - self._booted_at) * self._drift)

    # The unit

    def _boot(self) -> None:
        self.boots += 1
        self._boot_id = "00000000" if self._same_boot_id else f"{self.boots:08x}"
        self._booted_at = self._host_clock()
        self._ring: deque[Sent] = deque(maxlen=KEPT)
        self._next_seq = 1
        self._send_seq = 1
        self._quiet = False
        self._uncovered: deque[tuple[int, int]] = deque()  # (seq or 0, bytes)
        self._pong_mark: int | None = None
        self._beat_due = self._host_clock() + 1_000_000

    def _event(self, form: str, host_us: int) -> Sent:
        sent = Sent(self.boots, self._next_seq, form.format(seq=self._next_seq), host_us)
        self._next_seq += 1
        self._ring.append(sent)
        self.history.append(sent)
        return sent

    def _oldest(self) -> int:
        return self._ring[0].seq if self._ring else self._next_seq

    def _hello(self) -> str:
        return (
            f"HELLO,{self.protocol},0.1.0,1.25.0,{self.unit_id},{self._boot_id},4,pio,1,2,100,5600,"
            f"{self._oldest()},{self._next_seq}"
        )

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._turn()
                master = self._master
            if master is None:
                time.sleep(0.0005)
            else:
                with suppress(OSError):  # unplugged in this moment
                    select.select([master], [], [], 0.0003)

    def _turn(self) -> None:
        if self._master is None or self._host_clock() < self._stalled_until:
            return
        try:
            self._input += self.damage.of(os.read(self._master, 4096))
        except BlockingIOError:
            pass
        except OSError:
            return  # nobody has the port open
        while (end := self._input.find(b"\n")) >= 0:
            line = bytes(self._input[:end]).strip()
            del self._input[: end + 1]
            self._command(line[line.rfind(b"$") :] if b"$" in line else b"")
        if self._host_clock() >= self._beat_due:
            self._beat_due = self._host_clock() + 1_000_000
            self._say(f"BEAT,{self.now_us()},{self._next_seq},0,0,150000,900")
        while not self._quiet and self._send_seq < self._next_seq:
            if self._send_seq < self._oldest():
                self._send_seq = self._oldest()
                self._say(f"GONE,{self._send_seq}")
            event = self._ring[self._send_seq - self._oldest()]
            if not self._put(event.line, event.seq):
                break
            self._send_seq += 1

    def _command(self, line: bytes) -> None:
        body, crc = line[1:-9], line[-9:]
        if len(line) > LINE_LIMIT or crc != b"*%08x" % crc32(body):
            return
        kind, _, rest = body.decode().partition(",")
        self.commands.append(body.decode())
        match kind:
            case "HELLO":
                self._cover()
                self._quiet = False
                self._say(self._hello() if rest == str(self.protocol) else "NO,HELLO,protocol")
            case "PING":
                if self._pong_mark is not None:
                    for _ in range(self._pong_mark):
                        if self._uncovered:
                            self._uncovered.popleft()
                self._pong_mark = None
                if self._say(f"PONG,{rest},{self.now_us()}"):
                    self._pong_mark = len(self._uncovered)
            case "SINCE":
                self._since(int(rest))
            case "ACK":
                while self._uncovered and any(0 < seq <= int(rest) for seq, _ in self._uncovered):
                    self._uncovered.popleft()
                self._pong_mark = None if not self._uncovered else self._pong_mark

    def _since(self, seq: int) -> None:
        if seq < self._oldest():
            self._quiet = True
            self._say(f"GONE,{self._oldest()}")
            return
        self._quiet = False
        self._send_seq = min(seq, self._next_seq)
        self._say(f"OK,SINCE,{seq},{self._next_seq - self._send_seq}")

    def _cover(self) -> None:
        self._uncovered.clear()
        self._pong_mark = None

    def _say(self, body: str) -> bool:
        raw = body.encode()
        return self._put(b"$%s*%08x\n" % (raw, crc32(raw)), 0)

    def _put(self, line: bytes, seq: int) -> bool:
        if sum(count for _, count in self._uncovered) + len(line) > UNCOVERED_LIMIT:
            return False
        self._uncovered.append((seq, len(line)))
        self._write(self.damage.of(line))
        return True

    def _write(self, data: bytes) -> None:
        if self._master is None:
            return
        cut = self._cut_after
        if cut is not None:
            data, self._cut_after = data[:cut], cut - len(data)
        try:
            os.write(self._master, data)
        except OSError:
            return  # nobody listens, or their buffer is full: as on a real wire it is gone
        if cut is not None and cut <= len(data):
            self._pull()

    def _pull(self) -> None:
        if self._master is not None:
            self.port.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = None
