"""The guided run over one unit that a recording keeps: hands off, known order, latency, bounce, offsets.

Each of the five steps leaves the unit's lines and says what was done. On an emulated unit contacts are
played, with bounce and static from public recordings. On a real one the loop-back jig plays the order, and a
person's hands do the rest. A step that can't be done is left out, with its reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from slamomatic import messages as m
from slamomatic.bench.bounce import instrument as bounce
from slamomatic.bench.calibrate import instrument as calibrate
from slamomatic.bench.order.instrument import hear_all
from slamomatic.bench.order.trials import make_trial
from slamomatic.bench.progress import Progress, say
from slamomatic.bench.recording.raw import EMULATED_ID, JIG, PINS, STEPS, Raw, Step, Trial
from slamomatic.bench.result import Stopwatch
from slamomatic.bench.stand import EmulatedStand, PortStand, Stand
from slamomatic.emulator import bounce as models
from slamomatic.errors import UserError
from slamomatic.wire import Decoder
from slamomatic.words import N_, gettext

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
class Amounts:
    """How much of each step is measured; `slaps` of each paddle softly, and as many hard."""

    quiet_us: float
    trials: int
    presses: int
    slaps: int


class UnitRun:
    """One run over one unit; raw() returns the data so far. `left_out`: names of steps that nobody wants."""

    def __init__(
        self, stand: EmulatedStand | PortStand, amounts: Amounts, left_out: Sequence[str], seed: int
    ) -> None:
        self._stand = stand
        self._amounts = amounts
        self._left_out = left_out
        self._chance = Random(f"recording-{seed}")
        self._watch = Stopwatch()
        self._began_us = stand.now_us()
        self._decoder = Decoder()
        self._lines: list[tuple[float, str]] = []  # all that the unit said, and when
        self._steps: list[Step] = []
        self._not_measured: dict[str, str] = {}  # why, by the name of the step

    def run(self) -> Raw:
        """Do all steps and return their data. After Ctrl-C raw() has the data so far."""
        stand = self._stand
        stand.overhear(self._keep_lines)
        ways = (self._quiet, self._order, self._latency, self._bounce, self._offsets)
        with Progress("recording", len(STEPS), self._steps) as progress:
            stand.greet()
            stand.setting("hold_us")
            stand.setting("lockout_ms")
            for number, (name, step) in enumerate(zip(STEPS, ways, strict=True)):
                progress.at(number)
                self._do_step(name, step)
        return self.raw()

    def raw(self) -> Raw:
        """Return the data so far, with the reason for every step that was not done."""
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
        """True for an emulated unit, also at a port that `slamomatic emulate` opened."""
        return isinstance(self._stand, EmulatedStand) or self._stand.hello.unit_id == EMULATED_ID

    def _keep_lines(self, data: bytes, at_us: float) -> None:
        """Keep the complete lines of the unit, each with its time since the run began."""
        for body in self._decoder.feed(data):
            text = body.decode("ascii", "replace")
            if text.isascii() and text.isprintable():
                self._lines.append((self._since_us(at_us), text))

    def _since_us(self, at_us: float) -> float:
        return round(at_us - self._began_us, 1)

    def _do_step(self, name: str, step: Callable[[Step], Step]) -> None:
        """Do one step and keep it, or the reason why it could not be done."""
        if name in self._left_out:
            self._not_measured[name] = NOT_WANTED
            return
        first = len(self._lines)
        try:
            done = step(Step(name, first, first))
        except UserError as error:
            self._not_measured[name] = str(error).encode("ascii", "replace").decode()
            return
        except KeyboardInterrupt:
            if name in ("quiet", "latency", "bounce"):  # half of such a step is good too
                self._steps.append(Step(name, first, len(self._lines)))
            raise
        self._steps.append(replace(done, end=len(self._lines)))

    # -- the steps

    def _quiet(self, step: Step) -> Step:
        """Record the unit while nobody touches it; its start has settled before the step begins."""
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
        """Play one trial on the emulated pins; return its slaps, timed from the first one, and its lines."""
        first = len(self._lines)
        trial = make_trial(stand.now_us(), self._chance)
        for paddle, pattern in enumerate(trial.patterns):
            stand.play(paddle, pattern)
        hear_all(stand, trial.ends_us + 50_000)
        begin_us = trial.slaps[0][0]
        slaps = tuple((round(t_us - begin_us, 3), paddle) for t_us, paddle in trial.slaps)
        return Trial(first, len(self._lines), slaps)

    def by_jig(self, step: Step, trials: int) -> Step:
        """Press pairs by the unit's own jig: each gap in turn, each two paddles equally often.

        UserError without a jig. If a press is refused, the pairs so far count.
        """
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
        """Press emulated paddles, or ask a person for slaps until enough came or nobody slaps.

        UserError without any.
        """
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
        slaps, waited_us, held = 0, 0, set[int]()
        # Wait for the last hand to lift: half a slap would spoil the data of the next step.
        while (slaps < presses or held) and waited_us < PATIENCE_US:
            waited_us += LOOK_US
            for one in stand.listen(LOOK_US):
                if isinstance(one, m.Down):
                    slaps, waited_us = slaps + 1, 0
                    held.add(one.paddle)
                elif isinstance(one, m.Up):
                    held.discard(one.paddle)
        if not slaps:
            raise UserError(NO_HANDS)
        return step

    def _bounce(self, step: Step) -> Step:
        """Record the raw edges of soft and hard slaps on every paddle. UserError if nobody slaps."""
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
        """Measure how much later each paddle closes than the others, by a board that hits all four at once.

        Return the step with a list of drops for each quarter turn of the board.
        """
        stand = self._stand
        if isinstance(stand, EmulatedStand):
            no_offsets = [0.0] * 4
            quarters = calibrate.drop_emulated(stand, no_offsets, self._chance)
        else:
            say(gettext("For the last step you need a flat board that covers all four paddles."))
            quarters = calibrate.drop_guided(stand)
        return replace(step, quarters=tuple(map(tuple, quarters)))
