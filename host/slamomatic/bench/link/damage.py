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
SLAP_EVERY_US = (20_000, 1_500_000)  # from one round of slaps to the next, at random
HELD_US = 90_000  # from a slap to the lifted hand
STALL_EVERY_US = 60_000_000
STALL_US = (100_000, 10_000_000)  # how long a stall lasts, at random
REOPEN_AFTER_US = 250_000  # from the moment the host gave the port up
SETTLE_US = 60_000_000  # the longest wait for the last repairs
BAD_BYTES = 0.01  # the share of all bytes that the wire damages
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
    """A scripted unit, the host's conversation with it, and a damaging wire between, in simulated time."""

    def __init__(self, seed: int) -> None:
        self.now_us = 1_000_000
        self.chance = random.Random(seed)
        third = BAD_BYTES / 3
        self.damage = Damage(random.Random(seed + 1), third, third, third)
        self.unit = ScriptedUnit(lambda: self.now_us)
        self.record = UnitRecord(Sentence("the scripted unit"))
        self.news: list[News] = []
        self.conversation = Conversation(self.record, self.news.append)
        self.stalled_until_us = 0
        self._reopens_us: int | None = self.now_us  # None: the port is open

    def step(self) -> None:
        """Advance by one step: reopen a closed port, carry damaged bytes both ways, close a dead port.

        A stalled wire carries nothing. The unit keeps its bytes until the stall ends; the host's are lost.
        """
        self.now_us += STEP_US
        if self._reopens_us is not None:
            if self.now_us < self._reopens_us:
                return
            self._reopens_us = None
            # First the unit forgets the bytes on their way: a host that opens a port throws them away.
            self.unit.forget_sent()
            self.conversation.opened(self.now_us)
        if self.now_us >= self.stalled_until_us:
            self.unit.tick()
            from_unit = self.unit.take_output()
            if from_unit:
                self.conversation.feed(self.damage.applied_to(from_unit), self.now_us)
        self.conversation.tick(self.now_us)
        from_host = self.conversation.take_output()
        if from_host and self.now_us >= self.stalled_until_us:
            self.unit.feed(self.damage.applied_to(from_host))
        if self.conversation.dead(self.now_us):
            self.record.note_lost(self.now_us, self.news.append)
            self._reopens_us = self.now_us + REOPEN_AFTER_US


def repair(minutes: float, seed: int) -> Repair:
    """Play slaps over a bad wire with stalls, let a good wire repair what it can, and count the losses.

    Ctrl-C ends the bad wire early; the slaps so far count.
    """
    wire = _BadWire(seed)
    with contextlib.suppress(KeyboardInterrupt):
        _play_slaps_and_stalls(wire, minutes)
    wire.damage = Damage(wire.chance)  # none from here on
    patient_until_us = wire.now_us + SETTLE_US
    history = wire.unit.history
    while history and wire.now_us < patient_until_us and wire.record.expected_seq <= history[-1].seq:
        wire.step()
    return _counts_of(wire)


def _play_slaps_and_stalls(wire: _BadWire, minutes: float) -> None:
    """Slap at random moments and stall the wire now and then, for so many simulated minutes."""
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
            slap_us = wire.now_us + chance.randint(*SLAP_EVERY_US)
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
    """Return the figures that a window shows while the run goes on."""
    return {
        gettext("simulated"): gettext("{minutes} min", minutes=gone_us // 60_000_000),
        gettext("slaps and lifts"): len(wire.unit.history),
        gettext("asked for again"): wire.record.repaired,
        gettext("damaged lines"): wire.record.damaged,
    }


def _counts_of(wire: _BadWire) -> Repair:
    """Compare the DOWNs that the unit told with those that reached the host, by time and paddle."""
    told = [
        (one.unit_us, int(one.body.split(",")[2])) for one in wire.unit.history if one.body.startswith("DOWN")
    ]
    heard = [
        (one.unit_t_us, one.paddle) for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN
    ]
    expected = told[told.index(heard[0]) :] if heard else told  # the host may not have listened to the first
    return Repair(
        slaps=len(expected),
        repaired=wire.record.repaired,
        lost=len(set(expected) - set(heard)),
        duplicated=len(heard) - len(set(heard)),
        damaged_lines=wire.record.damaged,
    )
