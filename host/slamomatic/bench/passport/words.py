"""What a timing passport says of its figures: what each one means, and what it does not mean. Pure."""

from dataclasses import dataclass

from slamomatic.paddles import PADDLES
from slamomatic.words import N_

FOUR = PADDLES[:4]
UNITS = {"us": "µs", "ms": "ms", "ppm": "ppm", "s": "s"}


@dataclass(frozen=True, slots=True)
class Line:
    """One figure, or one of each paddle where the key has `{paddle}`."""

    key: str
    label: str

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys(self.key.format(paddle=paddle.name) for paddle in FOUR))


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the page: its figures, what they mean, and what they do not mean."""

    name: str
    title: str
    headline_label: str
    headline: str  # the key of the figure that stands large on top of the page; offsets have no one figure
    lines: tuple[Line, ...]
    means: str
    not_meant: str
    emulated: str  # what else is to know if the unit was emulated
    step: str = ""  # of the run, where it is called otherwise
    drawn_says: str = ""  # of the values that are drawn


CHAPTERS = (
    Chapter(
        "order",
        N_("Order"),
        N_("smallest gap told in order"),
        "order_smallest_told_us",
        (
            Line("order_pairs", N_("pairs of slaps")),
            Line("order_wrong", N_("told in the wrong order")),
            Line("order_ties", N_("told as a tie")),
            Line("order_smallest_told_us", N_("smallest gap told in the right order")),
            Line("order_widest_not_told_us", N_("widest gap not told in the right order")),
            Line("order_gap_error_us", N_("largest error of a gap")),
            Line("order_missed", N_("slaps missed")),
            Line("order_invented", N_("slaps that nobody made")),
        ),
        N_(
            "Edges came at known times, and the unit told their order. A gap smaller than the smallest one "
            "told may be a tie. A tie is no fault; a wrong order is."
        ),
        N_(
            "It says nothing about how evenly the switches close: see the offsets. No wrong pair in this "
            "run is no promise for the next one."
        ),
        N_("The slaps were played on the emulated pins, with bounce and static from public recordings."),
    ),
    Chapter(
        "latency",
        N_("Latency"),
        N_("slap to computer, at most (99 %)"),
        "latency_most_p99_us",
        (
            Line("latency_slaps", N_("slaps")),
            Line("latency_median_us", N_("first edge to host, median")),
            Line("latency_p99_us", N_("first edge to host, 99 %")),
            Line("latency_max_us", N_("first edge to host, longest")),
            Line("latency_bound_us", N_("each of these may be off by up to")),
            Line("latency_most_median_us", N_("at most, median")),
            Line("latency_most_p99_us", N_("at most, 99 %")),
            Line("latency_most_max_us", N_("at most, longest")),
            Line("hold_us", N_("of which the unit waits for steady contact")),
        ),
        N_(
            "How long a slap takes from its first edge until this computer has read it. The two clocks are "
            "compared by pings, so each time has a bound. At most is the time with its bound. The unit "
            "wrote the line before that."
        ),
        N_(
            "Nobody is favoured by it: slaps are judged by the unit's own stamps. The screen's delay is not "
            "in it. When the unit began to write is not known more closely, because no line tells it."
        ),
        N_("The emulated USB fetches packets at once. A real one takes longer."),
        drawn_says=N_("from the first edge to the host"),
    ),
    Chapter(
        "offsets",
        N_("Offsets"),
        N_("largest offset"),
        "",
        (
            Line("offset_drops", N_("drops of the board")),
            Line("offset_{paddle}_us", N_("late by (µs)")),
            Line("offset_{paddle}_error_us", N_("standard error (µs)")),
        ),
        N_(
            "A flat board was dropped on all four paddles. Each figure is how much later than the mean of "
            "the four this paddle makes contact. Below zero is earlier."
        ),
        N_(
            "Only what is larger than two of its errors is certain. It does not say which paddle is right, "
            "nor how a hand meets it."
        ),
        N_("The board is made up: it tilts and is warped by chance, and the emulated paddles are all alike."),
    ),
    Chapter(
        "bounce",
        N_("Bounce"),
        N_("longest stillness in a bounce"),
        "bounce_longest_still_us",
        (
            Line("bounce_{paddle}_presses", N_("presses")),
            Line("bounce_{paddle}_median_us", N_("median (µs)")),
            Line("bounce_{paddle}_p99_us", N_("99 % (µs)")),
            Line("bounce_{paddle}_max_us", N_("longest (µs)")),
            Line("bounce_longest_still_us", N_("longest stillness inside a bounce")),
            Line("lockout_ms", N_("lockout that is set")),
            Line("lockout_advised_ms", N_("lockout that is enough")),
            Line("bounce_spikes", N_("spikes without a slap")),
            Line("bounce_lost_edges", N_("edges left out")),
        ),
        N_(
            "From the first edge of a press to its last. The lockout must be longer than the longest "
            "stillness inside a bounce, or one slap counts twice."
        ),
        N_(
            "A slap's time is its first edge, so bounce delays nothing. It does not say how the switches "
            "bounce when old."
        ),
        N_("The bounce follows public recordings of a good switch. It is not that of any switch of yours."),
        drawn_says=N_("from the first to the last edge of each press, of all paddles"),
    ),
    Chapter(
        "clock",
        N_("Drift"),
        N_("clock drift"),
        "drift_ppm",
        (
            Line("drift_ppm", N_("the unit's clock is faster by")),
            Line("drift_error_ppm", N_("give or take")),
            Line("drift_low_ppm", N_("at least")),
            Line("drift_high_ppm", N_("at most")),
            Line("clock_bound_us", N_("best comparison of the two clocks, good to")),
            Line("pings", N_("pings answered")),
        ),
        N_(
            "The unit's crystal against the clock of this computer. 10 ppm are 10 µs in a second. The true "
            "drift lies between the two limits."
        ),
        N_(
            "It does not say which of the two is right. The order of slaps on one unit does not depend on "
            "it. Warmth changes it."
        ),
        N_("An emulated unit has no crystal: it shares one clock with its host, and the true drift is zero."),
    ),
    Chapter(
        "noise",
        N_("Noise"),
        N_("spikes with nobody there"),
        "quiet_spikes",
        (
            Line("quiet_s", N_("seconds without a hand")),
            Line("quiet_spikes", N_("spikes that the unit swallowed")),
            Line("quiet_slaps", N_("slaps that nobody made")),
        ),
        N_(
            "What the inputs pick up while nobody touches anything. The unit counts spikes, and none may "
            "become a slap."
        ),
        N_(
            "It was measured in this room, with these leads. A phone or a motor beside the unit may change "
            "it."
        ),
        N_("Nothing disturbs an emulated input. Static was played during the order step instead."),
        step="quiet",
    ),
)

LINES = [line for chapter in CHAPTERS for line in chapter.lines]


def error_of(key: str) -> str:
    """The key of how far this figure may be off, where that is known."""
    return "_error_".join(key.rsplit("_", 1))


def unit_of(key: str) -> str:
    """A figure's key ends in its unit; that of a count in none."""
    return UNITS.get(key.rpartition("_")[2], "")
