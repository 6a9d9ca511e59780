"""Bots, and cards that the table turns by itself where a game wants that."""

import random
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context

from slamomatic.engine import Game, bots
from slamomatic.engine.bots import Bot, Nature
from slamomatic.engine.bots.search import Question, answer
from slamomatic.engine.vocabulary import PADDLE_EVENTS, TURNED_BY_THE_TABLE, Choice, Event
from slamomatic.table.clock import GameClock
from slamomatic.table.moment import Moment

# How fast the table turns cards where it does: a setting, for families and for the quick.
PACES_MS = {"slow": 2000, "usual": 1400, "quick": 900}


class Automatic:
    """Plans the moves of bots and the next card, from every moment that it is told of."""

    nature: Nature | None = None  # of all its bots; None: each has that of its kind

    def __init__(self, game: Game, clock: GameClock, screen_us: int = 0) -> None:
        """Begin without bots. `screen_us`: how late the screen is; no bot sees a picture before people do."""
        self._game, self._clock = game, clock
        self.screen_us = screen_us
        # Chance of its own, not the game's: that would tell bots the cards.
        self.chance = random.Random(f"bots {game.setup.seed}")
        self.bots: dict[int, Bot] = {}
        self.card: Event | None = None  # the next one that falls without a key
        self.turns_cards = TURNED_BY_THE_TABLE in game.EVENTS
        self.pace_ms = PACES_MS["usual"]

    def sit(self, seat: int, kind: str) -> None:
        """Let a bot of this kind take the seat."""
        chance = random.Random(self.chance.random())
        bot = bots.make(kind, type(self._game), seat, chance, self.nature)
        bot.imagine, bot.ask = partial(self._game.resample, seat), ask
        self.bots[seat] = bot

    def leave(self, seat: int) -> None:
        """Let a person take the seat of this bot."""
        del self.bots[seat]

    def adapt(self, screen_us: int, pace_ms: int) -> None:
        """Go by the settings from now on: how late the screen is, and how fast cards fall."""
        self.screen_us, self.pace_ms = screen_us, pace_ms

    def tell(self, moment: Moment, event: Event | None = None, news: bool = True) -> None:
        """Tell bots how the game stands after this event; None: a bot has just sat down.

        `news`: whether bots hear what the event did. The next card is planned first, and the bot whose event
        this was is done with it: from here on its plan is a new one.
        """
        if event is not None and event.do == TURNED_BY_THE_TABLE:
            self.card = None
        if event is not None and event.seat in self.bots:
            self.bots[event.seat].forget_plan()
        if self.turns_cards:
            self._turn_cards(moment)
        seen_us = self._clock.now_us()
        if event is None or event.do not in PADDLE_EVENTS or event.seat in self.bots:
            seen_us += self.screen_us  # a person's own hand is seen at once, everything else on the screen
        for seat, bot in self.bots.items():
            effects = moment.effects_for(seat)
            if event is not None and moment.effects and not effects:
                continue  # another's secret: not even that there is one may shift a bot's times
            legal = [choice for choice in moment.legal[seat] if choice.do != TURNED_BY_THE_TABLE]
            bot.update(moment.view[seat], legal, effects if news else [], seen_us)

    def _turn_cards(self, moment: Moment) -> None:
        """Plan the next card that the table turns: at a steady pace with a random delay.

        No player can choose the moment. A card that is planned already stays, unless another seat turns.
        """
        flips = [choice for choice in moment.legal[None] if choice.do == TURNED_BY_THE_TABLE]
        if not flips:
            self.card = None
        elif self.card is None or self.card.seat != flips[0].seat:
            delay_us = self.pace_ms * self.chance.randint(750, 1250)
            self.card = flips[0].at(self._clock.now_us() + delay_us)


def ask(question: Question) -> Future[Choice]:
    """Let another process answer a bot's question, so that no frame waits; the bot looks for the answer."""
    try:
        return _process().submit(answer, question)
    except (OSError, RuntimeError) as error:  # no process to be had, or it has died: the bot plays without
        failed: Future[Choice] = Future()
        failed.set_exception(error)
        return failed


@cache
def _process() -> ProcessPoolExecutor:
    """Return the process that thinks for bots. It is started once and ends with the program."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))
