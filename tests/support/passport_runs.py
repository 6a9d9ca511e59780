"""A made-up run of a real unit for timing passports: its clock, its delays and its slaps are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

from slamomatic.bench.passport.raw import Raw, raw_of

UNIT = "e6614864d3123456"
STARTED = 1_790_000_000.0
SECONDS = 105.0
NOW = datetime.fromtimestamp(STARTED + 3600, UTC)
MADE = datetime.fromtimestamp(STARTED + SECONDS + 2, UTC)
LATE_US = (400.0, -100.0, 0.0, -300.0)


@dataclass
class Played:
    """The run as raw data, and what is true of it."""

    told: dict[str, Any]
    ppm: float
    delays_us: list[float] = field(default_factory=list)
    bounces_us: list[list[int]] = field(default_factory=lambda: [[], [], [], []])

    @property
    def raw(self) -> Raw:
        return raw_of(self.told)


class _Unit:
    """Says lines at the host's times, which it is told; its own clock runs fast."""

    def __init__(self, chance: Random, ppm: float) -> None:
        self.chance, self.rate = chance, 1 + ppm * 1e-6
        self.lines: list[tuple[float, str]] = []
        self.pings: list[tuple[str, float]] = []
        self.seq = count(1)
        self.next_seq = 1

    def unit_us(self, host_us: float) -> int:
        return int(5_000_000 + host_us * self.rate)

    def says(self, at_us: float, body: str) -> None:
        self.lines.append((round(at_us, 1), body))

    def second(self, at_us: float, spikes: int) -> None:
        """A heartbeat and a ping."""
        known = self.unit_us(at_us) - 60
        self.says(at_us + 400, f"BEAT,{self.unit_us(at_us)},{self.next_seq},0,{spikes},150000,12900,{known}")
        sent_us = at_us + 5_000
        self.pings.append((f"p{len(self.pings)}", round(sent_us, 1)))
        read_us = sent_us + self.chance.uniform(50, 900)
        written_us = read_us + 1_500
        known = self.unit_us(written_us) - 60
        body = f"PONG,{self.pings[-1][0]},{self.unit_us(read_us)},{self.next_seq},{known}"
        self.says(written_us + self.chance.uniform(100, 700), body)

    def slap(self, at_us: float, paddle: int, delay_us: float) -> int:
        """A slap whose line comes so much later; its stamp."""
        stamp = self.unit_us(at_us)
        self.says(at_us + delay_us, f"DOWN,{next(self.seq)},{paddle},{stamp},0")
        self.next_seq += 1
        return stamp


def played(seed: int = 1, ppm: float = 37.0) -> Played:
    """All five steps: 20 s of quiet, 24 pairs by the jig, 30 slaps, 8 bounces of each paddle, 20 drops."""
    chance = Random(seed)
    unit = _Unit(chance, ppm)
    truth = Played({}, ppm)
    unit.says(10, f"HELLO,1,0.2.0,1.26.1,{UNIT},0badcafe,4,pio,1,1,100,25001,1,1")
    unit.says(20, "OK,GET,hold_us,100")
    unit.says(30, "OK,GET,lockout_ms,50")
    steps: list[dict[str, Any]] = []
    clock = iter(range(1_000_000, 10**9, 1_000_000))

    def begin(name: str) -> dict[str, Any]:
        steps.append({"step": name, "first": len(unit.lines)})
        return steps[-1]

    def second() -> float:
        at_us = float(next(clock))
        unit.second(at_us, spikes=int(at_us // 8_000_000))
        return at_us

    begin("quiet")
    for _ in range(20):
        second()
    steps[-1]["end"] = len(unit.lines)

    order = begin("order") | {"by": "jig", "trials": []}
    steps[-1] = order
    for number in range(24):
        at_us = second()
        first, end = len(unit.lines), len(unit.lines) + 2
        gap_us = (1, 3, 10, 100)[number % 4]
        one, other = chance.sample(range(4), 2)
        early = unit.slap(at_us + 100_000, one, 6_000)
        tie = gap_us == 1 and number % 8 == 0  # of the shortest gaps every other one is a tie
        unit.says(at_us + 106_200, f"DOWN,{next(unit.seq)},{other},{early if tie else early + gap_us},0")
        unit.next_seq += 1
        slaps = [[0.0, one], [float(gap_us), other]]
        order["trials"].append({"first": first, "end": end, "slaps": slaps})
    order["end"] = len(unit.lines)

    begin("latency")
    for number in range(30):
        at_us = second()
        truth.delays_us.append(chance.uniform(350, 900))
        unit.slap(at_us + 300_000, number % 4, truth.delays_us[-1])
    steps[-1]["end"] = len(unit.lines)

    begin("bounce")
    for _ in range(8):
        at_us = second()
        for paddle in range(4):
            _bounce(unit, truth, at_us + 100_000 + 220_000 * paddle, paddle, chance)
    steps[-1]["end"] = len(unit.lines)

    board = begin("offsets") | {"quarters": [[], [], [], []]}
    steps[-1] = board
    for number in range(20):
        at_us = second()
        fall = [at_us + 200_000 + late_us + chance.gauss(0, 40) for late_us in LATE_US]
        stamps = {
            paddle: unit.slap(fall[paddle], paddle, 2_000)
            for paddle in sorted(range(4), key=fall.__getitem__)
        }
        board["quarters"][number // 5].append([stamps[paddle] for paddle in range(4)])
    board["end"] = len(unit.lines)

    truth.told = {
        "version": 1,
        "started": STARTED,
        "seconds": SECONDS,
        "emulated": False,
        "lines": [list(line) for line in unit.lines],
        "pings": [list(ping) for ping in unit.pings],
        "steps": steps,
        "not_measured": {},
    }
    return truth


def _bounce(unit: _Unit, truth: Played, at_us: float, paddle: int, chance: Random) -> None:
    """A press of some edges and a clean release, as one EDGES line."""
    gaps = [chance.randint(20, 700) for _ in range(2 * chance.randint(1, 5))]
    truth.bounces_us[paddle].append(sum(gaps))
    bit = 1 << paddle
    changes = [f"{bit:x}:0"] + [f"{(0, bit)[n % 2]:x}:{gap}" for n, gap in enumerate(gaps)]
    changes.append("0:90000")
    unit.says(at_us + 150_000, f"EDGES,{unit.unit_us(at_us)},{','.join(changes)},0")
