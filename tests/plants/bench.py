"""The bench: what instruments say of what they measured."""

from __future__ import annotations

import dataclasses
from typing import Any

from plants.patching import Patch, always, answering, doing, plant

FIGURES = "slamomatic.bench.figures"
VERIFY = "slamomatic.bench.report.verify"
BURSTS = "slamomatic.bench.edges.bursts"
OFFSETS = "slamomatic.bench.calibrate.offsets"
SOAK = "slamomatic.bench.soak.instrument"


@plant("the median of a measurement is its mean")
def _(patch: Patch) -> None:
    def quantile(original: Any, ordered: Any, share: float) -> Any:
        return sum(ordered) / len(ordered) if share == 0.5 else original(ordered, share)

    patch(f"{FIGURES}:quantile", doing(quantile))


@plant("the slowest one in a hundred is left out of the figures")
def _(patch: Patch) -> None:
    patch(f"{FIGURES}:quantile", doing(lambda original, ordered, share: original(ordered, min(share, 0.9))))


@plant("outliers are taken out of the figures")
def _(patch: Patch) -> None:
    patch(f"{FIGURES}:outliers_of", always(()))


@plant("the interval of a share is too narrow")
def _(patch: Patch) -> None:
    patch(f"{FIGURES}:wilson", doing(lambda original, good, count, z: original(good, count, z / 3)))


@plant("a press and a release of a switch are taken for one")
def _(patch: Patch) -> None:
    patch.value(f"{BURSTS}:STILL_CLOSED_US", 10_000_000, f"{BURSTS}:cut")


@plant("the advised lockout is shorter than the bounce")
def _(patch: Patch) -> None:
    patch(
        f"{BURSTS}:advise",
        answering(lambda advice: dataclasses.replace(advice, lockout_ms=1)),
    )


@plant("a late paddle is offered a correction the wrong way")
def _(patch: Patch) -> None:
    patch(
        f"{OFFSETS}:offsets",
        answering(lambda found: [dataclasses.replace(each, offset_us=-each.offset_us) for each in found]),
    )


@plant("the board's own warp is taken for a late paddle")
def _(patch: Patch) -> None:
    def offsets(original: Any, quarters: Any) -> Any:
        return original([quarters[0]] * len(quarters))

    patch(f"{OFFSETS}:offsets", doing(offsets))


@plant("a correction is offered for what may be chance")
def _(patch: Patch) -> None:
    patch.value(
        f"{OFFSETS}:ERRORS_TO_OFFER",
        0.0,
        f"{OFFSETS}:offsets",
    )


@plant("a wrong order of two slaps is not counted")
def _(patch: Patch) -> None:
    def judge(original: Any, *args: Any, **words: Any) -> Any:
        found = original(*args, **words)
        found.wrong = 0
        return found

    patch("slamomatic.bench.order.trials:judge", doing(judge))


@plant("a missed slap is not counted")
def _(patch: Patch) -> None:
    def judge(original: Any, *args: Any, **words: Any) -> Any:
        found = original(*args, **words)
        found.missed = 0
        return found

    patch("slamomatic.bench.order.trials:judge", doing(judge))


@plant("a lossy wire passes for a good one")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.bench.link.damage:_counts_of",
        answering(lambda repair: dataclasses.replace(repair, lost=0)),
    )


@plant("the soak counts nothing that was lost")
def _(patch: Patch) -> None:
    def result(original: Any, ledger: Any, *rest: Any, **words: Any) -> Any:
        rest[0].lost = 0
        return original(ledger, *rest, **words)

    patch(f"{SOAK}:_result", doing(result))
    patch(
        f"{SOAK}:_mismatches",
        always((0, 0)),
        f"{SOAK}:soak",
    )


@plant("a false start is timed as a reaction")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.bench.reaction.instrument:Trainer.down",
        doing(
            lambda original, self, paddle, t_us: original(
                self, paddle, max(t_us, (self.go_us or 0) + 150_000)
            )
        ),
    )


@plant("a report whose figures were changed is believed")
def _(patch: Patch) -> None:
    patch(f"{VERIFY}:_figures", doing(lambda original, page, runs, before: iter(())))


@plant("a report whose raw data were changed is believed")
def _(patch: Patch) -> None:
    patch(f"{VERIFY}:seal_of", always("0" * 64))


@plant("a report from next year is believed")
def _(patch: Patch) -> None:
    patch(f"{VERIFY}:_date_possible", always(True))


@plant("the oscilloscope shows a slap a millisecond later")
def _(patch: Patch) -> None:
    def records(original: Any, message: Any) -> Any:
        return [(t_us + 1_000, levels) for t_us, levels in original(message)]

    patch("slamomatic.bench.edges.capture:records_of", doing(records))


@plant("an instrument that failed ends well")
def _(patch: Patch) -> None:
    patch("slamomatic.bench.result:tell", answering(lambda _: 0))


@plant("a slap in the lab's stream is stamped truer than it is known")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.bench.lab.clock:LabClock.stamp",
        answering(lambda stamp: dataclasses.replace(stamp, error_us=0)),
    )


@plant("the lab's clock is the host's")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.bench.lab.clock:LabClock.note_bracket",
        doing(lambda original, self, before, host, after: original(self, float(host), host, float(host))),
    )
