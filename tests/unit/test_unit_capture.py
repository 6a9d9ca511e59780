"""The capture proves that it missed nothing, or says what; and the rule runs alike on both machines."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import pytest

from support.length import count
from unit.contacts import Bench
from unit.emulated import PINS, Unit, frame, unit
from unit.firmware_source import module
from unit.test_wire_document import section

pytestmark = pytest.mark.emulator

BURSTS = count(12, 1_000)
RECORDS = 1024


LOOK_NS = 700  # a closed contact is surely seen if it stays so for as long as a look and a push


@dataclass(frozen=True)
class Closing:
    """One paddle in a burst: when it closed first, and when so that the capture could not but see it."""

    first_us: float
    sure_us: float


def glitch(it: Unit, chance: random.Random) -> tuple[set[int], dict[int, Closing]]:
    """A burst of edges close together on all pins: which end closed, and when each closed."""
    at_ns = it.pico.now_ns + 2_000_000
    played: list[list[tuple[float, bool]]] = [[] for _ in PINS]
    for _ in range(chance.randrange(20, 120)):
        at_ns += chance.choice([100, 150, 200, 300, 600])
        edges = played[chance.randrange(4)]
        edges.append((at_ns, len(edges) % 2 == 0))
    to_timer_us = it.pico.timer_us - it.pico.now_us
    closed = {}
    for paddle, edges in enumerate(played):
        it.pico.switches.play(PINS[paddle], edges)
        if len(edges) % 2:
            ends = [t_ns for t_ns, _ in edges[1::2]] + [float("inf")]
            sure_ns = next(t for (t, _), end in zip(edges[::2], ends, strict=True) if end - t >= LOOK_NS)
            closed[paddle] = Closing(edges[0][0] / 1000 + to_timer_us, sure_ns / 1000 + to_timer_us)
    return set(closed), closed


@pytest.mark.parametrize("delay_ns", [0, 100, 400])
def test_after_glitches_the_levels_are_right_and_no_order_is_invented(delay_ns: int) -> None:
    it = unit()
    it.pico.chip.dma.delay_ns = delay_ns
    chance = random.Random(delay_ns + 5)
    stalls = ties = 0
    for number in range(BURSTS):
        closed, first = glitch(it, chance)
        it.run_ms(12)
        it.cover()  # beside a beat and a fault the fourth slap waits until this host has heard the others
        events = it.events()
        downs = {int(event[2]): int(event[3]) for event in events if event[0] == "DOWN"}
        assert set(downs) == closed, "the final levels"
        missed = any(event[0] == "FAULT" and event[3] == "blind" for event in events)
        stalls += missed
        order = sorted(downs, key=lambda paddle: downs[paddle])
        for one, other in pairwise(order):
            if downs[one] < downs[other]:
                # a microsecond may lie between the look and the stamp
                assert first[one].first_us < first[other].sure_us + 1, f"an invented order in burst {number}"
        ties += missed and len(set(downs.values())) < len(downs)
        for paddle in closed:
            it.pico.switches.play(PINS[paddle], [(it.pico.now_ns + 1_000, False)])
        it.run_ms(90)
        it.cover()  # as a host does all the time: four UPs and a beat fill what may be out
        it.run_ms(90)  # bounce over, and the fault too
        events = it.events()
        assert {int(event[2]) for event in events if event[0] == "UP"} == closed
        assert any(event[3] == "blind-over" for event in events if event[0] == "FAULT") == missed
        it.cover()
        it.lines.clear()
    if delay_ns == 0:
        assert stalls == 0, "slower than the DMA by design"
    if delay_ns == 400:
        assert stalls > 0 and ties > 0, "else this test tests nothing"


FIRST, SECOND, NOISY = 0, 1, 3  # paddles: truly first, truly second, and one that only flickers


def hurried(it: Unit, at_ns: float, unseen_us: float) -> None:
    """Two slaps from `at_ns` on. The capture misses how the first one began, `unseen_us` before."""
    began_ns = at_ns - unseen_us * 1_000
    bounced = [(began_ns, True), (began_ns + 5_000, False), (at_ns + 200_000, True)]
    it.pico.switches.play(PINS[FIRST], bounced)
    it.pico.switches.play(PINS[SECOND], [(at_ns + 100_000, True)])


def stamps(it: Unit) -> dict[int, int]:
    return {int(event[2]): int(event[3]) for event in it.events() if event[0] == "DOWN"}


def test_a_slap_that_began_while_the_look_was_stalled_is_a_tie_and_not_the_later_one() -> None:
    it = unit()
    it.pico.chip.dma.delay_ns = 50_000  # far slower than the look: eight records, and it waits for the DMA
    start_ns = it.pico.now_ns + 2_000_000
    it.pico.switches.play(PINS[NOISY], [(start_ns + 1_000 * k, k % 2 == 0) for k in range(20)])
    hurried(it, start_ns + 200_000, unseen_us=178)
    it.run_ms(20)
    it.cover()
    assert any(line.split(",")[3] == "blind" for line in it.lines if line.startswith("FAULT,"))
    stamped = stamps(it)
    assert stamped[FIRST] == stamped[SECOND]


HELD = """
import time
from slap import settings, unit
class Held(unit.Unit):
    def start(self):
        super().start()
        print("GO")
        time.sleep_ms(12)
