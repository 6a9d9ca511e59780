"""An instrument at work in a thread, so that a window can show how far it is and stop it."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from slamomatic.bench.progress import Facts, current_display
from slamomatic.bench.result import Result
from slamomatic.errors import UserError
from slamomatic.words import Sentence, as_sentence


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of an instrument at work, for a window to show."""

    step: str = ""
    share: float = 0.0
    facts: tuple[tuple[str, str], ...] = ()
    words: str = ""  # what the person is to do
    question: str = ""
    result: Result | None = None
    trouble: str = ""
    stopping: bool = False
    over: bool = False
    seconds: float = 0.0


class InstrumentThread:
    """Runs `work` once in a thread, and keeps in `seen` what the work reports for a window.

    `code` is the exit code of the work.
    """

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._thread = threading.Thread(target=self._run, name="instrument", daemon=True)
        self._answered = threading.Event()
        self._answer = False
        self.wants_no_more = False
        self._began = 0.0
        self.seen = Seen()  # the latest
        self.code = 1
        self.fault: Exception | None = None  # a mistake of ours: for the caller, not for the window

    # -- for the window

    def start(self) -> None:
        self._began = time.perf_counter()
        self._thread.start()

    def stop(self) -> None:
        """Ask the instrument to end with the figures that it has; returns at once."""
        self.wants_no_more = True
        self.answer(False)

    def join(self) -> None:
        """Stop the instrument and wait for its end."""
        self.stop()
        self._thread.join()

    def answer(self, yes: bool) -> None:
        """Answer the question that the instrument waits with; without a question nothing happens."""
        self._answer = yes
        self._answered.set()

    # -- for the instrument

    def progress(self, what: str, done: int, total: int, facts: Facts) -> None:
        """Show how much of a step is done. Without new facts the earlier ones stay."""
        said = tuple((name, str(value)) for name, value in facts.items())
        self._show(step=what, share=done / total, facts=said or self.seen.facts)

    def says(self, words: str) -> None:
        self._show(words=words)

    def asks(self, question: str) -> bool:
        """Show a question and wait for its answer; after a stop the answer is no."""
        self._answered.clear()
        if self.wants_no_more:
            return False
        self._show(question=question)
        self._answered.wait()
        self._show(question="")
        return self._answer

    def result(self, result: Result) -> None:
        self._show(result=result)

    def _show(self, **what: Any) -> None:
        seconds = time.perf_counter() - self._began
        self.seen = replace(self.seen, stopping=self.wants_no_more, seconds=seconds, **what)

    def _run(self) -> None:
        """Run the work; keep its exit code, or the sentence or the fault with which it ended."""
        current_display.set(self)
        try:
            self.code = self._work()
        except UserError as error:
            self.code = error.exit_code
            self._show(trouble=as_sentence(error))
        except KeyboardInterrupt:
            self._show(trouble=Sentence("Stopped before there was anything to report."))
        except Exception as fault:
            self.fault = fault
        finally:
            self._show(over=True)
