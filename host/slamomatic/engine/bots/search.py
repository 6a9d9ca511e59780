"""Search for bots: tries what it could do in states that it could be in, and keeps what did best."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from slamomatic.engine.bots.bot import Bot, Nature
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Choice, Event, Json

# A quick person's hands, no quicker than those of other bots: what it wins it must win by its play.
STRONG = Nature(spread=0.15, error=0.0, temper=0.03)
SURE = 0.5  # standard errors by which another choice must be better than the one it would make unsearched

HEATS = 4  # after each of them the worse half of the ways is tried no more

# Looks at one state from a seat that is to choose, and then says of each choice how it comes out there.
Look = Callable[[Game, int, Random], Callable[[Choice], float]]
# Deals a state's hidden cards so that they agree with what this seat remembers of how others have played.
Belief = Callable[[Game, int, Any, Random], None]


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot thinks about, for a process of its own: everything in it is from what its seat may see."""

    kind: type[Game]
    state: Json  # one that the seat could be in, never the real one
    seat: int
    ways: tuple[Choice, ...]
    simulations: int
    look: Look
    seed: int
    believe: Belief | None = None
    memory: Any = None  # what the bot remembers and its view does not tell


def answer(question: Question) -> Choice:
    """The best of its ways for the seat; the first unless another is clearly better.

    Each simulation deals the hidden cards of its state again, and all ways meet the same deals. The same
    question has the same answer anywhere.
    """
    game, seat, ways = question.kind.from_json(question.state), question.seat, question.ways
    rng = Random(question.seed)
    chance = Chance(rng.getrandbits(64))
    values: list[list[float]] = [[] for _ in ways]
    tried = list(range(len(ways)))
    for number in range(question.simulations):
        if number and number % max(1, question.simulations // HEATS) == 0:
            tried = _better_half(tried, values)
        sample = game.resample(seat, chance)
        luck = rng.getrandbits(32)
        if question.believe is not None:
            question.believe(sample, seat, question.memory, Random(luck))
        comes_to = question.look(sample, seat, Random(luck))
        for at in tried:
            values[at].append(comes_to(ways[at]))
    return ways[max(tried, key=lambda at: _advantage(values[at], values[0]))]


def _better_half(tried: Sequence[int], values: Sequence[Sequence[float]]) -> list[int]:
    """The usual choice in any case, and the better half of the others."""
    others = sorted(tried[1:], key=lambda at: -sum(values[at]))
    return [tried[0], *others[: (len(others) + 1) // 2]]


def _advantage(mine: Sequence[float], usual: Sequence[float]) -> float:
    """By how much it was better than the usual way, as far as that is sure."""
    gains = [one - other for one, other in zip(mine, usual, strict=True)]
    n = len(gains)
    mean = sum(gains) / n
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, n - 1)
    return mean - SURE * sqrt(spread / n)


class Searcher(Bot):
    """A bot that searches. Mixed in before the bot whose choice stands unless another is clearly better.

    Where nobody takes its questions it answers them itself, at once. Else it goes on with its usual choice
    and changes its mind when the answer comes, without changing the moment at which it acts.
    """

    SIMULATIONS = 96  # of its usual way and the best other, so that its strength depends on no machine
    LOOK: Look
    BELIEVE: Belief | None = None

    _planned: Event | None

    def begin(self) -> None:
        super().begin()
        self._thought: Future[Choice] | None = None
        self._thinks_of: Json | None = None
        self._found: Choice | None = None
        self._usual: Choice | None = None

    def ways(self, view: Json, legal: list[Choice]) -> list[Choice]:
        """Return the choices worth trying now; with fewer than two there is no search."""
        raise NotImplementedError

    def situation(self, view: Json) -> Json:
        """Return what the answer depends on: while this stays the same, the bot thinks once."""
        raise NotImplementedError

    def memory(self) -> Any:
        """Return what the bot remembers of others' play, as plain values."""
        return None

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        usual = super().choose(view, legal)
        ways = [] if usual is None else self.ways(view, legal)
        if self.imagine is None or usual is None or len(ways) < 2:
            return usual
        now = self.situation(view)
        if self._thinks_of != now:
            self._thinks_of, self._usual, self._found, self._thought = now, usual, None, None
            question = self._question([usual, *(way for way in ways if way != usual)])
            if self.ask is None:
                self._found = answer(question)
            else:
                self._thought = self.ask(question)
        self._take_in()
        return usual if self._found is None else self._found

    def _question(self, ways: Sequence[Choice]) -> Question:
        assert self.imagine is not None
        game = self.imagine(Chance(self.rng.getrandbits(64)))
        seed = self.rng.getrandbits(32)
        own = type(self)
        return Question(
            type(game),
            game.to_json(),
            self.seat,
            tuple(ways),
            self.SIMULATIONS,
            own.LOOK,
            seed,
            own.BELIEVE,
            self.memory(),
        )

    def _take_in(self) -> None:
        if self._thought is None or not self._thought.done():
            return
        thought, self._thought = self._thought, None
        if thought.cancelled() or thought.exception() is not None:
            return  # its usual choice is good enough
        self._found = thought.result()
        if self._planned is not None and self._wants == self._usual:
            self._planned = self._found.at(self._planned.t_us)
            self._wants = self._found

    @property
    def planned(self) -> Event | None:
        """Return the best choice by all that was thought of so far."""
        self._take_in()
        return self._planned

    @planned.setter
    def planned(self, event: Event | None) -> None:
        self._planned = event
