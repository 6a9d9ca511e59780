"""Where bots think: in a process of its own, so that no frame waits for them."""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

from slamomatic.engine.bots.search import Question, answer
from slamomatic.engine.vocabulary import Choice


def ask(question: Question) -> Future[Choice]:
    """Pass a question on; the bot checks now and then whether it is answered."""
    try:
        return _process().submit(answer, question)
    except (OSError, RuntimeError) as error:  # no process to be had, or it has died: the bot plays without
        failed: Future[Choice] = Future()
        failed.set_exception(error)
        return failed


@cache
def _process() -> ProcessPoolExecutor:
    """Begun with the first question; it ends with the program."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))
