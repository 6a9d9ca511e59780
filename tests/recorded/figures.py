"""Figures of a recorded run, from the unit's lines alone: drift, noise, order, latency, bounce, offsets."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from slamomatic import messages as m
from slamomatic.bench.bounce.instrument import Recorder
from slamomatic.bench.calibrate.offsets import offsets
from slamomatic.bench.device.pairs import first_of_each
from slamomatic.bench.edges.bursts import Burst, advise, cut
from slamomatic.bench.figures import figures, rounded
from slamomatic.bench.recording.raw import Raw
from slamomatic.paddles import PADDLES

DIGITS = 3
UNKNOWN_PPM = 200.0
SHORTEST_BASE_US = 5_000_000  # pings nearer to each other say nothing about the drift

# None: not measured. Keys end in their unit; counts have none.
Figures = dict[str, float | None]


def run_figures(raw: Raw) -> Figures:
    """All figures that were measured."""
    run = clocks(raw)
    found: Figures = {
        **drift(run),
        "clock_bound_us": min((offset_us.half for _, offset_us in run.pings), default=None),
        "pings": len(run.pings),
        "hold_us": raw.setting("hold_us"),
        "lockout_ms": raw.setting("lockout_ms"),
        **noise(raw),
        **order(raw),
        **latency(raw, run),
        **bounce(raw),
        **board(raw),
    }
    return {key: rounded(value, DIGITS) for key, value in found.items()}


# -- the two clocks of the run
#
# A ping is sent at `sent`. The unit stamps its first byte as `unit`, knows everything up to `known` when it
# writes the answer, and the host reads that at `read`. So the offset (host minus unit) lies between
# `sent - unit` and `read - known`, however lopsided the ways are. A microsecond either way
# is for what the stamps leave out.


@dataclass(frozen=True, slots=True)
class Between:
    """A number that is known to lie between two limits."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def half(self) -> float:
        """How far the middle may be off."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Clocks:
    """The offset at each ping of a run, by the unit's clock, and how much faster the unit's clock runs."""

    pings: Sequence[tuple[int, Between]]
    drift_ppm: Between | None

    def host_us(self, unit_us: int) -> tuple[float, float]:
        """The host's time of this moment, and how far it may be off."""
        near = sorted(self.pings, key=lambda ping: abs(ping[0] - unit_us))[:5]
        ping_us, offset_us = min(near, key=lambda ping: (ping[1].half, ping[0]))
        away_us = unit_us - ping_us
        # Unknown: of two crystals each is good to 100 ppm.
        drift_ppm = self.drift_ppm or Between(-UNKNOWN_PPM, UNKNOWN_PPM)
        bound_us = offset_us.half + (drift_ppm.half or UNKNOWN_PPM) * 1e-6 * abs(away_us)
        return unit_us + offset_us.middle - drift_ppm.middle * 1e-6 * away_us, bound_us


def clocks(raw: Raw) -> Clocks:
    """From the pings that were answered, in the order of the unit's clock."""
    sent = dict(raw.pings)
    pings = []
    for at_us, pong in raw.all_of(m.Pong):
        if pong.token in sent:
            high_us = at_us - max(pong.t_us, pong.known_us or 0) + 1
            pings.append((pong.t_us, Between(sent[pong.token] - pong.t_us - 1, high_us)))
    pings.sort(key=lambda ping: ping[0])
    return Clocks(pings, _drift_ppm(pings))


def _drift_ppm(pings: Sequence[tuple[int, Between]]) -> Between | None:
    """How fast the unit gains on the host, by every two pings far enough apart."""
    slowest, fastest = -math.inf, math.inf
    for (early_us, early), (late_us, late) in combinations(pings, 2):
        apart_us = late_us - early_us
        if apart_us >= SHORTEST_BASE_US:
            slowest = max(slowest, (early.low - late.high) / apart_us)
            fastest = min(fastest, (early.high - late.low) / apart_us)
    if not -math.inf < slowest <= fastest < math.inf:
        return None  # too short, or one of the clocks jumped
    return Between(slowest * 1e6, fastest * 1e6)


def drift(run: Clocks) -> Figures:
    found = run.drift_ppm
    if found is None:
        return {}
    names = ("drift_ppm", "drift_error_ppm", "drift_low_ppm", "drift_high_ppm")
    return dict(zip(names, (found.middle, found.half, found.low, found.high), strict=True))


# -- noise


def noise(raw: Raw) -> Figures:
    """Hands off: whatever moves is noise."""
    beats = [beat for _, beat in raw.during("quiet", m.Beat)]
    if len(beats) < 2:
        return {}
    return {
        "quiet_s": (beats[-1].t_us - beats[0].t_us) / 1e6,
        "quiet_spikes": beats[-1].spikes - beats[0].spikes,
        "quiet_slaps": len(raw.during("quiet", m.Down)),
    }


# -- order

NONE_IN_A_SOUND_UNIT = (
    "order_wrong",
    "order_missed",
    "order_invented",
    "bounce_lost_edges",
    "quiet_slaps",
)


