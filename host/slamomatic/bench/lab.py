"""`slamomatic bench lab`: slaps as streams of the Lab Streaming Layer (LSL), for recorders."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from slamomatic.bench.first_unit import measured
from slamomatic.bench.lab_stream import find_lsl
from slamomatic.bench.lab_streaming import Streaming
from slamomatic.bench.result import Result, Series, Stopwatch, add_json, add_slaps, checked, tell
from slamomatic.errors import UsageError, UserError
from slamomatic.paddles import paddle_name
from slamomatic.units.base import Unit, now_us, spoken_us
from slamomatic.units.keyboard import Keys
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.words import Sentence, counted, gettext, listed

TURN_S = 0.004
CONNECT_WITHIN_S = 15.0
START_WITHIN_S = 300.0  # the emulated unit, the first time
HELD_S, REST_S = 0.09, 0.15
LEAVE_TIME_S = 1.0  # for the last samples to reach a recorder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unit", action="append", metavar="U", help=gettext("as for `slamomatic play`; may be repeated")
    )
    parser.add_argument(
        "--name",
        default="Slam-O-Matic",
        metavar="NAME",
        help=gettext("how the streams' names begin (Slam-O-Matic)"),
    )
    parser.add_argument(
        "--seconds", type=float, default=None, metavar="S", help=gettext("stop after S seconds")
    )
    add_slaps(parser)
    parser.add_argument(
        "--window", action="store_true", help=gettext("open a window, where keys stand in for paddles")
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    specs = args.unit or ["auto"]
    if args.json and args.seconds is None and not args.slaps and not args.window:
        raise UsageError("With --json, also give --seconds S: how long to stream.")
    if args.slaps and (specs != ["emulated"] or args.window):
        raise UsageError("Only the emulated unit slaps by itself: use --slaps with --unit emulated.")
    if "keyboard" in specs and not args.window:
        raise UsageError("Keys are read in a window. Add --window.")
    lsl = find_lsl()
    if args.window:
        return _in_window(args, lsl, specs)
    say = partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)
    watch = Stopwatch()
    unit = open_unit(*specs)
    unit.start()
    try:
        streaming = Streaming(lsl, unit, args.name, now_us, keys=False)
        say(gettext("Looking for the unit …"))
        _wait_for(streaming, START_WITHIN_S if "emulated" in specs else CONNECT_WITHIN_S)
        _stream(streaming, unit, args.seconds, args.slaps, say)
        return tell(report(streaming, unit, watch), args)
    finally:
        unit.stop()


def _in_window(args: argparse.Namespace, lsl: object, specs: Sequence[str]) -> int:
    from slamomatic.bench.bench_window import show
    from slamomatic.bench.lab_scene import LabScene

    watch = Stopwatch()
    scene = show(
        lambda stage: LabScene(stage, Streaming(lsl, stage.unit, args.name, stage.clock, keys=True)),
        specs,
        corrected=False,
    )
    return tell(report(scene.streaming, scene.stage.unit, watch), args)


def _wait_for(streaming: Streaming, within_s: float) -> None:
    ends_s = time.monotonic() + within_s
    while not streaming.streams:
        if time.monotonic() > ends_s:
            raise UserError(
                "No paddles answered, so there is nothing to stream. Plug the unit in and start again. "
                "Or try it with --unit emulated, or with keys and --window."
            )
        streaming.pump()
        time.sleep(TURN_S)


def _stream(
    streaming: Streaming, unit: Units, seconds: float | None, slaps: int, say: Callable[[str], None]
) -> None:
    """Until the time is up, all asked-for slaps have come, or Ctrl-C."""
    ends_s = None if seconds is None else time.monotonic() + seconds
    robot = Robot(unit.keyboard, streaming, slaps) if slaps and unit.keyboard else None
    told, said = 0, 0
    try:
        while (ends_s is None or time.monotonic() < ends_s) and not (robot and robot.done):
            streaming.pump()
            for name in streaming.names()[said:]:
                said += 1
                say(gettext('Streaming as "{name}". Start your recorder. Ctrl-C ends.', name=name))
            for sent in streaming.sent[told:]:
                told += 1
                within = spoken_us(sent.bound_us)
                say(gettext("  {paddle}, known within {time}", paddle=paddle_name(sent.paddle), time=within))
            if robot is not None:
                robot.turn(time.monotonic())
            time.sleep(TURN_S)
    except KeyboardInterrupt:
        say(gettext("Stopped. The slaps so far count."))
    if streaming.heard:
        time.sleep(LEAVE_TIME_S)


class Robot:
    """Presses the emulated unit's paddles, each once the slap before it was streamed."""

    def __init__(self, keys: Keys, streaming: Streaming, slaps: int) -> None:
        self._keys, self._streaming, self._slaps = keys, streaming, slaps
        self._chance = random.Random(1)
        self._pressed: int | None = None
        self._due_s = 0.0
        self._made = 0

    @property
    def done(self) -> bool:
        return len(self._streaming.sent) >= self._slaps and self._pressed is None

    def turn(self, now_s: float) -> None:
        if now_s < self._due_s:
            return
        if self._pressed is not None:
            self._keys.key(self._pressed, False)
            self._pressed, self._due_s = None, now_s + REST_S
        elif self._made < self._slaps and len(self._streaming.sent) >= self._made:
            self._made += 1
            self._pressed, self._due_s = self._chance.randrange(self._keys.paddles), now_s + HELD_S
            self._keys.key(self._pressed, True)


def report(streaming: Streaming, unit: Unit, watch: Stopwatch) -> Result:
    bounds_us = tuple(sent.bound_us for sent in streaming.sent)
    unheard = sum(not sent.heard for sent in streaming.sent)
    whats = [notice.what for notice in streaming.notices]
    answers = {
        "streams": streaming.names(),
        "slaps": len(bounds_us),
        "unheard": unheard,
        "notices": {what: whats.count(what) for what in sorted(set(whats))},
        "largest_bound_us": max(bounds_us, default=None),
    }
    holes = [notice.what for notice in streaming.notices if notice.voids_a_slap]
    return watch.result(
        "lab",
        Sentence(
            "every slap's first contact, put on LSL's clock by the unit's own stamps, with the bound of each"
        ),
        Sentence("what a recorder adds: how well it knows the offset between two computers' clocks"),
        measured(unit),
        answers,
        {
            Sentence("bound"): Series(
                Sentence("how far a slap's time on LSL's clock may be off"), "us", bounds_us
            )
        },
        (
            checked(
                not unheard,
                "recorded",
                Sentence("every slap was taken by a recorder"),
                counted(
                    "No recorder listened to {n} slap. Start the recorder first.",
                    "No recorder listened to {n} slaps. Start the recorder first.",
                    unheard,
                ),
            ),
            checked(
                not holes,
                "whole",
                Sentence("the unit was there all the time"),
                Sentence(
                    "Slaps may be missing or badly timed: {whats}. The notices stream says when.",
                    whats=listed(sorted(set(holes))),
                ),
            ),
        ),
    )
