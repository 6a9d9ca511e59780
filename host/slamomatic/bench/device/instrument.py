"""`slamomatic bench device`: from which gap on does any device report two presses in their order?"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random

from slamomatic.bench.device.pairs import (
    Bias,
    CurvePoint,
    Pair,
    PairTimes,
    biases,
    curve,
    pair_of,
    planned,
    threshold,
)
from slamomatic.bench.device.readers import EvdevReader, Reader, SdlReader
from slamomatic.bench.device.rig import MODELS, JigRig, ModelRig, Rig
from slamomatic.bench.figures import Figures, figures, rounded
from slamomatic.bench.result import Count, Finding, Progress, Result, Series, Stopwatch, add_json, tell
from slamomatic.bench.stand import open_stand
from slamomatic.errors import UsageError
from slamomatic.options import add_count, add_number, add_word
from slamomatic.units.specs import AUTO
from slamomatic.words import Sentence, counted, gettext

PAIRS = 6000
MODEL = "model:"
EVDEV = "evdev:"


@dataclass(frozen=True, slots=True)
class Button:
    """One button of the device, in an answer."""

    bias_us: float
    bias_error_us: float
    lost: Count
    latency_us: Figures | None


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench device --json`."""

    pairs: Count
    in_order: Count
    ties: Count
    wrong: Count
    lost: Count
    invented: Count
    threshold_us: float | None
    threshold_low_us: float
    threshold_high_us: float | None
    clock_bound_us: float | None
    buttons: Sequence[Button]
    curve: Sequence[CurvePoint]
    # First button, second button, gap, when each came out or None; in us from the first press on.
    presses: Sequence[PairTimes]


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("evdev:PATH (Linux), sdl, or a modelled one: {models}", models=_model_names())
    add_word(parser, "--device", "D", says, required=True)
    add_word(parser, "--unit", "U", gettext("the unit whose jig presses (auto, serial:PORT)"), AUTO)
    add_count(parser, "--pairs", "N", PAIRS, gettext("how many pairs of presses ({pairs})", pairs=PAIRS))
    add_number(parser, "--seed", "S", 1, gettext("the seed of the gaps (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with _opened(args.device, args.unit, args.seed) as rig:
        return tell(device(rig, args.pairs, args.seed), args)


def _model_names() -> str:
    return ", ".join(MODEL + name for name in MODELS)


@contextmanager
def _opened(spec: str, unit: str, seed: int) -> Iterator[Rig]:
    """Open the device that `--device` names: a modelled one, or a real one with the unit that presses it."""
    name = spec.removeprefix(MODEL)
    if spec.startswith(MODEL) and name in MODELS:
        yield ModelRig(name, Random(f"device {seed}"))
        return
    if spec != "sdl" and not spec.startswith(EVDEV):
        raise UsageError(
            'There is no device "{spec}". Choose evdev:PATH, sdl, or one of {models}.',
            spec=spec,
            models=_model_names(),
        )
    reader: Reader = SdlReader() if spec == "sdl" else EvdevReader(spec.removeprefix(EVDEV))
    with closing(reader), open_stand(unit) as stand:
        yield JigRig(stand, reader)


def device(rig: Rig, count: int, seed: int) -> Result:
    """Press the pairs, closer and closer around the threshold, and say what was found."""
    watch = Stopwatch()
    pairs: list[Pair] = []
    invented = 0
    with Progress("device", count, pairs) as progress:
        for first, second, gap_us in planned(count, rig.buttons, pairs, Random(seed)):
            pair, more = pair_of(first, second, gap_us, rig.press(first, second, gap_us))
            pairs.append(pair)
            invented += more
            progress.at(len(pairs), {"pairs": len(pairs)})
    return result_of(rig, pairs, invented, watch)


def result_of(rig: Rig, pairs: list[Pair], invented: int, watch: Stopwatch) -> Result:
    """Return all figures, from the pairs alone."""
    edge = threshold(pairs)
    leanings = biases(pairs, rig.buttons)
    presses = [press for pair in pairs for press in pair.latencies_us]
    latencies = [(button, us) for button, us in presses if us is not None]
    lost = Counter(button for button, us in presses if us is None)
    answers = Answers(
        pairs=len(pairs),
        in_order=sum(pair.order == 1 for pair in pairs),
        ties=sum(pair.order == 0 for pair in pairs),
        wrong=sum(pair.order == -1 for pair in pairs),
        lost=lost.total(),
        invented=invented,
        threshold_us=rounded(edge.us),
        threshold_low_us=round(edge.low_us, 1),
        threshold_high_us=rounded(edge.high_us),
        clock_bound_us=rounded(rig.clock_bound_us),
        buttons=[
            Button(
                bias_us=round(leaning.us, 1),
                bias_error_us=round(leaning.error_us, 1),
                lost=lost[button],
                latency_us=figures([round(us, 1) for whose, us in latencies if whose == button]),
            )
            for button, leaning in enumerate(leanings)
        ],
        curve=curve(pairs),
        presses=[pair.rounded() for pair in pairs],
    )
    says = Sentence("from a press to its report at this computer")
    return watch.result(
        "device",
        Sentence(
            "pairs of presses at known gaps: in which order the device reports them, and how long after "
            "each press"
        ),
        Sentence("the feel and the travel of a button: the presses are electrical"),
        rig.measured,
        answers,
        {Sentence("latency"): Series(says, "us", tuple(round(us, 1) for _, us in latencies))},
        tuple(_findings(answers, leanings)),
    )


def _ms(value_us: float) -> str:
    return f"{value_us / 1000:.2f}"


def _findings(answers: Answers, leanings: list[Bias]) -> Iterator[Finding]:
    """Return whether the threshold was found, nothing was lost or invented, and each button is fair."""
    low, at, high = answers.threshold_low_us, answers.threshold_us, answers.threshold_high_us
    says = Sentence("No gap up to 20 ms was shown to be enough. Press more pairs with --pairs.")
    shown = at is not None and high is not None
    if at is not None and high is not None:
        says = Sentence(
            "99 % come out in order from {at} ms on (between {low} and {high} ms)",
            at=_ms(at),
            low=_ms(low),
            high=_ms(high),
        )
    yield Finding(shown, Sentence("threshold"), says)
    lost = counted("{n} press never came out", "{n} presses never came out", answers.lost)
    yield Finding(not lost.n, Sentence("no press is lost"), lost)
    more = counted("{n} report without a press", "{n} reports without a press", answers.invented)
    yield Finding(not more.n, Sentence("nothing is invented"), more)
    for button, leaning in enumerate(leanings, start=1):
        says = _bias_says(button, leaning)
        yield Finding(not leaning.certain, Sentence("button {button} is fair", button=button), says)


def _bias_says(button: int, leaning: Bias) -> Sentence:
    return Sentence(
        "button {button} is neither early nor late (known to {error} ms)"
        if not leaning.certain
        else "button {button} comes out {ms} ms later than the others (known to {error} ms)"
        if leaning.us > 0
        else "button {button} comes out {ms} ms before the others (known to {error} ms)",
        button=button,
        ms=_ms(abs(leaning.us)),
        error=_ms(leaning.error_us),
    )
