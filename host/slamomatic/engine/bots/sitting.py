"""One game played by bots in human time: the bot with the earliest plan acts, deadlines come in between."""

from collections.abc import Callable, Sequence
from functools import partial

from slamomatic.engine.bots.bot import Bot
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Event, Refused, visible_effects

EVENTS_A_MOVE = 20  # a bound for hands coming up, the clock and feints: far more than any game needs

Played = Callable[[Event, Sequence[Effect]], None]


def play(game: Game, bots: Sequence[Bot], limit: int, played: Played | None = None) -> int:
    """Play until the game is over or `limit` moves are made; return the number of moves (choices and slaps).

    `played` is called after each event, with the event and its effects.
    """
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
            effects = []  # the bot planned it before it became impossible, or by a slip
        else:
            if event.do == "down" or event.do in game.EVENTS:
                moves += 1
            if played is not None:
                played(event, effects)
        if event.seat is not None:
            bots[event.seat].forget_plan()
        _update(game, bots, effects)
    return moves


def next_event(game: Game, plans: Sequence[Event]) -> Event | None:
    """Return the earliest of these plans, or a "time" event if a deadline comes first; None: neither.

    Of plans of one moment, the player on turn goes first. A plan for the past is made now.
    """
    first_seat = game.turn or 0
    first = min(plans, key=lambda e: (e.t_us, ((e.seat or 0) - first_seat) % game.seats), default=None)
    if game.due_us is not None and (first is None or game.due_us <= first.t_us):
        return Event("time", None, game.due_us)
    if first is not None and first.t_us < game.now_us:
        first = first._replace(t_us=game.now_us)
    return first


def _update(game: Game, bots: Sequence[Bot], effects: Sequence[Effect]) -> None:
    """Show each bot what its seat may see of the game and of these effects."""
    for bot in bots:
        bot.update(game.view(bot.seat), game.legal(bot.seat), visible_effects(effects, bot.seat), game.now_us)