Held(settings.Settings(), False).run()
"""


def held() -> Unit:
    """A unit whose loop does not look at its records for the next 12 ms."""
    it = unit()
    it.interrupt()
    it.host.write(b"\x01")
    it.wait_for_console(b"raw REPL; CTRL-B to exit\r\n>")
    it.host.write(HELD.encode() + b"\x04")
    it.wait_for_console(b"GO")
    return it


@pytest.mark.parametrize("records", [RECORDS - 1, RECORDS, RECORDS + 1, 3 * RECORDS])
def test_a_lapped_ring_is_reported(records: int) -> None:
    it = held()
    start_ns = it.pico.now_ns + 100_000
    edges = records - 1  # the first record is of the levels to begin with
    played = [(start_ns + 1_400 * k, k % 2 == 0) for k in range(edges)]
    it.pico.switches.play(PINS[0], played)
    it.wait_for("HELLO,", 500)
    it.run_ms(60)
    told = [event[3:] for event in it.events() if event[0] == "FAULT"]
    assert (["overrun", "lapped"] in told) == (records >= RECORDS), "and which check saw it"
    faults = [fault[0] for fault in told]
    assert ("overrun" in faults) == (records >= RECORDS)
    if edges % 2:
        it.pico.switches.play(PINS[0], [(it.pico.now_ns + 1_000, False)])
    it.run_ms(250)
    it.cover()
    it.run_ms(20)
    faults += [event[3] for event in it.events() if event[0] == "FAULT"]
    assert ("overrun-over" in faults) == (records >= RECORDS)
    t_us = it.press(2, 3_000)
    it.run_ms(20)
    (down,) = [event for event in it.events() if event[0] == "DOWN"]
    assert down[2] == "2"
    assert int(down[3]) == pytest.approx(t_us, abs=2)


def lapped(it: Unit) -> None:
    start_ns = it.pico.now_ns + 100_000
    it.pico.switches.play(PINS[NOISY], [(start_ns + 1_400 * k, k % 2 == 0) for k in range(RECORDS + 200)])


def test_a_slap_that_began_in_lost_records_is_a_tie_and_not_the_later_one() -> None:
    it = held()
    lapped(it)
    it.press(SECOND, 5_000)
    it.run_ms(25)
    it.cover()
    restart_us = stamps(it)[SECOND]  # it was closed when the capture began again, no matter since when
    it = held()
    lapped(it)
    hurried(it, it.pico.now_ns + (restart_us - it.pico.timer_us) * 1_000, unseen_us=3_000)
    it.run_ms(25)
    it.cover()
    assert any(line.split(",")[3] == "overrun" for line in it.lines if line.startswith("FAULT,"))
    stamped = stamps(it)
    assert stamped[FIRST] == stamped[SECOND]


def test_four_paddles_bouncing_at_once_are_no_overrun() -> None:
    """Records come all the time while the unit looks, but never as many as the ring holds."""
    it = unit()
    it.run_ms(50)
    chance = random.Random(5)
    faults = []
    for _ in range(count(25, 600)):
        start_ns = it.pico.now_ns + 300_000
        end_ns = start_ns + chance.uniform(3e5, 6e5)
        records = 0
        for pin in PINS:
            at_ns = start_ns
            edges: list[tuple[float, bool]] = []
            while at_ns < end_ns:
                at_ns += chance.uniform(1_500, 6_000)
                edges.append((at_ns, len(edges) % 2 == 0))
            edges = edges[: len(edges) // 2 * 2]
            records += len(edges)
            it.pico.switches.play(pin, edges)
        assert records < RECORDS
        it.run_ms(4)
        it.cover()
        faults += [event[3] for event in it.events() if event[0] == "FAULT"]
        it.lines.clear()
    assert "overrun" not in faults


VECTORS = """
from array import array
from slap import debounce
from slap.debounce import step
import uctypes
# A unit of four paddles.
cells = debounce.new_cells(4, 15, 1023, 0)
levels = array("i", [debounce.TAKEN] * 1024)
times = array("i", [0] * 1024)
debounce.start(cells, 0, 0)
# One look of the capture.
head = 0
def look(new, horizon):
    global head
    # The new edges go into the ring.
    for closed, t in new:
        levels[head] = closed
        times[head] = t
        head = (head + 1) & 1023
    # What the step is told.
    cells[debounce.LEFT] = (head - cells[debounce.TAIL]) & 1023
    cells[debounce.HORIZON] = horizon
    # What came out.
    said = step(levels, times, cells)
    for k in range(cells[debounce.OUTS]):
        print(said, *cells[20 + 4 * k:24 + 4 * k])
    cells[debounce.OUTS] = 0
