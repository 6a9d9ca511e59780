"""Players that need no hands: they get their seat's view, effects and legal choices, never the state."""

from __future__ import annotations

from importlib import import_module
from random import Random

from slamomatic.bots.bot import Bot, Nature
from slamomatic.bots.random_bot import RandomBot
from slamomatic.errors import UsageError
from slamomatic.games.core import Game

__all__ = ["KINDS", "Bot", "Nature", "RandomBot", "make"]

KINDS = ("random", "careful", "to-win")


def make(kind: str, game: type[Game], seat: int, rng: Random, nature: Nature | None = None) -> Bot:
    """A bot of this kind for a seat of this game."""
    known: dict[str, type[Bot]] = {"random": RandomBot}
    if game.BOTS:
        module, _, attribute = game.BOTS.partition(":")
        known |= getattr(import_module(module), attribute)
    if kind not in known:
        raise UsageError(f"{game.NAME} has no bot '{kind}'; it has {', '.join(known)}")
    return known[kind](seat, rng, nature or Nature())
