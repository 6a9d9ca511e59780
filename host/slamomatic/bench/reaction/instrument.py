"""`slamomatic bench reaction`: train your reaction time on real paddles, false starts included.

The trainer goes by the rules of Quick Draw, but times everybody. It is pure: without screen or clock.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from slamomatic.bench.figures import Figures, figures
from slamomatic.bench.first_unit import measured, wait_for_unit
from slamomatic.bench.result import Count, Finding, Result, Series, Stopwatch, add_json, tell
from slamomatic.errors import UsageError
from slamomatic.games.quick_draw import call
from slamomatic.options import add_count, add_switch, add_word
from slamomatic.paddles import PADDLES
from slamomatic.store.displays import Display
from slamomatic.units.base import Do, News, PaddleEvent, Unit, now_us
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.units.specs import AUTO
from slamomatic.words import N_, Sentence, counted, gettext

FRAME_S = 0.002
ANSWER_WITHIN_US = 2_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """One player's reactions, in an answer."""

    name: str
    reactions_ms: Figures | None
    false_starts: Count
    missed: Count


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench reaction --json`."""

    players: Sequence[Player]  # the fastest first


ANSWERS = (Answers,)


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
    with open_unit(*(args.unit or [AUTO]), corrected=True) as unit:
        wait_for_unit(unit)
        trainer = Trainer(_names(args.players, unit.paddles), args.rounds, random.Random())
        watch = Stopwatch()
        say = partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)
        train(unit, trainer, say)
        return tell(report(trainer.cards, unit, watch), args)


def _in_window(args: argparse.Namespace) -> int:
    from slamomatic.bench.reaction.scene import ReactionScene
    from slamomatic.bench.window.show import show
    from slamomatic.screen.scene import Stage

    def make(stage: Stage) -> ReactionScene:
        names = _names(args.players, stage.unit.paddles)
        return ReactionScene(stage, Trainer(names, args.rounds, random.Random()))

    watch = Stopwatch()
    scene = show(make, args.unit or [AUTO])
    return tell(report(scene.trainer.cards, scene.stage.unit, watch, scene.screen), args)


def _names(given: Sequence[str] | None, paddles: int) -> list[str]:
    """Return the players' names, by default those of the paddles. UsageError for too many or equal names."""
    if given is None:
        return [paddle.name for paddle in PADDLES[: min(paddles, 4)]]
    if len(given) > paddles or len(set(given)) < len(given):
        raise UsageError(
            "Give up to {paddles} different names, in the order of the paddles.", paddles=paddles
        )
    return list(given)


@dataclass(slots=True)
class Card:
    """One player's record."""

    name: str
    reactions_us: list[int] = field(default_factory=list)
    false_starts: int = 0
    missed: int = 0

    @property
    def times_ms(self) -> tuple[float, ...]:
        return tuple(us / 1000 for us in self.reactions_us)

    def figures(self) -> Figures | None:
        return figures(self.times_ms, "ms")


class Trainer:
    """The rounds of a reaction training. The caller passes in time and slaps, in order of time."""

    def __init__(self, names: Sequence[str], rounds: int, chance: random.Random) -> None:
        self.cards = [Card(name) for name in names]  # in the order of the paddles
        self.rounds_left = rounds
        self._chance = chance
        self.go_us: int | None = None  # since when the signal is on the screen, while it is
        self._waiting: set[int] = set()  # who may still slap in this round

    @property
    def over(self) -> bool:
        return self.rounds_left == 0 and self.go_us is None

    def plan(self, now_us: int) -> int:
        """Begin a round; return when to show its signal. The caller then calls go() with the real moment."""
        self._waiting = set(range(len(self.cards)))
        return now_us + call.wait_us(self._chance.randrange)

    def go(self, shown_us: int) -> None:
        """Note that the signal is on the screen since `shown_us`; from then on a slap is a reaction."""
        self.go_us = shown_us
        self.rounds_left -= 1

    def verdicts(self, news: Sequence[News]) -> Iterator[tuple[int, str]]:
        """Judge the slaps among the news; yield (paddle, verdict) of those that count."""
        for one in news:
            if isinstance(one, PaddleEvent) and one.do is Do.DOWN:
                verdict = self.down(one.paddle, one.middle_us)
                if verdict:
                    yield one.paddle, verdict

    def down(self, paddle: int, t_us: int) -> str:
        """Judge one slap; return its time, a false start, or "" for a second slap or one between rounds."""
        if paddle not in self._waiting:
            return ""
        self._waiting.remove(paddle)
        card = self.cards[paddle]
        if self.go_us is None or t_us < call.answers_from_us(self.go_us):
            card.false_starts += 1
            return N_("false start")
        card.reactions_us.append(t_us - self.go_us)
        return f"{card.times_ms[-1]:.1f} ms"

    def end_if_due(self, now_us: int) -> bool:
        """End the round if all have slapped or the time is up, and count the missing as missed.

        True if it ended.
        """
        if self.go_us is None:
            return False
        if self._waiting and now_us < self.go_us + ANSWER_WITHIN_US:
            return False
        for paddle in self._waiting:
            self.cards[paddle].missed += 1
        self._waiting.clear()
        self.go_us = None
        return True


def train(
    unit: Unit,
    trainer: Trainer,
    say: Callable[[str], None],
    clock: Callable[[], int] = now_us,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Play all rounds at a terminal, or up to Ctrl-C."""

    def judge() -> None:
        for paddle, verdict in trainer.verdicts(unit.drain()):
            say(f"  {trainer.cards[paddle].name}: {gettext(verdict)}")
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
            while not trainer.end_if_due(clock() - late_us):
                judge()
    except KeyboardInterrupt:
        say(gettext("Stopped. The slaps so far count."))


def standings(cards: Sequence[Card]) -> list[Card]:
    """Return the cards by median, the fastest first; players without a reaction are last."""

    def rank(card: Card) -> float:
        found = card.figures()
        return found.median if found else math.inf

    return sorted(cards, key=rank)


def report(cards: Sequence[Card], unit: Units, watch: Stopwatch, screen: Display | None = None) -> Result:
    """Report each player's times, false starts and misses.

    `screen`: the measured screen whose delay is taken off.
    """
    ranked = standings(cards)
    players = [Player(card.name, card.figures(), card.false_starts, card.missed) for card in ranked]
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
        Answers(players),
        {
            card.name: Series(
                Sentence("{name}: from the signal to the first contact", name=card.name),
                "ms",
                card.times_ms,
            )
            for card in ranked
            if card.reactions_us
        },
        tuple(
            Finding(
                True,
                "player",
                Sentence(
                    "{name}: {false_starts}, {missed} missed",
                    name=card.name,
                    false_starts=counted("{n} false start", "{n} false starts", card.false_starts),
                    missed=card.missed,
                ),
            )
            for card in ranked
        ),
    )
