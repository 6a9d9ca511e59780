"""A person and bots before a television that is late: what share of the rounds does the person win?"""

from __future__ import annotations

from random import Random

from slamomatic.engine import Event, Setup, find
from slamomatic.engine.bots.sitting import next_event
from slamomatic.engine.vocabulary import Effect
from slamomatic.table.automatic import Automatic
from slamomatic.table.clock import GameClock, StoppedClock
from slamomatic.table.moment import Moment

REACTION_US = 250_000  # the person's median, from the picture on
SPREAD = 0.18
PRESS_US = 140_000
PERSON = 0
BOTS = 2
ROUNDS = 25  # of one game


def share_won(kind: str, late_us: int, rounds: int, seed: int) -> float:
    """The person's share of the rounds of Quick Draw that somebody won, against two bots of this kind."""
    won = played = 0
    number = 0
    while played < rounds:
        winners = _game(kind, late_us, f"{seed} {number}")
        won += winners.count(PERSON)
        played += len(winners)
        number += 1
    return won / played


def _game(kind: str, late_us: int, seed: str) -> list[int]:
    """Return the winner of each round of one game."""
    chance = Random(seed)
    game = find("quick-draw")(Setup(1 + BOTS, chance.getrandbits(32), {"rounds": ROUNDS}, screen_us=late_us))
    clock = StoppedClock()
    automatic = Automatic(game, GameClock(clock))
    automatic.screen_us = late_us
    for seat in range(1, 1 + BOTS):
        automatic.sit(seat, kind)
    automatic.tell(Moment(game, game.told))
    plan: Event | None = None
    winners = []
    while not game.over:
        plans = [bot.planned for bot in automatic.bots.values() if bot.planned is not None]
        event = next_event(game, plans if plan is None else [*plans, plan])
        assert event is not None
        clock.at_us = max(clock.at_us, event.t_us)
        effects = game.apply(event)
        if event is plan:
            plan = Event("up", PERSON, event.t_us + PRESS_US) if event.do == "down" else None
        plan = _answer(effects, plan, late_us, chance)
        winners += [effect.seat for effect in effects if effect.what == "won" and effect.seat is not None]
        automatic.tell(Moment(game, effects), event)
    return winners


def _answer(effects: list[Effect], plan: Event | None, late_us: int, chance: Random) -> Event | None:
    """The person slaps when the call is on the screen, and no more when the round is over."""
    for effect in effects:
        if effect.what == "go":
            lag_us = int(REACTION_US * chance.lognormvariate(0.0, SPREAD))
            plan = Event("down", PERSON, effect.t_us + late_us + lag_us)
        elif effect.what in ("won", "tie", "nobody") and plan is not None and plan.do == "down":
            plan = None
    return plan
