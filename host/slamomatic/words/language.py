"""Which language is spoken now: one for the program, and another for each reader on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE = "en"  # the language of the sentences in the code; it needs no catalogue

program = [SOURCE]
reader: ContextVar[str] = ContextVar("reader", default="")


def language() -> str:
    return reader.get() or program[0]


def use(code: str) -> None:
    """The program speaks this language from now on."""
    program[0] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak another language inside this block; other threads and tasks don't notice."""
    token = reader.set(code)
    try:
        yield
    finally:
        reader.reset(token)
