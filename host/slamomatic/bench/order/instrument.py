"""`slamomatic bench order`: does the unit name the right loser, whatever bounces and crackles?

An emulated unit is played known slaps. With the loop-back jig a real one plays known edges into itself, ever
tighter.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from slamomatic import messages as m
from slamomatic.bench.figures import rounded
from slamomatic.bench.order.trials import MATCH_US, PADDLES, Verdict, chi_square, judge, make_trial
from slamomatic.bench.order.workers import play_together
from slamomatic.bench.progress import Facts
from slamomatic.bench.result import (
    Count,
    Finding,
    Measured,
    Progress,
    Result,
    Series,
    Stopwatch,
    add_json,
    tell,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.errors import UserError
from slamomatic.options import add_choice, add_count, add_number, add_word
from slamomatic.paddles import PADDLES as SEATS
from slamomatic.units.specs import EMULATED
from slamomatic.words import Sentence, counted, gettext

TRIALS = 2000
BOUNCES = ("recorded", "kit")  # how the emulated contacts bounce
# Apart by this much, two slaps must never come out as a tie (default capture).
TELLS_APART_US = 2.0
BLIND = "blind_ns"
CHANCE_ONCE_IN_1000 = 16.27  # chi-square, three degrees of freedom
_LOCKOUT_US = 50_000
_PATIENCE_US = 400_000
_LAST_BEAT_US = 1_500_000  # a heartbeat comes each second: the last one has the count of spikes
_SETTLE_US = 1_200_000  # until the first PING has covered what the start had to say


@dataclass(frozen=True, slots=True)
class Lasts:
    """Counts of how often one paddle was last, and how often the unit said so."""

    last: Count
    named_last: Count
    tied_last: Count


@dataclass(frozen=True, slots=True)
class PlayedAnswers:
    """The keys of `bench order --json` for the emulated unit, which is played known slaps."""

    trials: Count
    capture: str
    bounce: str
    wrong: Count
    ties: Count
    untrue_ties: Count
    tells_apart_us: float
    smallest_gap_us: float | None
    missed: Count
    invented: Count
    closed_again: Count
    misstamped: Count
    sent_out_of_order: Count
    worst_stamp_error_us: float
    spikes_played: Count
    spikes_counted: Count
    faults: Mapping[str, Count]
    by_paddle: Mapping[str, Lasts]
    chi_square: float


@dataclass(frozen=True, slots=True)
class JigAnswers:
    """The keys of `bench order --json` for a unit with the loop-back jig, by its own self-test.

    The jig plays one contact after the other. Edges that the unit can't tell apart show in its blind time,
    so there are no ties, and no paddle is the last one.
    """

    trials: Count
    wrong: Count
    smallest_gap_us: float | None
    blind_ns: Count | None
    tests: Mapping[str, str]
    ties: None = None
    untrue_ties: None = None
    by_paddle: Mapping[str, Lasts] = field(default_factory=dict)


ANSWERS = (PlayedAnswers, JigAnswers)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_count(parser, "--trials", "N", TRIALS, gettext("how many trials ({trials})", trials=TRIALS))
    add_word(parser, "--unit", "U", gettext("emulated, or serial:PORT for the loop-back jig"), EMULATED)
    add_choice(parser, "--capture", ("pio", "irq"), "pio", gettext("which capture the unit uses (pio)"))
    says = gettext(
        "how emulated contacts bounce: as recorded, or with the rebound of the kit's paddles (recorded)"
    )
    add_choice(parser, "--bounce", BOUNCES, BOUNCES[0], says)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the slaps (1)"))
    add_count(parser, "--workers", "W", 1, gettext("how many processes work at once (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.unit != EMULATED:
        with open_stand(args.unit) as stand:
            return tell(order_by_jig(stand), args)
    return tell(order(args.trials, args.capture, args.seed, args.workers, args.bounce), args)


@dataclass(slots=True)
class Share:
    """The results of one process."""

    verdicts: list[Verdict]
    faults: list[str]
    blind_us: int
    measured: Measured
    spikes_played: int = 0
    spikes_counted: int = 0

    def hear(self, messages: Sequence[m.Message]) -> None:
        """Keep the faults among these messages, and the unit's latest count of spikes."""
        self.faults += [one.what for one in messages if isinstance(one, m.FaultLine)]
        for one in messages:
            if isinstance(one, m.Beat):
                self.spikes_counted = one.spikes


