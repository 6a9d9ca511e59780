"""`slamomatic bench reaction`: train your reaction time on real paddles, false starts included."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from slamomatic.bench.figures import figures_json
from slamomatic.bench.first_unit import first_state, measured
from slamomatic.bench.result import Finding, Result, Series, Stopwatch, add_json, tell
from slamomatic.bench.trainer import Card, Trainer, standings
from slamomatic.errors import UsageError
from slamomatic.options import add_count, add_switch, add_word
from slamomatic.paddles import PADDLES
from slamomatic.store.displays import Display
from slamomatic.units.base import Link, Unit, now_us
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.words import Sentence, counted, gettext

FRAME_S = 0.002
CONNECT_WITHIN_US = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("as for `slamomatic play`; may be repeated")
    add_word(parser, "--unit", "U", says, action="append")
    says = gettext("the players' names, in the order of the paddles")
    add_word(parser, "--players", "NAME", says, nargs="+")
    add_count(parser, "--rounds", "N", 10, gettext("how many go signals (10)"))
    add_switch(parser, "--window", gettext("open a window, where you can train with keys too"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.window:
        return _in_window(args)
    with open_unit(*(args.unit or ["auto"]), corrected=True) as unit:
        _wait_for(unit)
        names = _names(args.players, unit.paddles)
        watch = Stopwatch()
        trainer = Trainer(len(names), args.rounds, random.Random())
        say = partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)
        train(unit, trainer, names, say)
        return tell(report(dict(zip(names, trainer.cards, strict=True)), unit, watch), args)


def _in_window(args: argparse.Namespace) -> int:
    from slamomatic.bench.bench_window import show
    from slamomatic.bench.reaction_scene import ReactionScene
    from slamomatic.screen.scene import Stage

    def make(stage: Stage) -> ReactionScene:
        names = _names(args.players, stage.unit.paddles)
        return ReactionScene(stage, Trainer(len(names), args.rounds, random.Random()), names)

    watch = Stopwatch()
    scene = show(make, args.unit or ["auto"])
    cards = dict(zip(scene.names, scene.trainer.cards, strict=True))
    return tell(report(cards, scene.stage.unit, watch, scene.screen), args)


def _names(given: Sequence[str] | None, paddles: int) -> list[str]:
    if given is None:
        return [paddle.name for paddle in PADDLES[: min(paddles, 4)]]
    if len(given) > paddles or len(set(given)) < len(given):
        raise UsageError(
            "Give up to {paddles} different names, in the order of the paddles.", paddles=paddles
        )
    return list(given)


def _wait_for(unit: Units) -> None:
    """A unit says who it is within seconds; keys alone can't train: a terminal stamps them too coarsely."""
    end_us = now_us() + CONNECT_WITHIN_US
    while now_us() < end_us:
        unit.drain()
        state = first_state(unit)
        if state.link is Link.CONNECTED and state.unit_id:
            return
        time.sleep(0.05)
    raise UsageError("No paddles answered. Plug the unit in, or train with --unit emulated.")


def train(
    unit: Unit,
    trainer: Trainer,
    names: Sequence[str],
    say: Callable[[str], None],
    clock: Callable[[], int] = now_us,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Round after round until all are done or Ctrl-C."""

    def judge() -> None:
        for paddle, verdict in trainer.verdicts(unit.drain()):
            say(f"  {names[paddle]}: {gettext(verdict)}")
        sleep(FRAME_S)

    try:
        while not trainer.over:
            say(gettext("Wait for it …"))
            due_us = trainer.plan(clock())
            while clock() < due_us:
                judge()
            say("\a>>>>>>>>  SLAP!  <<<<<<<<")
            trainer.go(clock())
            late_us = unit.state().late_us
            while not trainer.time(clock() - late_us):
                judge()
    except KeyboardInterrupt:
        say(gettext("Stopped. The slaps so far count."))


def report(cards: dict[str, Card], unit: Units, watch: Stopwatch, screen: Display | None = None) -> Result:
    ranked = standings(cards)
    players = [
        {
            "name": name,
            "reactions_ms": figures_json(card.times_ms, "ms"),
            "false_starts": card.false_starts,
            "missed": card.missed,
        }
        for name, card in ranked
    ]
    return watch.result(
        "reaction",
        Sentence(
            "from the go signal, as it is handed to the screen, to the paddle's first contact, on the "
            "host's clock ({accuracy})",
            accuracy=unit.state().accuracy,
        ),
        Sentence(
            "reaction alone: every time includes the screen's own delay. Compare players at one screen only."
        )
        if screen is None
        else Sentence(
            "the window's own share, which is in every time. The {delay} ms of the screen {name} are taken "
            "off.",
            delay=f"{screen.median_us / 1000:.1f}",
            name=screen.name,
        ),
        measured(unit),
        {"players": players},
        {
            name: Series(
                Sentence("{name}: from the signal to the first contact", name=name),
                "ms",
                card.times_ms,
            )
            for name, card in ranked
            if card.reactions_us
        },
        tuple(
            Finding(
                True,
                "player",
                Sentence(
                    "{name}: {false_starts}, {missed} missed",
                    name=name,
                    false_starts=counted("{n} false start", "{n} false starts", card.false_starts),
                    missed=card.missed,
                ),
            )
            for name, card in ranked
        ),
    )
