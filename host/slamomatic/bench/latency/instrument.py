"""`slamomatic bench latency`: from the contact to the packet that tells of it, while all else goes on.

On a real unit: from the stamp of the first edge to the event on the host.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from slamomatic import messages as m
from slamomatic.bench.figures import Figures, figures
from slamomatic.bench.first_unit import first_state, measured, wait_for_unit
from slamomatic.bench.progress import say
from slamomatic.bench.result import (
    Count,
    Finding,
    Progress,
    Result,
    Series,
    Stopwatch,
    add_json,
    checked,
    tell,
)
from slamomatic.bench.stand import EmulatedStand
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.options import add_count, add_number, add_word
from slamomatic.units.base import Do, Link, PaddleEvent
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.units.specs import EMULATED
from slamomatic.wire import Decoder
from slamomatic.words import N_, Sentence, counted, gettext

PRESSES = 1000
# Limits of a unit: hold reached to packet; first edge to packet; four at once.
HOLD_P99_US, EDGE_P99_US, EVER_US, FOUR_US = 500.0, 1_000.0, 5_000.0, 2_000.0
_HELD_US = (12_000.0, 20_000.0)
_PRESS_EVERY_US = (35_000.0, 75_000.0)
# A press comes at any moment within the unit's hundredths of a second, and at any distance from the stand's
# last line.
_LEAD_US = (3_000.0, 13_000.0)
_AFTER_FOUR_US = 130_000.0
_FOUR_WITHIN_US = 100.0
_LIGHTS_EVERY_US = 200_000.0
_LOST_US = 400_000.0
_SETTLE_US = 1_200_000.0
# For a real unit: pauses between looks, patience, and how close four slaps are one go.
_TURN_S = 0.001
_PATIENCE_S = 60.0
_TOGETHER_US = 100_000  # four slaps this close count as one go for all four hands


class Press(NamedTuple):
    """One contact in emulated time: its first edge, and the end of its hold time, when it becomes a slap."""

    paddle: int
    edge_us: float
    hold_us: float


class Arrivals:
    """The times at which the packet with each DOWN reached the host."""

    def __init__(self, stand: EmulatedStand) -> None:
        self._decoder = Decoder()
        self._stand = stand
        self.downs: list[tuple[float, m.Down]] = []
        stand.overhear(self._packet)

    def _packet(self, data: bytes, at_us: float) -> None:
        messages = map(m.parse, self._decoder.feed(data))
        self.downs += [(at_us, one) for one in messages if isinstance(one, m.Down)]

    def of(self, presses: Sequence[Press]) -> list[tuple[Press, float | None]]:
        """Return each press with the arrival of its DOWN; None if no DOWN has its time."""
        stamps: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for at_us, down in self.downs:
            stamps[down.paddle].append((self._stand.emulated_us(down.t_us), at_us))
        return [
            (press, next((at for us, at in stamps[press.paddle] if abs(us - press.edge_us) < 3), None))
            for press in presses
        ]


@dataclass(frozen=True, slots=True)
class ToPacket:
    """The keys of `bench latency --json` for the emulated unit: from a contact to its packet."""

    single_us: Figures | None
    first_edge_us: Figures | None
    four_us: Figures | None
    presses: Count
    fours: Count
    lost: Count
    lights_said: Count


@dataclass(frozen=True, slots=True)
class ToHost:
    """The keys of `bench latency --json` for a unit at a port: from a contact to the host."""

    single_us: Figures | None
    four_us: Figures | None
    edge_to_write_most_us: Figures | None
    presses: Count
    clock_bound_us: Count


ANSWERS = (ToPacket, ToHost)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("how many single presses ({presses})", presses=PRESSES)
    add_count(parser, "--presses", "N", PRESSES, says)
    says = gettext("how often to press all four at once (a tenth of the presses)")
    add_count(parser, "--fours", "N", None, says)
    says = gettext("emulated, or serial:PORT to time real slaps up to the host")
    add_word(parser, "--unit", "U", says, EMULATED)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the presses (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.unit != EMULATED:
        with open_unit(args.unit) as unit:
            wait_for_unit(unit)
            return tell(latency_to_host(unit, args.presses), args)
    fours = max(1, args.presses // 10) if args.fours is None else args.fours
    return tell(latency(EmulatedStand(seed=args.seed), args.presses, fours, args.seed), args)


def latency(stand: EmulatedStand, presses: int, fours: int, seed: int = 1) -> Result:
    """Press one paddle `presses` times and all four `fours` times, at random moments; report the delays."""
    watch = Stopwatch()
    chance = Random(seed)
    hold_us = float(stand.hello.hold_us)
    arrivals = Arrivals(stand)
    stand.listen(_SETTLE_US)
    due_us, lights = stand.now_us(), 0
    singles: list[Press] = []
    groups: list[list[Press]] = []

    def press(paddle: int, t_us: float, model: bounce.Model) -> Press:
        edges = bounce.slap(t_us, chance.uniform(*_HELD_US), model, chance)
        stand.play(paddle, edges)
        known_us = bounce.hold_reached_us(edges, hold_us)
        assert known_us is not None, "a slap of these models always holds"
        return Press(paddle, t_us, known_us)

    def pass_time(for_us: float) -> None:
        """Pass time as at a table: new colours now and then; the stand itself acknowledges."""
        nonlocal due_us, lights
        end_us = stand.now_us() + for_us
        while (now_us := stand.now_us()) < end_us:
            if now_us >= due_us:
                colours = ",".join(f"{chance.getrandbits(24):06x}" for _ in range(4))
                stand.say(f"LIGHTS,{colours}")
                lights += 1
                due_us = now_us + chance.uniform(0.5, 1.5) * _LIGHTS_EVERY_US
            stand.listen(min(due_us, end_us) - now_us)

    with Progress("latency", presses + fours, singles) as progress:
        for number in range(presses):
            # Never the same paddle twice in a row: its lockout may still be running.
            paddle = (singles[-1].paddle + chance.randint(1, 3)) % 4 if singles else 0
            singles.append(press(paddle, stand.now_us() + chance.uniform(*_LEAD_US), bounce.CLEAN))
            pass_time(chance.uniform(*_PRESS_EVERY_US))
            progress.at(number + 1)
        pass_time(_LOST_US)
        for number in range(fours):
            start_us = stand.now_us() + chance.uniform(*_LEAD_US)
            four_us = ((paddle, start_us + chance.uniform(0, _FOUR_WITHIN_US)) for paddle in range(4))
            groups.append([press(paddle, t_us, bounce.WORST_SWITCH) for paddle, t_us in four_us])
            pass_time(_AFTER_FOUR_US)
            progress.at(presses + number + 1)
    pass_time(_LOST_US)
    return _result(stand, arrivals, singles, groups, lights, watch)


def _result(
    stand: EmulatedStand,
    arrivals: Arrivals,
    singles: Sequence[Press],
    groups: Sequence[Sequence[Press]],
    lights: int,
    watch: Stopwatch,
) -> Result:
    """Report the delays from hold time, first edge and four at once to the packet, and lost presses."""
    single = [(press, at) for press, at in arrivals.of(singles) if at is not None]
    from_hold = [at - press.hold_us for press, at in single]
    from_edge = [at - press.edge_us for press, at in single]
    four: list[float] = []
    lost = len(singles) - len(single)
    for group in groups:
        found = [at for _, at in arrivals.of(group) if at is not None]
        lost += len(group) - len(found)
        if len(found) == len(group):
            four.append(max(found) - max(press.hold_us for press in group))
    from_hold_us = _series(Sentence("from the end of the hold time to the first USB packet"), from_hold)
    from_edge_us = _series(Sentence("from the first edge to the first USB packet"), from_edge)
    four_us = _series(Sentence("from the end of the last hold time to the last USB packet"), four)
    without = counted("{n} press without a DOWN", "{n} presses without a DOWN", lost)
    return watch.result(
        "latency",
        Sentence(
            "single: from the end of the hold time (hold_us after the first edge) to the USB packet with "
            "the DOWN. four: from the last of four such moments (109 edges each) to the last packet. "
            "Heartbeats, acknowledgements and new lights go on meanwhile."
        ),
        Sentence(
            "what a player sees. The time is emulated, its USB host fetches packets at once and its flash "
            "never misses, so these are lower bounds. bench table measures the way from the packet to the "
            "picture."
        ),
        stand.measured,
        ToPacket(
            single_us=from_hold_us.figures(),
            first_edge_us=from_edge_us.figures(),
            four_us=four_us.figures(),
            presses=len(singles),
            fours=len(groups),
            lost=lost,
            lights_said=lights,
        ),
        {
            "single": from_hold_us,
            Sentence("first edge"): from_edge_us,
            Sentence("four at once"): four_us,
        },
        (
            Finding(not lost, Sentence("every press arrived"), without),
            _below(from_hold, "p99", HOLD_P99_US, Sentence("hold to packet")),
            _below(from_edge, "p99", EDGE_P99_US, Sentence("first edge to packet")),
            _below(from_edge, "max", EVER_US, Sentence("never late")),
            _below(four, "max", FOUR_US, Sentence("four at once")),
        ),
    )


def _series(says: str, values_us: Sequence[float]) -> Series:
    return Series(says, "us", tuple(round(value, 1) for value in values_us))


def _below(values: Sequence[float], at: str, limit_us: float, what: str) -> Finding:
    """Return whether one figure (`at`, such as "p99") of the values is within its limit.

    A fault without values.
    """
    found = figures(values)
    if found is None:
        says = Sentence("{what}: not measured, because the run was stopped", what=what)
        return Finding(False, what, says)
    value: float = getattr(found, at)
    says = Sentence(
        "{what}: {at} {value} us, at most {limit_us}",
        what=what,
        at=at,
        value=f"{value:.0f}",
        limit_us=f"{limit_us:.0f}",
    )
    return Finding(value <= limit_us, what, says)


def latency_to_host(unit: Units, presses: int) -> Result:
    """Wait for slaps of real hands; report how long each took to the host. UserError if none comes."""
    watch = Stopwatch()
    downs: list[PaddleEvent] = []
    asks = N_("Slap any paddles, {presses} times in all. Now and then, slap all four together.")
    say(gettext(asks, presses=presses))
    waited_s = 0.0
    with Progress("latency", presses, downs) as progress:
        while len(downs) < presses and waited_s < _PATIENCE_S:
            fresh = [one for one in unit.drain() if isinstance(one, PaddleEvent) and one.do is Do.DOWN]
            downs += fresh
            waited_s = 0.0 if fresh else waited_s + _TURN_S
            progress.at(len(downs))
            time.sleep(_TURN_S)
    if not downs:
        raise UserError("No slap came for a minute. Check the unit with `slamomatic doctor`.")
    return _host_result(unit, downs, watch)


def _host_result(unit: Units, downs: list[PaddleEvent], watch: Stopwatch) -> Result:
    """Report the delays of real slaps to the host, alone and four at once, and whether any is missing."""
    state = first_state(unit)
    single = _series(
        Sentence("from the first edge (the unit's stamp) until the host has read it"),
        [down.delay_us for down in downs],
    )
    four = _series(
        Sentence("the same for the last of four slaps within 0.1 s"),
        [max(one.delay_us for one in group) for group in _fours(downs)],
    )
    write = _series(
        Sentence(
            "from the first edge until the unit began to write the line, at most: the time to the host with "
            "its bound"
        ),
        [down.read_us - down.t_us + down.error_us for down in downs],
    )
    bound_us = max(down.error_us for down in downs)
    whole = state.link is Link.CONNECTED and not state.missing
    slaps = counted("{n} slap, none missing", "{n} slaps, none missing", len(downs))
    lost = Sentence("the unit was lost: check its cable and measure again")
    return watch.result(
        "latency",
        Sentence(
            "from the unit's hardware stamp of the first edge until the host has read its line. The two "
            "clocks agree within {bound_us} us; these figures are no better than that.",
            bound_us=bound_us,
        ),
        Sentence(
            "the unit alone: its hold time and the pace of USB and host are all included. The screen is "
            "not; bench table measures that."
        ),
        measured(unit),
        ToHost(single.figures(), four.figures(), write.figures(), len(downs), bound_us),
        {"single": single, Sentence("four at once"): four, Sentence("edge to write, at most"): write},
        (checked(whole, Sentence("nothing lost"), slaps, lost),),
    )


def _fours(downs: list[PaddleEvent]) -> list[list[PaddleEvent]]:
    """Group slaps of four different paddles close together; a slap is in one group at most."""
    groups, at = [], 0
    while len(group := downs[at : at + 4]) == 4:
        together = group[-1].t_us - group[0].t_us <= _TOGETHER_US
        if together and len({one.paddle for one in group}) == 4:
            groups.append(group)
            at += 4
        else:
            at += 1
    return groups