def order(raw: Raw) -> Figures:
    """Known slaps held against the slaps that the unit told of."""
    step = raw.step("order")
    if step is None or not step.trials:
        return {}
    pairs: list[tuple[float, float]] = []  # the true gap of two neighbours, and the gap of their stamps
    missed = invented = 0
    for trial in step.trials:
        downs = ((down.paddle, down.t_us) for _, down in raw.all_of(m.Down, trial))
        stamps, more = first_of_each({paddle for _, paddle in trial.slaps}, downs)
        slapped = [(t_us, paddle) for t_us, paddle in trial.slaps if paddle in stamps]
        missed += len(trial.slaps) - len(slapped)
        invented += more
        pairs += [
            (late_us - early_us, float(stamps[late] - stamps[early]))
            for (early_us, early), (late_us, late) in pairwise(slapped)
        ]
    apart = [(true_us, told_us) for true_us, told_us in pairs if true_us > 0]  # at once: a tie is right
    return {
        "order_pairs": len(pairs),
        "order_wrong": sum(told_us < 0 for _, told_us in apart),
        "order_ties": sum(told_us == 0 for _, told_us in apart),
        "order_missed": missed,
        "order_invented": invented,
        "order_smallest_told_us": min((true_us for true_us, told_us in apart if told_us > 0), default=None),
        "order_widest_not_told_us": max(
            (true_us for true_us, told_us in apart if told_us <= 0), default=None
        ),
        "order_gap_error_us": max((abs(told_us - true_us) for true_us, told_us in pairs), default=None),
    }


# -- latency


def latency(raw: Raw, run: Clocks) -> Figures:
    """From the first edge to the host. The unit wrote the line before that."""
    delays = delays_of(raw, run)
    return {
        "latency_slaps": len(delays) if raw.step("latency") else None,
        **_spread("latency", [delay_us for delay_us, _ in delays]),
        "latency_bound_us": max((bound_us for _, bound_us in delays), default=None),
        **_spread("latency_most", [delay_us + bound_us for delay_us, bound_us in delays]),
    }


def delays_of(raw: Raw, run: Clocks) -> list[tuple[float, float]]:
    """From each slap's first edge until the host had its line, by the host's clock, with its bound."""
    if not run.pings:
        return []
    slapped = [(at_us, run.host_us(down.t_us)) for at_us, down in raw.during("latency", m.Down)]
    return [(at_us - first_us, bound_us) for at_us, (first_us, bound_us) in slapped]


def _spread(name: str, values: Sequence[float]) -> Figures:
    found = figures(values)
    which = ("median", "p99", "max") if found else ()
    return {f"{name}_{one}_us": getattr(found, one) for one in which}


# -- bounce


def bounce(raw: Raw) -> Figures:
    """How the switches bounce, and what that asks of the settings."""
    if raw.step("bounce") is None:
        return {}
    by_paddle = bursts(raw)
    everything = [burst for mine in by_paddle for burst in mine]
    found: Figures = {
        "bounce_longest_still_us": max((burst.longest_gap_us for burst in everything), default=None),
        "bounce_spikes": sum(burst.kind == "spike" for burst in everything),
        "bounce_lost_edges": raw.lost_edges(),
    }
    for paddle, mine in zip(PADDLES, by_paddle, strict=False):
        lengths = press_lengths_us(mine)
        found[f"bounce_{paddle.name}_presses"] = len(lengths)
        found |= _spread(f"bounce_{paddle.name}", lengths)
    lockout_ms, hold_us = raw.setting("lockout_ms"), raw.setting("hold_us")
    if everything and lockout_ms is not None and hold_us is not None:
        advice = advise(everything, lockout_ms=lockout_ms, hold_us=hold_us)
        found["lockout_advised_ms"] = advice.lockout_ms
    return found


def bursts(raw: Raw) -> list[list[Burst]]:
    """The movements of each contact."""
    recorder = Recorder(4)
    for _, edges in raw.during("bounce", m.Edges):
        recorder.take(edges)
    return [cut(edges) for edges in recorder.edges]


def press_lengths_us(mine: Sequence[Burst]) -> list[float]:
    return [float(burst.length_us) for burst in mine if burst.kind == "press"]


# -- offsets


def board(raw: Raw) -> Figures:
    """How late each paddle makes contact under a dropped board."""
    step = raw.step("offsets")
    if step is None:
        return {}
    told: Figures = {"offset_drops": sum(map(len, step.quarters))}
    if told["offset_drops"] and len(step.quarters) == 4 and len(set(map(len, step.quarters))) == 1:
        for paddle, found in zip(PADDLES, offsets(step.quarters), strict=False):
            told[f"offset_{paddle.name}_us"] = found.offset_us
            told[f"offset_{paddle.name}_error_us"] = found.error_us
    return told


def faulty(figures: Figures) -> list[str]:
    """The keys of figures that no sound unit has."""
    return [key for key in NONE_IN_A_SOUND_UNIT if figures.get(key)]
