"""Search for bots: try each choice in many states that the seat could be in, and make the best one."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from slamomatic.engine.bots.bot import Bot, Nature
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Choice, Event, Json

# The hands of a quick person, no quicker than those of other bots: the strong bot must win by its play.
STRONG = Nature(spread=0.15, error=0.0, temper=0.03)
SURE = 0.5  # by how many standard errors another choice must beat the usual one, made without a search

HEATS = 4  # the simulations are made in so many parts; after each, the worse half of the ways is dropped

# look(state, seat, rng) returns a function that says how good a choice of this seat turns out in this state.
Look = Callable[[Game, int, Random], Callable[[Choice], float]]
# believe(state, seat, memory, rng) deals hidden cards again, to agree with what the seat remembers of how
# others have played.
# have played.
Belief = Callable[[Game, int, Any, Random], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a bot asks, for any process to answer, made only of what its seat may see."""

    kind: type[Game]
    state: Json  # one that the seat could be in, never the real one
    seat: int
    ways: tuple[Choice, ...]  # the choices to compare, the usual one first
    simulations: int
    look: Look
    seed: int
    believe: Belief | None = None
    memory: Any = None  # what the bot remembers and its view does not tell


def answer(question: Question) -> Choice:
    """Return the best of the question's ways: the first, the usual choice, unless another is clearly better.

    Each simulation deals the hidden cards again and tries all remaining ways on the same deal. The same
    question has the same answer anywhere.
    """
    steps = thinking(question)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            best: Choice = end.value
            return best


def thinking(question: Question) -> Generator[None, None, Choice]:
    """Come to the same answer a simulation at a time, for a thread that has other things to do."""
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
        value_of = question.look(sample, seat, Random(luck))
        for at in tried:
            values[at].append(value_of(ways[at]))
        yield
    return ways[max(tried, key=lambda at: _advantage(values[at], values[0]))]


def _better_half(tried: Sequence[int], values: Sequence[Sequence[float]]) -> list[int]:
    """Return the ways to try further: the usual one, which comes first, and the better half of the others."""
    others = sorted(tried[1:], key=lambda at: -sum(values[at]))
    return [tried[0], *others[: (len(others) + 1) // 2]]


def _advantage(values: Sequence[float], usual_values: Sequence[float]) -> float:
    """Return how much better a way did than the usual one, less `SURE` standard errors of that figure."""
    gains = [value - usual for value, usual in zip(values, usual_values, strict=True)]
    n = len(gains)
    mean = sum(gains) / n
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, n - 1)
    return mean - SURE * sqrt(variance / n)


class Searcher(Bot):
    """Makes a bot search: a base class to name before the bot whose usual choice the search improves.

    Without `ask` the bot answers its questions itself, at once. With it, the bot goes on with its usual
    choice and changes its mind when the answer comes, without changing the moment at which it acts.
    """

    SIMULATIONS = 96  # a fixed number, so that a slow machine plays as well as a quick one
    LOOK: Look
    BELIEVE: Belief | None = None

    _planned: Event | None

    def begin(self) -> None:
        super().begin()
        self._pending: Future[Choice] | None = None  # the answer that another process is looking for
        self._situation: Json | None = None  # what the bot thinks or has thought about
        self._found: Choice | None = None  # the answer, once it is there
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
        """Return what the search found in this situation, or the usual choice until it has found some."""
        usual = super().choose(view, legal)
        ways = [] if usual is None else self.ways(view, legal)
        if self.imagine is None or usual is None or len(ways) < 2:
            return usual
        now = self.situation(view)
        if self._situation != now:
            self._situation, self._usual, self._found, self._pending = now, usual, None, None
            question = self._question([usual, *(way for way in ways if way != usual)])
            if self.ask is None:
                self._found = answer(question)
            else:
                self._pending = self.ask(question)
        self._take_answer()
        return usual if self._found is None else self._found

    def _question(self, ways: Sequence[Choice]) -> Question:
        """Ask which of these ways is best, in an imagined state: the bot never sees the real one."""
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

    def _take_answer(self) -> None:
        """Put the other process's answer, if it has come, into the plan; the plan keeps its time."""
        if self._pending is None or not self._pending.done():
            return
        pending, self._pending = self._pending, None
        if pending.cancelled() or pending.exception() is not None:
            return  # the usual choice is good enough
        self._found = pending.result()
        if self._planned is not None and self._wants == self._usual:
            self._planned = self._found.at(self._planned.t_us)
            self._wants = self._found

    @property
    def planned(self) -> Event | None:
        """The plan, changed to the search's answer as soon as that is there."""
        self._take_answer()
        return self._planned

    @planned.setter
    def planned(self, event: Event | None) -> None:
        self._planned = event
