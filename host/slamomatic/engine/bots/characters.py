"""Six bots to get to know: each has a temperament, and a weakness that a person can learn."""

from dataclasses import dataclass, replace

from slamomatic.engine.bots.bot import SETTLES_MS, Nature
from slamomatic.words import N_


@dataclass(frozen=True, slots=True)
class Character:
    """One of the six bots: its name, what players read about it, and its human side."""

    name: str
    temperament: str
    weakness: str
    nature: Nature


CHARACTERS: dict[str, Character] = {
    "hare": Character(
        N_("Hare"),
        N_("Jumpy: the quickest hand at the table."),
        N_("Falls for feints: jerk your hand before you slap."),
        Nature(reaction_ms=310, ready_ms=200, spread=0.28, error=0.04, temper=0.5),
    ),
    "owl": Character(
        N_("Owl"),
        N_("Poker-faced: never in a hurry, and hardly ever fooled."),
        N_("Always takes about as long: a quick hand beats it every time."),
        Nature(reaction_ms=440, ready_ms=330, spread=0.06, error=0.01, temper=0.04, feints=1),
    ),
    "magpie": Character(
        N_("Magpie"),
        N_("Greedy: waits for the bigger prize."),
        N_("Holds out too long: take the small prize first."),
        Nature(reaction_ms=370, error=0.03, temper=0.2, risk=0.85),
    ),
    "tortoise": Character(
        N_("Tortoise"),
        N_("Patient: thinks long and makes few mistakes."),
        N_("Is slow even when it sees a slap coming."),
        Nature(reaction_ms=430, ready_ms=430, think_ms=2200, spread=0.12, error=0.0, temper=0.08),
    ),
    "goldfish": Character(
        N_("Goldfish"),
        N_("Forgetful: quick, but its thoughts are elsewhere."),
        N_("Overlooks things: sandwiches more often than pairs."),
        Nature(reaction_ms=350, ready_ms=230, error=0.03, temper=0.2, overlooks=0.4),
    ),
    "peacock": Character(
        N_("Peacock"),
        N_("A show-off: feints before nearly everything it does."),
        N_("After three feints it always means it."),
        Nature(reaction_ms=380, temper=0.25, feints=3),
    ),
}


def easier(nature: Nature) -> Nature:
    """Return the same temperament with slower hands, easier to fool."""
    return replace(
        nature,
        reaction_ms=nature.reaction_ms * 9 // 5,
        ready_ms=nature.ready_ms * 9 // 5,
        think_ms=nature.think_ms * 5 // 4,
        error=min(0.1, nature.error * 2),
        temper=min(0.7, nature.temper * 2),
        settles_ms=SETTLES_MS,
    )
