"""Reaction training by the rules of Quick Draw, without a screen or a clock: everybody is timed. Pure."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from slamomatic.bench.figures import Figures, figures
from slamomatic.games.quick_draw import call
from slamomatic.units.base import Do, News, PaddleEvent
from slamomatic.words import N_

ANSWER_WITHIN_US = 2_000_000


@dataclass(slots=True)
class Card:
    """One player's record."""

    reactions_us: list[int] = field(default_factory=list)
    false_starts: int = 0
    missed: int = 0

    @property
    def times_ms(self) -> tuple[float, ...]:
        return tuple(us / 1000 for us in self.reactions_us)

    def figures(self) -> Figures | None:
        return figures(self.times_ms, "ms")


class Trainer:
    """A number of rounds for some paddles. The caller brings time and slaps, in order of time."""

    def __init__(self, paddles: int, rounds: int, chance: random.Random) -> None:
        self.cards = [Card() for _ in range(paddles)]
        self.rounds_left = rounds
        self._chance = chance
        self.go_us: int | None = None  # since when the signal is on the screen, while it is
        self._waiting: set[int] = set()  # who may still slap in this round

    @property
    def over(self) -> bool:
        return self.rounds_left == 0 and self.go_us is None

    def plan(self, now_us: int) -> int:
        """When the next signal is to be shown; the caller says with go() when it really was."""
        self._waiting = set(range(len(self.cards)))
        return now_us + call.wait_us(self._chance.randrange)

    def go(self, shown_us: int) -> None:
        """The signal is on the screen since `shown_us`: everybody who did not start falsely is timed."""
        self.go_us = shown_us
        self.rounds_left -= 1

    def verdicts(self, news: Sequence[News]) -> Iterator[tuple[int, str]]:
        """The paddle and the verdict of each slap that counts for something."""
        for one in news:
            if isinstance(one, PaddleEvent) and one.do is Do.DOWN:
                verdict = self.down(one.paddle, one.t_us)
                if verdict:
                    yield one.paddle, verdict

    def down(self, paddle: int, t_us: int) -> str:
        """Judge one slap: how fast it was, a false start, or nothing (a second one, or between rounds)."""
        if paddle not in self._waiting:
            return ""
        self._waiting.remove(paddle)
        card = self.cards[paddle]
        if self.go_us is None or t_us < call.answers_from_us(self.go_us):
            card.false_starts += 1
            return N_("false start")
        card.reactions_us.append(t_us - self.go_us)
        return f"{card.times_ms[-1]:.1f} ms"

    def time(self, now_us: int) -> bool:
        """Whether the round is over: all have slapped, or nobody else will."""
        if self.go_us is None:
            return False
        if self._waiting and now_us < self.go_us + ANSWER_WITHIN_US:
            return False
        for paddle in self._waiting:
            self.cards[paddle].missed += 1
        self._waiting.clear()
        self.go_us = None
        return True


def standings(cards: Mapping[str, Card]) -> list[tuple[str, Card]]:
    """Fastest median first; who never reacted stands last."""

    def rank(item: tuple[str, Card]) -> float:
        found = item[1].figures()
        return found.median if found else math.inf

    return sorted(cards.items(), key=rank)
