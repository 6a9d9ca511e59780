"""The unit's twin: the firmware's own debounce, ring and reader, with wire.md's loop around them.

What it leaves out: PIO and DMA (an edge is in the ring 10 us after it was), the lights, the settings.
Its lines are held against those of the real image by `traces.py`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from evenings.clocks import Crystal
from evenings.world import World
from unit.firmware_source import module

debounce: Any = module("debounce")
wire: Any = module("wire")

PADDLES = 4
RECORDS = 1024
MASK = 0x3FFFFFFF
IN_THE_RING_US = 10  # an edge is a record so long after it was
BYTE_US = 100  # to read one
LINE_US = 250  # to write one
WAKE_US = 25  # from the edge to the loop's look at it
BEAT_US = 1_000_000
LATE_US = 25_001  # as HELLO states it
COLLECT_US = 17_000
FAR_US = 1_000_000  # a beat looks before
BILLION = 1_000_000_000
# Of wire.Ring
EVENT_WORDS = 5
EVENT_EXTRA = 3


@dataclass(frozen=True, slots=True)
class Firmware:
    """The words of one firmware version beyond the first ones of protocol 1."""

    version: str
    says_known: bool


OLD = Firmware("0.1.0", says_known=False)
NEW = Firmware("0.2.0", says_known=True)


class Twin:
    """Told when contacts change; hears and says bytes. `edge` and `hear` may be called at any moment."""

    def __init__(
        self,
        world: World,
        chance: Random,
        say: Callable[[bytes], None],
        *,
        unit_id: str,
        ppm: float = 0.0,
        firmware: Firmware = NEW,
        booted_us: int = 0,
    ) -> None:
        self._world = world
        self._chance = chance
        self._say_bytes = say
        self.unit_id = unit_id
        self.ppm = ppm
        self.firmware = firmware
        self.boots = 0
        self._levels = 0  # of the contacts, as they truly are
        self.boot(booted_us)

    # Faults of the unit

    def boot(self, now_us: int, runs_for_us: int = 0) -> None:
        """Power on: clock, numbers and memory begin again; contacts that are closed now are no slaps."""
        self.boots += 1
        self._epoch = self.boots
        self.clock = Crystal(now_us, self.ppm, runs_for_us)
        self._boot_id = f"{self._chance.getrandbits(32):08x}"
        self._cells: Any = debounce.new_cells(PADDLES, (1 << PADDLES) - 1, RECORDS - 1, 0)
        self._ring_levels = array("i", [debounce.TAKEN] * RECORDS)
        self._ring_times = array("i", [0] * RECORDS)
        self._head = 0
        self._edges: list[tuple[int, int]] = []  # (unit time, levels from then on) not in the ring yet
        self._ring: Any = wire.Ring()
        self._reader: Any = wire.Reader()
        self._spikes = 0
        self._away_until_us = 0  # true time: the loop does something else
        self._look_at_us: int | None = None
        self._horizon_us = self.clock.at(now_us)
        self._free_at_us = 0  # when it has read what it heard
        debounce.start(self._cells, self._levels, self._horizon_us & MASK)
        self._beat_at_us = now_us + self._chance.randrange(BEAT_US // 4, BEAT_US)
        self._world.at(self._beat_at_us, self._guarded(self._beat))

    def restart(self) -> None:
        """As after a power cut: it boots for a while and says who it is."""
        if self._epoch < 0:
            return
        self._epoch = -1
        boots_for_us = self._chance.randrange(500_000, 1_500_000)
        self._world.after(boots_for_us, self._come_up)

    def _come_up(self) -> None:
        self.boot(self._world.now_us, runs_for_us=400_000)
        self._say(self._hello())

    def edge(self, paddle: int, closed: bool) -> None:
        """A contact changes now."""
        bit = 1 << paddle
        levels = self._levels | bit if closed else self._levels & ~bit
        if levels == self._levels:
            return
        self._levels = levels
        if self._epoch < 0:
            return
        t_us = self.now_us
        if self._edges and self._edges[-1][0] == t_us:
            self._edges[-1] = (t_us, levels)
        else:
            self._edges.append((t_us, levels))
        self._look_by(self._world.now_us + WAKE_US)

    def away(self, for_us: int) -> None:
        """The loop is busy with something else: a collection."""
        self._away_until_us = max(self._away_until_us, self._world.now_us + for_us)

    def opened(self) -> None:
        """A host opened the port."""
        self._ring.cover_all()
        self._reader = wire.Reader()

    @property
    def now_us(self) -> int:
        return self.clock.at(self._world.now_us)

    # The loop

    def _guarded(self, do: Callable[[], None]) -> Callable[[], None]:
        """Return the events of this boot."""
        epoch = self._epoch

        def unless_restarted() -> None:
            if self._epoch == epoch:
                do()

        return unless_restarted

    def _look_by(self, true_us: int) -> None:
        true_us = max(true_us, self._away_until_us, self._world.now_us + 1)
        if self._look_at_us is None or true_us < self._look_at_us:
            self._look_at_us = true_us
            self._world.at(true_us, self._guarded(self._due_look))

    def _due_look(self) -> None:
        if self._look_at_us is None or self._world.now_us < self._look_at_us:
            return  # an earlier look took its place
        if self._world.now_us < self._away_until_us:
            self._look_at_us = None
            self._look_by(self._away_until_us)
            return
        self._look()

    def _look(self) -> None:
        """Take the records, decide, send what is decided, and look again when stillness decides more."""
        self._look_at_us = None
        cells = self._cells
        self._horizon_us = self.now_us - IN_THE_RING_US
        edges = self._edges
        while edges and edges[0][0] <= self._horizon_us:
            t_us, levels = edges.pop(0)
            raw = t_us & 0xFFFFFFFF
            self._ring_levels[self._head] = levels
            self._ring_times[self._head] = raw - (1 << 32) if raw >= 1 << 31 else raw
            self._head = (self._head + 1) % RECORDS
        while True:
            cells[debounce.LEFT] = (self._head - cells[debounce.TAIL]) % RECORDS
            cells[debounce.HORIZON] = self._horizon_us & MASK
            debounce.step(self._ring_levels, self._ring_times, cells)
            self._number()
            if not cells[debounce.LEFT]:
                break
        self._pump()
        if edges:
            self._look_by(self._world.now_us + WAKE_US)
        self._look_again()

    def _look_again(self) -> None:
        """When the next decision is due if no edge comes first."""
        due_us = self._full(self._cells[debounce.DUE])
        if due_us - self.now_us < FAR_US:
            again_us = self.clock.true_us(due_us + IN_THE_RING_US + 2)
            self._look_by(max(self._world.now_us + 20, again_us))

    def _number(self) -> None:
        """Number an event that came out of the debounce."""
        cells = self._cells
        at = debounce.FIRST_OUT
        for _ in range(cells[debounce.OUTS]):
            what, contact, tick, extra = cells[at : at + 4]
            t_us = self._full(tick)
            kind = wire.DOWN if what == debounce.OUT_DOWN else wire.UP
            self._ring.put(kind, contact, t_us // BILLION, t_us % BILLION, extra)
            at += 4
        cells[debounce.OUTS] = 0

    def _full(self, tick: int) -> int:
        """A tick of less than nine minutes ago or ahead, on the unit's whole clock."""
        now_us = self.now_us
        half = int(debounce.HALF)
        return now_us + ((tick - now_us + half) & MASK) - half

    @property
    def known_us(self) -> int:
        """Every first edge up to here was decided and has its number."""
        return max(0, self._full(int(debounce.known(self._cells))))

    # Lines out

    def _pump(self) -> None:
        ring = self._ring
        while ring.words[wire.SENT_SEQ] != ring.words[wire.NEXT_SEQ]:
            seq = ring.words[wire.SENT_SEQ]
            if seq < ring.oldest:
                if not self._say(f"GONE,{ring.oldest}"):
                    return
                ring.since(ring.oldest)
                continue
            line = wire.frame(self._body(seq))
            if not ring.room(len(line)):
                return
            self._write(line)
            ring.leave(seq, len(line))

    def _body(self, seq: int) -> bytes:
        body = self._event(seq)
        if not self.firmware.says_known and body.startswith(b"DOWN,"):
            body = b",".join(body.split(b",")[:4])
        return body

    def _event(self, seq: int) -> bytes:
        """The body of an event, as wire.md has it; the unit's own writer needs its chip."""
        at = wire.FIRST_EVENT + EVENT_WORDS * (seq % wire.KEPT)
        kind, paddle, (hi, lo) = self._ring.words[at] & 15, self._ring.words[at] >> 4, self._ring.time(seq)
        if kind == wire.FAULT:
            fault: bytes = self._ring.fault(seq)
            return fault
        whose = "" if kind == wire.NEXT else f",{paddle}"
        extra = self._ring.words[at + EVENT_EXTRA]
        return f"{wire.EVENTS[kind]},{seq}{whose},{wire.time_text(hi, lo)},{extra}".encode()

    def _say(self, body: str) -> bool:
        line = wire.frame(body.encode())
        if not self._ring.room(len(line)):
            return False
        self._write(line)
        self._ring.wrote(len(line))
        return True

    def _write(self, line: bytes) -> None:
        self._say_bytes(line)

    def _hello(self) -> str:
        ring = self._ring
        return (
            f"HELLO,1,{self.firmware.version},1.25.0,{self.unit_id},{self._boot_id},{PADDLES},pio,1,1,"
            f"{self._cells[debounce.HOLD_US]},{LATE_US},{ring.oldest},{ring.next}"
        )

    def _beat(self) -> None:
        self._beat_at_us += BEAT_US
        self._world.at(self._beat_at_us, self._guarded(self._beat))
        if self._world.now_us < self._away_until_us:
            return  # late: as well none, for a test
        self._look()
        body = (
            f"BEAT,{self.now_us},{self._ring.next},{self._levels:x},{self._cells[debounce.SPIKES]},150000,900"
        )
        self._say(f"{body},{self.known_us}" if self.firmware.says_known else body)

    # Commands in

    def hear(self, data: bytes) -> None:
        """Bytes from the host: read one by one, obeyed when a line is whole."""
        if self._epoch < 0:
            return
        now_us = self._world.now_us
        self._free_at_us = max(self._free_at_us, now_us, self._away_until_us)
        begun_us = self._free_at_us
        for byte in data:
            self._free_at_us += BYTE_US
            if byte == 0x24:
                begun_us = self._free_at_us
            if not self._reader.feed(byte) or not self._reader.take():
                continue
            if self._reader.typed:
                self._world.at(self._free_at_us, self._guarded(self._entered))
            body = self._reader.body()
            if body:
                self._world.at(self._free_at_us, self._guarded(_obeying(self, body, begun_us)))

    def _entered(self) -> None:
        self._ring.cover_all()
        self._pump()

    def obey(self, body: str, begun_us: int) -> None:
        kind, _, rest = body.partition(",")
        ring = self._ring
        self._look()
        if kind == "PING":
            ring.ping()
            answer = f"PONG,{rest},{self.clock.at(begun_us)}"
            if self.firmware.says_known:
                answer += f",{ring.next},{self.known_us}"
            if self._say(answer):
                ring.pong_left()
        elif kind == "ACK" and rest.isdigit():
            ring.ack(int(rest))
        elif kind != "LIGHTS":
            ring.ping()
            before = ring.words[wire.TOTAL]
            self._rarer(kind, rest)
            if ring.words[wire.TOTAL] != before:
                ring.pong_left()
        self._pump()

    def _rarer(self, kind: str, rest: str) -> None:
        ring = self._ring
        if kind == "HELLO":
            ring.cover_all()
            self._say(self._hello())
        elif kind == "SINCE" and rest.isdigit():
            seq = int(rest)
            ring.cover_all()
            if seq < ring.oldest:
                self._say(f"GONE,{ring.oldest}")
            elif seq > ring.next:
                self._say("NO,SINCE,fields")
            elif self._say(f"OK,SINCE,{seq},{ring.next - seq}"):
                ring.since(seq)
        else:
            self._say(f"NO,{kind},unknown")


def _obeying(twin: Twin, body: bytes, begun_us: int) -> Callable[[], None]:
    return lambda: twin.obey(body.decode("ascii", "replace"), begun_us)
