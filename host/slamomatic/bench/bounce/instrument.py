"""`slamomatic bench bounce`: how each switch bounces, and the lockout and hold that follow from it."""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic import messages as m
from slamomatic.bench.edges.bursts import Advice, Burst, Edge, advise, cut
from slamomatic.bench.edges.capture import records_of
from slamomatic.bench.figures import Figures, figures
from slamomatic.bench.progress import confirmed, say
from slamomatic.bench.result import (
    Count,
    Finding,
    Measured,
    Result,
    Series,
    Stopwatch,
    add_json,
    checked,
    tell,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.emulator import bounce as models
from slamomatic.options import add_choice, add_count, add_number, add_switch, add_unit
from slamomatic.paddles import PADDLES, paddle_name
from slamomatic.words import N_, Sentence, counted, gettext

STYLES = (N_("softly"), N_("hard"))
FROM_TO = {
    "press": N_("{name}: from the first edge to the last edge of each press"),
    "release": N_("{name}: from the first edge to the last edge of each release"),
}
PATIENCE_US = 60_000_000
AFTER_US = 250_000  # the lockout, and the lines that the unit has still to send
HELD_US = (80_000, 200_000)
MODELS = {model.name: model for model in (models.CLEAN, models.GOOD_SWITCH, models.WORST_SWITCH, models.DRUM)}


@dataclass(frozen=True, slots=True)
class Paddle:
    """The bounce of one switch, in an answer."""

    paddle: Count
    name: str
    moved: str | None  # the paddle that moved when this one was asked for
    presses: Count
    releases: Count
    spikes: Count
    press_us: Figures | None
    release_us: Figures | None
    edges: Sequence[Count]  # of each movement
    longest_still_us: Count
    near_lockout: Count
    near_hold: Count
    never_held: Count
    advised_lockout_ms: Count


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench bounce --json`."""

    paddles: Sequence[Paddle]
    lockout_ms: Count
    hold_us: Count
    advised_lockout_ms: Count
    advised_hold_us: Count
    edges_lost: Count


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_count(parser, "--slaps", "N", 10, gettext("how often to slap each paddle, softly and hard (10)"))
    add_unit(parser)
    add_switch(parser, "--set", gettext("set and save the advised values"))
    says = gettext("how the emulated switches bounce")
    add_choice(parser, "--switch", MODELS, models.GOOD_SWITCH.name, says)
    add_switch(parser, "--window", gettext("open a window that guides you and draws histograms"))
    add_number(parser, "--seed", "S", 1, gettext("the seed of the emulated slaps (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Guide through the slaps, report them, and set the advised values on the unit if that is wanted."""
    watch = Stopwatch()
    scene = None
    if args.window:
        from slamomatic.bench.bounce.scene import BounceScene
        from slamomatic.bench.window.show import show_unit

        scene = show_unit(lambda stage, source: BounceScene(stage, source, args.slaps), args.unit)
    with open_stand(args.unit) as stand:
        recorder = scene.recorder if scene else _record(stand, args)
        lockout_ms, hold_us = int(stand.setting("lockout_ms")), int(stand.setting("hold_us"))
        result = report(recorder, stand.measured, watch, lockout_ms, hold_us)
        code = tell(result, args)  # first: a unit that refuses the advice must not cost the report
        # In a window its button is the answer; at a terminal the person is asked.
        if not recorder.stopped and (args.set or (scene.wants_set if scene else _user_agrees(result, args))):
            apply_advice(stand, result)
        return code


class Recorder:
    """The raw edges of each paddle as they come in, and which contacts moved when a paddle was asked for."""

    def __init__(self, paddles: int) -> None:
        self.edges: list[list[Edge]] = [[] for _ in range(paddles)]
        self.lost = 0
        self.stopped = False  # stopped early: a report follows, but no settings
        self.were_asked: set[int] = set()
        self._asked: int | None = None
        self._moved = [[0] * paddles for _ in range(paddles)]
        self._levels = 0

    def ask(self, paddle: int | None) -> None:
        """Note which paddle is to be slapped now."""
        self._asked = paddle
        if paddle is not None:
            self.were_asked.add(paddle)

    def stop(self) -> None:
        """End before all slaps were made: the paddle that was asked for last counts as not asked."""
        self.stopped = True
        self.were_asked.discard(self._asked)

    def take(self, *messages: m.Message) -> None:
        """Keep the edges of each message; count those that the unit lost."""
        for message in messages:
            if isinstance(message, m.Edges):
                self.lost += message.lost
                for t_us, levels in records_of(message):
                    self._note_levels(t_us, levels)

    def _note_levels(self, t_us: int, levels: int) -> None:
        for paddle, edges in enumerate(self.edges):
            if (levels ^ self._levels) >> paddle & 1:
                edges.append((t_us, bool(levels >> paddle & 1)))
                if self._asked is not None:
                    self._moved[self._asked][paddle] += 1
        self._levels = levels

    def moved(self, asked: int) -> int | None:
        """Return the paddle whose contact moved most while `asked` was to be slapped; None if none moved."""
        most = max(self._moved[asked])
        return self._moved[asked].index(most) if most else None


def _record(stand: Stand, args: argparse.Namespace) -> Recorder:
    """Slap the emulated paddles, or guide a person. Ctrl-C ends it early, if anything was slapped."""
    recorder = Recorder(stand.paddles)
    with stand.raw_edges():
        try:
            if isinstance(stand, EmulatedStand):
                play(stand, recorder, args.slaps, MODELS[args.switch], random.Random(args.seed))
            else:
                guide(stand, recorder, args.slaps)
        except KeyboardInterrupt:
            if not any(recorder.edges):
                raise
            recorder.stop()
    return recorder


def play(
    stand: EmulatedStand, recorder: Recorder, slaps: int, model: models.Model, chance: random.Random
) -> list[list[models.Edges]]:
    """Slap every emulated paddle; return the played patterns by paddle, to check the report against."""
    played: list[list[models.Edges]] = [[] for _ in recorder.edges]
    for _ in range(slaps * len(STYLES)):
        for paddle in range(len(recorder.edges)):
            recorder.ask(paddle)
            pattern = models.slap(stand.now_us() + 1000, chance.uniform(*HELD_US), model, chance)
            stand.play(paddle, pattern)
            played[paddle].append(pattern)
            recorder.take(*stand.listen(pattern[-1][0] - stand.now_us() + AFTER_US))
    return played


def guide(stand: Stand, recorder: Recorder, slaps: int) -> None:
    """Tell a person what to slap, and wait for the slaps; after PATIENCE_US without one, go on."""
    for paddle in range(len(recorder.edges)):
        recorder.ask(paddle)
        for style in STYLES:
            asks = N_("Slap {name} {slaps} times, {style} …")
            say(gettext(asks, name=paddle_name(paddle), slaps=slaps, style=gettext(style)))
            before = [len(edges) for edges in recorder.edges]
            made, end_us = 0, stand.now_us() + PATIENCE_US
            while made < slaps and stand.now_us() < end_us:
                recorder.take(*stand.listen(100_000))
                # Any paddle's slaps will do: with swapped wires it is another one that answers.
                since = [edges[count:] for edges, count in zip(recorder.edges, before, strict=True)]
                pressed = max(presses(cut(edges)) for edges in since)
                if pressed > made:
                    end_us = stand.now_us() + PATIENCE_US
                made = pressed
            recorder.take(*stand.listen(AFTER_US))


def presses(bursts: Sequence[Burst]) -> int:
    return sum(burst.kind == "press" for burst in bursts)


def swapped(recorder: Recorder, asked: int) -> Sentence | None:
    """Return a sentence if the wrong paddle moved when `asked` was to be slapped; None if all is well."""
    moved = recorder.moved(asked)
    if moved in (None, asked):
        return None
    return Sentence(
        "You slapped {name}, but {moved} moved. Are their wires swapped?",
        name=Sentence(PADDLES[asked].name),
        moved=Sentence(PADDLES[moved].name),
    )


def report(recorder: Recorder, measured: Measured, watch: Stopwatch, lockout_ms: int, hold_us: int) -> Result:
    """Return the figures of each paddle, the advised settings, and findings about paddles and wiring."""
    bursts = [cut(edges) for edges in recorder.edges]
    advice = advise([burst for one in bursts for burst in one], lockout_ms=lockout_ms, hold_us=hold_us)
    series: dict[str, Series] = {}
    paddles = []
    findings: list[Finding] = []
    for number, (mine, paddle) in enumerate(zip(bursts, PADDLES, strict=False)):
        name = paddle.name
        kinds = Counter(one.kind for one in mine)
        lengths_us = {kind: [one.length_us for one in mine if one.kind == kind] for kind in FROM_TO}
        for kind, says in FROM_TO.items():
            named = Sentence(says, name=Sentence(name))
            series[f"{name} {kind}"] = Series(named, "us", tuple(lengths_us[kind]))
        own = advise(mine, lockout_ms=lockout_ms, hold_us=hold_us)
        moved = recorder.moved(number)
        paddles.append(
            Paddle(
                paddle=number,
                name=name,
                moved=None if moved is None else PADDLES[moved].name,
                presses=kinds["press"],
                releases=kinds["release"],
                spikes=kinds["spike"],
                press_us=figures(lengths_us["press"]),
                release_us=figures(lengths_us["release"]),
                edges=[len(one.edges) for kind in FROM_TO for one in mine if one.kind == kind],
                longest_still_us=max((one.longest_gap_us for one in mine), default=0),
                near_lockout=own.near_lockout,
                near_hold=own.near_hold,
                never_held=own.never_held,
                advised_lockout_ms=own.lockout_ms,
            )
        )
        if mine or number in recorder.were_asked:  # nothing is known of the other paddles
            findings += _paddle_findings(name, kinds, own, lockout_ms)
        if (wrong := swapped(recorder, number)) is not None:
            findings.append(Finding(False, "wiring", wrong, name))
    left_out = counted("the unit left out {n} raw edge", "the unit left out {n} raw edges", recorder.lost)
    return watch.result(
        "bounce",
        Sentence(
            "the time from the first to the last raw edge of each movement of a contact (1 us). A movement "
            "ends when the contact has been still for 30 ms closed or 60 ms open."
        ),
        Sentence("how the switch will bounce when it is old, or under another lever"),
        measured,
        Answers(
            paddles=paddles,
            lockout_ms=lockout_ms,
            hold_us=hold_us,
            advised_lockout_ms=advice.lockout_ms,
            advised_hold_us=advice.hold_us,
            edges_lost=recorder.lost,
        ),
        series,
        (*findings, Finding(not recorder.lost, "capture", left_out)),
    )


def _paddle_findings(name: str, kinds: Counter[str], own: Advice, lockout_ms: int) -> list[Finding]:
    """Return whether one paddle works, needs a longer lockout, holds still, and has few spikes."""
    pressed, spikes = kinds["press"], kinds["spike"]
    seen = counted("{n} press seen", "{n} presses seen", pressed)
    unseen = Sentence("no press was seen: check its wire, pin and lever")
    lockouts = {"advised_ms": own.lockout_ms, "lockout_ms": lockout_ms}
    enough = Sentence("a lockout of {advised_ms} ms is enough, {lockout_ms} ms is set", **lockouts)
    too_short = Sentence(
        "a lockout of {lockout_ms} ms is too short: one slap may count twice. Set {advised_ms} ms.",
        **lockouts,
    )
    never = counted(
        "{n} press never held still: clean or replace the switch",
        "{n} presses never held still: clean or replace the switch",
        own.never_held,
    )
    shield = counted(
        "{n} spike: shield the lead, or fit the input parts",
        "{n} spikes: shield the lead, or fit the input parts",
        spikes,
    )
    held = Sentence("every press held long enough to count")
    return [
        checked(pressed > 0, Sentence("switch works"), seen, unseen, name),
        checked(own.lockout_ms <= lockout_ms, "lockout", enough, too_short, name),
        checked(not own.never_held, "hold", held, never, name),
        checked(spikes <= pressed, "spikes", counted("{n} spike", "{n} spikes", spikes), shield, name),
    ]


def _user_agrees(result: Result, args: argparse.Namespace) -> bool:
    """Ask whether to set the advised values; False without asking if the unit has them already."""
    advised = {key: result.answers[f"advised_{key}"] for key in ("lockout_ms", "hold_us")}
    if all(result.answers[key] == value for key, value in advised.items()):
        return False
    question = gettext("Set a lockout of {lockout_ms} ms and a hold of {hold_us} us?", **advised)
    return confirmed(question, asked=not args.json)


def apply_advice(stand: Stand, result: Result) -> None:
    """Set and save the advised settings on the unit."""
    for key in ("lockout_ms", "hold_us"):
        stand.ask(f"SET,{key},{result.answers[f'advised_{key}']}")
    stand.listen(1_000_000)  # the unit refuses a save while it is played; let the slaps be over
    stand.ask("SAVE")
