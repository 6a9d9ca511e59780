"""`slamomatic bench bounce`: how each switch bounces, and the lockout and hold that follow from it."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from contextlib import closing

from slamomatic import messages as m
from slamomatic.bench.bursts import Burst, advise, cut
from slamomatic.bench.capture import records_of
from slamomatic.bench.figures import figures_json
from slamomatic.bench.progress import confirmed
from slamomatic.bench.result import Finding, Measured, Result, Series, Stopwatch, add_json, checked, tell
from slamomatic.bench.stand import EmulatedStand, PortStand, open_stand
from slamomatic.emulator import bounce as models
from slamomatic.errors import UsageError
from slamomatic.options import add_number, add_switch, add_unit
from slamomatic.paddles import PADDLES
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--slaps", "N", 10, gettext("how often to slap each paddle, softly and hard (10)"))
    add_unit(parser)
    add_switch(parser, "--set", gettext("set and save the advised values"))
    parser.add_argument(
        "--switch",
        choices=MODELS,
        default=models.GOOD_SWITCH.name,
        help=gettext("how the emulated switches bounce"),
    )
    add_switch(parser, "--window", gettext("open a window that guides you and draws histograms"))
    add_number(parser, "--seed", "S", 1, gettext("the seed of the emulated slaps (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.slaps < 1:
        raise UsageError("--slaps must be 1 or more.")
    watch = Stopwatch()
    recorder, wants_set = _from_window(args) if args.window else (None, False)
    stopped = False
    with closing(open_stand(args.unit)) as stand:
        if recorder is None:
            recorder = Recorder(stand.paddles)
            with stand.raw_edges():
                try:
                    if isinstance(stand, EmulatedStand):
                        play(stand, recorder, args.slaps, MODELS[args.switch], random.Random(args.seed))
                    else:
                        guide(stand, recorder, args.slaps)
                except KeyboardInterrupt:  # stopped: what moved so far counts, but sets nothing by itself
                    if not any(recorder.edges):
                        raise
                    stopped = True
        lockout_ms, hold_us = int(stand.setting("lockout_ms")), int(stand.setting("hold_us"))
        result = report(recorder, stand.measured, watch, lockout_ms, hold_us)
        code = tell(result, args)  # first: a unit that refuses what is advised must not cost the run
        if not stopped and (args.set or wants_set or (not args.window and _confirmed(result, args))):
            apply_advice(stand, result)
        return code


def _from_window(args: argparse.Namespace) -> tuple[Recorder, bool]:
    """What was recorded there, and whether its advice is to be set."""
    from slamomatic.bench.bench_window import show_unit
    from slamomatic.bench.bounce_scene import BounceScene

    scene = show_unit(lambda stage, source: BounceScene(stage, source, args.slaps), args.unit)
    return scene.recorder, scene.wants_set


class Recorder:
    """Raw edges as they come in, sorted by paddle. `asked` is the paddle that is to be slapped now."""

    def __init__(self, paddles: int) -> None:
        self.edges: list[list[tuple[int, bool]]] = [[] for _ in range(paddles)]
        self.lost = 0
        self.were_asked: set[int] = set()
        self._asked: int | None = None
        self._moved = [[0] * paddles for _ in range(paddles)]
        self._levels: int | None = None

    @property
    def asked(self) -> int | None:
        return self._asked

    @asked.setter
    def asked(self, paddle: int | None) -> None:
        self._asked = paddle
        if paddle is not None:
            self.were_asked.add(paddle)

    def take(self, message: m.Message) -> None:
        if not isinstance(message, m.Edges):
            return
        self.lost += message.lost
        for t_us, levels in records_of(message):
            changed = levels if self._levels is None else levels ^ self._levels
            for paddle, edges in enumerate(self.edges):
                if changed >> paddle & 1:
                    edges.append((t_us, bool(levels >> paddle & 1)))
                    if self.asked is not None:
                        self._moved[self.asked][paddle] += 1
            self._levels = levels

    def moved(self, asked: int) -> int | None:
        """Which contact moved most while `asked` was to be slapped; None: none did."""
        most = max(self._moved[asked])
        return self._moved[asked].index(most) if most else None


def play(
    stand: EmulatedStand, recorder: Recorder, slaps: int, model: models.Model, chance: random.Random
) -> list[list[models.Edges]]:
    """Slap every emulated paddle; the patterns played, as the truth to hold the report against."""
    played: list[list[models.Edges]] = [[] for _ in recorder.edges]
    for _ in range(slaps * len(STYLES)):
        for paddle in range(len(recorder.edges)):
            recorder.asked = paddle
            pattern = models.slap(stand.now_us() + 1000, chance.uniform(*HELD_US), model, chance)
            stand.play(paddle, pattern)
            played[paddle].append(pattern)
            for message in stand.listen(pattern[-1][0] - stand.now_us() + AFTER_US):
                recorder.take(message)
    return played


def guide(stand: PortStand, recorder: Recorder, slaps: int) -> None:
    """Tell a person what to slap, and wait until it was slapped."""
    for paddle in range(len(recorder.edges)):
        recorder.asked = paddle
        for style in STYLES:
            print(
                gettext(
                    "Slap {name} {slaps} times, {style} …",
                    name=gettext(PADDLES[paddle].name),
                    slaps=slaps,
                    style=gettext(style),
                ),
                file=sys.stderr,
                flush=True,
            )
            before = [len(edges) for edges in recorder.edges]
            end_us = stand.now_us() + PATIENCE_US
            while stand.now_us() < end_us:
                for message in stand.listen(100_000):
                    recorder.take(message)
                # Any paddle's slaps will do: with swapped wires it is another one that answers.
                since = [edges[count:] for edges, count in zip(recorder.edges, before, strict=True)]
                if max(presses(cut(edges)) for edges in since) >= slaps:
                    break
            for message in stand.listen(AFTER_US):
                recorder.take(message)


def presses(bursts: Sequence[Burst]) -> int:
    return sum(burst.kind == "press" for burst in bursts)


def swapped(recorder: Recorder, asked: int) -> Sentence | None:
    """What to say if another paddle moved than the one that was to be slapped."""
    moved = recorder.moved(asked)
    if moved in (None, asked):
        return None
    return Sentence(
        "You slapped {name}, but {moved} moved. Are their wires swapped?",
        name=Sentence(PADDLES[asked].name),
        moved=Sentence(PADDLES[moved].name),
    )


def report(recorder: Recorder, measured: Measured, watch: Stopwatch, lockout_ms: int, hold_us: int) -> Result:
    """Figures per paddle, advice for the unit, and which paddle stands out."""
    bursts = [cut(edges) for edges in recorder.edges]
    everything = [burst for one in bursts for burst in one]
    advice = advise(everything, lockout_ms=lockout_ms, hold_us=hold_us)
    series: dict[str, Series] = {}
    paddles = []
    findings: list[Finding] = []
    for number, mine in enumerate(bursts):
        name = PADDLES[number].name
        by_kind = {kind: [one for one in mine if one.kind == kind] for kind in ("press", "release", "spike")}
        for kind in ("press", "release"):
            series[f"{name} {kind}"] = Series(
                Sentence(FROM_TO[kind], name=Sentence(name)),
                "us",
                tuple(one.length_us for one in by_kind[kind]),
            )
        own = advise(mine, lockout_ms=lockout_ms, hold_us=hold_us)
        moved = recorder.moved(number)
        paddles.append(
            {
                "paddle": number,
                "name": name,
                "moved": None if moved is None else PADDLES[moved].name,
                "presses": len(by_kind["press"]),
                "releases": len(by_kind["release"]),
                "spikes": len(by_kind["spike"]),
                "press_us": figures_json([one.length_us for one in by_kind["press"]]),
                "release_us": figures_json([one.length_us for one in by_kind["release"]]),
                "edges": [len(one.edges) for one in by_kind["press"] + by_kind["release"]],
                "longest_still_us": max((one.longest_gap_us for one in mine), default=0),
                "near_lockout": own.near_lockout,
                "near_hold": own.near_hold,
                "never_held": own.never_held,
                "advised_lockout_ms": own.lockout_ms,
            }
        )
        if mine or number in recorder.were_asked:  # of the others nothing is known
            findings += _paddle_findings(name, by_kind, own.lockout_ms, lockout_ms, own.never_held)
        if (wrong := swapped(recorder, number)) is not None:
            findings.append(Finding(False, "wiring", wrong, name))
    findings.append(
        Finding(
            not recorder.lost,
            "capture",
            counted(
                "the unit left out {n} raw edge",
                "the unit left out {n} raw edges",
                recorder.lost,
            ),
        )
    )
    answers = {
        "paddles": paddles,
        "lockout_ms": lockout_ms,
        "hold_us": hold_us,
        "advised_lockout_ms": advice.lockout_ms,
        "advised_hold_us": advice.hold_us,
        "edges_lost": recorder.lost,
    }
    return watch.result(
        "bounce",
        Sentence(
            "the time from the first to the last raw edge of each movement of a contact (1 us). A movement "
            "ends when the contact has been still for 30 ms closed or 60 ms open."
        ),
        Sentence("how the switch will bounce when it is old, or under another lever"),
        measured,
        answers,
        series,
        tuple(findings),
    )


def _paddle_findings(
    name: str, by_kind: dict[str, list[Burst]], advised_ms: int, lockout_ms: int, never_held: int
) -> list[Finding]:
    presses, spikes = len(by_kind["press"]), len(by_kind["spike"])
    seen, unseen = (
        counted("{n} press seen", "{n} presses seen", presses),
        Sentence("no press was seen: check its wire, pin and lever"),
    )
    enough = Sentence(
        "a lockout of {advised_ms} ms is enough, {lockout_ms} ms is set",
        advised_ms=advised_ms,
        lockout_ms=lockout_ms,
    )
    too_short = Sentence(
        "a lockout of {lockout_ms} ms is too short: one slap may count twice. Set {advised_ms} ms.",
        lockout_ms=lockout_ms,
        advised_ms=advised_ms,
    )
    never = counted(
        "{n} press never held still: clean or replace the switch",
        "{n} presses never held still: clean or replace the switch",
        never_held,
    )
    shield = counted(
        "{n} spike: shield the lead, or fit the input parts",
        "{n} spikes: shield the lead, or fit the input parts",
        spikes,
    )
    return [
        checked(presses > 0, Sentence("switch works"), seen, unseen, name),
        checked(advised_ms <= lockout_ms, "lockout", enough, too_short, name),
        checked(not never_held, "hold", Sentence("every press held long enough to count"), never, name),
        checked(spikes <= presses, "spikes", counted("{n} spike", "{n} spikes", spikes), shield, name),
    ]


def _confirmed(result: Result, args: argparse.Namespace) -> bool:
    advised = result.answers["advised_lockout_ms"], result.answers["advised_hold_us"]
    if advised == (result.answers["lockout_ms"], result.answers["hold_us"]):
        return False
    return confirmed(
        gettext(
            "Set a lockout of {lockout_ms} ms and a hold of {hold_us} us?",
            lockout_ms=advised[0],
            hold_us=advised[1],
        ),
        asked=not args.json,
    )


def apply_advice(stand: EmulatedStand | PortStand, result: Result) -> None:
    """Set and save the advised settings on the unit."""
    stand.ask(f"SET,lockout_ms,{result.answers['advised_lockout_ms']}")
    stand.ask(f"SET,hold_us,{result.answers['advised_hold_us']}")
    stand.listen(1_000_000)  # a save is refused in play, and the slaps are not long past
    stand.ask("SAVE")
