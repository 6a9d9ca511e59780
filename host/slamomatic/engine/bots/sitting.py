"""One game played by bots in human time: the first one to be ready acts, and the clock rings in between."""

from collections.abc import Callable, Sequence
from functools import partial

from slamomatic.engine.bots.bot import Bot
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Event, Refused, seen

EVENTS_A_MOVE = 20  # hands coming up, the clock, feints: far more than any game needs

Played = Callable[[Event, Sequence[Effect]], None]


def play(game: Game, bots: Sequence[Bot], limit: int, played: Played | None = None) -> int:
    """Plays until the game is over or `limit` moves are made; returns the moves (choices and slaps)."""
    moves = 0
    for bot in bots:
        bot.imagine = partial(game.resample, bot.seat)
    _update(game, bots, [])
    for _ in range(limit * EVENTS_A_MOVE):
        if game.over or moves >= limit:
            break
        plans = [bot.planned for bot in bots if bot.planned is not None and not game.gone[bot.seat]]
        event = next_event(game, plans)
        if event is None:
            break
        try:
            effects = game.apply(event)
        except Refused:
            # A slip: it thought that it could.
            effects = []
        else:
            moves += event.do == "down" or event.do in game.EVENTS
            if played is not None:
                played(event, effects)
        if event.seat is not None:
            bots[event.seat].done()
        _update(game, bots, effects)
    return moves


def next_event(game: Game, plans: Sequence[Event]) -> Event | None:
    """The first of these plans, or the clock where something is due before; None: nothing will happen."""
    start = game.turn or 0
    first = min(plans, key=lambda e: (e.t_us, ((e.seat or 0) - start) % game.seats), default=None)
    if game.due_us is not None and (first is None or game.due_us <= first.t_us):
        return Event("time", None, game.due_us)
    if first is not None and first.t_us < game.now_us:
        first = first._replace(t_us=game.now_us)
    return first


def _update(game: Game, bots: Sequence[Bot], effects: Sequence[Effect]) -> None:
    for bot in bots:
        bot.update(game.view(bot.seat), game.legal(bot.seat), seen(effects, bot.seat), game.now_us)
