"""Bots that think in the page: in the pauses of its one thread, a little at a time."""

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future

from slamomatic.engine.bots.search import Question, thinking
from slamomatic.engine.vocabulary import Choice
from slamomatic.units.base import now_us


class Thinker:
    """Questions of bots, answered one after the other."""

    def __init__(self) -> None:
        self._asked: deque[tuple[Generator[None, None, Choice], Future[Choice]]] = deque()

    def ask(self, question: Question) -> Future[Choice]:
        """Take in a question; its answer comes while `think` is called."""
        answer: Future[Choice] = Future()
        self._asked.append((thinking(question), answer))
        return answer

    @property
    def busy(self) -> bool:
        return bool(self._asked)

    def think(self, for_us: int) -> None:
        """Go on for about so long."""
        until_us = now_us() + for_us
        while self._asked and now_us() < until_us:
            steps, answer = self._asked[0]
            try:
                next(steps)
            except StopIteration as end:
                answer.set_result(end.value)
                self._asked.popleft()
