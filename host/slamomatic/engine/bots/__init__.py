"""Players that need no hands: they get their seat's view, effects and legal choices, never the state."""

from dataclasses import replace
from pkgutil import resolve_name
from random import Random

from slamomatic.engine.bots import adaptive
from slamomatic.engine.bots.bot import Bot, Nature, RandomBot
from slamomatic.engine.bots.characters import CHARACTERS, easier
from slamomatic.engine.bots.search import STRONG
from slamomatic.engine.core import Game
from slamomatic.errors import UsageError

__all__ = ["ADAPTIVE", "CHARACTERS", "KINDS", "USUAL", "Bot", "Nature", "RandomBot", "is_kind", "make"]

ADAPTIVE = "adaptive"  # follows whoever plays
KINDS = ("random", "easy", "careful", "to-win", "strong", ADAPTIVE, *CHARACTERS)
USUAL = "easy"  # who sits down unless somebody asks for another: a family must be able to win
# Plays as the careful one does, but is slow, easily fooled, and slaps at nothing at times.
EASY = Nature(reaction_ms=700, ready_ms=600, think_ms=1400, spread=0.28, temper=0.35, overlooks=0.25)
# Plays without a thought, so slower than anybody who thinks: what it wins it must not win by its hands.
RANDOM = Nature(reaction_ms=1000, ready_ms=1000, think_ms=1400, spread=0.28)
NATURES = {"easy": EASY, "random": RANDOM, "strong": STRONG}


def is_kind(word: str) -> bool:
    """Whether a bot goes by this name: a kind, a character with or without one, a level in percent."""
    return word in KINDS or bool(_named(word)[0])


def make(kind: str, game: type[Game], seat: int, rng: Random, nature: Nature | None = None) -> Bot:
    """A bot of this kind for a seat of this game.

    A character plays carefully, or as it is told to: "hare", "hare:easy", "hare:to-win". "adaptive:40" plays
    at that level, in percent.
    """
    known: dict[str, type[Bot]] = {"random": RandomBot}
    if game.BOTS:
        known |= resolve_name(game.BOTS)
        known["easy"] = known["careful"]
        known.setdefault("strong", known["to-win"])  # where there is nothing to search
    skill, natured = (kind, NATURES.get(kind, Nature())) if kind in known else _named(kind)
    if kind == "easy" and kind in known:
        natured = replace(natured, error=known[kind].EASY_ERROR)
    if skill not in known:
        names = [*known, ADAPTIVE, *CHARACTERS] if "careful" in known else list(known)
        raise UsageError(
            "{name} has no bot '{kind}'; it has {names}", name=game.NAME, kind=kind, names=", ".join(names)
        )
    return known[skill](seat, rng, nature or natured)


def _named(kind: str) -> tuple[str, Nature]:
    """How well a character or an adaptive bot plays, and its human side; "" if nobody goes by this name."""
    name, colon, said = kind.partition(":")
    if name == ADAPTIVE and (not colon or (said.isdecimal() and int(said) <= 100)):
        level = int(said) / 100 if said else adaptive.START
        return adaptive.skill_at(level), adaptive.nature_at(level)
    if name in CHARACTERS and (not colon or said in ("easy", "careful", "to-win")):
        own = CHARACTERS[name].nature
        return said or "careful", easier(own) if said == "easy" else own
    return "", Nature()
