"""A bot's human side: when it does what it wants to do, how often it errs, what fools it.

When it acts tells nothing of what it holds: only what everybody sees and hears decides how long it takes.
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
# Done under the table: nobody sees it. As a slip it would show as a second thought, and so tell that there
# was something to choose.
SECRETLY = frozenset({"choose", "aim"})

# How much less a feint is believed: for each one seen in this turn, for each seen in this game, for each
# that this player has fallen for. People get wary like that, and hardly ever fall twice in a row.
DOUBT_THIS_TURN = 0.5
DOUBT_LASTING = 0.1
DOUBT_BURNT = 2.0
PESTERED = 4.0  # so much doubt is a grudge: some forty feints, or twenty and a fall


@dataclass(frozen=True, slots=True)
class Nature:
    """How human a bot is. Times are medians; they vary as people's do, with a long tail upwards."""

    reaction_ms: int = 380
    ready_ms: int = 240  # to what it saw coming
    think_ms: int = 1100
    spread: float = 0.18  # of both, as a share
    error: float = 0.02  # how often a choice is a random one, and a turn tempts it to slap at nothing
    temper: float = 0.15  # how often the first feint fools it; later ones do less and less
    feints: int | None = None  # at most so many in a turn; None: as its game's bot does
    risk: float = 0.0  # how often it waits for more where it could take what there is
    overlooks: float = 0.0  # how often it misses what is hard to see; what is easy, a quarter as often


def offered(legal: Sequence[Choice], do: str) -> Choice | None:
    """The first of these choices with this word."""
    return next((choice for choice in legal if choice.do == do), None)


