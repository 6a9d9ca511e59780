"""`slamomatic bench display`: how late is the screen, and how much does that vary?"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from random import Random

import pygame

from slamomatic.bench.display.flashes import (
    DARK_US,
    PLACES,
    Delay,
    Flash,
    FrameTimes,
    delay_of,
    matched,
    refresh_hz,
)
from slamomatic.bench.display.rig import DisplayRig, PatchWindow, VirtualDisplay
from slamomatic.bench.figures import Figures, figures, rounded
from slamomatic.bench.result import (
    Count,
    Finding,
    Progress,
    Result,
    Series,
    Stopwatch,
    add_json,
    checked,
    tell,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.errors import UsageError, UserError
from slamomatic.options import add_choice, add_count, add_number, add_size, add_switch, add_word
from slamomatic.store import displays
from slamomatic.units.specs import AUTO, EMULATED
from slamomatic.words import Sentence, counted, gettext

FLASHES = 100
BLIND_AFTER = 5  # flashes without any light: the sensor looks elsewhere
EMULATED_SIZE = (640, 360)


@dataclass(frozen=True, slots=True)
class Injected:
    """The delay that the modelled screen of an emulated unit had."""

    delay_us: float
    jitter_us: float


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench display --json`."""

    flashes: Count
    seen: Count
    lost: Count  # flashes without light
    false: Count  # lights without a flash
    median_us: float | None  # of the delay; None: no flash was seen
    p10_us: float | None
    p90_us: float | None
    spread_us: float | None
    bound_us: float | None
    refresh_hz: float | None
    window_us: Figures | None
    width: Count
    height: Count
    fullscreen: bool
    driver: str
    patch: str
    injected: Injected | None  # None: a real screen
    # Change decided, frame drawn, frame handed over, light or None; from the first decision on.
    frames: Sequence[FrameTimes]


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("the unit with the light sensor (auto, serial:PORT, emulated)")
    add_word(parser, "--unit", "U", says, AUTO)
    add_count(parser, "--flashes", "N", FLASHES, gettext("how many flashes ({n})", n=FLASHES))
    add_size(parser, gettext("a window of this size instead of the whole screen"))
    add_choice(parser, "--patch", PLACES, "middle", gettext("where the patch is (middle)"))
    says = gettext("keep the result under this name, and show reaction times without the screen's delay")
    add_word(parser, "--name", "NAME", says)
    add_switch(parser, "--forget", gettext("forget the screen that was kept"))
    add_number(parser, "--seed", "S", 1, gettext("the seed of the pauses (1)"))
    for name, value, says in (
        ("delay", 40.0, gettext("the emulated screen's delay in ms, 0 to 150 (40)")),
        ("jitter", 2.0, gettext("by how much it varies, in ms (2)")),
        ("refresh", 0.0, gettext("how often it refreshes, in Hz; 0: at any moment (0)")),
        ("drawing", 3.0, gettext("how long the emulated window takes to draw, in ms (3)")),
    ):
        add_number(parser, f"--model-{name}", "X", value, says)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure the screen and report; keep a good result under its name. Or forget the screen kept before."""
    if args.forget:
        return _forget(args.json)
    _refuse_bad_options(args)
    watch = Stopwatch()
    with _opened(args) as rig:
        flashes, false = _flash(rig, args.flashes, args.seed)
        found = result_of(rig, flashes, false, args.patch, watch)
        delay = delay_of(flashes)
        if args.name and delay is not None and found.ok:
            _keep(args.name, delay)
    return tell(found, args)


def _refuse_bad_options(args: argparse.Namespace) -> None:
    """Raise UsageError if the options of the modelled screen make no sense."""
    if not 0 <= args.model_delay <= 150 or not 0 <= args.model_jitter <= 50:
        raise UsageError("--model-delay is 0 to 150 ms, --model-jitter 0 to 50 ms.")
    if (args.model_refresh and not 20 <= args.model_refresh <= 500) or not 0 <= args.model_drawing <= 50:
        raise UsageError("--model-refresh is 0 or 20 to 500 Hz, --model-drawing 0 to 50 ms.")
    if args.name and args.unit == EMULATED:
        raise UsageError("An emulated unit measures no real screen. Leave --name out, or name a real unit.")


def _forget(as_json: bool) -> int:
    """Forget the measured screen that was kept, and say so; reaction times then include its delay."""
    was = displays.forget()
    if as_json:
        print(json.dumps({"forgotten": was.name if was else None}))
    elif was is None:
        print(gettext("No screen was kept."))
    else:
        print(gettext('The screen "{name}" is forgotten. Reaction times include its delay.', name=was.name))
    return 0


@contextmanager
def _opened(args: argparse.Namespace) -> Iterator[DisplayRig]:
    """Open the unit and the window; with the emulated unit also a modelled screen between them."""
    size = args.size
    stand: Stand
    model: VirtualDisplay | None = None
    if args.unit == EMULATED:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # its screen is modelled: nobody need see it
        stand = EmulatedStand(seed=args.seed, light=1)
        model = VirtualDisplay(
            stand=stand,
            delay_us=args.model_delay * 1000,
            jitter_us=args.model_jitter * 1000,
            refresh_hz=args.model_refresh,
            window_us=args.model_drawing * 1000,
            chance=Random(args.seed + 1),
        )
        size = size or EMULATED_SIZE
    else:
        stand = open_stand(args.unit)
    with stand, closing(PatchWindow(size, args.patch, model)) as window:
        yield DisplayRig(stand, window)


def _flash(rig: DisplayRig, count: int, seed: int) -> tuple[list[Flash], int]:
    """Flash `count` times; return the flashes with their lights, and how many lights came without a flash.

    UserError if the sensor sees none of the first flashes. Ctrl-C ends it early after two.
    """
    progress, chance = Progress("display", count), Random(seed)
    stopped = False
    try:
        for done in range(1, count + 1):
            rig.flash(chance.uniform(*DARK_US))
            progress.at(done, {gettext("flashes"): done, gettext("seen"): len(rig.lights)})
            if done == BLIND_AFTER and not rig.lights:
                raise UserError(
                    "The sensor saw none of the first {n} flashes. Hold it close to the square, shade it "
                    "from other light, and start again.",
                    n=done,
                )
        rig.end()
    except KeyboardInterrupt:  # the flashes so far count, except one whose light had no time to come
        if len(rig.bright) < 2:
            raise
        stopped = True
    progress.done()
    flashes, false = matched(rig.bright, rig.lights)
    if stopped and flashes[-1].light is None:
        flashes.pop()
    return flashes, false


def result_of(rig: DisplayRig, flashes: list[Flash], false: int, patch: str, watch: Stopwatch) -> Result:
    """Return all figures, from the flashes alone."""
    delay = delay_of(flashes)
    hz = refresh_hz(flashes)
    lost = sum(flash.light is None for flash in flashes)
    from_us = flashes[0].shown.asked_us
    windows_us = [round(flash.shown.window_us, 1) for flash in flashes]
    windows_ms = tuple(round(us / 1000, 2) for us in windows_us)
    delays_ms = tuple(round(flash.delay_us / 1000, 2) for flash in flashes if flash.delay_us is not None)
    to_light = Sentence("from the frame handed over to the light at the sensor")
    own = Sentence("the window's own share: from the decision to the frame handed over")
    window, model = rig.window, rig.window.model
    return watch.result(
        "display",
        Sentence("from the frame that the window hands over to the light that the sensor sees"),
        Sentence("the delay of another place on the screen, of another input or of another picture mode"),
        rig.measured,
        Answers(
            flashes=len(flashes),
            seen=len(flashes) - lost,
            lost=lost,
            false=false,
            median_us=rounded(delay.median_us if delay else None),
            p10_us=rounded(delay.p10_us if delay else None),
            p90_us=rounded(delay.p90_us if delay else None),
            spread_us=rounded(delay.spread_us if delay else None),
            bound_us=rounded(delay.bound_us if delay else None),
            refresh_hz=rounded(hz, 2),
            window_us=figures(windows_us),
            width=window.width,
            height=window.height,
            fullscreen=window.fullscreen,
            driver=window.driver,
            patch=patch,
            injected=Injected(model.delay_us, model.jitter_us) if model else None,
            frames=[flash.times_us(from_us) for flash in flashes],
        ),
        {
            Sentence("display"): Series(to_light, "ms", delays_ms),
            Sentence("window"): Series(own, "ms", windows_ms),
        },
        tuple(_findings(delay, hz, lost, false)),
    )


def _ms(value_us: float) -> str:
    return f"{value_us / 1000:.1f}"


def _findings(delay: Delay | None, hz: float | None, lost: int, false: int) -> Iterator[Finding]:
    says = Sentence("no flash was seen")
    if delay is not None:
        says = Sentence(
            "the screen shows a frame {median} ms late (10 % within {p10} ms, 90 % within {p90} ms; each is "
            "known to {bound} ms)",
            median=_ms(delay.median_us),
            p10=_ms(delay.p10_us),
            p90=_ms(delay.p90_us),
            bound=f"{delay.bound_us / 1000:.3f}",
        )
    yield Finding(delay is not None, Sentence("delay"), says)
    steps = Sentence("light comes in step with {hz} Hz", hz=f"{hz or 0:.2f}")
    no_step = Sentence("light keeps no step, so the refresh rate is unknown")
    yield Finding(True, Sentence("refresh"), steps if hz else no_step)
    all_seen = Sentence("every flash was seen")
    unseen = counted("{n} flash was not seen", "{n} flashes were not seen", lost)
    yield checked(not lost, Sentence("no flash is lost"), all_seen, unseen)
    no_other = Sentence("no other light was seen")
    others = counted(
        "{n} light without a flash: shade the sensor",
        "{n} lights without a flash: shade the sensor",
        false,
    )
    yield checked(not false, Sentence("no light is false"), no_other, others)


def _keep(name: str, delay: Delay) -> None:
    median_us, p10_us, p90_us, bound_us = map(round, astuple(delay))
    desktop, now = tuple(pygame.display.get_desktop_sizes()), Stopwatch().started
    displays.keep(displays.Display(name, median_us, p10_us, p90_us, bound_us, desktop, now))
