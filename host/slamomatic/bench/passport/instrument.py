"""`slamomatic bench passport`: how good a unit's timing is, on one dated page with the raw data inside.

The guided run has five steps. Each leaves the unit's lines and says what was done. On an emulated unit
contacts are played, with bounce and static from public recordings. On a real one the loop-back jig plays the
order, and a person's hands do the rest. What can't be done is left out, with its reason.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Self

from slamomatic import messages as m
from slamomatic.bench.bounce import instrument as bounce
from slamomatic.bench.calibrate import instrument as calibrate
from slamomatic.bench.order.instrument import hear_all
from slamomatic.bench.order.trials import make_trial
from slamomatic.bench.passport.figures import faulty
from slamomatic.bench.passport.file import verify, written
from slamomatic.bench.passport.page import shown
from slamomatic.bench.passport.raw import EMULATED_ID, JIG, PINS, STEPS, Raw, Step, Trial
from slamomatic.bench.passport.words import CHAPTERS, LINES, unit_of
from slamomatic.bench.progress import Progress, say
from slamomatic.bench.result import Count, Finding, Stopwatch
from slamomatic.bench.stand import EmulatedStand, PortStand, Stand, open_stand
from slamomatic.emulator import bounce as models
from slamomatic.errors import UsageError, UserError, explained
from slamomatic.options import add_count, add_number, add_switch, add_unit, add_word
from slamomatic.wire import Decoder
from slamomatic.words import N_, gettext, said

ROUNDS = 10
# What one round holds of each step.
QUIET_US, TRIALS, PRESSES = 2_000_000, 3, 4
ROUNDS_A_SLAP = 5  # a round has the fifth part of a soft and a hard slap of each paddle
PATIENCE_US = 60_000_000
LOOK_US = 200_000
SETTLE_US = 1_200_000  # until the unit has said what its start had to say
# A jig's press: held for longer than the unit's hold; a second later the unit takes the next one.
HELD_US, REST_US = 5_000, 1_150_000
GAPS_US = (0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1_000, 2_000, 5_000)
_PRESS_EVERY_US = (60_000.0, 110_000.0)
_PRESSED_FOR_US = (12_000.0, 20_000.0)

NO_JIG = N_(
    "The loop-back jig was not fitted, and only its edges come at known times. Put the jumpers on J7 and "
    "measure again."
)
NOT_WANTED = N_("It was left out.")
STOPPED = N_("The run was stopped too early.")
NO_HANDS = N_("Nobody slapped for a minute.")


@dataclass(frozen=True, slots=True)
class Written:
    """The keys of `bench passport --json`: the page, its document without the raw data, and what is wrong."""

    page: str
    passport: Count  # the version of the document
    slamomatic: str
    made_at: str
    unit_id: str
    firmware: str
    micropython: str
    emulated: bool
    figures: Mapping[str, float | None]
    raw_sha256: str
    not_measured: Mapping[str, str]  # step -> why
    faults: Sequence[str]  # keys of figures that no sound unit has
    ok: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """The keys of `bench passport --verify FILE --json`."""

    file: str
    ok: bool
    unit_id: str | None  # None: the file can't be read
    made_at: str | None
    emulated: bool | None
    findings: Sequence[Finding]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    says = gettext("how much is measured ({rounds}): twice as many take twice as long", rounds=ROUNDS)
    add_count(parser, "--rounds", "N", ROUNDS, says)
    says = gettext("steps to leave out: {steps}", steps=", ".join(STEPS))
    parser.add_argument("--without", choices=STEPS, nargs="+", default=[], metavar="STEP", help=says)
    add_word(parser, "--out", "FILE", gettext("where the page goes (passport-UNIT.html)"), kind=Path)
    add_word(parser, "--verify", "FILE", gettext("check a passport instead of making one"), kind=Path)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the slaps (1)"))
    add_switch(parser, "--json", gettext("one JSON object instead of the text"))


def run(args: argparse.Namespace) -> int:
    if args.verify is not None:
        return _verify(args.verify, as_json=args.json)
    if set(args.without) >= set(STEPS):
        raise UsageError("--without leaves nothing to measure. Keep one step at least.")
    with open_stand(args.unit) as stand:
        raw = PassportRun(stand, Amounts.of_rounds(args.rounds), args.without, args.seed).run()
    document, text = written(raw, datetime.now(UTC))
    path = args.out or Path(f"passport-{document['unit_id'] or 'unit'}.html")
    says = N_("The passport can't be written to {path} ({why}). Choose another place with --out.")
    with explained(says, path=path):
        path.write_text(text, "utf-8")
    faults = faulty(document["figures"])
    _tell(path, document, raw, faults, as_json=args.json)
    return 1 if faults else 0


def _tell(path: Path, document: dict[str, Any], raw: Raw, faults: list[str], *, as_json: bool) -> None:
    figures = document["figures"]
    if as_json:
        kept = {key: value for key, value in document.items() if key != "raw"}
        answer = Written(str(path), **kept, not_measured=raw.not_measured, faults=faults, ok=not faults)
        print(json.dumps(asdict(answer)))
        return
    unit = document["unit_id"]
    name = gettext("{unit} (emulated)", unit=unit) if raw.emulated else unit
    print(gettext("Timing passport of unit {unit}", unit=name))
    told = [(gettext(one.headline_label), one.headline) for one in CHAPTERS if one.headline]
    told += [(f"{gettext('FAULT')} {gettext(line.label)}", line.key) for line in LINES if line.key in faults]
    for label, key in told:
        if figures[key] is not None:
            print(f"  {label}: {shown(figures[key])} {unit_of(key)}".rstrip())
    for step, why in raw.not_measured.items():
        print(f"  {step}: {gettext('not measured')}. {gettext(why)}")
    print(
        gettext("The page is {path}. Check it with `slamomatic bench passport --verify {path}`.", path=path)
    )


def _verify(path: Path, *, as_json: bool) -> int:
    try:
        with explained("The passport {path} can't be read ({why}). Check its name.", path=path):
            text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""  # no passport is anything but text
    findings, passport = verify(text, datetime.now(UTC))
    ok = all(finding.ok for finding in findings)
    if as_json:
        document = passport.document if passport else {}
        who = {key: document.get(key) for key in ("unit_id", "made_at", "emulated")}
        print(json.dumps(asdict(Verified(str(path), ok, **who, findings=findings))))
        return int(not ok)
    for finding in findings:
        print(f"{finding.mark} {said(finding.what)}: {said(finding.says)}")
    holds = gettext(
        "The passport holds. It is not signed: nobody can tell whether somebody changed data and figures "
        "together."
    )
    print(holds if ok else gettext("The passport does not hold."))
    return int(not ok)


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much of each step is measured; `slaps` of each paddle softly, and as many hard."""

    quiet_us: float
    trials: int
    presses: int
    slaps: int

    @classmethod
    def of_rounds(cls, rounds: int) -> Self:
        """The parts of the steps grow alike."""
        return cls(QUIET_US * rounds, TRIALS * rounds, PRESSES * rounds, max(1, rounds // ROUNDS_A_SLAP))


class PassportRun:
    """One run over one unit; `raw` is what it has so far."""

    def __init__(
        self, stand: EmulatedStand | PortStand, amounts: Amounts, without: Sequence[str], seed: int
    ) -> None:
        self._stand = stand
        self._amounts = amounts
        self._without = without
        self._chance = Random(f"passport-{seed}")
        self._watch = Stopwatch()
        self._began_us = stand.now_us()
        self._decoder = Decoder()
        self._lines: list[tuple[float, str]] = []
        self._steps: list[Step] = []
        self._not_measured: dict[str, str] = {}

    def run(self) -> Raw:
        """All steps, or up to Ctrl-C."""
        stand = self._stand
        stand.overhear(self.overheard)
        ways = (self._quiet, self._order, self._latency, self._bounce, self._offsets)
        with Progress("passport", len(STEPS), self._steps) as progress:
            stand.greet()
            stand.setting("hold_us")
            stand.setting("lockout_ms")
            for number, (name, step) in enumerate(zip(STEPS, ways, strict=True)):
                progress.at(number)
                self._do(name, step)
        return self.raw()

    def raw(self) -> Raw:
        done = {step.name for step in self._steps}
        return Raw(
            self._watch.started,
            round(self._watch.seconds, 3),
            self._emulated,
            tuple(self._lines),
            tuple((token, self._since_us(sent_us)) for token, sent_us in self._stand.pings),
            tuple(self._steps),
            {name: self._not_measured.get(name, STOPPED) for name in STEPS if name not in done},
        )

    @property
    def _emulated(self) -> bool:
        """Also behind a port: `slamomatic emulate` opens one."""
        return isinstance(self._stand, EmulatedStand) or self._stand.hello.unit_id == EMULATED_ID

    def overheard(self, data: bytes, at_us: float) -> None:
        """Keep what the unit says."""
        for body in self._decoder.feed(data):
            text = body.decode("ascii", "replace")
            if text.isascii() and text.isprintable():
                self._lines.append((self._since_us(at_us), text))

    def _since_us(self, at_us: float) -> float:
        return round(at_us - self._began_us, 1)

    def _do(self, name: str, step: Callable[[Step], Step]) -> None:
        if name in self._without:
            self._not_measured[name] = NOT_WANTED
            return
        first = len(self._lines)
        try:
            done = step(Step(name, first, first))
        except UserError as error:
            self._not_measured[name] = str(error).encode("ascii", "replace").decode()
            return
        except KeyboardInterrupt:
            if name in ("quiet", "latency", "bounce"):  # half of it is good too
                self._steps.append(Step(name, first, len(self._lines)))
            raise
        self._steps.append(replace(done, end=len(self._lines)))

    # -- the steps

    def _quiet(self, step: Step) -> Step:
        for_us = self._amounts.quiet_us
        seconds = round((for_us + SETTLE_US) / 1e6)
        if not isinstance(self._stand, EmulatedStand):
            say(
                gettext("Take your hands off the paddles and touch nothing for {seconds} s.", seconds=seconds)
            )
        self._stand.listen(SETTLE_US)
        step = replace(step, first=len(self._lines))
        self._stand.listen(for_us)
        return step

    def _order(self, step: Step) -> Step:
        trials = self._amounts.trials
        if isinstance(self._stand, EmulatedStand):
            return replace(step, by=PINS, trials=tuple(self._by_pins(self._stand) for _ in range(trials)))
        say(gettext("Keep your hands off the paddles: the unit looks for its loop-back jig."))
        return self.by_jig(step, trials)

    def _by_pins(self, stand: EmulatedStand) -> Trial:
        first = len(self._lines)
        trial = make_trial(stand.now_us(), self._chance)
        for paddle, pattern in enumerate(trial.patterns):
            stand.play(paddle, pattern)
        hear_all(stand, trial.ends_us + 50_000)
        begin_us = trial.slaps[0][0]
        slaps = tuple((round(t_us - begin_us, 3), paddle) for t_us, paddle in trial.slaps)
        return Trial(first, len(self._lines), slaps)

    def by_jig(self, step: Step, trials: int) -> Step:
        """Pairs of presses by the unit's own jig: each gap in turn, each two paddles as often."""
        stand: Stand = self._stand
        if stand.self_test().get("jig") != "ok":
            raise UserError(NO_JIG)
        pairs = list(permutations(range(4), 2))
        self._chance.shuffle(pairs)
        done: list[Trial] = []
        for number in range(trials):
            stand.listen(REST_US)
            first = len(self._lines)
            gap_us = GAPS_US[number % len(GAPS_US)]
            one, other = pairs[number % len(pairs)]
            try:
                stand.ask(f"PRESS,{one},{other},{gap_us},{HELD_US}")
            except UserError:  # somebody slapped meanwhile, or the unit is gone
                if not done:
                    raise
                break
            stand.listen(LOOK_US)
            done.append(Trial(first, len(self._lines), ((0.0, one), (float(gap_us), other))))
        return replace(step, by=JIG, trials=tuple(done))

    def _latency(self, step: Step) -> Step:
        presses = self._amounts.presses
        stand = self._stand
        if isinstance(stand, EmulatedStand):
            stand.listen(REST_US)
            for number in range(presses):
                at_us = stand.now_us() + self._chance.uniform(3_000, 13_000)
                held_us = self._chance.uniform(*_PRESSED_FOR_US)
                stand.play(number % 4, models.slap(at_us, held_us, models.CLEAN, self._chance))
                stand.listen(self._chance.uniform(*_PRESS_EVERY_US))
            stand.listen(REST_US)
            return step
        say(gettext("Slap any paddles, {presses} times in all, about once a second.", presses=presses))
        slaps, waited_us = 0, 0
        while slaps < presses and waited_us < PATIENCE_US:
            fresh = sum(isinstance(one, m.Down) for one in stand.listen(LOOK_US))
            slaps += fresh
            waited_us = 0 if fresh else waited_us + LOOK_US
        if not slaps:
            raise UserError(NO_HANDS)
        return step

    def _bounce(self, step: Step) -> Step:
        stand = self._stand
        recorder = bounce.Recorder(stand.paddles)
        slaps = self._amounts.slaps
        with stand.raw_edges():
            if isinstance(stand, EmulatedStand):
                bounce.play(stand, recorder, slaps, models.GOOD_SWITCH, self._chance)
            else:
                bounce.guide(stand, recorder, slaps)
        if not any(recorder.edges):
            raise UserError(NO_HANDS)
        return step

    def _offsets(self, step: Step) -> Step:
        stand = self._stand
        if isinstance(stand, EmulatedStand):
            quarters = calibrate.drop_emulated(stand, [0.0] * 4, self._chance)
        else:
            say(gettext("For the last step you need a flat board that covers all four paddles."))
            quarters = calibrate.drop_guided(stand)
        return replace(step, quarters=tuple(map(tuple, quarters)))
