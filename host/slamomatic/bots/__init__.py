"""Players that need no hands: they get their seat's view, effects and legal choices, never the state."""

from __future__ import annotations

from importlib import import_module
from random import Random

from slamomatic.bots.bot import Bot, Nature
from slamomatic.bots.random_bot import RandomBot
from slamomatic.errors import UsageError
from slamomatic.games.core import Game

__all__ = ["KINDS", "USUAL", "Bot", "Nature", "RandomBot", "make"]

KINDS = ("random", "easy", "careful", "to-win")
USUAL = "easy"  # who sits down unless somebody asks for another: a family must be able to win
# Plays as the careful one does, but is slow, easily fooled, and slaps at nothing at times.
EASY = Nature(reaction_ms=700, ready_ms=600, think_ms=1400, spread=0.28, error=0.05, temper=0.35)
# Plays without a thought, so slower than anybody who thinks: what it wins it must not win by its hands.
RANDOM = Nature(reaction_ms=1000, ready_ms=1000, think_ms=1400, spread=0.28)
NATURES = {"easy": EASY, "random": RANDOM}


def make(kind: str, game: type[Game], seat: int, rng: Random, nature: Nature | None = None) -> Bot:
    """A bot of this kind for a seat of this game."""
    known: dict[str, type[Bot]] = {"random": RandomBot}
    if game.BOTS:
        module, _, attribute = game.BOTS.partition(":")
        known |= getattr(import_module(module), attribute)
        known["easy"] = known["careful"]
    if kind not in known:
        raise UsageError(f"{game.NAME} has no bot '{kind}'; it has {', '.join(known)}")
    return known[kind](seat, rng, nature or NATURES.get(kind, Nature()))
