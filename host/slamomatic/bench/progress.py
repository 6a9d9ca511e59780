"""Who watches an instrument at work: nobody, a progress bar on the terminal, or a window it runs in."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from slamomatic.bench.result import Result

Facts = Mapping[str, object]  # what is known so far, in words that a person reads


class ProgressDisplay(Protocol):
    """A window, as an instrument in its thread sees it."""

    @property
    def wants_no_more(self) -> bool:
        """Whether the instrument should come to its end now, with what it has."""

    def progress(self, what: str, done: int, total: int, facts: Facts) -> None: ...
    def says(self, words: str) -> None: ...
    def result(self, result: Result) -> None: ...

    def asks(self, question: str) -> bool:
        """Waits for the answer."""


current_display: ContextVar[ProgressDisplay | None] = ContextVar("current_display", default=None)


class Progress:
    """How far an instrument is: a bar on a terminal's stderr, or the window's. Elsewhere it is silent.

    A window that wants no more stops the instrument as Ctrl-C does at a terminal: by KeyboardInterrupt.
    """

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total = what, max(1, total)
        self._shown = -1
        self._on = sys.stderr.isatty()
        self._display = current_display.get()

    def at(self, done: int, facts: Facts | None = None) -> None:
        if self._display is not None:
            self._display.progress(self._what, min(done, self._total), self._total, facts or {})
            if self._display.wants_no_more:
                raise KeyboardInterrupt
            return
        percent = min(100, done * 100 // self._total)
        if self._on and percent != self._shown:
            self._shown = percent
            bar = "#" * (percent // 4)
            print(f"\r{self._what} [{bar:<25}] {percent:3d} %", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self._on and self._display is None:
            print(file=sys.stderr)


def say(words: str) -> None:
    """Tell the person at the unit what to do next."""
    display = current_display.get()
    if display is not None:
        display.says(words)
    else:
        print(words, file=sys.stderr, flush=True)


def confirmed(question: str, *, asked: bool = True) -> bool:
    """A person's yes: a key in the window, or a line on the terminal; where nobody sits it is no."""
    display = current_display.get()
    if display is not None:
        return display.asks(question)
    if not asked or not sys.stdin.isatty():
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
