"""A moment of a game of bots in which nobody is about to do anything that shows."""

from __future__ import annotations

from random import Random

from slamomatic import engine
from slamomatic.engine import Game, Setup
from slamomatic.engine.bots import straight

# Where anybody may slap at any time out of the own hand, one table may see a slap where the other sees none.
SLAPS_AT_ANY_TIME = ("yahtzee-hands-down",)


def quiet_moment(name: str, rng: Random) -> Game:
    """Somewhere in a game, with no slap open."""
    while True:
        game = engine.new(name, Setup(3, rng.getrandbits(32)))
        straight.play(game, rng, rng.randrange(40))
        called = game.view(None).get("called", False)
        open_slap = bool(game.asked) or called is True or (isinstance(called, list) and any(called))
        if not game.over and game.turn is not None and not open_slap and all(game.paddles.live):
            return game
