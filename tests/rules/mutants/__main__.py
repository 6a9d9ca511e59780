"""Breaks the rules on purpose, one at a time, and sees whether the tests notice.

    python3 tests/rules/mutants [NAME…] [--workers 2] [--only 3]

Each NAME.toml holds `tests`, the files in tests/rules to run. The likeliest comes
first. Then come the mutants:

    [[mutant]]
    file = "host/slamomatic/games/hands_down/rules.py"
    old = "…"           # occurs exactly once in the file.
    new = "…"
    why = "what rule is broken"
    survives = "…"      # only where no test can tell: the reason.

A copy of the package is broken, never the one in the checkout.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import hypothesis.stateful  # noqa: F401  (imported before the forks, as pytest is: half of a run's time)
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PATIENCE_S = 30  # of processor time, three times the longest run: running for ever is caught too
OUTPUT = "output"


@dataclass(frozen=True)
class Mutant:
    book: str
    number: int
    file: str
    old: str
    new: str
    why: str
    survives: str
    tests: tuple[str, ...]

    def problem(self) -> str | None:
        """Why it can't be tried, if it can't."""
        count = (ROOT / self.file).read_text(encoding="utf-8").count(self.old)
        if count != 1:
            return f"'old' occurs {count} times in {self.file}"
        return "'new' is 'old'" if self.old == self.new else None


def read_book(path: Path) -> list[Mutant]:
    book = tomllib.loads(path.read_text(encoding="utf-8"))
    tests = tuple(f"tests/rules/{name}" for name in book["tests"])
    return [
        Mutant(
            path.stem,
            number,
            entry["file"],
            entry["old"],
            entry["new"],
            entry["why"],
            entry.get("survives", ""),
            tests,
        )
        for number, entry in enumerate(book["mutant"], 1)
    ]


def books() -> dict[str, list[Mutant]]:
    return {path.stem: read_book(path) for path in sorted(HERE.glob("*.toml"))}


def start(mutant: Mutant, folder: Path) -> int:
    """Forks a child that runs the tests with this rule broken; its process id.

    A fork, because pytest and Hypothesis are imported once then; the package itself never here, so that the
    child meets the broken copy first.
    """
    child = os.fork()
    if child:
        return child
    try:
        status = run_tests(mutant, folder)
    except BaseException:
        traceback.print_exc()
        status = int(pytest.ExitCode.INTERNAL_ERROR)
    os._exit(status)


def run_tests(mutant: Mutant, folder: Path) -> int:
    """In the child: pytest's own exit code."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE_S, PATIENCE_S))
    output = os.open(folder / OUTPUT, os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    host = folder / "host"
    shutil.copytree(ROOT / "host", host)
    broken = folder / mutant.file
    if mutant.old:
        broken.write_text(
            broken.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8"
        )
    # For processes that a test starts.
    os.environ |= {"PYTHONPATH": str(host), "HYPOTHESIS_STORAGE_DIRECTORY": str(folder)}
    os.chdir(ROOT)
    options = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-o", f"pythonpath={host} tests .")
    return int(pytest.main([*options, *mutant.tests]))


def judged(status: int, output: Path) -> bool:
    """Whether a test failed, from how the child ended."""
    if os.WIFSIGNALED(status):
        return True  # it ran for ever
    code = os.WEXITSTATUS(status)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
        raise SystemExit(f"pytest itself failed:\n{output.read_text(encoding='utf-8')}")
    return code != pytest.ExitCode.OK


def try_all(mutants: Sequence[Mutant], workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant with whether it was caught, as they end."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[Mutant, Path]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        while waiting or running:
            while waiting and len(running) < workers:
                mutant, folder = waiting.pop(), Path(tempfile.mkdtemp(dir=name))
                running[start(mutant, folder)] = mutant, folder
            child, status = os.wait()
            mutant, folder = running.pop(child)
            yield mutant, judged(status, folder / OUTPUT)
            shutil.rmtree(folder)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which books; all unless said")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", type=int, help="only the mutant of this number")
    args = parser.parse_args()
    known = books()
    wanted = [m for name in args.names or known for m in known[name] if args.only in (None, m.number)]
    for mutant in wanted:
        problem = mutant.problem()
        if problem:
            print(f"{mutant.book} {mutant.number}: {problem}")
            return 2
    # Unbroken rules must pass, else every mutant would look caught.
    unbroken = [
        replace(known[book][0], old="", new="") for book in dict.fromkeys(mutant.book for mutant in wanted)
    ]
    for mutant, failed in try_all(unbroken, args.workers):
        if failed:
            print(f"{mutant.book}: its tests fail before anything is broken")
            return 2
    tallies: dict[str, Counter[str]] = {}
    for mutant, was_caught in try_all(wanted, args.workers):
        says = "caught" if was_caught else "explained" if mutant.survives else "SURVIVED"
        print(f"{mutant.book} {mutant.number:>3} {says:<9} {mutant.why}", flush=True)
        tallies.setdefault(mutant.book, Counter())[says] += 1
    for book, tally in {**tallies, "all": sum(tallies.values(), Counter())}.items():
        print(
            f"{book}: {tally.total()} mutants, {tally['caught']} caught, "
            f"{tally['explained']} explained, {tally['SURVIVED']} not"
        )
    return 1 if any(tally["SURVIVED"] for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