def order(
    trials: int, capture: str = "pio", seed: int = 1, workers: int = 1, bounce: str = BOUNCES[0]
) -> Result:
    """Run the trials, in `workers` processes, and say what was found."""
    watch = Stopwatch()
    workers = min(workers, trials)
    shares = [list(range(first, trials, workers)) for first in range(workers)]
    if workers == 1:
        done = [play(shares[0], capture, seed, bounce)]
    else:
        done = play_together(play, shares, (capture, seed, bounce), Progress("order", trials))
    return _result(done, capture, bounce, watch)


def play(
    numbers: Sequence[int],
    capture: str,
    seed: int,
    bounce: str = BOUNCES[0],
    at: Callable[[int, Facts], None] | None = None,
) -> Share:
    """Play the trials with these numbers on an emulated unit; a number makes the same trial in any process.

    `at` is called after each trial with the count so far; it raises KeyboardInterrupt to stop.
    """
    settings = {} if capture == "pio" else {"capture": capture}
    stand = EmulatedStand(seed=seed, **settings)
    blind_us = stand.hello.blind_us
    stand.listen(_SETTLE_US)
    tie_below_us, match_us = (TELLS_APART_US, MATCH_US) if capture == "pio" else (blind_us, blind_us)
    share = Share([], [], blind_us, stand.measured)
    with Progress("order", len(numbers), share.verdicts) as progress:
        tell = at or progress.at
        for number in numbers:
            chance = Random(f"{seed} {number}")
            trial = make_trial(stand.now_us(), chance, kit=bounce == "kit")
            for paddle, pattern in enumerate(trial.patterns):
                stand.play(paddle, pattern)
            slaps, again = (
                [(stand.unit_us(t_us), paddle) for t_us, paddle in true]
                for true in (trial.slaps, trial.again)
            )
            heard = hear_all(stand, trial.ends_us + _LOCKOUT_US)
            downs = [one for one in heard if isinstance(one, m.Down)]
            share.hear(heard)
            share.spikes_played += trial.spikes
            share.verdicts.append(judge(slaps, downs, tie_below_us, match_us, again))
            done, wrong = len(share.verdicts), sum(verdict.wrong for verdict in share.verdicts)
            tell(done, {"slaps": PADDLES * done, "wrong": wrong})
    share.hear(stand.listen(_LAST_BEAT_US))
    return share


def hear_all(stand: EmulatedStand, quiet_us: float) -> list[m.Message]:
    """Listen until every paddle has been released and `quiet_us` is near; return all messages.

    A slap that never comes ends the wait after _PATIENCE_US.
    """
    open_paddles = set(range(PADDLES))

    def all_released(message: m.Message) -> bool:
        if isinstance(message, m.Up):
            open_paddles.discard(message.paddle)
        elif isinstance(message, m.Down):
            open_paddles.add(message.paddle)
        return not open_paddles and stand.now_us() >= quiet_us - _LOCKOUT_US

    return stand.listen(quiet_us - stand.now_us() + _PATIENCE_US, until=all_released)


def _result(shares: Sequence[Share], capture: str, bounce: str, watch: Stopwatch) -> Result:
    """Report all trials together: wrong orders, ties, missed and invented slaps, stamps, fairness."""
    verdicts = [verdict for share in shares for verdict in share.verdicts]
    told = [verdict.smallest_gap_us for verdict in verdicts if verdict.smallest_gap_us is not None]
    last = Counter(verdict.true_last for verdict in verdicts)
    alone = Counter(verdict.named_last[0] for verdict in verdicts if len(verdict.named_last) == 1)
    tied = Counter(one for verdict in verdicts if len(verdict.named_last) > 1 for one in verdict.named_last)
    by_paddle = {
        SEATS[paddle].name: Lasts(last[paddle], alone[paddle], tied[paddle]) for paddle in range(PADDLES)
    }
    named = [alone[paddle] for paddle in range(PADDLES)]
    faults = Counter(fault for share in shares for fault in share.faults)

    answers = PlayedAnswers(
        trials=len(verdicts),
        capture=capture,
        bounce=bounce,
        wrong=sum(verdict.wrong for verdict in verdicts),
        ties=sum(verdict.ties for verdict in verdicts),
        untrue_ties=sum(verdict.untrue_ties for verdict in verdicts),
        tells_apart_us=TELLS_APART_US if capture == "pio" else shares[0].blind_us,
        smallest_gap_us=rounded(min(told, default=None), 3),
        missed=sum(verdict.missed for verdict in verdicts),
        invented=sum(verdict.invented for verdict in verdicts),
        closed_again=sum(verdict.closed_again for verdict in verdicts),
        misstamped=sum(verdict.misstamped for verdict in verdicts),
        sent_out_of_order=sum(verdict.late_order for verdict in verdicts),
        worst_stamp_error_us=round(max(verdict.stamp_error_us for verdict in verdicts), 3),
        spikes_played=sum(share.spikes_played for share in shares),
        spikes_counted=sum(share.spikes_counted for share in shares),
        faults=dict(sorted(faults.items())),
        by_paddle=by_paddle,
        chi_square=round(chi_square(named), 2),
    )
    return watch.result(
        "order",
        Sentence(
            "whether the DOWN lines give the true order and times of first contacts that are played on the "
            "emulated pins"
        ),
        Sentence(
            "anything about switches: bounce and static follow public recordings, and the time is emulated"
        ),
        shares[0].measured,
        answers,
        {
            Sentence("stamp error"): Series(
                Sentence("worst difference in a trial between a DOWN's time and the true first contact"),
                "us",
                tuple(round(verdict.stamp_error_us, 3) for verdict in verdicts),
            )
        },
        _findings(answers, named),
    )


