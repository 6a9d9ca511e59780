"""`slamomatic bench soak`: a long run of slaps; every one must arrive once and in order, memory stay flat."""

import argparse
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from slamomatic import messages as m
from slamomatic.bench.result import (
    Count,
    Finding,
    Progress,
    Result,
    Series,
    Stopwatch,
    add_json,
    fault_findings,
    gone_findings,
    tell,
    wire_finding,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.options import add_count, add_number, add_unit
from slamomatic.words import N_, Sentence, as_sentence, counted, gettext

SETTLE_US = 200_000  # an UP is sent one lockout after the contact came to rest
SLAP_EVERY_US = (300_000, 1_200_000)
# The unit counts its free memory when nobody has played for two seconds.
REST_AFTER_ROUNDS, REST_US = 60, 4_000_000
HELD_US = (60_000, 160_000)
MEMORY_TREND_BYTES = 256


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench soak --json`."""

    minutes: float
    stopped_early: bool
    slaps: Count
    played: Count | None  # on emulated pins
    lost: Count
    duplicated: Count
    invented: Count
    unordered: Count
    ups: Count
    damaged_lines: Count
    spikes: Count
    free_bytes_first: Count
    free_bytes_last: Count
    worst_loop_us: Count


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_count(parser, "--minutes", "M", 60.0, gettext("how many minutes (60)"))
    add_unit(parser)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the emulated slaps (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with open_stand(args.unit) as stand:
        return tell(soak(stand, args.minutes, args.seed), args)


@dataclass(slots=True)
class Ledger:
    """The count of a run's events, checked by their numbers: what was lost, came twice or out of order."""

    next_seq: int
    boot_id: str = ""
    restarts: int = 0
    downs: list[m.Down] = field(default_factory=list)
    ups: int = 0
    lost: int = 0
    duplicated: int = 0
    unordered: int = 0
    faults: list[m.FaultLine] = field(default_factory=list)
    free_bytes: list[int] = field(default_factory=list)
    worst_loop_us: list[int] = field(default_factory=list)
    spikes: int = 0
    _latest_us: int = 0

    def take(self, *messages: m.Message) -> None:
        """Count messages; an event is lost if its number was skipped, and a duplicate if it came before."""
        for message in messages:
            if isinstance(message, m.Beat):
                self.free_bytes.append(message.free_bytes)
                self.worst_loop_us.append(message.worst_loop_us)
                self.spikes = message.spikes
            if isinstance(message, m.Hello):
                self._note_boot(message)
            if not isinstance(message, m.Sequenced):
                continue
            if message.seq < self.next_seq:
                self.duplicated += 1
                continue
            self.lost += message.seq - self.next_seq
            self.next_seq = message.seq + 1
            if isinstance(message, m.Down):
                if message.t_us < self._latest_us:
                    self.unordered += 1
                self._latest_us = message.t_us
                self.downs.append(message)
            elif isinstance(message, m.Up):
                self.ups += 1
            elif isinstance(message, m.FaultLine):
                self.faults.append(message)

    def _note_boot(self, hello: m.Hello) -> None:
        """Reset numbers and times if the unit has started again."""
        if self.boot_id and hello.boot_id != self.boot_id:
            self.restarts += 1
            self.next_seq = hello.oldest_seq
            self._latest_us = 0
        self.boot_id = hello.boot_id


def soak(stand: Stand, minutes: float, seed: int) -> Result:
    """Watch a unit for `minutes` of the stand's time.

    After Ctrl-C, or a unit pulled out, report what came.
    """
    watch = Stopwatch()
    _try_to_greet(stand)
    ledger = Ledger(stand.hello.next_seq, stand.hello.boot_id)
    stand.listen(0)  # messages from before that HELLO do not count
    end_us = stand.now_us() + minutes * 60_000_000
    start_us = stand.now_us()
    progress = Progress("soak", 1000)
    truth: list[tuple[float, int]] = []
    chance = random.Random(seed)
    stopped, gone = False, ""
    numbers = itertools.count(1)
    try:
        while stand.now_us() < end_us:
            wait_us = REST_US if next(numbers) % REST_AFTER_ROUNDS == 0 else chance.uniform(*SLAP_EVERY_US)
            if isinstance(stand, EmulatedStand):
                truth += _slap_round(stand, chance)
            ledger.take(*stand.listen(min(wait_us + HELD_US[1], end_us - stand.now_us())))
            share = (stand.now_us() - start_us) / (end_us - start_us)
            progress.at(int(share * 1000), _facts(ledger, stand))
        _settle(stand, ledger)
    except KeyboardInterrupt:
        stopped = True
        _settle(stand, ledger)
    except UserError as error:  # pulled out: the slaps so far are still worth a report
        stopped, gone = True, as_sentence(error)
    progress.done()
    ran_min = (stand.now_us() - start_us) / 60_000_000
    return _result(stand, ledger, truth, ran_min, watch, stopped=stopped, gone=gone)


def _facts(ledger: Ledger, stand: Stand) -> dict[str, object]:
    """Return the figures that a window shows while the run goes on."""
    return {
        gettext("slaps"): len(ledger.downs),
        gettext("lost"): ledger.lost,
        gettext("twice"): ledger.duplicated,
        gettext("damaged lines"): stand.decoder.counts.thrown_away,
        gettext("spikes"): ledger.spikes,
        gettext("free bytes"): ledger.free_bytes[-1] if ledger.free_bytes else gettext("not known yet"),
    }


def _slap_round(stand: EmulatedStand, chance: random.Random) -> list[tuple[float, int]]:
    """Slap one to four paddles, each bouncing in its own way; return (unit time, paddle) of each slap."""
    played = []
    at_us = stand.now_us() + 1000
    for paddle in chance.sample(range(len(stand.pins)), chance.randint(1, len(stand.pins))):
        at_us += bounce.gap_us(chance, 20.0)
        pattern = bounce.slap(at_us, chance.uniform(*HELD_US), chance.choice(bounce.MODELS[:2]), chance)
        stand.play(paddle, pattern)
        played.append((stand.unit_us(at_us), paddle))
    return played


def _settle(stand: Stand, ledger: Ledger) -> None:
    """Take the last messages, and greet the unit.

    The next number in its HELLO shows whether the very last events were lost.
    """
    ledger.take(*stand.listen(SETTLE_US))
    answered = _try_to_greet(stand)
    ledger.take(*stand.listen(0))  # events that came before the HELLO are not lost
    if answered:
        ledger.take(stand.hello)
        ledger.lost += max(0, stand.hello.next_seq - ledger.next_seq)


def _try_to_greet(stand: Stand) -> bool:
    """Greet the unit; return False if it does not answer, as on a very bad wire."""
    try:
        stand.greet()
    except UserError:
        return False
    return True


def _mismatches(truth: list[tuple[float, int]], downs: list[m.Down]) -> tuple[int, int]:
    """Match played slaps with DOWNs, by paddle and time.

    Return how many slaps and how many DOWNs are left over.
    """
    unmatched = {paddle: sorted(t_us for t_us, p in truth if p == paddle) for _, paddle in truth}
    invented = 0
    for down in downs:
        times = unmatched.get(down.paddle, [])
        near = next((t_us for t_us in times if abs(t_us - down.t_us) <= 2), None)
        if near is None:
            invented += 1
        else:
            times.remove(near)
    return sum(map(len, unmatched.values())), invented


def _result(
    stand: Stand,
    ledger: Ledger,
    truth: list[tuple[float, int]],
    ran_min: float,
    watch: Stopwatch,
    *,
    stopped: bool,
    gone: str,
) -> Result:
    emulated = isinstance(stand, EmulatedStand)
    never, invented = _mismatches(truth, ledger.downs) if emulated else (0, 0)
    lost = max(ledger.lost, never)  # not the sum: most slaps that never came are gaps in the numbers too
    memory = ledger.free_bytes or [0]
    # Compare the end with the heap after its first minute (a heartbeat is a second): by then it has settled.
    first, last = memory[min(60, len(memory) // 4)], memory[-1]
    damaged = stand.decoder.counts.thrown_away
    return watch.result(
        "soak",
        Sentence(
            "whether every slap arrives once: by its number on the wire, and by the slaps played on the "
            "emulated pins. Free memory and longest loop come from the unit's heartbeat."
        )
        if emulated
        else Sentence(
            "whether every slap arrives once, by its number on the wire. Free memory and longest loop come "
            "from the unit's heartbeat."
        ),
        Sentence("whether slaps are judged in time (bench latency) or in true order (bench order)"),
        stand.measured,
        Answers(
            minutes=round(ran_min, 2),
            stopped_early=stopped,
            slaps=len(ledger.downs),
            played=len(truth) if emulated else None,
            lost=lost,
            duplicated=ledger.duplicated,
            invented=invented,
            unordered=ledger.unordered,
            ups=ledger.ups,
            damaged_lines=damaged,
            spikes=ledger.spikes,
            free_bytes_first=first,
            free_bytes_last=last,
            worst_loop_us=max(ledger.worst_loop_us, default=0),
        ),
        {
            Sentence("free memory"): Series(
                Sentence("free bytes in each heartbeat"), "bytes", tuple(ledger.free_bytes)
            ),
            Sentence("longest loop"): Series(
                Sentence("longest pass of the unit's loop in each second"), "us", tuple(ledger.worst_loop_us)
            ),
        },
        (
            *_arrival_findings(ledger, lost, invented),
            wire_finding(damaged, N_("{lines}: try another cable and port, away from motors and lamps")),
            Finding(
                first - last <= MEMORY_TREND_BYTES,
                "memory",
                Sentence(
                    "free memory: {first} bytes after the start, {last} at the end", first=first, last=last
                ),
            ),
            *gone_findings(gone),
            *_restart_findings(ledger.restarts),
            *fault_findings(ledger.faults),
        ),
    )


def _arrival_findings(ledger: Ledger, lost: int, invented: int) -> Iterator[Finding]:
    """Find whether every slap arrived once, and whether they came in order."""
    arrived = Sentence(
        "{slaps} slaps arrived: {lost} lost, {twice} twice, {invented} that nobody made",
        slaps=len(ledger.downs),
        lost=lost,
        twice=ledger.duplicated,
        invented=invented,
    )
    yield Finding(not (lost or ledger.duplicated or invented), Sentence("nothing lost or twice"), arrived)
    unordered = ledger.unordered
    says = counted("{n} slap arrived out of order", "{n} slaps arrived out of order", unordered)
    yield Finding(not unordered, "order", says)


def _restart_findings(restarts: int) -> Iterator[Finding]:
    if restarts:
        says = counted(
            "the unit started again {n} time: check its cable and its supply",
            "the unit started again {n} times: check its cable and its supply",
            restarts,
        )
        yield Finding(False, "restarts", says)
