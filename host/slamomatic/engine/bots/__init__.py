"""Bots: players that get their seat's view, effects and legal choices, never the state of the game."""

from dataclasses import replace
from pkgutil import resolve_name
from random import Random

from slamomatic.engine.bots import adaptive
from slamomatic.engine.bots.bot import SETTLES_MS, Bot, Nature, RandomBot
from slamomatic.engine.bots.characters import CHARACTERS, easier
from slamomatic.engine.bots.search import STRONG
from slamomatic.engine.core import Game
from slamomatic.errors import UsageError

__all__ = ["ADAPTIVE", "CHARACTERS", "KINDS", "USUAL", "Bot", "Nature", "RandomBot", "is_kind", "make"]

ADAPTIVE = "adaptive"  # plays better or worse as people win or lose
KINDS = ("random", "easy", "careful", "to-win", "strong", ADAPTIVE, *CHARACTERS)
USUAL = "easy"  # the bot that sits down unless somebody asks for another: a family must be able to win
# Plays as the careful one does, but is slow, easily fooled, and slaps at nothing at times. It gives
# beginners some seconds to find their way.
EASY = Nature(
    reaction_ms=700,
    ready_ms=600,
    think_ms=1400,
    spread=0.28,
    temper=0.35,
    overlooks=0.25,
    settles_ms=SETTLES_MS,
)
# The random bot does not think, so it is slower than those that do: it must not win by quick hands.
RANDOM = Nature(reaction_ms=1000, ready_ms=1000, think_ms=1400, spread=0.28)
NATURES = {"easy": EASY, "random": RANDOM, "strong": STRONG}


def is_kind(word: str) -> bool:
    """Whether a bot goes by this name: a kind ("easy"), a character ("hare", "hare:easy"), "adaptive:40"."""
    return word in KINDS or bool(_skill_and_nature(word)[0])


def make(kind: str, game: type[Game], seat: int, rng: Random, nature: Nature | None = None) -> Bot:
    """Return a bot of this kind for a seat of this game; UsageError: the game has no such bot.

    A character plays carefully unless its name says more: "hare", "hare:easy", "hare:to-win". "adaptive:40"
    plays at a level of 40 percent. `nature` replaces the human side that the kind brings.
    """
    known: dict[str, type[Bot]] = {"random": RandomBot}
    if game.BOTS:
        known |= resolve_name(game.BOTS)
        known["easy"] = known["careful"]
        known.setdefault("strong", known["to-win"])  # in a game without a bot that searches
    skill, own_nature = (kind, NATURES.get(kind, Nature())) if kind in known else _skill_and_nature(kind)
    if kind == "easy" and kind in known:
        own_nature = replace(own_nature, error=known[kind].EASY_ERROR)
    if skill not in known:
        names = [*known, ADAPTIVE, *CHARACTERS] if "careful" in known else list(known)
        raise UsageError(
            "{name} has no bot '{kind}'; it has {names}", name=game.NAME, kind=kind, names=", ".join(names)
        )
    return known[skill](seat, rng, nature or own_nature)


def _skill_and_nature(kind: str) -> tuple[str, Nature]:
    """Return the skill ("easy" ... "to-win") and the human side of a character or an adaptive bot.

    The skill is "" if there is no such bot.
    """
    name, colon, wanted = kind.partition(":")
    if name == ADAPTIVE and (not colon or (wanted.isdecimal() and int(wanted) <= 100)):
        level = int(wanted) / 100 if wanted else adaptive.START
        return adaptive.skill_at(level), adaptive.nature_at(level)
    if name in CHARACTERS and (not colon or wanted in ("easy", "careful", "to-win")):
        own = CHARACTERS[name].nature
        return wanted or "careful", easier(own) if wanted == "easy" else own
    return "", Nature()
