"""`slamomatic bench lab`: slaps as streams of the Lab Streaming Layer (LSL), for recorders."""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat

from slamomatic.bench.first_unit import measured
from slamomatic.bench.lab.streaming import Streaming, find_lsl
from slamomatic.bench.result import Count, Result, Series, Stopwatch, add_json, add_slaps, checked, tell
from slamomatic.errors import UsageError, UserError
from slamomatic.options import add_count, add_switch, add_word
from slamomatic.paddles import paddle_name
from slamomatic.units.base import now_us, spoken_us
from slamomatic.units.keyboard import Keys
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.units.specs import AUTO, EMULATED, KEYBOARD
from slamomatic.words import Sentence, counted, gettext, listed

TURN_S = 0.004
CONNECT_WITHIN_S = 15.0
START_WITHIN_S = 300.0  # the emulated unit, the first time
HELD_S, REST_S = 0.09, 0.15
LEAVE_TIME_S = 1.0  # for the last samples to reach a recorder


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench lab --json`."""

    streams: Sequence[str]
    slaps: Count
    unheard: Count  # no recorder listened
    notices: Mapping[str, Count]
    largest_bound_us: Count | None


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("as for `slamomatic play`; may be repeated")
    add_word(parser, "--unit", "U", says, action="append")
    says = gettext("how the streams' names begin (Slam-O-Matic)")
    add_word(parser, "--name", "NAME", says, "Slam-O-Matic")
    add_count(parser, "--seconds", "S", None, gettext("stop after S seconds"), float)
    add_slaps(parser)
    add_switch(parser, "--window", gettext("open a window, where keys stand in for paddles"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Stream until the time or the slaps are up or Ctrl-C, in a window if asked for, and report."""
    specs = args.unit or [AUTO]
    if args.json and args.seconds is None and not args.slaps and not args.window:
        raise UsageError("With --json, also give --seconds S: how long to stream.")
    if args.slaps and (specs != [EMULATED] or args.window):
        raise UsageError("Only the emulated unit slaps by itself: use --slaps with --unit emulated.")
    if KEYBOARD in specs and not args.window:
        raise UsageError("Keys are read in a window. Add --window.")
    lsl = find_lsl()
    if args.window:
        return _in_window(args, lsl, specs)
    say = partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)
    watch = Stopwatch()
    with open_unit(*specs) as unit:
        streaming = Streaming(lsl, unit, args.name, now_us, keys=False)
        say(gettext("Looking for the unit …"))
        _wait_for(streaming, START_WITHIN_S if EMULATED in specs else CONNECT_WITHIN_S)
        _stream(streaming, unit, args, say)
        return tell(report(streaming, unit, watch), args)


def _in_window(args: argparse.Namespace, lsl: object, specs: Sequence[str]) -> int:
    from slamomatic.bench.lab.scene import LabScene
    from slamomatic.bench.window.show import show

    watch = Stopwatch()
    scene = show(
        lambda stage: LabScene(stage, Streaming(lsl, stage.unit, args.name, stage.clock, keys=True)),
        specs,
        corrected=False,
    )
    return tell(report(scene.streaming, scene.stage.unit, watch), args)


def _wait_for(streaming: Streaming, within_s: float) -> None:
    """Wait until the first unit has its streams; UserError after `within_s` seconds without one."""
    ends_s = time.monotonic() + within_s
    while not streaming.streams:
        if time.monotonic() > ends_s:
            raise UserError(
                "No paddles answered, so there is nothing to stream. Plug the unit in and start again. "
                "Or try it with --unit emulated, or with keys and --window."
            )
        streaming.pump()
        time.sleep(TURN_S)


def _stream(streaming: Streaming, unit: Units, args: argparse.Namespace, say: Callable[[str], None]) -> None:
    """Stream until the time is up, all emulated slaps are made, or Ctrl-C; say what was streamed."""
    ends_s = math.inf if args.seconds is None else time.monotonic() + args.seconds
    keys = unit.keyboard if args.slaps else None
    presses = _presses(keys, streaming, args.slaps) if keys else repeat(math.inf)
    slaps_said, streams_said, press_s = 0, 0, 0.0
    try:
        while time.monotonic() < ends_s:
            streaming.pump()
            for name in streaming.stream_names()[streams_said:]:
                streams_said += 1
                say(gettext('Streaming as "{name}". Start your recorder. Ctrl-C ends.', name=name))
            for sent in streaming.sent[slaps_said:]:
                slaps_said += 1
                within = spoken_us(sent.bound_us)
                say(gettext("  {paddle}, known within {time}", paddle=paddle_name(sent.paddle), time=within))
            if time.monotonic() >= press_s:
                pause_s = next(presses, None)
                if pause_s is None:
                    break
                press_s = time.monotonic() + pause_s
            time.sleep(TURN_S)
    except KeyboardInterrupt:
        say(gettext("Stopped. The slaps so far count."))
    if streaming.heard:
        time.sleep(LEAVE_TIME_S)


def _presses(keys: Keys, streaming: Streaming, slaps: int) -> Iterator[float]:
    """Press emulated paddles one after the other; yield how long to wait until the next step, in seconds.

    A press waits until the slap before it was streamed.
    """
    chance = random.Random(1)
    for made in range(1, slaps + 1):
        paddle = chance.randrange(keys.paddles)
        keys.key(paddle, True)
        yield HELD_S
        keys.key(paddle, False)
        while len(streaming.sent) < made:
            yield TURN_S
        yield REST_S


def report(streaming: Streaming, unit: Units, watch: Stopwatch) -> Result:
    """Report the bound of each slap, and whether a recorder took all and the unit was always there."""
    bounds_us = tuple(sent.bound_us for sent in streaming.sent)
    unheard = sum(not sent.heard for sent in streaming.sent)
    notices = Counter(notice.what for notice in streaming.notices)
    holes = {notice.what for notice in streaming.notices if notice.voids_a_slap}
    says = Sentence("how far a slap's time on LSL's clock may be off")
    taken = Sentence("every slap was taken by a recorder")
    alone = counted(
        "No recorder listened to {n} slap. Start the recorder first.",
        "No recorder listened to {n} slaps. Start the recorder first.",
        unheard,
    )
    there = Sentence("the unit was there all the time")
    missing = Sentence(
        "Slaps may be missing or badly timed: {whats}. The notices stream says when.",
        whats=listed(sorted(holes)),
    )
    return watch.result(
        "lab",
        Sentence(
            "every slap's first contact, put on LSL's clock by the unit's own stamps, with the bound of each"
        ),
        Sentence("what a recorder adds: how well it knows the offset between two computers' clocks"),
        measured(unit),
        Answers(
            streams=streaming.stream_names(),
            slaps=len(bounds_us),
            unheard=unheard,
            notices=dict(sorted(notices.items())),
            largest_bound_us=max(bounds_us, default=None),
        ),
        {Sentence("bound"): Series(says, "us", bounds_us)},
        (
            checked(not unheard, "recorded", taken, alone),
            checked(not holes, "whole", there, missing),
        ),
    )
