"""The mutants can all be tried, by `python3 tests/rules/mutants`: each breaks something that is there."""

import runpy
from pathlib import Path

HERE = Path(__file__).parent
BOOKS = runpy.run_path(str(HERE / "mutants" / "__main__.py"))["books"]()


def test_every_mutant_breaks_one_place() -> None:
    problems = [f"{m.book} {m.number}: {m.problem()}" for book in BOOKS.values() for m in book if m.problem()]
    assert not problems


def test_every_mutant_says_what_it_breaks() -> None:
    assert all(m.why for book in BOOKS.values() for m in book)


def test_there_are_at_least_150() -> None:
    assert sum(map(len, BOOKS.values())) >= 150
