"""One evening on a bad wire: a script by chance against the fake unit, and the check of what came out."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from slamomatic.bench.link.scripted_unit import Damage, Told
from slamomatic.units.base import Do, Link, News, PaddleEvent, UnitNotice, What
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from support.fake_unit import FakeUnit
from support.shared_clock import SharedClock
from support.waiting import until

SECOND_US = 1_000_000
Event = tuple[str, int, int]  # what, paddle, unit's time
YOUNGEST_BOOT_US = SECOND_US  # no Pico boots again before it has booted
STALLS_US = (200_000, SECOND_US, 4 * SECOND_US, 15 * SECOND_US, 60 * SECOND_US)


@dataclass
class Evening:
    """What came out."""

    news: list[News]
    history: list[Told]
    boots: int
    settled: bool
    script: list[str]


def bad_evening(seed: int, folder: Path, steps: int = 24) -> Evening:
    """Play a script of slaps and accidents; comes back when the last slap had time to arrive."""
    chance = random.Random(seed)
    clock = SharedClock()
    rate = chance.choice((0.0, 0.01, 0.01))
    wire = Damage(random.Random(seed + 1), rate / 3, rate / 3, rate / 3)
    fake = FakeUnit(folder, clock, damage=wire)
    unit = SerialUnit(OnePort(str(fake.port)), clock=clock, idle_s=0.0005)
    script: list[str] = []
    news: list[News] = []
    settled = False
    try:
        unit.start()
        _wait(unit, news, lambda: unit.state().link is Link.CONNECTED)
        for _ in range(steps):
            _step(chance, fake, script)
            _pass_time(clock, unit, news, chance.randrange(20_000, 2 * SECOND_US))
        fake.plug_in()
        fake.damage = Damage(random.Random(0))
        fake.slap(0)
        last = fake.history[-1]
        _wait(unit, news, lambda: _is_last(news, last))
        settled = _is_last(news, last)
    finally:
        unit.stop()
        fake.stop()
    return Evening(news, fake.history, fake.unit.boots, settled, script)


def _step(chance: random.Random, fake: FakeUnit, script: list[str]) -> None:
    what = chance.choices(("slaps", "unplug", "stall", "restart"), (12, 3, 2, 1.5))[0]
    script.append(what)
    if what == "slaps":
        for paddle in chance.sample(range(4), chance.randint(1, 4)):
            fake.slap(paddle)
            if chance.random() < 0.7:
                fake.lift(paddle)
    elif what == "unplug":
        if fake.plugged_in:
            fake.unplug(after_bytes=chance.choice((0, chance.randint(1, 120))))
        else:
            fake.plug_in()
    elif what == "stall":
        fake.stall(chance.choice(STALLS_US))
    elif fake.unit.now_us() > YOUNGEST_BOOT_US:
        fake.restart()


def _pass_time(clock: SharedClock, unit: SerialUnit, news: list[News], duration_us: int) -> None:
    until = clock() + duration_us
    while clock() < until:
        news += unit.drain()
        time.sleep(0.001)


def _wait(unit: SerialUnit, news: list[News], done: Callable[[], bool]) -> None:
    def drained() -> bool:
        news.extend(unit.drain())
        return done()

    until(drained)


def _is_last(news: list[News], last: Told) -> bool:
    events = [one for one in news if isinstance(one, PaddleEvent)]
    return bool(events) and events[-1].unit_t_us == last.unit_us and events[-1].do is Do.DOWN


def complaints(evening: Evening) -> list[str]:
    """Say what is wrong: slaps lost, doubled, out of order or out of nowhere, restarts kept quiet."""
    found = [] if evening.settled else ["the last slap never arrived"]
    delivered: list[list[Event]] = [[]]
    truth: dict[int, list[int]] = {}
    for sent in evening.history:
        truth.setdefault(sent.unit_us, []).append(sent.host_us)
    for one in evening.news:
        if isinstance(one, UnitNotice) and one.what is What.RESTARTED:
            delivered.append([])
        elif isinstance(one, UnitNotice) and one.what is What.GONE:
            found.append("events gone, though the ring was never full")
        elif isinstance(one, PaddleEvent):
            delivered[-1].append((one.do.value, one.paddle, one.unit_t_us))
            if not any(abs(one.t_us - true_us) <= one.error_us for true_us in truth[one.unit_t_us]):
                found.append(f"stamp {one} is further off than it says; true: {truth[one.unit_t_us]}")
    told: dict[int, list[Event]] = {boot: [] for boot in range(1, evening.boots + 1)}
    for sent in evening.history:
        kind, _, paddle, t_us, *_ = sent.body.split(",")
        told[sent.boot].append((kind.lower(), int(paddle), int(t_us)))
    if len(delivered) > evening.boots:
        found.append(f"{len(delivered) - 1} restarts reported of {evening.boots - 1}")
    boot = 0
    for index, events in enumerate(delivered):
        last = index == len(delivered) - 1
        boot = evening.boots if last else _boot_of(events, told, boot + 1)
        expected = told[boot] if last else told[boot][: len(events)]
        if events != expected:
            found.append(f"boot {boot}: delivered {events}, had {told[boot]}")
    return found


def _boot_of(events: list[Event], told: dict[int, list[Event]], first: int) -> int:
    """The boot whose beginning `events` is; the first possible one if none."""
    for boot in range(first, max(told) + 1):
        if told[boot][: len(events)] == events:
            return boot
    return min(first, max(told))


def other_threads(before: Collection[threading.Thread] = ()) -> list[str]:
    """Those left behind; what ran before (the journal of somebody else's test) is not ours."""
    known = {threading.main_thread(), *before}
    return [thread.name for thread in threading.enumerate() if thread not in known]
