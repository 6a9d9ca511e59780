"""The display of an instrument at work: none, a progress bar on the terminal, or a window."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sized
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slamomatic.bench.instrument_thread import InstrumentThread

Facts = Mapping[str, object]  # what is known so far, in words that a person reads


current_display: ContextVar[InstrumentThread | None] = ContextVar("current_display", default=None)


class Progress:
    """The progress of an instrument: a bar on a terminal, or in the instrument's window; elsewhere nothing.

    `so_far` holds the measurements. If there are any, Ctrl-C ends the `with` block without an error.
    """

    def __init__(self, what: str, total: int, so_far: Sized = ()) -> None:
        self._what, self._total, self._so_far = what, max(1, total), so_far
        self._shown = -1
        self._on = sys.stderr.isatty()
        self._display = current_display.get()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        """Swallow Ctrl-C if anything was measured: it ends the measuring, and the report follows."""
        stopped = isinstance(error, KeyboardInterrupt) and len(self._so_far) > 0
        if error is None or stopped:
            self.done()
        return stopped

    def at(self, done: int, facts: Facts | None = None) -> None:
        """Show how many steps are done; a window shows `facts` too.

        KeyboardInterrupt if its user stopped the run.
        """
        if self._display is not None:
            self._display.progress(self._what, min(done, self._total), self._total, facts or {})
            heed_stop()
            return
        percent = min(100, done * 100 // self._total)
        if self._on and percent != self._shown:
            self._shown = percent
            bar = "#" * (percent // 4)
            print(f"\r{self._what} [{bar:<25}] {percent:3d} %", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self._on and self._display is None:
            print(file=sys.stderr)


def heed_stop() -> None:
    """Raise KeyboardInterrupt if somebody stopped the instrument in its window."""
    display = current_display.get()
    if display is not None and display.wants_no_more:
        raise KeyboardInterrupt


def say(words: str) -> None:
    """Tell the person at the unit what to do next."""
    display = current_display.get()
    if display is not None:
        display.says(words)
    else:
        print(words, file=sys.stderr, flush=True)


def confirmed(question: str, *, asked: bool = True) -> bool:
    """Ask a person; return True for yes.

    Without a window or terminal, or if not `asked`, the answer is no.
    """
    display = current_display.get()
    if display is not None:
        return display.asks(question)
    if not asked or not sys.stdin.isatty():
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