def look_all(text):
    for one in text.split(";"):
        horizon, *rest = [int(word) for word in one.split()]
        look([rest[at:at + 2] for at in range(0, len(rest), 2)], horizon)
"""


def test_the_same_edges_give_the_same_slaps_on_the_unit_and_on_cpython() -> None:
    debounce: Any = module("debounce")
    chance = random.Random(3)
    looks: list[tuple[list[tuple[int, int]], int]] = []
    t_us, levels = 1_000, 0
    for _ in range(250):
        new = []
        for _ in range(chance.randrange(0, 6)):
            t_us += chance.choice([1, 20, 90, 130, 600, 1_200, 3_000, 60_000])
            levels ^= 1 << chance.randrange(4)
            new.append((levels, t_us))
        t_us += 15
        looks.append((new, t_us))
    bench = Bench()
    expected = []
    for new, horizon in looks:
        for closed, at_us in new:
            bench.put(closed, at_us)
        before = len(bench.outs)
        said = bench.step(horizon)
        for out in bench.outs[before:]:
            what = debounce.OUT_DOWN if out.down else debounce.OUT_UP
            expected.append(f"{said} {what} {out.contact} {out.tick} {out.extra}")
    assert len(expected) > 50
    it = unit()
    it.interrupt()
    # As text: that is read quicker on the Pico than source is compiled.
    text = ";".join(" ".join(map(str, (horizon, *chain(*new)))) for new, horizon in looks)
    code = f"{VECTORS}look_all({text!r})"
    assert it.exec(code).split("\r\n")[:-1] == expected


def test_the_pen_writes_events_as_the_document_has_them() -> None:
    wire: Any = module("wire")
    document = {row[0].strip("`"): row[1].strip("`").split(",")[1:] for row in section("Unit to host")}
    chance = random.Random(4)
    it = unit()
    it.interrupt()
    rows = [(kind, 2**30, 3, 71_000, 10**9 - 1, 999_999_999) for kind in range(4)]
    for _ in range(60):
        kind, paddle = chance.randrange(4), chance.randrange(4)
        seq = chance.choice([1, 9, 10, 999, 2**30 - 1])
        hi = chance.choice([0, 0, 1, 71_000])
        lo = chance.choice([0, 5, 10**9 - 1, chance.randrange(10**9)])
        rows.append((kind, seq, paddle, hi, lo, chance.choice([0, 1, 57, 440])))
    code = (
        "from slap import pen\nfrom slap.timebase import words\n"
        f"for k, s, p, h, l, e in {rows}:\n"
        " words[8] = k; words[9] = s; words[10] = p; words[3] = h; words[4] = l; words[11] = e\n"
        " print(bytes(pen.line[:pen.event(words, pen.line) - 1]).decode())\n"
    )
    expected = []
    for kind, seq, paddle, hi, lo, extra in rows:
        fields = {"<seq>": seq, "<paddle>": paddle, "<t_us>": hi * 10**9 + lo}
        name = wire.EVENTS[kind]
        body = ",".join([name, *(str(fields.get(field, extra)) for field in document[name])])
        expected.append(frame(body)[:-1].decode())
    assert it.exec(code).split("\r\n")[:-1] == expected
    assert max(map(len, expected)) <= wire.EVENT_LIMIT
