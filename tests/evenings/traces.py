"""The twin held against the real image: the same edges into both, and the lines that come out.

Many short traces, back to back, in one boot of the emulated Pico.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from evenings.twin import NEW, PADDLES, Twin
from evenings.world import World
from slamomatic.emulator import bounce
from slamomatic.emulator.bounce import CLEAN, DRUM, GOOD_SWITCH, Edges
from unit.emulated import PINS, Unit, unit

LEAD_US = 6_000
SPREAD_US = 4_000
LOCKOUT_US = 50_000
SETTLES_US = 8_000  # after the lockout, until its UPs are out
MOST_EDGES = 300
NEAR_US = 2  # a stamp is the look's: half a microsecond, and the rest of one
# An edge moved by a microsecond may fall on the other side of a limit: what the image saw is one of these.
ALIKE_TRIES = 24

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Edges by paddle, in microseconds from the trace's beginning."""

    patterns: tuple[Edges, ...]
    ends_us: int


def draw(seed: int) -> Trace:
    """A few hands within a few milliseconds, with static before them."""
    chance = Random(f"trace {seed}")
    patterns: list[Edges] = [[] for _ in range(PADDLES)]
    for paddle in chance.sample(range(PADDLES), chance.randint(1, PADDLES)):
        at_us = LEAD_US + chance.choice((chance.uniform(0, SPREAD_US), chance.uniform(0, 40)))
        model = chance.choices((CLEAN, GOOD_SWITCH, DRUM), (3, 5, 1))[0]
        patterns[paddle] = bounce.slap(at_us, chance.uniform(3_000, 45_000), model, chance)
        for _ in range(chance.choice((0, 0, 1, 2))):
            early_us = at_us - chance.uniform(150, 4_000)
            if early_us > 500 and early_us + 120 < patterns[paddle][0][0]:
                patterns[paddle][:0] = bounce.spike(early_us, chance.uniform(3, 110))
                at_us = early_us
    rounded = [[(int(t_us) + 0.3, closed) for t_us, closed in _apart(pattern)] for pattern in patterns]
    ends_us = max(pattern[-1][0] for pattern in rounded if pattern)
    return Trace(tuple(rounded), int(ends_us) + LOCKOUT_US + SETTLES_US)


def _apart(pattern: Edges) -> Edges:
    """Edges at least 3 us apart, in order, ending open."""
    kept: Edges = []
    for t_us, closed in sorted(pattern):
        if (kept[-1][1] if kept else False) == closed:
            continue
        if kept and t_us - kept[-1][0] < 3:
            kept.pop()
            continue
        kept.append((t_us, closed))
    return kept[:MOST_EDGES] if len(kept[:MOST_EDGES]) % 2 == 0 else kept[: MOST_EDGES - 1]


# --- the image ------------------------------------------------------------------------------------------


class Image:
    """The real firmware on the emulated Pico."""

    def __init__(self) -> None:
        self._unit: Unit = unit()
        self._unit.run_ms(100)
        self._unit.cover()
        self._unit.events()

    def play(self, trace: Trace) -> list[Line]:
        it = self._unit
        begins_us = int(it.pico.timer_us) + 1_000
        to_ns = it.pico.now_ns - it.pico.timer_us * 1000
        for paddle, pattern in enumerate(trace.patterns):
            edges = [(to_ns + (begins_us + t_us) * 1000, closed) for t_us, closed in pattern]
            it.pico.switches.play(PINS[paddle], edges)
        told: list[list[str]] = []
        left_ms = trace.ends_us / 1000 + 1
        while left_ms > 0:
            it.run_ms(min(12.0, left_ms))
            left_ms -= 12.0
            told += it.events()
            it.host.write(b"\r")
        it.run_ms(6)
        told += it.events()
        return [_from(line, begins_us) for line in told if line[0] in ("DOWN", "UP")]


def _from(line: Sequence[str], begins_us: int) -> Line:
    """Without its number, its time from the trace's beginning."""
    kind, _, paddle, t_us, *rest = line
    return (kind, paddle, str(int(t_us) - begins_us), *rest)


# --- the twin -------------------------------------------------------------------------------------------


def twin_of(trace: Trace, jitter: Callable[[], int] = lambda: 0) -> list[Line]:
    """Return the twin's events for this trace."""
    world = World("trace")
    said: list[bytes] = []
    twin = Twin(world, world.chance("unit"), said.append, unit_id="e6614864d3123451", firmware=NEW)
    begins_us = 50_000
    for paddle, pattern in enumerate(trace.patterns):
        last_us = 0
        for t_us, closed in pattern:
            at_us = max(last_us + 1, begins_us + int(t_us) + jitter())
            last_us = at_us
            world.at(at_us, _edge(twin, paddle, closed))
    for cover_us in range(begins_us, begins_us + trace.ends_us + 20_000, 6_000):
        world.at(cover_us, lambda: twin.hear(b"\r"))
    world.run(begins_us + trace.ends_us + 20_000)
    lines = b"".join(said).decode().splitlines()
    fields = [line[1:-9].split(",") for line in lines]
    return [_from(line, begins_us) for line in fields if line[0] in ("DOWN", "UP")]


def _edge(twin: Twin, paddle: int, closed: bool) -> Callable[[], None]:
    return lambda: twin.edge(paddle, closed)


# --- the comparison -------------------------------------------------------------------------------------


def alike(image: Sequence[Line], twin: Sequence[Line]) -> bool:
    """Check that both have the same DOWNs in order and the same UPs of each paddle, within one look."""
    by_kind = []
    for told in (image, twin):
        downs = [line for line in told if line[0] == "DOWN"]
        ups = sorted(line for line in told if line[0] == "UP")
        by_kind.append([*downs, *ups])
    if len(by_kind[0]) != len(by_kind[1]):
        return False
    return all(_near(one, other) for one, other in zip(*by_kind, strict=True))


def _near(one: Line, other: Line) -> bool:
    if one[:2] != other[:2] or len(one) != len(other):
        return False
    if abs(int(one[2]) - int(other[2])) > NEAR_US:
        return False
    if one[0] == "UP":  # how many edges were seen: two within one look are none
        return abs(int(one[3]) - int(other[3])) <= 2
    solid, others = int(one[3]) if len(one) > 3 else 0, int(other[3]) if len(other) > 3 else 0
    return (solid == 0) == (others == 0) and abs(solid - others) <= NEAR_US + 1


def in_the_looks_order(image: Sequence[Line], trace: Trace) -> bool:
    """Whether the twin says the same, or would with edges seen a microsecond later."""
    if alike(image, twin_of(trace)):
        return True
    for number in range(ALIKE_TRIES):
        chance = Random(number)
        if alike(image, twin_of(trace, lambda chance=chance: chance.choice((0, 0, 0, 1, -1)))):  # type: ignore[misc]
            return True
    return False


@dataclass
class Held:
    """How many traces were held against each other."""

    traces: int = 0
    lines: int = 0
    differ: int = 0
    took_s: float = 0.0
    first: str = ""


def hold(first_seed: int, count: int, told: Callable[[Held], None] = lambda held: None) -> Held:
    """So many traces through both."""
    held = Held()
    began_s = time.monotonic()
    image = Image()
    for seed in range(first_seed, first_seed + count):
        trace = draw(seed)
        heard = image.play(trace)
        held.traces += 1
        held.lines += len(heard)
        if not in_the_looks_order(heard, trace):
            held.differ += 1
            held.first = held.first or f"trace {seed}: image {heard}; twin {twin_of(trace)}"
        held.took_s = time.monotonic() - began_s
        told(held)
    return held
