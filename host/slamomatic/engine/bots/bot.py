"""A bot's human side: when it does what it wants to do, how often it errs, what fools it.

The moment at which a bot acts tells nothing of its cards: it depends only on what everybody sees and hears.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Choice, Event, Json

PRESS_US = 140_000  # how long a hand stays on the paddle
# Choices that nobody else sees. They are never made by mistake: the correction would show as a second
# thought, and so tell that there was something to choose.
SECRET_CHOICES = frozenset({"choose", "aim"})

# The more doubt, the less a feint is believed: with doubt d it fools exp(-d) times as often as the first one.
# People get wary like that, and hardly ever fall for a feint twice in a row.
DOUBT_THIS_TURN = 0.5  # for each feint seen in this turn, as long as the turn lasts
DOUBT_LASTING = 0.1  # for each feint of this player seen in this game
DOUBT_BURNT = 2.0  # for each feint of this player that fooled the bot
OVERLOOKS_EASY = (
    0.25  # how often something easy to see is overlooked, as a share of how often hard things are
)
SETTLES_MS = 10_000  # how long bots for beginners settle in
SETTLING = 1.8  # times of a bot that has just sat down, as a multiple of its usual ones
GRUDGE_DOUBT = 4.0  # so much doubt is a grudge: some forty feints, or twenty of which one fooled it


@dataclass(frozen=True, slots=True)
class Nature:
    """How human a bot is. Times are medians; they vary as people's do, with a long tail upwards."""

    reaction_ms: int = 380  # to a call that surprised it
    ready_ms: int = 240  # to a call that it saw coming
    think_ms: int = 1100  # before any other choice
    spread: float = 0.18  # of these times, as a share
    error: float = 0.02  # how often a choice is a random one, and a turn tempts it to slap at nothing
    temper: float = 0.15  # how often the first feint fools it; later ones do less and less
    feints: int | None = None  # at most so many in a turn; None: as its game's bot does
    risk: float = 0.0  # how often it waits for a bigger prize where it could take a small one
    settles_ms: int = 0  # so long after it sits down it is slow, for those who still find their keys
    hurry: float = 0.4  # the share of its time that it takes where there is next to nothing to think about
    overlooks: float = 0.0  # how often it misses something hard to see; easy things a quarter as often


def offered(legal: Sequence[Choice], do: str) -> Choice | None:
    """Return the first of the legal choices with this word; None: there is none."""
    return next((choice for choice in legal if choice.do == do), None)


