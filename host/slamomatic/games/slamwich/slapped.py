"""What was slapped for: the cards that fell last, and the name of what they make."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Memory
from slamomatic.face.model import Table
from slamomatic.words import N_

DOUBLE, SLAMWICH, THIEF = "double", "slamwich", "thief"
SHOUTS = {
    DOUBLE: N_("DOUBLE DECKER, {seat}!"),
    SLAMWICH: N_("SLAMWICH, {seat}!"),
    THIEF: N_("{seat} STOPPED THE THIEF!"),
    "": N_("{seat} GETS THE PILE!"),
}


class FallenCards(Memory):
    """What lay on top of a pile that is won and gone."""

    def __init__(self) -> None:
        self._fallen: list[str] = []
        self.won: list[str] = []

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        for effect in effects:
            if effect["what"] == "left-over":
                self._fallen += effect["cards"]
            elif effect["what"] == "flipped":
                self._fallen.append(effect["card"])
            elif effect["what"] == "won":
                self.won, self._fallen = self._fallen[-4:], []


def made(cards: Sequence[str], how: str) -> tuple[str, tuple[str, ...]]:
    """What the top cards make, and which they are; a card may have fallen after what was slapped."""
    if how == "call":
        return THIEF, tuple(card for card in cards[-1:] if card == "thief")
    for seen in (cards, cards[:-1]) if how == "slap" else ():
        if len(seen) > 1 and seen[-1] == seen[-2]:
            return DOUBLE, tuple(seen[-2:])
        if len(seen) > 2 and seen[-1] == seen[-3]:
            return SLAMWICH, tuple(seen[-3:])
    return "", ()


def _won(t: Table, won: Json) -> tuple[str, tuple[str, ...]]:
    return made(t.memory.won if isinstance(t.memory, FallenCards) else (), won["how"])


def shout(t: Table, won: Json) -> str:
    return t.shouted(SHOUTS[_won(t, won)[0]], won)


def shows(t: Table, won: Json) -> tuple[str, ...]:
    return _won(t, won)[1]
