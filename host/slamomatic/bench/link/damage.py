"""The host's conversation with a scripted unit over a bad wire, in simulated time: what is lost."""

import contextlib
import random
from dataclasses import dataclass

from slamomatic.bench.link.scripted_unit import Damage, ScriptedUnit
from slamomatic.bench.progress import Progress
from slamomatic.bench.result import Count
from slamomatic.units.base import Do, News, PaddleEvent
from slamomatic.units.conversation import Conversation
from slamomatic.units.unit_record import UnitRecord
from slamomatic.words import Sentence, gettext

STEP_US = 1_000
SLAP_US = (20_000, 1_500_000)
HELD_US = 90_000
STALL_EVERY_US = 60_000_000
STALL_US = (100_000, 10_000_000)
AGAIN_US = 250_000  # the port is opened again so long after it was given up
SETTLE_US = 60_000_000
BAD_BYTES = 0.01
TELL_EVERY_US = 1_000_000


@dataclass(frozen=True, slots=True)
class Repair:
    """Counts of slaps over a bad wire: sent, repaired, lost."""

    slaps: Count
    repaired: Count
    lost: Count
    duplicated: Count
    damaged_lines: Count


class _BadWire:
    """Both ends and what lies between them, a millisecond at a time."""

    def __init__(self, seed: int) -> None:
        self.now_us = 1_000_000
        self.chance = random.Random(seed)
        third = BAD_BYTES / 3
        self.damage = Damage(random.Random(seed + 1), third, third, third)
        self.unit = ScriptedUnit(lambda: self.now_us)
        self.record = UnitRecord(Sentence("the scripted unit"))
        self.news: list[News] = []
        self.talk = Conversation(self.record, self.news.append)
        self.stalled_until_us = 0
        self._opens_us: int | None = self.now_us  # None: it is open

    def step(self) -> None:
        """Go on by a step: open the port if it is time, carry bytes both ways, close it if all is silent.

        While the wire is stalled nothing is carried; what the host then says is gone.
        """
        self.now_us += STEP_US
        if self._opens_us is not None:
            if self.now_us < self._opens_us:
                return
            self._opens_us = None
            self.unit.cover()  # a host that opens the port has thrown away what was sent before
            self.talk.opened(self.now_us)
        if self.now_us >= self.stalled_until_us:
            self.unit.tick()
            data = self.unit.take_output()
            if data:
                self.talk.feed(self.damage.of(data), self.now_us)
        self.talk.tick(self.now_us)
        said = self.talk.take_output()
        if said and self.now_us >= self.stalled_until_us:
            self.unit.feed(self.damage.of(said))
        if self.talk.dead(self.now_us):
            self.record.note_lost(self.now_us, self.news.append)
            self._opens_us = self.now_us + AGAIN_US


def repair(minutes: float, seed: int) -> Repair:
    """Slaps and stalls for so long (or until stopped), then a good wire until all has had time to come in."""
    wire = _BadWire(seed)
    with contextlib.suppress(KeyboardInterrupt):  # stopped: what was slapped so far counts
        _slap_on(wire, minutes)
    wire.damage = Damage(wire.chance)
    settled_us = wire.now_us + SETTLE_US
    told = wire.unit.history
    while told and wire.now_us < settled_us and wire.record.expected_seq <= told[-1].seq:
        wire.step()
    return _account(wire)


def _slap_on(wire: _BadWire, minutes: float) -> None:
    chance = wire.chance
    began_us, end_us = wire.now_us, wire.now_us + round(minutes * 60_000_000)
    slap_us, stall_us, lifts = wire.now_us + 3_000_000, STALL_EVERY_US, dict[int, int]()
    progress = Progress(gettext("a damaged wire"), 1000)
    while wire.now_us < end_us:
        wire.step()
        for paddle in [paddle for paddle, up_us in lifts.items() if up_us <= wire.now_us]:
            del lifts[paddle]
            wire.unit.lift(paddle)
        if wire.now_us >= slap_us:
            slap_us = wire.now_us + chance.randint(*SLAP_US)
            for paddle in chance.sample(range(4), chance.randint(1, 4)):
                if paddle not in lifts:
                    lifts[paddle] = wire.unit.slap(paddle).host_us + HELD_US
        if wire.now_us >= stall_us:
            stall_us = wire.now_us + STALL_EVERY_US
            wire.stalled_until_us = wire.now_us + chance.randint(*STALL_US)
        if wire.now_us % TELL_EVERY_US == 0:
            gone_us = wire.now_us - began_us
            progress.at(1000 * gone_us // (end_us - began_us), _facts(wire, gone_us))
    progress.done()


def _facts(wire: _BadWire, gone_us: int) -> dict[str, object]:
    """Return the figures for a window on the way."""
    return {
        gettext("simulated"): gettext("{minutes} min", minutes=gone_us // 60_000_000),
        gettext("slaps and lifts"): len(wire.unit.history),
        gettext("asked for again"): wire.record.repaired,
        gettext("damaged lines"): wire.record.damaged,
    }


def _account(wire: _BadWire) -> Repair:
    told = [
        (one.unit_us, int(one.body.split(",")[2])) for one in wire.unit.history if one.body.startswith("DOWN")
    ]
    heard = [
        (one.unit_t_us, one.paddle) for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN
    ]
    expected = told[told.index(heard[0]) :] if heard else told  # the first ones may be before it listened
    return Repair(
        slaps=len(expected),
        repaired=wire.record.repaired,
        lost=len(set(expected) - set(heard)),
        duplicated=len(heard) - len(set(heard)),
        damaged_lines=wire.record.damaged,
    )