class Bot:
    """One seat's player. A game's own bots override `choose`, and to remember things `begin` and `notice`.

    The table calls `update` after everything that happens and then plays `planned` at its time, unless
    something happens before.
    """

    TEMPTED = 1.0  # how often a new turn tempts it to slap at nothing, as a share of its errors
    EASY_ERROR = 0.05  # how often the easy bot errs; more in games where its slow hands cost it nothing
    RACES = True  # whether hands race in this game; if not, nothing tempts a hand to slap

    def __init__(self, seat: int, rng: Random, nature: Nature) -> None:
        self.seat = seat
        self.rng = rng
        self.nature = nature
        # Random numbers for times and slips of the hand. They are drawn at public moments only, so that what
        # the bot thinks of its cards does not change them.
        self.pace = Random(rng.getrandbits(64))
        self.planned: Event | None = None
        # Returns a state that this seat could be in. A bot that searches needs it; the table sets it.
        self.imagine: Callable[[Chance], Game] | None = None
        # Answers the bot's questions in another process, so that nobody waits; None: the bot thinks here.
        self.ask: Callable[[Any], Future[Choice]] | None = None
        self._turn: int | None = None
        self._wants: Choice | None = None  # the choice behind the plan, which by a slip may be another one
        self.feints = 0  # its own feints still to come in this turn
        self._fooled = False  # whether the plan is a slap at nothing, after a feint or a temptation
        self._feinter: int | None = None  # the seat whose feint fooled it just now
        self._feints_now = 0  # feints that it saw in this turn
        self._doubts: dict[int, float] = {}  # by seat: how much less its feints are believed
        self._ways: list[Choice] = []  # what `pick` chose from, and its pick
        self._looked_at: object = None  # what `overlooks` decided about last, and how
        self._overlooked = False
        self._lag = 1.0  # this moment's times as a multiple of the median
        self._asked = False  # whether the plan is a slap that the table called for
        self._sat_down_us: int | None = None  # None: it has not looked at the table yet
        self.begin()

    def begin(self) -> None:
        """Set what the bot remembers and plans at first."""

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return the bot's choice now; None: wait."""
        raise NotImplementedError

    def called_to_slap(self, view: Json) -> bool:
        """Whether the table calls for this seat's slap now, so that the bot reacts without thinking."""
        return self.seat in view["asked"]

    def saw_slap_coming(self, view: Json) -> bool:
        """Whether the bot expected the slap that it wants to make now, and so is quicker."""
        return False

    def could_be_slip(self, view: Json, choice: Choice) -> bool:
        """Whether a person might make this choice by mistake; some things nobody ever does."""
        return True

    def pick(self, ways: list[Choice]) -> Choice:
        """Return one of several equally good choices by chance, the same one while they stay the same."""
        if ways != self._ways:
            self._ways, self._picked = ways, self.rng.choice(ways)
        return self._picked

    def overlooks(self, what: object, hard: bool) -> bool:
        """Whether the bot misses `what`, by chance: decided once, and asked again when `what` changes.

        `hard`: the thing is hard to see.
        """
        if what != self._looked_at:
            how_often = self.nature.overlooks * (1.0 if hard else OVERLOOKS_EASY)
            self._looked_at, self._overlooked = what, self.rng.random() < how_often
        return self._overlooked

    def notice(self, effect: Json) -> None:
        """Take in an effect that this seat can see, to remember what the view does not tell."""

    def update(self, view: Json, legal: list[Choice], effects: Sequence[Json], now_us: int) -> Event | None:
        """Take in what is new and return `planned`: what the bot does next and when; None: it waits."""
        if self._sat_down_us is None:
            self._sat_down_us = now_us
        settles = now_us < self._sat_down_us + 1000 * self.nature.settles_ms
        # How slow it is this time.
        self._lag = self.pace.lognormvariate(0.0, self.nature.spread) * (SETTLING if settles else 1.0)
        for effect in effects:
            self.notice(effect)
            if effect["what"] == "feint" and effect["seat"] != self.seat:
                self._see_feint(view, effect["seat"], now_us)
        if view["turn"] != self._turn:
            # The first turn that it sees tempts nobody: no hand was there before that could have slapped.
            first = self._turn is None or settles
            self._turn = view["turn"]
            self._feints_now = 0
            self._tempt(view, 0.0 if first else self.nature.error * self.TEMPTED, now_us)
        self._plan(view, legal, now_us)
        return self.planned

    def forget_plan(self) -> None:
        """Forget the planned event, which was played or refused.

        A feint that fooled the bot makes it doubt that player's next ones; a feint of its own is counted off.
        """
        if self._fooled and self._feinter is not None:
            self._doubts[self._feinter] += DOUBT_BURNT
        if self.planned is not None and self.planned.do == "feint":
            self.feints -= 1
        self.planned = None
        self._wants = None
        self._fooled = False
        self._feinter = None

    def bears_grudge(self, seat: int) -> bool:
        """Whether this player has pestered the bot with feints, so that the bot robs this player first."""
        return self._doubts.get(seat, 0.0) >= GRUDGE_DOUBT

    def _see_feint(self, view: Json, seat: int, now_us: int) -> None:
        """Fall for this player's feint or not, by chance, and believe the next one less."""
        doubt = self._doubts.get(seat, 0.0)
        self._doubts[seat] = doubt + DOUBT_LASTING
        believes = self.nature.temper * exp(-doubt - DOUBT_THIS_TURN * self._feints_now)
        self._feints_now += 1
        was_fooled = self._fooled
        self._tempt(view, believes, now_us)
        if self._fooled and not was_fooled:
            self._feinter = seat

    def _tempt(self, view: Json, how_often: float, now_us: int) -> None:
        """Plan a slap at nothing, with this probability, if others are on turn and the paddle is live."""
        can_slap = self.RACES and view["turn"] != self.seat and view["live"][self.seat]
        if can_slap and self.pace.random() < how_often:
            self.planned = Event("down", self.seat, now_us + self._after_us(self.nature.reaction_ms))
            self._fooled = True

    def _plan(self, view: Json, legal: list[Choice], now_us: int) -> None:
        """Set `planned` to what the bot does next, or to None.

        A hand on the paddle first comes up again, and a slap at nothing stays planned. A new wish takes over
        the time of the older plan, and by chance becomes a slip.
        """
        if view["over"]:
            self.planned = None
            return
        if view["down"][self.seat]:
            if self.planned is None or self.planned.do != "up":
                self.planned = Event("up", self.seat, now_us + PRESS_US)
            return
        if self._fooled:
            return
        wants = self.choose(view, legal)
        if wants is None:
            self.planned = None
        elif self.planned is None or wants != self._wants:
            asked = wants.do == "down" and self.called_to_slap(view)
            due_us = now_us + self._after_us(self.wait_ms(view, asked))
            if self.planned is not None and asked == self._asked:
                due_us = max(now_us, self.planned.t_us)  # nobody may see that it changed its mind
            # An error is decided once, with the plan: the same wish keeps the same slip.
            slips = [c for c in legal if c.do not in SECRET_CHOICES and self.could_be_slip(view, c)]
            choice = self.rng.choice(slips) if slips and self.rng.random() < self.nature.error else wants
            self.planned, self._asked = choice.at(due_us), asked
        self._wants = wants

    def wait_ms(self, view: Json, asked: bool) -> int:
        """Return how long the bot usually takes now; `asked`: for a slap that the table called for.

        Only what everybody sees may change this time.
        """
        if not asked:
            return self.nature.think_ms
        return self.nature.ready_ms if self.saw_slap_coming(view) else self.nature.reaction_ms

    def _after_us(self, median_ms: int) -> int:
        """Return how long the bot takes this time, as it varies around the median; never 0."""
        return int(median_ms * 1000 * self._lag) + 1


class RandomBot(Bot):
    """A player that makes any legal choice, all equally likely."""

    def begin(self) -> None:
        self._legal: list[Choice] = []
        self._drawn: Choice | None = None

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return a random choice; the same one while the same choices are legal, until it is made."""
        if legal != self._legal or (self._drawn is None and legal):
            self._legal = legal
            visible = [choice for choice in legal if choice.do not in SECRET_CHOICES]
            self._drawn = self.rng.choice(visible) if visible else None
        return self._drawn

    def forget_plan(self) -> None:
        super().forget_plan()
        self._drawn = None
