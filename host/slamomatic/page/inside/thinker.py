"""The bots' thoughts in a page: a little at a time, in the pauses of its one thread."""

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future

from slamomatic.engine.bots.search import Question, thinking
from slamomatic.engine.vocabulary import Choice
from slamomatic.units.base import now_us


class Thinker:
    """Questions of bots, answered one after the other."""

    def __init__(self) -> None:
        self._questions: deque[tuple[Generator[None, None, Choice], Future[Choice]]] = deque()

    def ask(self, question: Question) -> Future[Choice]:
        """Take a question; `think` sets the answer that is returned here."""
        answer: Future[Choice] = Future()
        self._questions.append((thinking(question), answer))
        return answer

    @property
    def busy(self) -> bool:
        """Whether a question is not answered yet."""
        return bool(self._questions)

    def think(self, for_us: int) -> None:
        """Think for about so long about the first question, and set its answer when it is found."""
        until_us = now_us() + for_us
        while self._questions and now_us() < until_us:
            steps, answer = self._questions[0]
            try:
                next(steps)
            except StopIteration as end:
                answer.set_result(end.value)
                self._questions.popleft()
