"""Several processes that play the trials of `bench order` together; Ctrl-C stops them all, and loses nothing.

A terminal sends Ctrl-C to every process. The workers ignore it: the first process tells them, each ends its
trial and hands over what it has.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from slamomatic.bench.progress import Progress

LOOK_S = 0.2

Share = TypeVar("Share")

# In a worker: how many trials all of them have done, and whether they are to stop.
_done: Any = None
_stop: Any = None


def play_together(
    play: Callable[..., Share], shares: Sequence[Sequence[int]], words: Sequence[object], progress: Progress
) -> list[Share]:
    """Play each share in a process of its own; return their results. Ctrl-C ends it early with those so far.

    KeyboardInterrupt if no trial was finished by then.
    """
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads may crash
    done, stop = context.Value("i", 0), context.Event()
    with ProcessPoolExecutor(
        len(shares), mp_context=context, initializer=_prepare_worker, initargs=(done, stop)
    ) as pool:
        with _deaf_to_ctrl_c():  # new processes inherit this, so none is hit by Ctrl-C while it starts
            futures = [pool.submit(_play, play, share, tuple(words)) for share in shares]
        try:
            while wait(futures, LOOK_S).not_done:
                progress.at(done.value)
        except KeyboardInterrupt:
            stop.set()
        progress.done()
        brought = [share for share in (future.result() for future in futures) if share is not None]
    if not brought:
        raise KeyboardInterrupt  # stopped before the first trial: nothing to tell
    return brought


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _prepare_worker(done: Any, stop: Any) -> None:
    """Prepare a worker: keep the shared count and stop flag, and ignore Ctrl-C."""
    global _done, _stop
    _done, _stop = done, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(play: Callable[..., Share], share: Sequence[int], words: tuple[object, ...]) -> Share | None:
    """Play one process's share; return None if it was stopped before its first trial."""
    if _stop.is_set():
        return None
    return play(share, *words, _count_trial)


def _count_trial(*_: object) -> None:
    """Count one more trial; KeyboardInterrupt if the first process wants to stop."""
    with _done.get_lock():
        _done.value += 1
    if _stop.is_set():
        raise KeyboardInterrupt