class Bot:
    """One seat's player. A game's own bots override `choose`; `begin` and `notice` to remember."""

    TEMPTED = 1.0  # how often a new turn tempts it to slap at nothing, as a share of its errors
    EASY_ERROR = 0.05  # how often the easy bot errs; more where its slow hands cost it nothing
    RACES = True  # whether hands race in this game: where they don't, no hand twitches

    def __init__(self, seat: int, rng: Random, nature: Nature) -> None:
        self.seat = seat
        self.rng = rng
        self.nature = nature
        # Chance of its own for times and slips of the hand. It is asked at public moments only, so that what
        # the bot thinks of its cards does not shift it.
        self.pace = Random(rng.getrandbits(64))
        self.planned: Event | None = None
        # A state that this seat could be in; the table sets it. A bot that searches needs one.
        self.imagine: Callable[[Chance], Game] | None = None
        # Answers the bot's questions in another process, so that nobody waits; None: the bot thinks here.
        self.ask: Callable[[Any], Future[Choice]] | None = None
        self._turn: int | None = None
        self._wants: Choice | None = None
        self.feints = 0  # of its own, still to come in this turn
        self._fooled = False
        self._feinter: int | None = None  # who fooled it just now
        self._feints_now = 0  # seen in this turn
        self._doubts: dict[int, float] = {}  # of each player's feints
        self._ways: list[Choice] = []
        self._looked_at: object = None
        self._overlooked = False
        self._lag = 1.0
        self._asked = False
        self.begin()

    def begin(self) -> None:
        """Set what the bot remembers and plans at first."""

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return the bot's choice now; None: wait."""
        raise NotImplementedError

    def reacts(self, view: Json) -> bool:
        """Whether the table calls for a slap now. One out of its own hand is a thought like any other."""
        return self.seat in view["asked"]

    def ready(self, view: Json) -> bool:
        """Whether it saw the slap coming that it wants to make now."""
        return False

    def sensible(self, view: Json, choice: Choice) -> bool:
        """Whether a person might do this by mistake; some things nobody ever does."""
        return True

    def pick(self, ways: list[Choice]) -> Choice:
        """One of several that are as good, by chance, and the same one while they stay the same."""
        if ways != self._ways:
            self._ways, self._picked = ways, self.rng.choice(ways)
        return self._picked

    def overlooks(self, what: object, hard: bool) -> bool:
        """Whether it misses this, decided once for as long as it is the same thing."""
        if what != self._looked_at:
            often = self.nature.overlooks * (1.0 if hard else 0.25)
            self._looked_at, self._overlooked = what, self.rng.random() < often
        return self._overlooked

    def notice(self, effect: Json) -> None:
        """Something happened that this seat can see."""

    def update(self, view: Json, legal: list[Choice], effects: Sequence[Json], now_us: int) -> Event | None:
        """Takes in what is new and says what it will do next, and when, unless something changes before."""
        self._lag = self.pace.lognormvariate(0.0, self.nature.spread)
        for effect in effects:
            self.notice(effect)
            if effect["what"] == "feint" and effect["seat"] != self.seat:
                self._see_feint(view, effect["seat"], now_us)
        if view["turn"] != self._turn:
            self._turn = view["turn"]
            self._feints_now = 0
            self._tempt(view, self.nature.error * self.TEMPTED, now_us)
        self._plan(view, legal, now_us)
        return self.planned

    def done(self) -> None:
        """Forget the planned event: it was played, or refused."""
        if self._fooled and self._feinter is not None:
            self._doubts[self._feinter] += DOUBT_BURNT
        if self.planned is not None and self.planned.do == "feint":
            self.feints -= 1
        self.planned = None
        self._wants = None
        self._fooled = False
        self._feinter = None

    def grudge(self, seat: int) -> bool:
        """Whether this player has pestered it with feints: whom it robs first."""
        return self._doubts.get(seat, 0.0) >= PESTERED

    def _see_feint(self, view: Json, seat: int, now_us: int) -> None:
        """Falls for it or not, and is warier next time."""
        doubt = self._doubts.get(seat, 0.0)
        self._doubts[seat] = doubt + DOUBT_LASTING
        believes = self.nature.temper * exp(-doubt - DOUBT_THIS_TURN * self._feints_now)
        self._feints_now += 1
        was_fooled = self._fooled
        self._tempt(view, believes, now_us)
        if self._fooled and not was_fooled:
            self._feinter = seat

    def _tempt(self, view: Json, how_often: float, now_us: int) -> None:
        free = self.RACES and view["turn"] != self.seat and view["live"][self.seat]
        if free and self.pace.random() < how_often:
            self.planned = Event("down", self.seat, now_us + self._after_us(self.nature.reaction_ms))
            self._fooled = True

    def _plan(self, view: Json, legal: list[Choice], now_us: int) -> None:
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
            asked = wants.do == "down" and self.reacts(view)
            due_us = now_us + self._after_us(self._wait_ms(view, asked))
            if self.planned is not None and asked == self._asked:
                due_us = max(now_us, self.planned.t_us)  # nobody may see that it changed its mind
            # An error is decided once, with the plan: the same wish keeps the same slip.
            slips = [c for c in legal if c.do not in SECRETLY and self.sensible(view, c)]
            act = self.rng.choice(slips) if slips and self.rng.random() < self.nature.error else wants
            self.planned, self._asked = act.at(due_us), asked
        self._wants = wants

    def _wait_ms(self, view: Json, asked: bool) -> int:
        if not asked:
            return self.nature.think_ms
        return self.nature.ready_ms if self.ready(view) else self.nature.reaction_ms

    def _after_us(self, median_ms: int) -> int:
        return int(median_ms * 1000 * self._lag) + 1


class RandomBot(Bot):
    """A player that does anything legal; it draws once for every new set of choices, not to dither."""

    def begin(self) -> None:
        self._offered: list[Choice] = []
        self._drawn: Choice | None = None

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        if legal != self._offered or (self._drawn is None and legal):
            self._offered = legal
            seen = [choice for choice in legal if choice.do not in SECRETLY]
            self._drawn = self.rng.choice(seen) if seen else None
        return self._drawn

    def done(self) -> None:
        super().done()
        self._drawn = None