def _findings(answers: PlayedAnswers, named: Sequence[int]) -> tuple[Finding, ...]:
    """Return a finding for each thing that must never happen, and one on fairness between paddles."""
    least_us = f"{answers.tells_apart_us:g}"
    fair = chi_square(named) < CHANCE_ONCE_IN_1000
    none = (
        (
            Sentence("never a wrong order"),
            counted(
                "{n} pair of slaps named in the wrong order",
                "{n} pairs of slaps named in the wrong order",
                answers.wrong,
            ),
        ),
        (
            Sentence("ties are true"),
            counted(
                "{n} tie of slaps at least {least_us} us apart",
                "{n} ties of slaps at least {least_us} us apart",
                answers.untrue_ties,
                least_us=least_us,
            ),
        ),
        (
            Sentence("no spike is a slap"),
            counted("{n} slap that nobody made", "{n} slaps that nobody made", answers.invented),
        ),
        (Sentence("no slap is a spike"), counted("{n} slap missed", "{n} slaps missed", answers.missed)),
        (
            Sentence("times are true"),
            counted("{n} slap with the wrong time", "{n} slaps with the wrong time", answers.misstamped),
        ),
        (
            Sentence("sent in true order"),
            counted(
                "{n} trial with DOWNs sent out of order",
                "{n} trials with DOWNs sent out of order",
                answers.sent_out_of_order,
            ),
        ),
    )
    return (
        *(Finding(not found.n, what, found) for what, found in none),
        Finding(
            fair,
            Sentence("no paddle is favoured"),
            Sentence("chi-square {value} over {counts}", value=answers.chi_square, counts=list(named)),
        ),
    )


def order_by_jig(stand: Stand) -> Result:
    """Report the unit's self-test: each of its checks, and how close two edges may come (its blind time).

    UserError if the self-test does not end.
    """
    watch = Stopwatch()
    tests = stand.self_test()
    if not tests:
        raise UserError(
            "The unit did not finish its self-test. Take your hands off the paddles and start the test again."
        )
    blind_ns = int(tests[BLIND]) if tests.get(BLIND, "").isdigit() else None
    findings = [
        Finding(not result.startswith("failed"), Sentence("self-test {name}", name=name), f"{name}: {result}")
        for name, result in tests.items()
        if name != BLIND or blind_ns is None
    ]
    series: dict[str, Series] = {}
    if blind_ns is not None:
        says = Sentence(
            "edges that are {blind_ns} ns apart or more are all recorded, in order",
            blind_ns=blind_ns,
        )
        findings.append(Finding(True, Sentence("blind time"), says))
        series[Sentence("blind time")] = Series(Sentence("smallest spacing told apart"), "ns", (blind_ns,))
    return watch.result(
        "order",
        Sentence(
            "whether the unit's capture records the edges that the unit's own jig outputs play into its "
            "four inputs at known times. They come ever closer together, until one is missed or the "
            "capture says that it stalled."
        ),
        Sentence(
            "switches, leads and hands: the jig's edges are clean. Without a jig, only the tests that need "
            "none are done."
        ),
        stand.measured,
        JigAnswers(
            trials=len(tests),
            wrong=len([f for f in findings if not f.ok]),
            smallest_gap_us=None if blind_ns is None else blind_ns / 1000,
            blind_ns=blind_ns,
            tests=tests,
        ),
        series,
        tuple(findings),
    )
